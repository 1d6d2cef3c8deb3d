import { print, withPlace } from '../crash/crash-service.ts'
import { faultsOf, type StopMode, type StopReport, stopModes, stopRun } from './stop-run.ts'

const stopsDefault = 50
const callers = 48

/** `npm run stops -- [stops] [sqlite|postgres]`: so many stops under load, a third of them in each mode of running. */
async function main([stopsAsked, engine = 'sqlite']: string[]): Promise<void> {
  const stops = stopsAsked === undefined ? stopsDefault : Number(stopsAsked)
  if (!Number.isInteger(stops) || stops < 1 || (engine !== 'sqlite' && engine !== 'postgres')) {
    process.stderr.write('npm run stops -- [stops] [sqlite|postgres]\n')
    process.exitCode = 1
    return
  }
  const names = Object.keys(stopModes) as StopMode[]
  const reports: StopReport[] = []
  print(columns.map(([name]) => name.padStart(name.length + 3)).join(''))
  for (const [at, mode] of names.entries()) {
    const share = Math.floor((stops + at) / names.length)
    const report = await withPlace(engine, (place) => stopRun({ place, mode, stops: share, callers }))
    reports.push(report)
    print(columns.map(([name, of]) => of(report, mode).padStart(name.length + 3)).join(''))
  }
  const faults = reports.flatMap(faultsOf)
  for (const fault of faults) print(fault)
  if (faults.length > 0) process.exitCode = 1
  const sum = (of: (report: StopReport) => number) => reports.reduce((total, one) => total + of(one), 0)
  print(`${sum((one) => one.resets)} resets in ${sum((one) => one.stops)} stops (${engine})`)
}

const columns: readonly (readonly [string, (report: StopReport, mode: StopMode) => string])[] = [
  ['   mode', (_, mode) => mode],
  ['stops', (one) => String(one.stops)],
  ['answered', (one) => String(one.answered)],
  ['after the signal', (one) => String(one.answeredAfterSignal)],
  ['refused', (one) => String(one.refused)],
  ['resets', (one) => String(one.resets)],
  ['early', (one) => String(one.turnedAwayEarly)],
  ['stop ms max', (one) => one.stopMsMax.toFixed(0)],
]

await main(process.argv.slice(2))
