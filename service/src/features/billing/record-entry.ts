import type { EntryKind } from '@lastro/contract/clients/entry-kinds.ts'
import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import { monthAt } from '@lastro/rules/calendar/month.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import type { Cents } from '@lastro/rules/money/cents.ts'
import type { Clock } from '../../clock.ts'
import { keptMs } from '../../http/idempotency.ts'
import type { ClientStore } from '../clients/client-store.ts'
import type { AccountEntry, BillingStore } from './billing-store.ts'

export type EntryDeps = {
  readonly clients: Pick<ClientStore, 'findClient'>
  readonly billing: Pick<BillingStore, 'addEntry' | 'findEntry'>
  readonly clock: Clock
  readonly newId: () => string
}

type Recording = {
  readonly clientId: string
  readonly reason: string
  /** Who records it. */
  readonly by: { readonly userId: string; readonly name: string }
  readonly requestKey?: string | undefined
}

export type EntryAsked = Recording & {
  readonly kind: EntryKind
  readonly cents: Cents
  /** The month it is about; the current one when absent. */
  readonly month?: string | undefined
}

export type ReversalAsked = Recording & { readonly entryId: string }

type EntryProblem = Extract<
  ProblemCode,
  | 'client_unknown'
  | 'client_not_charged'
  | 'entry_month_ahead'
  | 'entry_reason_unfit'
  | 'entry_reversed'
  | 'entry_unknown'
>

export type Recorded =
  | { readonly kind: 'recorded'; readonly entry: AccountEntry }
  | { readonly kind: 'refused'; readonly code: EntryProblem }

/**
 * Puts a credit or a debit on the statement of the month that runs, whichever month it is about: what a client was
 * told of a month that is over stays true. Records keep their list price.
 */
export async function recordEntry(deps: EntryDeps, asked: EntryAsked): Promise<Recorded> {
  const { clientId, kind, cents } = asked
  const client = await deps.clients.findClient(clientId)
  if (client === undefined) return refused('client_unknown')
  if (client.environment === 'sandbox') return refused('client_not_charged')
  const nowMs = deps.clock.nowMs()
  const current = monthAt(nowMs)
  const { month = current } = asked
  if (month > current) return refused('entry_month_ahead')
  return kept(deps, asked, { kind, cents, month, atMs: nowMs, reverses: undefined })
}

/** Takes an entry back, once, by its contrary. */
export async function reverseEntry(deps: EntryDeps, asked: ReversalAsked): Promise<Recorded> {
  const { clientId, entryId } = asked
  if ((await deps.clients.findClient(clientId)) === undefined) return refused('client_unknown')
  const entry = await deps.billing.findEntry(clientId, entryId)
  if (entry === undefined) return refused('entry_unknown')
  if (entry.reverses !== undefined) return refused('entry_reversed')
  const { cents, month } = entry
  return kept(deps, asked, {
    kind: entry.kind === 'credit' ? 'debit' : 'credit',
    cents,
    month,
    atMs: deps.clock.nowMs(),
    reverses: entryId,
  })
}

async function kept(
  { billing, newId }: EntryDeps,
  { clientId, by, requestKey, ...asked }: Recording,
  of: Pick<AccountEntry, 'kind' | 'cents' | 'month' | 'atMs' | 'reverses'>,
): Promise<Recorded> {
  const reason = asked.reason.trim()
  if (!isFit(reason)) return refused('entry_reason_unfit')
  const asEntry = {
    ...of,
    id: `lan_${newId()}`,
    clientId,
    reason,
    userId: by.userId,
    userName: by.name,
    requestKey,
  }
  const entry = await billing.addEntry(asEntry, of.atMs - keptMs)
  return entry === 'reversed' ? refused('entry_reversed') : { kind: 'recorded', entry }
}

const refused = (code: EntryProblem): Recorded => ({ kind: 'refused', code })

/** As long as the contract lets it be, for whoever does not come by HTTP. */
const reasonLengthMax = 300

/** It is printed for somebody who pays: words, no document, and nothing that turns or hides what stands beside it. */
const isFit = (reason: string): boolean =>
  reason !== '' &&
  reason.length <= reasonLengthMax &&
  reason.isWellFormed() &&
  !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(reason) &&
  !holdsDocument(reason)
