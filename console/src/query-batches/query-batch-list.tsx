import { queryBatchStates, queryBatchWaits } from '@lastro/contract/query-batches/query-batch-codes.ts'
import type { QueryBatch } from '@lastro/contract/query-batches/query-batches.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { instantOf } from '../parts/instant.ts'
import { List } from '../parts/lists/list.tsx'
import { type Pages, usePages } from '../parts/lists/pages-of.ts'
import { Mark } from '../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
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
  const pages = usePages([...queryBatchesName], (cursor, limit) =>
    lastro.queryBatches.page({ cursor, limit }),
  )
  useWatching(pages.items?.some(({ state }) => moving.has(state)) === true)
  return (
    <section className="after-form">
      <h2>{say('historyTitle')}</h2>
      <Batches pages={pages} onAct={(act, batch) => setOpen({ act, batch })} />
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

type BatchesProps = {
  readonly pages: Pages<QueryBatch>
  readonly onAct: (act: BatchAct, batch: QueryBatch) => void
}

function Batches({ pages, onAct }: BatchesProps) {
  const say = useSay(queryBatchWords)
  const { language } = useLanguage()
  const figure = (name: 'lines' | 'answered' | 'unknown' | 'left') => ({
    id: name,
    label: say(name),
    count: (row: QueryBatch) => row[name],
  })
  const productName = ({ product }: QueryBatch) =>
    products.find(({ code }) => code === product)?.name[language] ?? product
  return (
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
          cell: (row) => (
            <>
              {instantOf(row.createdAt)} <small className="muted under">{productName(row)}</small>
            </>
          ),
        },
        {
          id: 'state',
          label: say('state'),
          isTallied: true,
          text: (row) => queryBatchStates[row.state][language],
          cell: (row) => <BatchState batch={row} />,
        },
        figure('lines'),
        figure('answered'),
        {
          id: 'notAnswered',
          label: say('notAnswered'),
          count: ({ refused, invalid, repeated }) => refused + invalid + repeated,
        },
        ...(pages.items?.some(({ unknown }) => unknown > 0) ? [figure('unknown')] : []),
        figure('left'),
        { id: 'cost', label: say('cost'), amount: (row) => row.cost },
        {
          id: 'acts',
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
