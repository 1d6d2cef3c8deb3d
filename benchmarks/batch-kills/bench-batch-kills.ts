import type { Engine } from '../../service/src/store/engine/tables.ts'
import { withPlace } from '../crash/crash-service.ts'
import { batchThroughKills } from './batch-through-kills.ts'

const lineCountDefault = 10_000
const killsDefault = 10

/** A batch of queries through kills of its service; what went wrong. */
export async function benchBatchKills(
  engine: Engine,
  lineCount = lineCountDefault,
  kills = killsDefault,
): Promise<readonly string[]> {
  const { batch, unknown, billed, askedTwice, faults } = await withPlace(engine, (place) =>
    batchThroughKills({ place, lineCount, kills }),
  )
  process.stdout.write(
    `${engine}: ${lineCount} lines through ${kills} kills; ${unknown.at(-1) ?? 0} outcomes were unknown and requested again, ${askedTwice} of them had been answered; ${batch.answered} answered, ${billed} billed, ${faults.length} faults\n`,
  )
  return faults
}
