import type { Engine } from '../../service/src/store/engine/tables.ts'
import { type CrashReport, crashRun, faultsOf } from './crash-run.ts'
import { print, withPlace } from './crash-service.ts'

const killsDefault = 50
const connectionsDefault = 32

/** `npm run crash -- [kills] [sqlite|postgres]` */
async function main([killsAsked, engineAsked]: string[]): Promise<void> {
  const kills = killsAsked === undefined ? killsDefault : Number(killsAsked)
  const engines = (['sqlite', 'postgres'] as const).filter((one) => (engineAsked ?? one) === one)
  if (!Number.isInteger(kills) || kills < 1 || engines.length === 0) {
    process.stderr.write('npm run crash -- [kills] [sqlite|postgres]\n')
    process.exitCode = 1
    return
  }
  const reports: CrashReport[] = []
  print(columns.map(([name]) => name.padStart(name.length + 3)).join(''))
  for (const engine of engines) {
    const report = await withPlace(engine, (place) =>
      crashRun({ engine, place, kills, connections: connectionsDefault }),
    )
    reports.push(report)
    print(columns.map(([name, of]) => of(report, engine).padStart(name.length + 3)).join(''))
  }
  const faults = [...reports.flatMap(faultsOf), ...reports.flatMap(slownessOf)]
  for (const fault of faults) print(fault)
  if (faults.length > 0) process.exitCode = 1
  const sum = (of: (report: CrashReport) => number) => reports.reduce((total, one) => total + of(one), 0)
  print(
    `${sum((one) => one.withoutRecord)} answers without a record in ${sum((one) => one.answered)} answers over ${sum((one) => one.kills)} kills`,
  )
}

/** A caller that tries again meets a service that is there. */
const restartMsLimit = 2_000

/** A figure of this machine, and so no part of what a test holds. */
const slownessOf = ({ restartMsMax }: CrashReport): string[] =>
  restartMsMax > restartMsLimit
    ? [`A restart took ${restartMsMax.toFixed(0)} ms, more than ${restartMsLimit}`]
    : []

const columns: readonly (readonly [string, (report: CrashReport, engine: Engine) => string])[] = [
  ['  engine', (_, engine) => engine],
  ['kills', (one) => String(one.kills)],
  ['answered', (one) => String(one.answered)],
  ['without record', (one) => String(one.withoutRecord)],
  ['records', (one) => String(one.records)],
  ['chain', (one) => (one.chainWhole ? 'whole' : 'broken')],
  ['billed', (one) => String(one.billed)],
  ['twice', (one) => String(one.billedTwice)],
  ['replays', (one) => String(one.replays)],
  ['differing', (one) => String(one.replaysDiffering)],
  ['resumed', (one) => String(one.resumed)],
  ['keys held', (one) => String(one.keysHeld)],
  ['restart ms max', (one) => one.restartMsMax.toFixed(0)],
]

await main(process.argv.slice(2))
