import type { Command } from 'commander'
import { recordsItself } from './on-record.ts'
import { serve } from './serve.ts'
import { say } from './terminal.ts'

export function serveCommand(program: Command): void {
  const serving = program
    .command('serve')
    .description(say({ pt: 'Inicia o serviço', en: 'Run the service' }))
    .option(
      '--workers <number>',
      say({ pt: 'Em quantos processos; 1 quando ausente', en: 'In how many processes; 1 when absent' }),
    )
    .action(({ workers }: { workers?: string }) => serve(workers === undefined ? [] : ['--workers', workers]))
  recordsItself(serving, 'comandoPrimeiraPartida')
}
