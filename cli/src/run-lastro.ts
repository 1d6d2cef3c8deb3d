import { settingFault } from '@lastro/service/program/setting-fault.ts'
import { lastroProgram } from './program.ts'
import { CommandError, printError, say } from './terminal.ts'

/** Runs the command that these words name. What goes wrong is said, and left in the code that the process ends with. */
export async function runLastro(words: readonly string[]): Promise<void> {
  try {
    await lastroProgram().parseAsync(words, { from: 'user' })
  } catch (error) {
    printError(`lastro: ${explain(error)}`)
    process.exitCode = 1
  }
}

/** What a person can mend is said in a sentence; anything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message
  const fault = settingFault(error)
  if (fault !== undefined) return say(fault)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
