import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { isMonth } from '@lastro/rules/calendar/month.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import type { SourceCost } from '@lastro/service/features/declared-sources/source-store.ts'
import { searchTrail } from '@lastro/service/features/trail/search-trail.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Command } from 'commander'
import { documentAsked } from '../document-asked.ts'
import { type CommandAct, onRecord } from '../on-record.ts'
import { environmentOption, jsonOption } from '../options.ts'
import { clock, print, refuse, say, table, timeText, withKeptStore } from '../terminal.ts'
import { archiveCommand } from './archive-command.ts'
import { archiveOption, readingArchives, searched } from './archives-given.ts'
import { monthsLeft } from './archives-text.ts'
import { confirmCommand } from './confirm-command.ts'
import { searchRange } from './search-range.ts'
import { verifyCommand } from './verify-command.ts'

export function trailCommands(program: Command): void {
  const trail = program
    .command('trail')
    .description(say({ pt: 'Quem consultou quem', en: 'Who consulted whom' }))
  verifyCommand(trail)
  archiveCommand(trail)
  const searching = trail
    .command('search')
    .description(
      say({
        pt: 'Procura consultas; o documento vem da entrada padrão com --document -',
        en: 'Search consultations; the document comes from standard input with --document -',
      }),
    )
    .addOption(environmentOption().default('production'))
    .option('--document <document>', say({ pt: 'CPF ou CNPJ consultado', en: 'CPF or CNPJ consulted' }))
    .option('--client <clientId>', say({ pt: 'Só deste cliente', en: 'Only of this client' }))
    .option(
      '--from <instant>',
      say({
        pt: 'Desde, como 2026-03-10 ou 2026-03-10T12:00:00-03:00',
        en: 'From, such as 2026-03-10 or 2026-03-10T12:00:00-03:00',
      }),
    )
    .option('--until <instant>', say({ pt: 'Até, do mesmo jeito', en: 'Until, written the same way' }))
    .option(...archiveOption)
    .option('--json', say({ pt: 'Imprime JSON, um registro por linha', en: 'Print JSON, one record a line' }))
  // A search shows who was consulted.
  onRecord(searching, { operation: 'operadorTrilhaBusca', isForKeptStore: true, work: search })
  confirmCommand(trail)
  program
    .command('usage')
    .description(say({ pt: 'O consumo de um mês, por cliente', en: "A month's usage, by client" }))
    .addOption(environmentOption().default('production'))
    .option(
      '--month <month>',
      say({
        pt: 'Como 2026-03; o corrente quando ausente',
        en: 'Such as 2026-03; the current one when absent',
      }),
    )
    .option('--client <clientId>', say({ pt: 'Só deste cliente', en: 'Only of this client' }))
    .option(
      '--costs',
      say({
        pt: 'O que custaram as fontes declaradas, e quanto disso não foi cobrado de ninguém',
        en: 'What declared sources cost, and how much of it nobody was billed for',
      }),
    )
    .option(...jsonOption)
    .action(usage)
}

type SearchOptions = {
  env: Environment
  document?: string
  client?: string
  from?: string
  until?: string
  archive?: string[]
  json?: true
}

async function search(act: CommandAct, options: SearchOptions): Promise<void> {
  act.target = options.client
  const range = searchRange(options)
  const document = options.document === undefined ? undefined : await documentAsked(options.document)
  const wanted = { ...range, document, clientId: options.client }
  const rows: Consultation[] = []
  await readingArchives(async () => {
    const trail = searched(act.store.trail, options.archive)
    for await (const one of searchTrail(trail, options.env, wanted)) {
      if (options.json) print(JSON.stringify(one))
      else rows.push(one)
    }
  })
  if (options.json) return
  print(rows.length === 0 ? say({ pt: 'Nada encontrado.', en: 'Nothing found.' }) : searchTable(rows))
  const lacking = options.archive === undefined && (await monthsLeft(act.store.trail, range))
  if (lacking) print(say(lacking))
}

const searchTable = (rows: readonly Consultation[]): string =>
  table(
    [
      'at',
      'clientId',
      'userId',
      'product',
      'features',
      'purpose',
      'outcome',
      'billed',
      'address',
      'requestId',
      'record',
    ],
    rows.map((one) => [
      timeText(one.atMs),
      one.clientId,
      one.userId ?? '',
      one.product,
      one.features,
      one.purpose,
      one.reopens === undefined ? one.outcome : `${one.outcome} ${one.reopens}`,
      one.billed ? moneyText(BigInt(one.cents)) : '-',
      one.address,
      one.requestId,
      `${one.number}.${one.place}`,
    ]),
  )

type UsageOptions = { env: Environment; month?: string; client?: string; costs?: true; json?: true }

async function usage({
  env,
  month = dayAt(clock.nowMs()).slice(0, 7),
  client,
  costs,
  json,
}: UsageOptions): Promise<void> {
  if (!isMonth(month))
    refuse({ pt: '--month é um mês, como 2026-03.', en: '--month is a month, such as 2026-03.' })
  if (costs) return printCosts(await withKeptStore(costsIn({ env, month, client })), json)
  const lines = await withKeptStore(({ trail }) => trail.usage(env, month, client))
  if (json) return print(JSON.stringify(lines))
  if (lines.length === 0)
    return print(say({ pt: 'Nenhuma consulta neste mês.', en: 'No query in this month.' }))
  const headings = ['clientId', 'day', 'product', 'features', 'billed', 'unbilled', 'amount']
  const row = (one: (typeof lines)[number]) => [
    one.clientId,
    one.day,
    one.product,
    one.features,
    String(one.billed),
    String(one.unbilled),
    moneyText(BigInt(one.cents)),
  ]
  print(table(headings, lines.map(row)))
}

/** Only production has providers. */
const costsIn =
  ({ env, month, client }: { env: Environment; month: string; client: string | undefined }) =>
  async ({ declaredSources }: Pick<Store, 'declaredSources'>) =>
    env === 'production' ? declaredSources.costsIn(month, client) : []

const printCosts = (costs: readonly SourceCost[], json: true | undefined): void =>
  print(json ? JSON.stringify(costs) : costsText(costs))

function costsText(costs: readonly SourceCost[]): string {
  if (costs.length === 0)
    return say({ pt: 'Nenhuma fonte foi chamada neste mês.', en: 'No source was called in this month.' })
  const headings = ['source', 'paidBy', 'calls', 'cost', 'unbilledCalls', 'unbilledCost']
  const row = ({ source, paidBy, calls, cents, unbilled }: SourceCost) => [
    source,
    paidBy,
    String(calls),
    moneyText(BigInt(cents)),
    String(unbilled.calls),
    moneyText(BigInt(unbilled.cents)),
  ]
  return table(headings, costs.map(row))
}
