import type { Batch } from '@lastro/contract/listings/batches.ts'
import { grouped } from '@lastro/reading/value-text.ts'
import { Link } from 'wouter'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Listed } from '../parts/lists/listed.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { Mark } from '../parts/mark.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session.ts'
import { batchWords } from '../words/creditor/batch.ts'

export const batchesName = ['batches'] as const

/** The batches of before, newest first, and what became of their lines. */
export function BatchHistory() {
  const say = useSay(batchWords)
  const { lastro } = useSession()
  const pages = usePages([...batchesName], (cursor) => lastro.batches.page({ cursor }))
  return (
    <section>
      <h2>{say('historyTitle')}</h2>
      <Listed pages={pages} empty={say('noBatches')}>
        {(items) => <BatchTable items={items} />}
      </Listed>
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

function BatchTable({ items }: { readonly items: readonly Batch[] }) {
  const say = useSay(batchWords)
  const figure = (name: 'lines' | 'created' | 'refused' | 'invalid') => ({
    label: say(name),
    isFigure: true,
    cell: (row: Batch) => grouped(String(row[name])),
  })
  return (
    <DataTable
      caption={say('historyTitle')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        {
          label: say('at'),
          isFixed: true,
          cell: (row) => <Link href={`/lotes/${row.id}`}>{instantOf(row.createdAt)}</Link>,
        },
        { label: say('state'), isFixed: true, cell: (row) => <BatchMark batch={row} /> },
        figure('lines'),
        figure('created'),
        figure('refused'),
        figure('invalid'),
      ]}
    />
  )
}
