import type { Batch } from '@lastro/contract/listings/batches.ts'
import { Link } from 'wouter'
import { instantOf } from '../../parts/instant.ts'
import { List } from '../../parts/lists/list.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { batchWords } from '../../words/creditor/batch.ts'

export const batchesName = ['batches'] as const

/** The batches of before, newest first, and what became of their lines. */
export function BatchHistory() {
  const say = useSay(batchWords)
  const { lastro } = useSession()
  const pages = usePages([...batchesName], (cursor, limit) => lastro.batches.page({ cursor, limit }))
  return (
    <section>
      <h2>{say('historyTitle')}</h2>
      <List
        caption={say('historyTitle')}
        pages={pages}
        empty={say('noBatches')}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'at',
            label: say('at'),
            instant: (row) => row.createdAt,
            cell: (row) => <Link href={`/lotes/${row.id}`}>{instantOf(row.createdAt)}</Link>,
          },
          {
            id: 'state',
            label: say('state'),
            isFixed: true,
            isTallied: true,
            text: (row) => say(row.status),
            cell: (row) => <BatchMark batch={row} />,
          },
          { id: 'lines', label: say('lines'), count: (row) => row.lines },
          { id: 'created', label: say('created'), count: (row) => row.created },
          { id: 'refused', label: say('refused'), count: (row) => row.refused },
          { id: 'invalid', label: say('invalid'), count: (row) => row.invalid },
        ]}
      />
    </section>
  )
}

const tones = { receiving: 'info', interrupted: 'warn', done: 'good' } as const

/** Answered is good only where nothing was refused. */
const toneOf = ({ status, refused, invalid }: Batch) =>
  status === 'done' && refused + invalid > 0 ? 'warn' : tones[status]

export function BatchMark({ batch }: { readonly batch: Batch }) {
  const say = useSay(batchWords)
  return <Mark tone={toneOf(batch)}>{say(batch.status)}</Mark>
}
