import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { Clock } from '../clock.ts'
import { watchersToTell } from '../features/alerts/corrections/watchers-to-tell.ts'
import type { Alerts } from '../features/alerts/open-alerts.ts'
import type { Webhooks } from '../features/alerts/webhooks/open-webhooks.ts'
import { lapsedSubjects } from '../features/bureau/lapse-subjects.ts'
import { listingJobs } from '../features/listings/deadlines/listing-jobs.ts'
import { tellDebtorTopic, tellRecipientsTopic } from '../features/listings/notices/outbox-rows.ts'
import type { openListings } from '../features/listings/open-listings.ts'
import type { Notices } from '../features/notices/open-notices.ts'
import {
  coverageEndingTopic,
  coverageReminders,
  type ReminderDeps,
  sendCoverageReminder,
} from '../features/operator/remind-coverage.ts'
import { overdueRequests } from '../features/person/mark-overdue.ts'
import { switchedTopic } from '../features/public-data/data-catalogue.ts'
import { tellWatchers } from '../features/public-data/tell-watchers.ts'
import { runRegister } from '../jobs/run-register.ts'
import { type Handler, type Runner, runner } from '../jobs/runner.ts'
import { bureauSource } from '../sources/bureau/bureau-source.ts'
import { type CompareDeps, compareSnapshots } from '../sources/public-data/compare-snapshots.ts'
import type { Store } from '../store/store.ts'

export type BackgroundDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly listings: ReturnType<typeof openListings>
  readonly notices: Pick<Notices, 'composeCorrection' | 'sendMail'>
  readonly alerts: Alerts
  readonly webhooks: Pick<Webhooks, 'work'>
  /** The lines of batches of queries; says how many were asked. */
  readonly askBatches: () => Promise<number>
  readonly openSnapshot: CompareDeps['open']
  /** The ids of requests of people on file that have just passed their deadline. */
  readonly onOverdue: (requestIds: readonly string[]) => void
  /** Public data whose changes nobody was told. */
  readonly onUntold: (from: { readonly id: string }, to: { readonly id: string }) => void
  /** How operators are reached by e-mail. */
  readonly operatorMail: Pick<ReminderDeps, 'sendMail' | 'publicUrl'>
  readonly warn: ReminderDeps['warn']
  readonly onError: (job: string, error: unknown) => void
}

export type BackgroundJobs = {
  readonly runner: Runner
  /** By topic of the outbox. */
  readonly handlers: Readonly<Record<string, Handler>>
  /** Tells of every correction that is due in a sandbox which has moved its clock by so much. */
  readonly tellRegister: (register: Register, byMs: number) => Promise<void>
}

/** Everything that is done in the background, put together from what the features have. */
export function backgroundJobs(deps: BackgroundDeps): BackgroundJobs {
  const { store, clock, listings, alerts, webhooks, onOverdue, onError } = deps
  const { outbox } = store
  const { composeCorrection, sendMail } = deps.notices
  const { occurrences } = store.alerts
  const forListings = listingJobs({
    ...listings,
    composeCorrection,
    sendMail,
    outbox,
    corrections: store.corrections,
    shownTo: store.trail.ofDocument,
    alertedOf: occurrences.alertedOf,
    watching: (watched) => watchersToTell({ occurrences, nowMsIn: listings.nowMsIn }, watched),
  })
  const forWatchers = tellWatchers({
    catalogue: store.dataCatalogue,
    comparisons: store.dataComparisons,
    compare: compareSnapshots({
      open: deps.openSnapshot,
      bureau: bureauSource(store.subjects, store.bureauCoverage.current),
    }),
    clock,
    onSkipped: deps.onUntold,
  })
  const overdue = overdueRequests({ requests: store.requests, clock, onOverdue })
  const { makeMonths = async () => 0 } = store
  const months = { name: 'months of the trail', run: () => makeMonths(clock.nowMs()) }
  const reminding: ReminderDeps = {
    bureauCoverage: store.bureauCoverage,
    users: store.users,
    ...deps.operatorMail,
    clock,
    warn: deps.warn,
  }
  const handlers = {
    ...forListings.handlers,
    ...alerts.handlers,
    [switchedTopic]: forWatchers,
    [coverageEndingTopic]: sendCoverageReminder(reminding),
  }
  return {
    handlers,
    runner: runner({
      outbox,
      clock,
      handlers,
      chores: [
        ...forListings.chores,
        lapsedSubjects({ subjects: store.subjects, clock }),
        ...alerts.chores,
        overdue,
        coverageReminders(reminding),
        months,
      ],
      works: [
        ...alerts.works,
        { name: 'webhooks', run: webhooks.work.run },
        { name: 'batches of queries', run: deps.askBatches },
      ],
      onError,
      isPaused: async () => (await store.refusal?.()) !== undefined,
    }),
    tellRegister: async (register, byMs) => {
      await outbox.bringNearer(register, correctionTopics, byMs)
      await runRegister({ outbox, handlers, clock }, register, correctionTopics)
    },
  }
}

/** In the order in which one leads to the next. */
const correctionTopics: readonly string[] = [tellDebtorTopic, tellRecipientsTopic, correctionEvent]
