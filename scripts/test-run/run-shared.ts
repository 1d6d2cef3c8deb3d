import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import { cpuMsSoFar, writeCpuTime } from './cpu-times.ts'

/** Runs the tests of a file inside the test that calls this: whatever the file registers belongs to that one. */
export async function runShared(file: string): Promise<void> {
  const beforeMs = cpuMsSoFar()
  after(() => writeCpuTime({ file, cpuMs: cpuMsSoFar() - beforeMs }))
  await import(pathToFileURL(file).href)
}
