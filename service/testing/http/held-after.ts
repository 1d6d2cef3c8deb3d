import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How many bytes more are in use after something was done, garbage aside. */
export function heldAfter(done: () => void): number {
  const before = bytesInUse()
  done()
  return bytesInUse() - before
}

/** What the program holds: texts, objects and buffers, but no garbage. */
export function bytesInUse(): number {
  // The memory of buffers is given back by the next collection after the one that finds them unused.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
