import type { Text } from '@lastro/contract/text.ts'
import { type Argument, type Command, Help, type Option } from 'commander'
import { config, say } from '../terminal.ts'
import { errorText } from './error-text.ts'

/**
 * Help and errors of a command in the language of the run, also where the words are commander's own. Commands that are
 * made from it afterwards have the same.
 */
export const inOneLanguage = (program: Command): Command =>
  program
    .helpOption('-h, --help', say({ pt: 'Mostra como usar', en: 'Show how to use it' }))
    .helpCommand(
      `help [${say({ pt: 'comando', en: 'command' })}]`,
      say({ pt: 'Mostra como usar um comando', en: 'Show how to use a command' }),
    )
    .showHelpAfterError(say({ pt: '(--help mostra como usar)', en: '(--help shows how to use it)' }))
    .configureHelp({
      styleTitle: (title) => (titles[title] === undefined ? title : say(titles[title])),
      commandUsage: (command) => translated(plain.commandUsage(command)),
      subcommandTerm: (command) => translated(plain.subcommandTerm(command)),
      optionDescription: (option: Option) => translated(plain.optionDescription(option)),
      argumentDescription: (argument: Argument) => translated(plain.argumentDescription(argument)),
    })
    .configureOutput({
      outputError: (text, write) => write(errorText(text, config.language)),
    })

const plain = new Help()

const titles: Readonly<Record<string, Text>> = {
  'Usage:': { pt: 'Uso:', en: 'Usage:' },
  'Arguments:': { pt: 'Argumentos:', en: 'Arguments:' },
  'Options:': { pt: 'Opções:', en: 'Options:' },
  'Commands:': { pt: 'Comandos:', en: 'Commands:' },
}

/** The few words that commander puts between ours. */
const translated = (text: string): string =>
  config.language === 'en'
    ? text
    : text
        .replace('[options]', '[opções]')
        .replace('[command]', '[comando]')
        .replace(/\((choices: [^()]*)?(, )?(default: [^()]*)?\)$/, (extra) =>
          extra.replace('choices:', 'um de:').replace('default:', 'padrão:'),
        )
