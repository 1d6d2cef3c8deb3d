import type { TrailRecord, TrailSearchRequest } from '@lastro/contract/operator/operator-trail.ts'
import { products, services } from '@lastro/contract/reports/products.ts'
import { type Purpose, purposes } from '@lastro/contract/reports/purposes.ts'
import { documentText, moneyText } from '@lastro/reading/value-text.ts'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { OutcomeMark } from '../../parts/outcome-mark.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { shellWords } from '../../words/shell.ts'
import { trailWords } from '../../words/trail.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { useOperator } from '../operations.ts'

type TrailResultsProps = { readonly number: number; readonly asked: TrailSearchRequest }

/** What one search found. It is known by its number: what was looked for is kept nowhere. */
export function TrailResults({ number, asked }: TrailResultsProps) {
  const say = useSay(trailWords)
  const operator = useOperator()
  const pages = usePages(['trail search', number], (cursor) =>
    operator.searchTrail({ ...asked, ...(cursor !== undefined && { cursor }) }),
  )
  return (
    <Listed pages={pages} empty={say(pages.hasNextPage ? 'nothingHere' : 'nothingFound')}>
      {(items) => <RecordTable items={items} />}
    </Listed>
  )
}

function RecordTable({ items }: { readonly items: readonly TrailRecord[] }) {
  const say = useSay(trailWords)
  const sayShell = useSay(shellWords)
  const { language } = useLanguage()
  const productOf = (code: string) =>
    [...products, ...services].find((one) => one.code === code)?.name[language] ?? code
  return (
    <DataTable
      caption={say('searchTitle')}
      rows={items}
      rowKey={(row) => row.record}
      columns={[
        { label: say('at'), isFixed: true, cell: (row) => instantOf(row.at) },
        {
          label: say('client'),
          cell: (row) => <ClientLink id={row.clientId} name={row.clientName} />,
        },
        { label: say('document'), isFixed: true, cell: (row) => row.document && documentText(row.document) },
        {
          label: say('product'),
          cell: (row) => (
            <>
              {productOf(row.product)}
              {row.features.length > 0 && <small className="muted"> + {row.features.join(', ')}</small>}
            </>
          ),
        },
        {
          label: say('purpose'),
          cell: (row) => purposes[row.purpose as Purpose]?.[language] ?? row.purpose,
        },
        { label: say('outcome'), cell: (row) => <OutcomeMark outcome={row.outcome} /> },
        {
          label: say('billed'),
          isFigure: true,
          cell: (row) => (row.billed ? moneyText(row.amount) : sayShell('no')),
        },
        { label: say('address'), isFixed: true, cell: (row) => row.address },
        { label: say('requestId'), cell: (row) => <span className="code">{row.requestId}</span> },
        { label: say('record'), isFixed: true, cell: (row) => row.record },
      ]}
    />
  )
}
