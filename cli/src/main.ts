import { settingFault } from '@lastro/service/program/setting-fault.ts'
import { Command } from 'commander'
import { alertCommands } from './alert-commands.ts'
import { bureauCommands } from './bureau-commands.ts'
import { clientCommands } from './client-commands.ts'
import { contractCommands } from './contract-commands.ts'
import { listingCommands } from './listing-commands.ts'
import { noticeCommands } from './notice-commands.ts'
import { secretCommands } from './secret-commands.ts'
import { CommandError, printError, say } from './terminal.ts'
import { trailCommands } from './trail-commands.ts'
import { userCommands } from './user-commands.ts'

const program = new Command('lastro')
  .description(
    say({
      pt: 'Lastro: relatórios de crédito. Os comandos funcionam com o serviço no ar ou parado.',
      en: 'Lastro: credit reports. Commands work with the service running or stopped.',
    }),
  )
  .showHelpAfterError(say({ pt: '(--help mostra como usar)', en: '(--help shows how to use it)' }))

clientCommands(program)
userCommands(program)
contractCommands(program)
bureauCommands(program)
trailCommands(program)
listingCommands(program)
noticeCommands(program)
alertCommands(program)
secretCommands(program)

// A reader that has had enough, as in `bureau sample … | head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

/** What a person can mend is said in a sentence; anything else keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof CommandError) return error.message
  const fault = settingFault(error)
  if (fault !== undefined) return say(fault)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

program.parseAsync().catch((error: unknown) => {
  printError(`lastro: ${explain(error)}`)
  process.exitCode = 1
})
