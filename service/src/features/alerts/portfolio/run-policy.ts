import { decisionEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { environmentOf, type Register } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../../../clock.ts'
import type { OutboxRow } from '../../../jobs/outbox.ts'
import type { Handled } from '../../../jobs/runner.ts'
import type { EventMoment, NewOccurrence } from '../alert-store.ts'
import { deliveriesTo, isWatching, occurrenceId } from '../match-event.ts'
import type { WatchedOutcome, WatchedPolicy, WatchedPolicyStore } from './watched-policy-store.ts'

/** A client's policy by name, on a document, as of a day. */
export type OnHeld = {
  readonly environment: Environment
  readonly clientId: string
  readonly contract: ClientContract
  readonly document: string
  readonly policy: string
  readonly today: Day
  /** The previous outcome. */
  readonly before: WatchedOutcome | undefined
}

export type OnHeldAgain = {
  readonly decided: WatchedOutcome
  /** Whether the outcome changed for a reason other than coverage. */
  readonly isNews: boolean
  /** The outcome to save: the earlier one if only lost coverage would have changed it. */
  readonly toSave: WatchedOutcome
}

/**
 * Runs the version in force on the stored data. Calls no source that charges, and records and bills nothing. Undefined
 * when the policy is retired, or the contract does not include it.
 */
export type DecideOnHeld = (of: OnHeld) => Promise<OnHeldAgain | undefined>

export type RunPolicyDeps = {
  readonly watchedPolicies: WatchedPolicyStore
  readonly decideOnHeld: DecideOnHeld
  readonly clock: Clock
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

/** A source that fails is given a few minutes: the sixth attempt comes that long after the first. */
const patientAttemptCount = 6

/** Two that run the same at once each get their turn; more turns lost than this is a storm, and it comes again. */
const turnCountMax = 5

/**
 * Runs the policy of a watched document again. The first run notifies nobody, because there is no earlier outcome. A
 * later run with a different outcome becomes an occurrence for this client only, unless only coverage changed.
 */
export async function runPolicy(deps: RunPolicyDeps, row: OutboxRow): Promise<Handled> {
  const { registrationId } = row.payload as { readonly registrationId: string }
  for (let turn = 0; turn < turnCountMax; turn++) {
    const kept = await deps.watchedPolicies.find(registrationId)
    if (kept === undefined) return 'done'
    const moment = {
      machineMs: deps.clock.nowMs(),
      nowMs: await deps.nowMsIn(kept.watcher.registration.register),
    }
    const again = await decidedAgain(deps, kept, moment)
    if (again === undefined) return 'done'
    if (hasFailedSince(kept, again.decided) && row.attempts < patientAttemptCount) return 'later'
    const told = again.isNews ? changedOccurrence(row, kept, again.decided, moment) : undefined
    const of = { registrationId, decidedCount: kept.decidedCount }
    if (await deps.watchedPolicies.keep(of, again.toSave, told, moment.machineMs)) return 'done'
  }
  return 'later'
}

async function decidedAgain(
  { decideOnHeld }: RunPolicyDeps,
  { watcher, decided: before }: WatchedPolicy,
  { nowMs }: EventMoment,
): Promise<OnHeldAgain | undefined> {
  const { contract, registration } = watcher
  const { register, clientId, document, policy } = registration
  const today = dayAt(nowMs)
  if (policy === undefined || !isWatching(watcher, decisionEvent, today)) return undefined
  return decideOnHeld({
    environment: environmentOf(register),
    clientId,
    contract,
    document,
    policy,
    today,
    before,
  })
}

/** An outcome that rests on a source which happens to be away is no news yet. */
const hasFailedSince = ({ decided }: WatchedPolicy, { failedSections }: WatchedOutcome): boolean =>
  failedSections.some((one) => !decided?.failedSections.includes(one))

function changedOccurrence(
  row: OutboxRow,
  { watcher, decided: before }: WatchedPolicy,
  after: WatchedOutcome,
  moment: EventMoment,
): NewOccurrence | undefined {
  if (before === undefined) return undefined
  const { id, register, clientId, document, label, policy = '' } = watcher.registration
  return {
    occurrence: {
      id: occurrenceId(row.id, clientId),
      register,
      clientId,
      document,
      event: decisionEvent,
      registrationId: id,
      label,
      data: {
        on: dayAt(moment.nowMs),
        decision: { policy, before: toldOf(before), after: toldOf(after) },
      },
      shown: '',
      createdAtMs: moment.nowMs,
    },
    deliveries: deliveriesTo(watcher.targets, { event: decisionEvent, document }, moment),
  }
}

const toldOf = ({ failedSections: _, coverage: __, ...told }: WatchedOutcome) => told
