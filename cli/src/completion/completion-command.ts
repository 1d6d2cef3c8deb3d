import { Argument, type Command } from 'commander'
import { print, say } from '../terminal.ts'
import { commandWords } from './command-words.ts'
import { completionScripts, type Shell } from './completion-scripts.ts'

export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description(
      say({
        pt: 'Escreve o que faz o terminal completar os comandos; a primeira linha diz onde guardar',
        en: 'Write what makes the terminal complete commands; its first line says where to keep it',
      }),
    )
    .addArgument(
      new Argument('<shell>', say({ pt: 'Qual terminal', en: 'Which shell' })).choices(
        Object.keys(completionScripts),
      ),
    )
    .action((shell: Shell) => print(completionScripts[shell](commandWords(program)).trimEnd()))
}
