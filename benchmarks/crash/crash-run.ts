import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { until } from '../../service/testing/until.ts'
import { audit } from './crash-audit.ts'
import {
  ask,
  credentialHeaders,
  newCaller,
  newRound,
  newSightings,
  registerClients,
} from './crash-callers.ts'
import { endNow, startAnswering, stopCleanly } from './crash-service.ts'

export type CrashRun = {
  readonly engine: Engine
  readonly place: StoreLocation
  readonly kills: number
  readonly connections: number
}

export type CrashReport = {
  readonly kills: number
  /** Reports that arrived whole. */
  readonly answered: number
  /** Of those, how many the trail does not hold as answered. */
  readonly withoutRecord: number
  readonly records: number
  readonly chainWhole: boolean
  /** SQLite's own check of both its files; PostgreSQL is not killed here. */
  readonly filesWhole: boolean
  readonly restartMsMax: number
  /** Keyed queries whose answer had arrived before a kill and that were answered again after it. */
  readonly replays: number
  /** Of those, how many were not the first answer byte for byte. */
  readonly replaysDiffering: number
  /** Keyed queries that a kill cut off and that were answered when they were sent again. */
  readonly resumed: number
  /** Keys that a killed service still holds at the end. PostgreSQL gives them back after a minute. */
  readonly keysHeld: number
  readonly billed: number
  /** Request ids, and queries within their window, with more than one billed record. */
  readonly billedTwice: number
  /** Answers whose X-Billed is not what their record says. */
  readonly billingDiffering: number
  /** Every other answer, by status and code, and how often it came. */
  readonly unexpected: Readonly<Record<string, number>>
}

/** A kill comes after so many answers, at any moment up to the longest pause; every other time one of them is keyed. */
const killAfterAnswers = { min: 10, max: 200 } as const
/** However early the kills came: a run in which next to nothing was answered would prove next to nothing. */
const answersPerKill = 40
const killPauseMsMax = 50

/**
 * Kills the service again and again in the middle of its work, and holds what its callers were told against
 * what it kept. A kill takes the process and leaves the page cache, so that a record reaches the disk before
 * its answer leaves is for fsync.system.test.ts to show.
 */
export async function crashRun({ engine, place, kills, connections }: CrashRun): Promise<CrashReport> {
  const seen = newSightings()
  const clients = await registerClients(place, connections)
  let restartMsMax = 0
  let service = await startAnswering(place)
  try {
    const { port } = service
    const callers = await Promise.all(
      clients.map(async (one, at) => newCaller(at, await credentialHeaders(port, one))),
    )
    for (let kill = 0; kill < kills; kill++) {
      const round = newRound(service)
      const asking = callers.map((one) => ask(seen, one, round, engine))
      const { min, max } = killAfterAnswers
      const enough = seen.ledger.size + min + Math.random() * (max - min)
      await Promise.race([
        until(() => seen.ledger.size >= enough, 'queries are answered'),
        Promise.all(asking),
      ])
      if (kill % 2 === 1) await Promise.race([round.keyedAnswer.promise, Promise.all(asking)])
      await wait(Math.random() * killPauseMsMax)
      round.isKilled = true
      const killedAt = performance.now()
      await endNow(service.child)
      await Promise.all(asking)
      service = await startAnswering(place)
      restartMsMax = Math.max(restartMsMax, performance.now() - killedAt)
    }
    const last = newRound(service)
    const asking = callers.map((one) => ask(seen, one, last, engine))
    await Promise.race([
      until(
        () => last.caughtUpCount === callers.length && seen.ledger.size >= answersPerKill * kills,
        'what was cut off is asked again, and enough is answered',
      ),
      Promise.all(asking),
    ])
    last.isOver = true
    await Promise.all(asking)
    await stopCleanly(service.child)
    const keysHeld = callers.flatMap((one) => one.keyed).filter((one) => one.first === undefined).length
    return { kills, restartMsMax, keysHeld, ...seen.counts, ...(await audit(place, seen)) }
  } finally {
    await endNow(service.child)
  }
}

/** What is wrong with a run, in sentences; nothing when every promise held. */
export function faultsOf(report: CrashReport): string[] {
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`])
  return [
    ...counted(report.withoutRecord, 'answers without a record'),
    ...counted(report.replaysDiffering, 'repeated answers that differ from the first'),
    ...counted(report.billedTwice, 'queries billed twice'),
    ...counted(report.billingDiffering, 'answers that say another billing than their record'),
    ...(report.chainWhole ? [] : ['The chain is broken']),
    ...(report.filesWhole ? [] : ['A database file is damaged']),
    ...Object.entries(report.unexpected).map(([what, count]) => `${count} times ${what}`),
  ]
}
