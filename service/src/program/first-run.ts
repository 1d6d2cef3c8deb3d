import { styleText } from 'node:util'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { NewCredentials } from '../features/clients/register-client.ts'
import type { NewSignIn } from '../features/users/manage-users.ts'

type Running = {
  readonly address: string
  readonly store: string
  readonly language: Language
  /** What is held back for want of a setting. */
  readonly noticesWaiting: Text | undefined
  readonly alertsWaiting: Text | undefined
  /** What was chosen and may be regretted. */
  readonly warning: Text | undefined
  /** The operator that was made just now, shown this once. */
  readonly operator: NewSignIn | undefined
  /** The analyst of the sandbox client that was made just now, shown this once. */
  readonly analyst: NewSignIn | undefined
}

/** What a person sees when the service starts on nothing: where it is, who they are, and what to try. */
export function firstRunScreen(running: Running, credentials: NewCredentials): string {
  const say = sayIn(running.language)
  const { clientId, clientSecret, apiKey } = credentials
  const { address } = running
  return screen([
    ...heading(running),
    '',
    say('Criamos um cliente de sandbox para você.', 'We made a sandbox client for you.'),
    say(
      'Guarde as credenciais: elas não aparecem de novo.',
      'Keep the credentials: they are not shown again.',
    ),
    '',
    row('clientId', clientId),
    row('clientSecret', clientSecret),
    row('apiKey', apiKey),
    ...analystLines(running),
    ...operatorLines(running),
    '',
    say('Três comandos para colar:', 'Three commands to paste:'),
    '',
    comment(say('1. um token, que vale dez minutos', '1. a token, good for ten minutes')),
    `TOKEN=$(curl -s ${address}/sandbox/oauth/token \\`,
    `  -u '${clientId}:${clientSecret}' \\`,
    '  -d grant_type=client_credentials | sed \'s/.*"access_token":"\\([^"]*\\)".*/\\1/\')',
    '',
    comment(say('2. um relatório básico de uma pessoa inventada', '2. a basic report of an invented person')),
    `curl -s ${address}/sandbox/relatorioBasico/v2/consulta \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    `  -H 'x-api-key: ${apiKey}' \\`,
    "  -H 'Content-Type: application/json' \\",
    '  -d \'{"documento":"123.456.789-09"}\'',
    '',
    comment(say('3. a documentação, no navegador', '3. the documentation, in the browser')),
    `xdg-open ${address}/docs || open ${address}/docs`,
    '',
    dim(say('Ctrl+C encerra.', 'Ctrl+C stops.')),
  ])
}

/** The same start, once there are clients: short. */
export function laterRunScreen(running: Running): string {
  const say = sayIn(running.language)
  return screen([
    ...heading(running),
    ...operatorLines(running),
    '',
    say('Novo cliente:', 'New client:'),
    `npm run -s lastro -- client create --env sandbox --name ${say('NOME', 'NAME')} --json`,
    '',
    dim(say('Ctrl+C encerra.', 'Ctrl+C stops.')),
  ])
}

const heading = ({ address, store, language, noticesWaiting, alertsWaiting, warning }: Running): string[] => {
  const say = sayIn(language)
  return [
    `${styleText('bold', 'Lastro')} ${say('está no ar.', 'is up.')}`,
    '',
    row(say('serviço', 'service'), address),
    row(say('documentação', 'documentation'), `${address}/docs`),
    row(say('documentos', 'documents'), `${address}/sandbox/documentos`),
    row(say('dados', 'data'), store),
    ...(noticesWaiting === undefined ? [] : [row(say('comunicados', 'notices'), noticesWaiting[language])]),
    ...(alertsWaiting === undefined ? [] : [row(say('alertas', 'alerts'), alertsWaiting[language])]),
    ...(warning === undefined ? [] : [row(say('atenção', 'warning'), warning[language])]),
  ]
}

/** Where a newcomer begins: whoever asks for reports, lists debts and watches, for the sandbox client. */
const analystLines = (running: Running): string[] => {
  const say = sayIn(running.language)
  if (running.analyst === undefined) return []
  return signInLines(
    running,
    say(
      'E um analista desse cliente: comece por ele, no console:',
      'And an analyst of it: begin there, in the console:',
    ),
    running.analyst,
  )
}

/** A store from before there were users gets its operator at the first start that knows of them. */
const operatorLines = (running: Running): string[] => {
  const { language, operator } = running
  const say = sayIn(language)
  if (operator === undefined) return []
  return [
    ...signInLines(
      running,
      say('E um operador, que entra no console:', 'And an operator, who signs in to the console:'),
      operator,
    ),
    '',
    dim(
      say(
        `Perdida, outra se faz com: npm run -s lastro -- user reset ${operator.email}`,
        `If lost, make another: npm run -s lastro -- user reset ${operator.email}`,
      ),
    ),
  ]
}

const signInLines = ({ address, language }: Running, heading: string, { email, password }: NewSignIn) => [
  '',
  heading,
  '',
  row('console', `${address}/console`),
  row('e-mail', email),
  row(sayIn(language)('senha', 'password'), password),
]

const sayIn = (language: Language) => (pt: string, en: string) => (language === 'pt' ? pt : en)
const row = (name: string, value: string): string => `${dim(name.padEnd(15))}${value}`
const dim = (text: string): string => styleText('dim', text)
const comment = (text: string): string => dim(`# ${text}`)

/** Indented as a block, but for commands: a pasted line must begin where the shell expects it. */
const screen = (lines: readonly string[]): string => `\n${lines.join('\n')}\n\n`
