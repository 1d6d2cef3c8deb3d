import type { QueryBatch, QueryLine } from '@lastro/contract/query-batches/query-batches.ts'
import { documentText, grouped } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { useFilter } from '../parts/filters/use-filter.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Listed } from '../parts/lists/listed.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { queryBatchWords } from '../words/analyst/query-batches.ts'
import { lineReason } from './line-reason.ts'
import { mayAskAgain } from './query-batch-acts.tsx'
import { QueryBatchDialog } from './query-batch-dialog.tsx'
import { queryBatchesName } from './query-batch-list.tsx'

/** The lines of a batch that have no report, by what became of them. Which are looked at is in the address. */
export function QueryLinesPage() {
  const { id = '' } = useParams()
  const say = useSay(queryBatchWords)
  const { lastro } = useSession()
  const batch = useQuery({ queryKey: [...queryBatchesName, id], queryFn: () => lastro.queryBatches.get(id) })
  return (
    <Page title={say('batchTitle')} lede={say('batchLede')}>
      <Answered query={batch}>{(data) => <LinesOf batch={data} />}</Answered>
    </Page>
  )
}

const statuses = ['refused', 'invalid', 'unknown', 'repeated'] as const
type Status = (typeof statuses)[number]

function LinesOf({ batch }: { readonly batch: QueryBatch }) {
  const say = useSay(queryBatchWords)
  const { lastro } = useSession()
  const { filter, addressOf } = useFilter(['status'])
  const [isAsking, setIsAsking] = useState(false)
  const chosen = statuses.find((one) => one === filter.status) ?? firstOf(batch)
  const pages = usePages([...queryBatchesName, batch.id, 'lines', chosen], (cursor, limit) =>
    lastro.queryBatches.lines(batch.id).page({ status: chosen, cursor, limit }),
  )
  return (
    <>
      <nav aria-label={say('byOutcome')}>
        <ul className="tabs">
          {statuses.map((status) => (
            <li key={status}>
              <Link href={addressOf({ status })} aria-current={status === chosen ? 'true' : undefined}>
                {say(status)} <span className="muted">{grouped(String(batch[status]))}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {chosen === 'unknown' && mayAskAgain(batch).length > 0 && (
        <p>
          <button type="button" onClick={() => setIsAsking(true)}>
            {say('askAgain')}
          </button>
        </p>
      )}
      <Listed pages={pages} empty={say('noneSuch')}>
        {(lines) => <LineTable lines={lines} />}
      </Listed>
      {isAsking && <QueryBatchDialog act="askAgain" batch={batch} onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** Whatever there is some of. */
const firstOf = (batch: QueryBatch): Status => statuses.find((one) => batch[one] > 0) ?? 'refused'

function LineTable({ lines }: { readonly lines: readonly QueryLine[] }) {
  const say = useSay(queryBatchWords)
  const { language } = useLanguage()
  return (
    <DataTable
      caption={say('batchTitle')}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { label: say('line'), isFigure: true, cell: ({ line }) => line },
        {
          label: say('document'),
          isFixed: true,
          cell: ({ documento }) => documento && documentText(documento),
        },
        { label: say('reason'), cell: (row) => lineReason(row, language) },
      ]}
    />
  )
}
