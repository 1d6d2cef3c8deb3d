import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const lookEveryMs = 200

/** Tells, while some work goes on, how many bytes the files of a directory hold. */
export async function watchGrowth<Result>(
  directory: string,
  onBytes: (bytes: number) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => onBytes(bytesIn(directory)), lookEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const bytesIn = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + bytesOf(join(directory, name)),
    0,
  )

/** Of a file; a directory, and what has gone meanwhile, hold none. */
export const bytesOf = (path: string): number => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true ? found.size : 0
}
