import { setTimeout as wait } from 'node:timers/promises'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { until } from '../../service/testing/until.ts'
import { audit } from '../crash/crash-audit.ts'
import { credentialHeaders, newSightings, registerClients } from '../crash/crash-callers.ts'
import { endNow, startAnswering, stopCleanly } from '../crash/crash-service.ts'
import { askThrough, type Outage } from './failover-callers.ts'

export type FailoverRun = {
  readonly place: StoreLocation
  readonly callers: number
  readonly failovers: number
  /** Takes the primary away. */
  readonly killPrimary: () => Promise<unknown>
  /** Resolves once another host was promoted. */
  readonly promoted: () => Promise<unknown>
}

export type FailoverReport = Awaited<ReturnType<typeof audit>> & {
  readonly failovers: number
  /** From the promotion to the next answer, at the longest. */
  readonly outageMsMax: number
  readonly refused: number
  readonly keysSettled: number
  readonly keysSettledMsMax: number
}

/** A primary is killed after so many answers, and so many more show that writes are back. */
const answersBetween = 300

/** Kills the primary under load, and holds what callers were told against what the promoted host has. */
export async function failoverRun(run: FailoverRun): Promise<FailoverReport> {
  const { place, callers } = run
  const clients = await registerClients(place, callers)
  // Its log would tell of every query that was refused meanwhile.
  const service = await startAnswering(place, { LASTRO_LOG: 'fatal' })
  const seen: Outage = {
    ...newSightings(),
    answeredAtMs: 0,
    promotedAtMs: undefined,
    backAtMs: undefined,
    refused: 0,
    keysWaiting: 0,
    keysSettled: 0,
    keysSettledMsMax: 0,
    isOver: false,
  }
  try {
    const headers = await Promise.all(clients.map((one) => credentialHeaders(service.port, one)))
    const asking = headers.map((one, at) => askThrough(seen, service.port, { at, headers: one }))
    let outageMsMax = 0
    for (let failover = 0; failover < run.failovers; failover++) {
      await moreAnswers(seen)
      await wait(Math.random() * 100)
      await failOver(seen, run)
      outageMsMax = Math.max(outageMsMax, (seen.backAtMs ?? Infinity) - (seen.promotedAtMs ?? 0))
      await moreAnswers(seen)
      await until(() => seen.keysWaiting === 0, 'every key that was refused is answered')
    }
    seen.isOver = true
    await Promise.all(asking)
    await stopCleanly(service.child)
    const { refused, keysSettled, keysSettledMsMax } = seen
    const found = await audit(place, seen)
    return { failovers: run.failovers, outageMsMax, refused, keysSettled, keysSettledMsMax, ...found }
  } finally {
    seen.isOver = true
    await endNow(service.child)
  }
}

async function moreAnswers(seen: Outage): Promise<void> {
  const enough = seen.ledger.size + answersBetween
  await until(() => seen.ledger.size >= enough, 'queries are answered')
}

async function failOver(seen: Outage, { killPrimary, promoted }: FailoverRun): Promise<void> {
  seen.promotedAtMs = undefined
  seen.backAtMs = undefined
  await killPrimary()
  // However soon the other takes over: callers have met the outage, and a key of theirs is under way.
  await until(() => seen.keysWaiting > 0, 'a keyed query is refused')
  await promoted()
  seen.promotedAtMs = performance.now()
  await until(() => seen.backAtMs !== undefined, 'writes come back')
}

/** What is wrong with a run, in sentences; nothing when every promise held. */
export function faultsOf(report: FailoverReport): string[] {
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`])
  return [
    ...counted(report.withoutRecord, 'acknowledged answers without a record'),
    ...counted(report.billedTwice, 'queries billed twice'),
    ...counted(report.billingDiffering, 'answers that say another billing than their record'),
    ...(report.chainWhole ? [] : ['The chain is broken']),
    ...Object.entries(report.unexpected).map(([what, count]) => `${count} times ${what}`),
  ]
}
