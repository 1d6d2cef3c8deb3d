import { withPlace } from '../crash/crash-service.ts'
import { print } from '../query/query.ts'
import { crowdFaults } from './crowd.ts'
import { stageOf } from './stage.ts'
import { underFireFaults } from './under-fire.ts'

/** Half of what a service has unless it is told: what hangs is then given up often in a short run. */
const deadlineMs = 2_500

/** Long enough that a thousand have their turn: what is looked at there is how many go at once. */
const crowdDeadlineMs = 60_000

/** Every fault of providers at once against one service for some seconds, then a crowd; what went wrong. */
export const benchHostileSources = (seconds = 60): Promise<readonly string[]> =>
  withPlace('sqlite', ({ dataDirectory }) => hostileFaults(dataDirectory, seconds))

async function hostileFaults(dataDirectory: string, seconds: number): Promise<readonly string[]> {
  const stage = await stageOf(dataDirectory, deadlineMs)
  try {
    const faults = [
      ...(await underFireFaults(await stage.start(deadlineMs), stage, { seconds, deadlineMs })),
      ...(await crowdFaults(await stage.start(crowdDeadlineMs), stage)),
    ]
    print(`${faults.length} faults`)
    return faults
  } finally {
    stage.close()
  }
}
