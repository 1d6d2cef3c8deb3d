import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cleanUp } from '../../service/testing/clean-up.ts'

/** How a command ended, and all that it said. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/**
 * Commands one after the other in one process, by the very function that `lastro` calls: most of what a command costs
 * is its start. It is there from the first command to the end of the test, or suite, that asked for it.
 */
export function residentLastro(
  env: NodeJS.ProcessEnv,
  cwd: string,
): (words: readonly string[]) => Promise<Ended> {
  const start = () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'resident-commands.ts')], {
      env,
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = once(child, 'close')
    return { child, ended, answers: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
  }
  let running: ReturnType<typeof start> | undefined
  cleanUp(async () => {
    running?.child.stdin.end()
    await running?.ended
  })
  let before: Promise<unknown> = Promise.resolve()
  return (words) => {
    running ??= start()
    const { child, answers } = running
    const asked = before.then(async (): Promise<Ended> => {
      child.stdin.write(`${JSON.stringify(words)}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error(`The commands ended before ${words.join(' ')} did`)
      return JSON.parse(value)
    })
    before = asked.catch(() => undefined)
    return asked
  }
}
