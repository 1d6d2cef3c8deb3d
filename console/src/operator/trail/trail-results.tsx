import type { TrailRecord, TrailSearchRequest } from '@lastro/contract/operator/operator-trail.ts'
import { features, products, services } from '@lastro/contract/reports/products.ts'
import { type Purpose, purposes } from '@lastro/contract/reports/purposes.ts'
import { documentText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { OutcomeMark } from '../../parts/marks/outcome-mark.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { outcomeText } from '../../voice/outcome-text.ts'
import { trailWords } from '../../words/operator/trail.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { useOperator } from '../operations.ts'

type TrailResultsProps = { readonly number: number; readonly asked: TrailSearchRequest }

/** What one search found. It is known by its number: what was looked for is kept nowhere. */
export function TrailResults({ number, asked }: TrailResultsProps) {
  const operator = useOperator()
  const pages = usePages(['trail search', number], (cursor, limit) =>
    operator.searchTrail({ ...asked, limit, ...(cursor !== undefined && { cursor }) }),
  )
  return <Records pages={pages} />
}

function Records({ pages }: { readonly pages: Pages<TrailRecord> }) {
  const say = useSay(trailWords)
  const sayShell = useSay(shellWords)
  const { language } = useLanguage()
  const productOf = (code: string) =>
    [...products, ...services].find((one) => one.code === code)?.name[language] ?? code
  const featureOf = (code: string) => features[code as keyof typeof features]?.name[language] ?? code
  return (
    <List
      caption={say('searchTitle')}
      pages={pages}
      empty={say(pages.hasNextPage ? 'nothingHere' : 'nothingFound')}
      rowKey={(row) => row.record}
      columns={[
        { id: 'at', label: say('at'), instant: (row) => row.at },
        {
          id: 'client',
          label: say('client'),
          text: (row) => printable(row.clientName ?? row.clientId),
          cell: (row) => <ClientLink id={row.clientId} name={row.clientName} />,
        },
        { id: 'who', label: say('who'), text: (row) => row.userName && printable(row.userName) },
        {
          id: 'document',
          label: say('document'),
          isFixed: true,
          text: (row) => row.document && documentText(row.document),
        },
        {
          id: 'product',
          label: say('product'),
          text: (row) => [productOf(row.product), ...row.features.map(featureOf)].join(' + '),
          cell: (row) => (
            <>
              {productOf(row.product)}
              {row.features.length > 0 && (
                <small className="muted"> + {row.features.map(featureOf).join(', ')}</small>
              )}
            </>
          ),
        },
        {
          id: 'purpose',
          label: say('purpose'),
          text: (row) => purposes[row.purpose as Purpose]?.[language] ?? row.purpose,
        },
        {
          id: 'outcome',
          label: say('outcome'),
          isTallied: true,
          text: (row) => outcomeText(row.outcome, language).text,
          cell: (row) => <OutcomeMark outcome={row.outcome} />,
        },
        {
          id: 'billed',
          label: say('billed'),
          amount: (row) => (row.billed ? row.amount : undefined),
          cell: (row) => (row.billed ? moneyText(row.amount) : sayShell('no')),
        },
        { id: 'address', label: say('address'), isFixed: true, text: (row) => row.address },
        {
          id: 'request',
          label: say('requestId'),
          text: (row) => row.requestId,
          cell: (row) => <span className="code">{row.requestId}</span>,
        },
        { id: 'record', label: say('record'), isFixed: true, text: (row) => row.record },
      ]}
    />
  )
}
