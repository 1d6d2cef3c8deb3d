import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Means, Moment } from '@lastro/rules/listings/listing.ts'
import {
  type Actor,
  type Debt,
  type Draft,
  draftOf,
  draftsOf,
  hasChanged,
  type Step,
} from '@lastro/rules/listings/listing.ts'
import { deliveredAtOnce } from '@lastro/rules/listings/notices/give-notice.ts'
import { type ByLoad, tellReaders } from '@lastro/rules/listings/readers.ts'
import { isRefused, type Refused } from '@lastro/rules/listings/refused.ts'
import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import { guarantorsFollow } from '@lastro/rules/listings/release.ts'
import { debtCaughtUp } from '@lastro/rules/listings/time.ts'
import type { Clock } from '../../clock.ts'
import { lapsedByLoad, type RegisteredAs } from './lapsed-by-load.ts'
import type { DebtKey, KeptDebt, ListingStore, Saving } from './listing-store.ts'
import { outboxRows } from './notices/outbox-rows.ts'

/** What every change of a listing needs. */
export type ListingDeps = {
  readonly listings: ListingStore
  readonly means: Means
  /** The time of the machine, for the outbox. */
  readonly clock: Clock
  /** The time that a register lives in: a sandbox client may have moved its own. */
  readonly nowMsIn: (register: Register) => number | Promise<number>
  readonly newId: () => string
  readonly registeredAs: RegisteredAs
}

/** `unknown`: there is no such debt for this caller. `busy`: others kept changing it. */
export type Changed = Debt | Refused | 'unknown' | 'busy'

export type DecideChange = (debt: Debt, moment: Moment) => Debt | Refused

export type DebtToChange = {
  readonly key: DebtKey
  readonly guarantorId?: string | undefined
  /** When what was loaded of it was loaded, where it is looked at for that. */
  readonly loadedAtMs?: number
}

/** Two that change the same debt at once each get their turn; more than this many turns lost is a storm. */
const turnCountMax = 8

/**
 * Load, catch up with time, decide, save. The save compares versions: when somebody else was quicker, nothing is
 * written and the decision is made again on what they left, so that the loser is told what it lost to.
 */
export async function changeDebt(
  deps: ListingDeps,
  { key, guarantorId, loadedAtMs }: DebtToChange,
  actor: Actor,
  decide: DecideChange,
): Promise<Changed> {
  for (let turn = 0; turn < turnCountMax; turn++) {
    const kept = await deps.listings.findDebt(key)
    if (kept === undefined || !holds(kept, guarantorId)) return 'unknown'
    const moment = await momentIn(deps, key.register, actor)
    const decided = decide(debtCaughtUp(draftedDebt(kept), moment), moment)
    if (isRefused(decided)) return decided
    // A change can bring what is due already: of a payment told late, its reminder.
    const finished = finishedDebt(deps, debtCaughtUp(decided, moment), moment)
    const byLoad = await lapsedByLoad(deps, kept, moment, loadedAtMs)
    const saving = savingOf(deps, draftsOf(finished), byLoad)
    if (saving.drafts.length === 0 || (await deps.listings.save(saving))) return finished
  }
  return 'busy'
}

const holds = ({ guarantors }: KeptDebt, guarantorId: string | undefined): boolean =>
  guarantorId === undefined || guarantors.some((one) => one.id === guarantorId)

export const draftedDebt = ({ principal, guarantors }: KeptDebt): Debt => ({
  principal: draftOf(principal),
  guarantors: guarantors.map(draftOf),
})

export async function momentIn(
  { nowMsIn }: Pick<ListingDeps, 'nowMsIn'>,
  register: Register,
  actor: Actor,
): Promise<Moment> {
  const nowMs = await nowMsIn(register)
  return { nowMs, today: dayAt(nowMs), actor }
}

/** What follows from any change: guarantors go with their principal, and the sandbox delivers at once. */
export function finishedDebt({ means }: Pick<ListingDeps, 'means'>, debt: Debt, moment: Moment): Debt {
  const followed = guarantorsFollow(debt, moment)
  const name = followed.principal.listing.name
  return {
    principal: finishedDraft(means, followed.principal, undefined, moment),
    guarantors: followed.guarantors.map((one) => finishedDraft(means, one, name, moment)),
  }
}

export const finishedDraft = (
  means: Means,
  draft: Draft,
  principalName: string | undefined,
  moment: Moment,
): Draft =>
  draft.listing.register === productionRegister ? draft : deliveredAtOnce(draft, principalName, means, moment)

/**
 * The drafts that have changed, with what goes into the outbox beside them. Where one of them is or was published,
 * what readers may see of one party depends on the others: those are held to the version that was read. So are all where
 * a load has ended what readers may see.
 */
export function savingOf(
  { clock }: Pick<ListingDeps, 'clock'>,
  drafts: readonly Draft[],
  byLoad?: ByLoad,
): Saving {
  const { drafts: told, tellings } = tellReaders(drafts, byLoad)
  const changed = told.filter(hasChanged)
  const isOfLoad = tellings.some(({ lapse }) => lapse !== undefined)
  const isShared = isOfLoad || changed.some(({ steps }) => steps.some(isOfPublished))
  return {
    drafts: isShared ? told : changed,
    outbox: outboxRows(changed, tellings, clock.nowMs()),
  }
}

const isOfPublished = ({ before, after }: Step): boolean =>
  before.state === 'published' || after.state === 'published'
