import { monthAt } from '@lastro/rules/calendar/month.ts'
import type { Clock } from '../../clock.ts'
import type { Metrics } from '../../http/health/metrics.ts'
import type { DeclaredSources, OpenSource } from '../../sources/outward/declared-sources.ts'
import type { Store } from '../../store/store.ts'

type Figure = readonly [string, number]

/** What an operator watches of the providers it declared, by their names. */
export function watchDeclared(
  metrics: Pick<Metrics, 'gauge' | 'counter'>,
  { all, copiesLost }: DeclaredSources,
  store: Pick<Store['declaredSources'], 'spentIn'>,
  clock: Clock,
): void {
  const bySource = (read: (one: OpenSource) => number) => async () =>
    all().map((one): Figure => [one.declared.name, read(one)])
  metrics.counter(
    {
      name: 'lastro_source_copies_not_kept_total',
      help: 'Copies of what declared sources answered that could not be kept, by why.',
      label: 'reason',
    },
    async () => Object.entries(copiesLost() ?? {}),
  )
  metrics.gauge(
    {
      name: 'lastro_source_breaker_open',
      help: 'Whether the breaker of a declared source lets no calls through.',
      label: 'source',
    },
    bySource(({ state }) => (state().breaker === 'closed' ? 0 : 1)),
  )
  metrics.gauge(
    { name: 'lastro_source_calls_in_flight', help: 'Calls to a declared source under way.', label: 'source' },
    bySource(({ state }) => state().inFlight),
  )
  metrics.gauge(
    { name: 'lastro_source_calls_waiting', help: 'Calls that wait for a place.', label: 'source' },
    bySource(({ state }) => state().waiting),
  )
  metrics.counter(
    {
      name: 'lastro_source_calls_total',
      help: 'Calls to a declared source that were wanted.',
      label: 'source',
    },
    bySource(({ state }) => sumOf(Object.values(state().outcomes))),
  )
  metrics.counter(
    {
      name: 'lastro_source_call_faults_total',
      help: 'Those of the calls that gave no answer, refused before they were made included.',
      label: 'source',
    },
    bySource(({ state }) => {
      const { answered: _, ...faults } = state().outcomes
      return sumOf(Object.values(faults))
    }),
  )
  metrics.gauge(
    {
      name: 'lastro_source_month_spent_cents',
      help: 'What a declared source has cost the operator this month, in cents.',
      label: 'source',
    },
    async () => {
      const spent = await store.spentIn(monthAt(clock.nowMs()))
      return all().map(({ declared: { id, name } }): Figure => {
        const own = spent.find(({ sourceId, paidBy }) => sourceId === id && paidBy === 'operator')
        return [name, own?.cents ?? 0]
      })
    },
  )
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)
