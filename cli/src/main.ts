import { settingFault } from '@lastro/service/program/setting-fault.ts'
import { lastroProgram } from './program.ts'
import { CommandError, printError, say } from './terminal.ts'

// A reader that has had enough, as in `bureau sample … | head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

/** What a person can mend is said in a sentence; anything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message
  const fault = settingFault(error)
  if (fault !== undefined) return say(fault)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

lastroProgram()
  .parseAsync()
  .catch((error: unknown) => {
    printError(`lastro: ${explain(error)}`)
    process.exitCode = 1
  })
