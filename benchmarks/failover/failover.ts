import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresPair } from '../../service/testing/servers/postgres-pair.ts'
import { print } from '../crash/crash-service.ts'
import { type FailoverReport, type FailoverRun, failoverRun, faultsOf } from './failover-run.ts'
import { missingForPatroni, startPatroniPair } from './patroni-pair.ts'

const killsDefault = 3
const callers = 16

/** Writes are back this long after the promotion, and keys that were under way settled this long after that. */
const outageMsLimit = 10_000
const keysMsLimit = 5_000

/** `npm run failover -- [kills] [hand|patroni]`: kills primaries under load, promoted by hand, and by Patroni where it is installed. */
async function main([asked, how]: string[]): Promise<void> {
  const kills = asked === undefined ? killsDefault : Number(asked)
  if (!Number.isInteger(kills) || kills < 1) {
    process.stderr.write('npm run failover -- [kills] [hand|patroni]\n')
    process.exitCode = 1
    return
  }
  // A standby that was promoted has none of its own, so each kill has a pair of its own.
  for (let kill = 0; kill < (how === 'patroni' ? 0 : kills); kill++) tell('promoted by hand', await byHand())
  if (how === 'hand') return
  const missing = missingForPatroni(process.env.PATH ?? '')
  if (missing !== undefined) print(`not tried with Patroni and etcd; to be installed: ${missing}`)
  else tell('by Patroni', await byPatroni(kills))
}

async function byHand(): Promise<FailoverReport> {
  const pair = await startPostgresPair({ durable: true })
  try {
    return await onPlace(pair.url, { failovers: 1, killPrimary: pair.primary.kill, promoted: pair.promote })
  } finally {
    await pair.stop()
  }
}

async function byPatroni(failovers: number): Promise<FailoverReport> {
  const pair = await startPatroniPair()
  try {
    return await onPlace(pair.url, { failovers, killPrimary: pair.killLeader, promoted: pair.promoted })
  } finally {
    await pair.stop()
  }
}

async function onPlace(
  databaseUrl: string,
  run: Omit<FailoverRun, 'place' | 'callers'>,
): Promise<FailoverReport> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lastro-failover-'))
  try {
    return await failoverRun({ ...run, callers, place: { databaseUrl, dataDirectory } })
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

function tell(how: string, report: FailoverReport): void {
  const { failovers, answered, withoutRecord, outageMsMax, keysSettled, keysSettledMsMax } = report
  print(
    `${how}: ${failovers} kills, ${answered} answers, ${withoutRecord} lost, writes back ${outageMsMax.toFixed(0)} ms after the promotion, ${keysSettled} keys settled within ${keysSettledMsMax.toFixed(0)} ms`,
  )
  const faults = [
    ...faultsOf(report),
    ...(outageMsMax > outageMsLimit ? [`Writes were back later than ${outageMsLimit} ms`] : []),
    ...(keysSettledMsMax > keysMsLimit ? [`A key settled later than ${keysMsLimit} ms`] : []),
  ]
  for (const fault of faults) print(fault)
  if (faults.length > 0) process.exitCode = 1
}

await main(process.argv.slice(2))
