import type { Command } from 'commander'

/** What can stand after the words of a command. */
export type CommandWords = {
  /** The words that lead to it, each with a blank before it: ` client create`; of the program none. */
  readonly path: string
  readonly commands: readonly Described[]
  readonly options: readonly (Described & {
    readonly choices: readonly string[]
    readonly takesValue: boolean
  })[]
}

type Described = { readonly word: string; readonly description: string }

/** Of a command and all below it. */
export function commandWords(command: Command, path = ''): readonly CommandWords[] {
  const { commands, options } = command
  const here: CommandWords = {
    path,
    commands: commands.map((one) => ({ word: one.name(), description: one.description() })),
    options: [
      ...options.map(({ long, description, argChoices = [], flags }) => ({
        word: long ?? flags,
        description,
        choices: argChoices,
        takesValue: flags.includes('<'),
      })),
      { word: '--help', description: '', choices: [], takesValue: false },
    ],
  }
  return [here, ...commands.flatMap((one) => commandWords(one, `${path} ${one.name()}`))]
}
