import type { Language } from '@lastro/contract/text.ts'

/** What commander says of a command that cannot be read, in a language. What it does not know stays as it is. */
export function errorText(text: string, language: Language): string {
  if (language === 'en') return text
  const found = sentences.find(([english]) => english.test(text))
  return found === undefined ? text : withSuggestion(text.replace(found[0], found[1]))
}

const sentences: readonly (readonly [RegExp, string])[] = [
  [/^error: missing required argument '(.*)'/, "erro: falta o argumento '$1'"],
  [/^error: option '(.*)' argument missing/, "erro: falta o valor da opção '$1'"],
  [/^error: required option '(.*)' not specified/, "erro: a opção '$1' é obrigatória"],
  [
    /^error: option '(.*)' cannot be used with option '(.*)'/,
    "erro: a opção '$1' não pode ser usada com a opção '$2'",
  ],
  [/^error: unknown option '(.*)'/, "erro: não existe a opção '$1'"],
  [/^error: unknown command '(.*)'/, "erro: não existe o comando '$1'"],
  [
    /^error: too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)\./,
    'erro: argumentos demais: esperados $2, vieram $3.',
  ],
  [
    /^error: option '(.*)' argument '(.*)' is invalid\. Allowed choices are (.*)\./,
    "erro: '$2' não serve para a opção '$1'. Use um destes: $3.",
  ],
  [
    /^error: command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\./,
    "erro: '$1' não serve para o argumento '$2'. Use um destes: $3.",
  ],
]

const withSuggestion = (text: string): string =>
  text
    .replace(/\(Did you mean one of (.*)\?\)/, '(Seria um destes: $1?)')
    .replace(/\(Did you mean (.*)\?\)/, '(Seria $1?)')
