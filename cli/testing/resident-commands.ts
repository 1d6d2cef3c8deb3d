import { createInterface } from 'node:readline'
import { runLastro } from '../src/run-lastro.ts'
import type { Ended } from './resident-lastro.ts'

const answer = process.stdout.write.bind(process.stdout)

// The words of a command in a line of JSON; what became of it in a line of the answer.
for await (const line of createInterface({ input: process.stdin })) {
  answer(`${JSON.stringify(await endOf(JSON.parse(line)))}\n`)
}

async function endOf(words: readonly string[]): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (part: string | Uint8Array) => {
      said[name] += String(part)
      return true
    }
  }
  process.exitCode = 0
  await runLastro(words)
  const code = Number(process.exitCode)
  process.exitCode = 0
  return { code, ...said }
}
