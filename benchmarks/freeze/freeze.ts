import { print, withPlace } from '../crash/crash-service.ts'
import { freezeRun } from './freeze-run.ts'

const triesDefault = 50
const callers = 8
const rateMs = 2_000

/** `npm run freeze -- [tries]`: one of two services on one PostgreSQL is frozen, and the other watched. */
async function main([asked]: string[]): Promise<void> {
  const tries = asked === undefined ? triesDefault : Number(asked)
  if (!Number.isInteger(tries) || tries < 1) {
    process.stderr.write('npm run freeze -- [tries]\n')
    process.exitCode = 1
    return
  }
  const report = await withPlace('postgres', ({ dataDirectory, databaseUrl = '' }) =>
    freezeRun({ place: { dataDirectory, databaseUrl }, tries, callers, rateMs }),
  )
  print(`${report.inTransaction} of ${tries} inside a transaction of the trail`)
  print(`back at 0.9 of its rate after ${report.backMsMax.toFixed(0)} ms at the longest`)
  print(`${report.rateMin.toFixed(2)} of its rate from then on at the least`)
  print(`${report.late} of ${tries} tries later than 5 s`)
  if (report.late > 0) process.exitCode = 1
}

await main(process.argv.slice(2))
