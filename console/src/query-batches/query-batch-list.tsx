import { queryBatchStates, queryBatchWaits } from '@lastro/contract/query-batches/query-batch-codes.ts'
import type { QueryBatch } from '@lastro/contract/query-batches/query-batches.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { grouped, moneyText } from '@lastro/reading/value-text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { instantOf } from '../parts/instant.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Listed } from '../parts/lists/listed.tsx'
import { usePages } from '../parts/lists/pages-of.ts'
import { Mark } from '../parts/mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session.ts'
import { queryBatchWords } from '../words/analyst/query-batches.ts'
import { QueryBatchActs } from './query-batch-acts.tsx'
import { type BatchAct, QueryBatchDialog } from './query-batch-dialog.tsx'

export const queryBatchesName = ['query-batches'] as const

/** Often enough to watch a batch go on, seldom enough to cost nothing. */
const watchEveryMs = 3_000

type Open = { readonly act: BatchAct; readonly batch: QueryBatch }

/** The batches of before, newest first: where each stands, and what can be done with it. */
export function QueryBatchList() {
  const say = useSay(queryBatchWords)
  const { lastro } = useSession()
  const [open, setOpen] = useState<Open>()
  const pages = usePages([...queryBatchesName], (cursor) => lastro.queryBatches.page({ cursor }))
  useWatching(pages.items?.some(({ state }) => moving.has(state)) === true)
  return (
    <section className="after-form">
      <h2>{say('historyTitle')}</h2>
      <Listed pages={pages} empty={say('noBatches')}>
        {(items) => <BatchTable items={items} onAct={(act, batch) => setOpen({ act, batch })} />}
      </Listed>
      {open !== undefined && <QueryBatchDialog {...open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

const moving: ReadonlySet<QueryBatch['state']> = new Set(['receiving', 'running', 'waiting'])

/** Reads the list anew while something in it goes on. */
function useWatching(isMoving: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: queryBatchesName }),
      watchEveryMs,
    )
    return () => clearInterval(timer)
  }, [isMoving, queries])
}

const tones = {
  receiving: 'info',
  interrupted: 'warn',
  running: 'info',
  waiting: 'warn',
  paused: 'warn',
  cancelled: 'bad',
  done: 'good',
} as const

type BatchTableProps = {
  readonly items: readonly QueryBatch[]
  readonly onAct: (act: BatchAct, batch: QueryBatch) => void
}

function BatchTable({ items, onAct }: BatchTableProps) {
  const say = useSay(queryBatchWords)
  const { language } = useLanguage()
  const figure = (name: 'lines' | 'answered' | 'unknown' | 'left') => ({
    label: say(name),
    isFigure: true,
    cell: (row: QueryBatch) => grouped(String(row[name])),
  })
  const productName = ({ product }: QueryBatch) =>
    products.find(({ code }) => code === product)?.name[language] ?? product
  return (
    <DataTable
      caption={say('historyTitle')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        {
          label: say('at'),
          isFixed: true,
          cell: (row) => (
            <>
              {instantOf(row.createdAt)} <small className="muted under">{productName(row)}</small>
            </>
          ),
        },
        { label: say('state'), cell: (row) => <BatchState batch={row} /> },
        figure('lines'),
        figure('answered'),
        {
          label: say('notAnswered'),
          isFigure: true,
          cell: ({ refused, invalid, repeated }) => grouped(String(refused + invalid + repeated)),
        },
        ...(items.some(({ unknown }) => unknown > 0) ? [figure('unknown')] : []),
        figure('left'),
        { label: say('cost'), isFigure: true, cell: (row) => moneyText(row.cost) },
        {
          label: say('acts'),
          cell: (row) => <QueryBatchActs batch={row} onAct={(act) => onAct(act, row)} />,
        },
      ]}
    />
  )
}

function BatchState({ batch: { state, waitsFor } }: { readonly batch: QueryBatch }) {
  const { language } = useLanguage()
  return (
    <>
      <Mark tone={tones[state]}>{queryBatchStates[state][language]}</Mark>
      {waitsFor !== undefined && <small> {queryBatchWaits[waitsFor][language]}</small>}
    </>
  )
}
