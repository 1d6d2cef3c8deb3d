import { type CallFault, callFaults } from '@lastro/contract/operator/call-faults.ts'
import type { DeclaredSource } from '@lastro/contract/operator/declared-sources.ts'
import { grouped } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { reaisOf } from '../../parts/forms/amount.ts'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Mark } from '../../parts/marks/mark.tsx'
import { type Say, useLanguage, useSay } from '../../shell/language.tsx'
import { sourceWords } from '../../words/operator/sources.ts'
import { AddSource } from './add-source.tsx'
import { SourceActs } from './source-acts.tsx'

/** The providers that the operator declared: how each is doing, what it cost, and what may be done with it. */
export function DeclaredSources({ sources }: { readonly sources: readonly DeclaredSource[] }) {
  const say = useSay(sourceWords)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <section aria-labelledby="declared-sources">
      <h2 id="declared-sources">{say('title')}</h2>
      <p className="muted">{say('lede')}</p>
      {sources.length === 0 ? <p className="empty">{say('empty')}</p> : <SourceTable sources={sources} />}
      <p>
        <button type="button" onClick={() => setIsAdding(true)}>
          {say('add')}
        </button>
      </p>
      {isAdding && <AddSource onClose={() => setIsAdding(false)} />}
    </section>
  )
}

function SourceTable({ sources }: { readonly sources: readonly DeclaredSource[] }) {
  const say = useSay(sourceWords)
  const { language } = useLanguage()
  return (
    <DataTable
      caption={say('title')}
      rows={sources}
      rowKey={(row) => row.id}
      columns={[
        { label: say('name'), isFixed: true, cell: (row) => row.name },
        { label: say('state'), isFixed: true, cell: (row) => <StateMark source={row} /> },
        { label: say('since'), isFixed: true, cell: ({ state }) => state && instantOf(state.since) },
        {
          label: say('lastFault'),
          cell: ({ state }) =>
            state?.lastFault && (
              <>
                {callFaults[state.lastFault.fault as CallFault][language]}{' '}
                <span className="muted number">{instantOf(state.lastFault.at)}</span>
              </>
            ),
        },
        {
          label: say('underWay'),
          isFigure: true,
          cell: ({ state }) => state && `${state.inFlight} / ${state.waiting}`,
        },
        { label: say('calls'), isFigure: true, cell: ({ month }) => grouped(String(month.calls)) },
        { label: say('priceColumn'), isFigure: true, cell: ({ price }) => `R$ ${reaisOf(price)}` },
        { label: say('spent'), isFigure: true, cell: ({ month }) => `R$ ${reaisOf(month.spent)}` },
        {
          label: say('monthlyMax'),
          isFigure: true,
          cell: ({ monthlyBudget }) =>
            monthlyBudget === undefined ? say('noMax') : `R$ ${reaisOf(monthlyBudget)}`,
        },
        {
          label: say('spentByClients'),
          isFigure: true,
          cell: ({ month }) => `R$ ${reaisOf(month.spentByClients)}`,
        },
        { label: say('keys'), cell: (row) => credentialsText(row, say) },
        { label: say('acts'), cell: (row) => <SourceActs source={row} /> },
      ]}
    />
  )
}

const credentialsText = (
  { hasCredentials, clientsWithCredentials }: DeclaredSource,
  say: Say<typeof sourceWords>,
): string =>
  [
    say(hasCredentials ? 'hasOwn' : 'hasNone'),
    ...(clientsWithCredentials > 0 ? [say('ofClients', { count: clientsWithCredentials })] : []),
  ].join(' · ')

const tones = { closed: 'good', open: 'bad', trying: 'warn' } as const

function StateMark({ source: { enabled, state } }: { readonly source: DeclaredSource }) {
  const say = useSay(sourceWords)
  if (!enabled || state === undefined) return <Mark tone="quiet">{say('off')}</Mark>
  if (state.pausedUntil !== undefined)
    return <Mark tone="warn">{say('paused', { at: instantOf(state.pausedUntil) })}</Mark>
  return <Mark tone={tones[state.breaker]}>{say(state.breaker)}</Mark>
}
