import { Command } from 'commander'
import { alertCommands } from './alert-commands.ts'
import { backupCommands } from './backup/backup-commands.ts'
import { storeCommands } from './backup/store-commands.ts'
import { bureauCommands } from './bureau/bureau-commands.ts'
import { clientCommands } from './clients/client-commands.ts'
import { contractCommands } from './clients/contract-commands.ts'
import { userCommands } from './clients/user-commands.ts'
import { completionCommand } from './completion/completion-command.ts'
import { dataCommands } from './data/data-commands.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { inOneLanguage } from './help/in-one-language.ts'
import { listenCommand } from './integrator/listen-command.ts'
import { mcpCommand } from './integrator/mcp-command.ts'
import { triggerCommand } from './integrator/trigger-command.ts'
import { correctionCommands } from './listings/correction-commands.ts'
import { listingCommands } from './listings/listing-commands.ts'
import { noticeCommands } from './listings/notice-commands.ts'
import { personCommands } from './person-commands.ts'
import { policyCommands } from './policies/policy-commands.ts'
import { secretCommands } from './secret-commands.ts'
import { serveCommand } from './serve-command.ts'
import { sourceCommands } from './sources/source-commands.ts'
import { say } from './terminal.ts'
import { trailCommands } from './trail/trail-commands.ts'
import { version } from './version.ts'

/** The tree of all commands. */
export function lastroProgram(): Command {
  const program = inOneLanguage(new Command('lastro'))
    .version(version, '-V, --version', say({ pt: 'Mostra a versão', en: 'Show the version' }))
    .description(
      say({
        pt: 'Lastro: relatórios de crédito. Os comandos funcionam com o serviço no ar ou parado.',
        en: 'Lastro: credit reports. Commands work with the service running or stopped.',
      }),
    )
  serveCommand(program)
  clientCommands(program)
  userCommands(program)
  contractCommands(program)
  bureauCommands(program)
  dataCommands(program)
  sourceCommands(program)
  trailCommands(program)
  listingCommands(program)
  personCommands(program)
  noticeCommands(program)
  alertCommands(program)
  correctionCommands(program)
  secretCommands(program)
  backupCommands(program)
  storeCommands(program)
  policyCommands(program)
  listenCommand(program)
  triggerCommand(program)
  mcpCommand(program)
  doctorCommand(program)
  completionCommand(program)
  return program
}
