import type { Command } from 'commander'
import { dataFetchCommand } from './data-fetch-command.ts'
import { say } from './terminal.ts'

export function dataCommands(program: Command): void {
  const data = program.command('data').description(say({ pt: 'Dados públicos', en: 'Public data' }))
  dataFetchCommand(data)
}
