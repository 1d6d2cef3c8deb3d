import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Text } from '@lastro/contract/text.ts'
import { registerClient, rotateKey } from '@lastro/service/features/clients/register-client.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { environmentOption, jsonOption } from '../options.ts'
import {
  clock,
  config,
  type Printing,
  print,
  refuse,
  say,
  table,
  tell,
  timeText,
  withStore,
} from '../terminal.ts'
import { statementCommands } from './statement-commands.ts'

export function clientCommands(program: Command): void {
  const client = program
    .command('client')
    .description(say({ pt: 'Clientes do serviço', en: 'Clients of the service' }))
  const create = client
    .command('create')
    .description(
      say({
        pt: 'Cria um cliente; mostra as credenciais uma vez',
        en: 'Create a client; shows its credentials once',
      }),
    )
    .addOption(environmentOption().makeOptionMandatory())
    .requiredOption('--name <name>', say({ pt: 'Nome para reconhecê-lo', en: 'A name to know it by' }))
    .option(...jsonOption)
  onRecord(create, { operation: 'operadorClientesInclui', work: createClient })
  client
    .command('list')
    .description(say({ pt: 'Lista os clientes', en: 'List the clients' }))
    .option(...jsonOption)
    .action(listClients)
  const revoke = client
    .command('revoke')
    .description(
      say({ pt: 'Revoga um cliente e tudo o que é dele', en: 'Revoke a client and all that is its own' }),
    )
    .argument('<clientId>')
    .option(...jsonOption)
  onRecord(revoke, { operation: 'operadorClientesRevoga', target: idOf, work: revokeClient })
  statementCommands(client)

  const key = program.command('key').description(say({ pt: 'Chaves de API', en: 'API keys' }))
  const rotating = key
    .command('rotate')
    .description(
      say({
        pt: 'Cria uma chave nova e encerra as anteriores',
        en: 'Create a new key and end the earlier ones',
      }),
    )
    .argument('<clientId>')
    .option(
      '--overlap <minutes>',
      say({
        pt: 'Minutos em que as anteriores ainda valem',
        en: 'Minutes in which the earlier ones still work',
      }),
      '0',
    )
    .option(...jsonOption)
  onRecord(rotating, { operation: 'operadorChavesRotaciona', target: idOf, work: rotate })
}

const idOf = (clientId: string): string => clientId

async function createClient(
  act: CommandAct,
  options: { env: Environment; name: string; json?: true },
): Promise<void> {
  const name = options.name.trim()
  if (name === '' || name.length > 200) {
    refuse({ pt: 'O nome deve ter de 1 a 200 caracteres.', en: 'The name must have 1 to 200 characters.' })
  }
  const request = { environment: options.env, name }
  const credentials = await registerClient({ clients: act.store.clients, clock }, request)
  act.target = credentials.clientId
  if (options.json) return print(JSON.stringify(credentials))
  print(table(['clientId', 'clientSecret', 'apiKey'], [Object.values(credentials)]))
  print(
    say({
      pt: '\nGuarde agora: segredo e chave não aparecem de novo.',
      en: '\nKeep them now: secret and key are not shown again.',
    }),
  )
  // Without a contract its tokens have no scope, and every query is refused.
  if (options.env === 'production') print(say(contractNext(credentials.clientId)))
}

const contractNext = (clientId: string): Text => ({
  pt: `Ele ainda não consulta nada. Diga o que pode: lastro contract set ${clientId} --products relato`,
  en: `It may query nothing yet. Say what it may: lastro contract set ${clientId} --products relato`,
})

async function listClients(options: { json?: true }): Promise<void> {
  const clients = await withStore((store) => store.clients.listClients())
  const rows = clients.map(({ id, environment, name, createdAtMs, revokedAtMs }) => ({
    clientId: id,
    environment,
    name,
    createdAt: timeText(createdAtMs),
    revokedAt: revokedAtMs === undefined ? undefined : timeText(revokedAtMs),
  }))
  if (options.json) return print(JSON.stringify(rows))
  if (rows.length === 0) {
    // A mistyped place is empty too, and only its name tells.
    const place = config.databaseUrl === undefined ? config.dataDirectory : 'DATABASE_URL'
    return print(say({ pt: `Nenhum cliente ainda em ${place}.`, en: `No client yet in ${place}.` }))
  }
  const headings = ['clientId', 'environment', 'createdAt', 'revokedAt', 'name']
  print(
    table(
      headings,
      rows.map((one) => [one.clientId, one.environment, one.createdAt, one.revokedAt ?? '', one.name]),
    ),
  )
}

async function revokeClient({ store }: CommandAct, clientId: string, printing: Printing): Promise<void> {
  if (!(await store.clients.revokeClient(clientId, clock.nowMs()))) unknownClient()
  tell(
    printing,
    { clientId, revoked: true },
    {
      pt: 'Revogado. Deixa de responder em até 5 segundos.',
      en: 'Revoked. It stops answering within 5 seconds.',
    },
  )
}

async function rotate(
  { store }: CommandAct,
  clientId: string,
  options: { overlap: string; json?: true },
): Promise<void> {
  const minutes = Number(options.overlap)
  if (!/^\d{1,5}$/.test(options.overlap)) {
    refuse({ pt: '--overlap é um número inteiro de minutos.', en: '--overlap is a whole number of minutes.' })
  }
  const request = { clientId, overlapMs: minutes * 60_000 }
  const rotated = await rotateKey({ clients: store.clients, clock }, request)
  if (typeof rotated === 'string') return unknownClient()
  const { apiKey } = rotated
  print(options.json ? JSON.stringify({ clientId, apiKey }) : apiKey)
}

export const unknownClient = (): never =>
  refuse(
    {
      pt: 'Não há cliente ativo com este id. Veja os que existem com: client list',
      en: 'There is no active client with this id. See those there are with: client list',
    },
    'client_unknown',
  )
