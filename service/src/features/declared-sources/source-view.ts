import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import type { DeclaredSource as SourceView } from '@lastro/contract/operator/declared-sources.ts'
import type { breakerStates } from '@lastro/contract/operator/source-kinds.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { monthAt } from '@lastro/rules/calendar/month.ts'
import type { Clock } from '../../clock.ts'
import type { CredentialsOwner, DeclaredSource } from './declared-source.ts'
import type { SourceStore, Spent } from './source-store.ts'

/** How a provider is doing, as the process that calls it has seen it. */
export type SourceState = {
  readonly breaker: (typeof breakerStates)[number]
  readonly sinceMs: number
  readonly pausedUntilMs: number | undefined
  readonly lastFault: { readonly fault: CallFault; readonly atMs: number } | undefined
  readonly inFlight: number
  readonly waiting: number
}

export type SourceViewDeps = {
  readonly sources: Pick<SourceStore, 'credentialOwners' | 'spentIn'>
  /** Undefined where this process calls nobody, or has not opened the source yet. */
  readonly stateOf: (id: string) => SourceState | undefined
  readonly clock: Clock
}

/** Declared sources as the operator sees them: everything but their credentials. */
export async function sourceViews(
  { sources, stateOf, clock }: SourceViewDeps,
  declared: readonly DeclaredSource[],
): Promise<readonly SourceView[]> {
  const owners = await sources.credentialOwners()
  const spent = await sources.spentIn(monthAt(clock.nowMs()))
  return declared.map((source) => viewOf(source, owners, spent, stateOf(source.id)))
}

function viewOf(
  source: DeclaredSource,
  allOwners: readonly CredentialsOwner[],
  allSpent: readonly Spent[],
  state: SourceState | undefined,
): SourceView {
  const owners = allOwners.filter(({ sourceId }) => sourceId === source.id)
  const spent = allSpent.filter(({ sourceId }) => sourceId === source.id)
  const paidBy = (payer: Spent['paidBy']) => spent.find((one) => one.paidBy === payer)?.cents ?? 0
  return {
    id: source.id,
    name: source.name,
    kind: source.kind,
    url: source.url,
    ...(source.sections !== undefined && { sections: [...source.sections] }),
    enabled: source.isEnabled,
    concurrency: source.concurrencyMax,
    clientConcurrency: source.clientConcurrencyMax,
    timeoutMs: source.timeoutMs,
    price: source.priceCents,
    ...(source.monthlyBudgetCents !== undefined && { monthlyBudget: source.monthlyBudgetCents }),
    hasCredentials: owners.some(({ clientId }) => clientId === undefined),
    clientsWithCredentials: owners.filter(({ clientId }) => clientId !== undefined).length,
    createdAt: instantText(source.createdAtMs),
    ...(state !== undefined && { state: stateView(state) }),
    month: {
      calls: spent.reduce((sum, one) => sum + one.calls, 0),
      spent: paidBy('operator'),
      spentByClients: paidBy('client'),
    },
  }
}

const stateView = ({
  breaker,
  sinceMs,
  pausedUntilMs,
  lastFault,
  inFlight,
  waiting,
}: SourceState): NonNullable<SourceView['state']> => ({
  breaker,
  since: instantText(sinceMs),
  ...(pausedUntilMs !== undefined && { pausedUntil: instantText(pausedUntilMs) }),
  ...(lastFault !== undefined && {
    lastFault: { at: instantText(lastFault.atMs), fault: lastFault.fault },
  }),
  inFlight,
  waiting,
})
