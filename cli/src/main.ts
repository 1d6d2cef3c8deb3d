import { Command } from 'commander'
import { bureauCommands } from './bureau-commands.ts'
import { clientCommands } from './client-commands.ts'
import { contractCommands } from './contract-commands.ts'
import { CommandError, printError, say } from './terminal.ts'

const program = new Command('lastro')
  .description(
    say({
      pt: 'Lastro: relatórios de crédito. Os comandos funcionam com o serviço no ar ou parado.',
      en: 'Lastro: credit reports. Commands work with the service running or stopped.',
    }),
  )
  .showHelpAfterError(say({ pt: '(--help mostra como usar)', en: '(--help shows how to use it)' }))

clientCommands(program)
contractCommands(program)
bureauCommands(program)

// A reader that has had enough, as in `bureau sample … | head`, is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

program.parseAsync().catch((error: unknown) => {
  const known = error instanceof CommandError
  printError(`lastro: ${known ? error.message : error instanceof Error ? error.stack : String(error)}`)
  process.exitCode = 1
})
