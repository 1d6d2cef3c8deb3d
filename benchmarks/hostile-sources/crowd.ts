import { print } from '../query/query.ts'
import type { Server } from '../stage/processes.ts'
import { askAtOnce, callerOf } from './report-callers.ts'
import { allowed, type Stage } from './stage.ts'

const crowd = 1_000

/** A thousand reports at once from a source that allows ten; what went wrong. */
export async function crowdFaults(service: Server, { crowded, narrow }: Stage): Promise<readonly string[]> {
  const url = `http://127.0.0.1:${service.port}`
  try {
    const asked = await askAtOnce(url, await callerOf(url, crowded), crowd)
    const found = asked.filter(({ says }) => says === 'found').length
    const slowest = Math.max(...asked.map(({ tookMs }) => tookMs))
    const most = narrow.mostAtOnce()
    print(
      `${crowd} at once to a source that allows ${allowed}: ${most} at once at most, ${found} answered by it, the slowest after ${slowest.toFixed(0)} ms`,
    )
    return [
      ...(most > allowed ? [`${most} queries at once`] : []),
      ...(found < crowd ? [`${crowd - found} of those that waited their turn were not answered`] : []),
    ]
  } finally {
    await service.stop()
  }
}
