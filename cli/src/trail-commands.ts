import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Text } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { maskDocument } from '@lastro/rules/documents/document-number.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import type { Besides } from '@lastro/service/features/trail/beside-the-chain.ts'
import {
  type Confirmation,
  confirmConsultation,
} from '@lastro/service/features/trail/confirm-consultation.ts'
import { searchTrail } from '@lastro/service/features/trail/search-trail.ts'
import type { SearchRange } from '@lastro/service/features/trail/trail-store.ts'
import { isMonth } from '@lastro/service/features/trail/usage-routes.ts'
import { verifyTrail } from '@lastro/service/features/trail/verify-trail.ts'
import { type Command, Option } from 'commander'
import { documentAsked } from './document-asked.ts'
import { type Act, onRecord } from './on-record.ts'
import { clock, print, refuse, say, table, timeText, withKeptStore } from './terminal.ts'

const environmentOption = () =>
  new Option('--env <environment>').choices(['sandbox', 'production']).default('production')

export function trailCommands(program: Command): void {
  const trail = program
    .command('trail')
    .description(say({ pt: 'Quem consultou quem', en: 'Who consulted whom' }))
  trail
    .command('verify')
    .description(
      say({
        pt: 'Percorre a cadeia inteira; aponta o primeiro registro rompido',
        en: 'Walk the whole chain; names the first broken record',
      }),
    )
    .addOption(environmentOption())
    .option(
      '--expect <hash>',
      say({
        pt: 'Um elo anotado antes, que deve estar na cadeia',
        en: 'A link written down before, which must be in the chain',
      }),
    )
    .option('--json')
    .action(verify)
  const searching = trail
    .command('search')
    .description(
      say({
        pt: 'Procura consultas; o documento vem da entrada padrão com --document -',
        en: 'Search consultations; the document comes from standard input with --document -',
      }),
    )
    .addOption(environmentOption())
    .option('--document <document>', say({ pt: 'CPF ou CNPJ consultado', en: 'CPF or CNPJ consulted' }))
    .option('--client <clientId>')
    .option(
      '--from <instant>',
      say({
        pt: 'Desde, como 2026-03-10 ou 2026-03-10T12:00:00-03:00',
        en: 'From, such as 2026-03-10 or 2026-03-10T12:00:00-03:00',
      }),
    )
    .option('--until <instant>', say({ pt: 'Até, do mesmo jeito', en: 'Until, written the same way' }))
    .option('--json', say({ pt: 'Imprime JSON, um registro por linha', en: 'Print JSON, one record a line' }))
  // A search shows who was consulted.
  onRecord(searching, { operation: 'operadorTrilhaBusca', isForKeptStore: true, work: search })
  trail
    .command('confirm')
    .description(
      say({
        pt: 'Confirma a consulta que um relatório em HTML ou PDF diz ter',
        en: 'Confirm the consultation that a report in HTML or PDF says it is',
      }),
    )
    .argument('<requestId>')
    .argument('<code>', say({ pt: 'O código de conferência', en: 'The check code' }))
    .addOption(environmentOption())
    .option('--from <instant>', say({ pt: 'Procura desde', en: 'Look from' }))
    .option('--until <instant>', say({ pt: 'Procura até', en: 'Look until' }))
    .option('--json')
    .action(confirm)
  program
    .command('usage')
    .description(say({ pt: 'O consumo de um mês, por cliente', en: "A month's usage, by client" }))
    .addOption(environmentOption())
    .option(
      '--month <month>',
      say({
        pt: 'Como 2026-03; o corrente quando ausente',
        en: 'Such as 2026-03; the current one when absent',
      }),
    )
    .option('--client <clientId>')
    .option('--json')
    .action(usage)
}

async function verify({
  env,
  json,
  expect,
}: {
  env: Environment
  json?: true
  expect?: string
}): Promise<void> {
  const found = await withKeptStore(({ trail }) => verifyTrail(trail, env, expect))
  if (json) print(JSON.stringify(found))
  else if (found.broken === undefined) {
    print(
      say({
        pt: `A cadeia está inteira: ${found.records} registros em ${found.links} elos. Último elo: ${found.head}`,
        en: `The chain is whole: ${found.records} records in ${found.links} links. Last link: ${found.head}`,
      }),
    )
  } else {
    const { number, place } = found.broken
    print(
      say({
        pt: `A cadeia está rompida no registro ${place} do elo ${number}; antes dele há ${found.records} registros íntegros.`,
        en: `The chain is broken at record ${place} of link ${number}; before it ${found.records} records are sound.`,
      }),
    )
  }
  if (found.holdsExpected === false && !json) {
    print(
      say({
        pt: 'O elo anotado não está na cadeia: algo foi cortado ou trocado.',
        en: 'The link written down is not in the chain: something was cut off or exchanged.',
      }),
    )
  }
  if (!json) for (const one of found.besides) print(say(differenceText(one)))
  if (found.broken !== undefined || found.holdsExpected === false || found.besides.length > 0)
    process.exitCode = 1
}

/** The chain is the truth: what stands beside it was changed by other hands. */
function differenceText(of: Besides): Text {
  switch (of.kind) {
    case 'usage':
      return {
        pt: `O consumo guardado do cliente ${of.clientId} em ${of.day} não é o que a cadeia diz.`,
        en: `The usage kept for client ${of.clientId} on ${of.day} is not what the chain says.`,
      }
    case 'index':
      return {
        pt: `O índice por documento não diz o que dizem os elos ${of.fromNumber} a ${of.untilNumber}: uma busca pode esconder uma consulta, ou mostrar a que não houve.`,
        en: `The index by document does not say what links ${of.fromNumber} to ${of.untilNumber} say: a search may hide a consultation, or show one that never was.`,
      }
    case 'owners':
      return {
        pt: `O índice das consultas próprias não diz o que dizem os elos ${of.fromNumber} a ${of.untilNumber}: um cliente ou usuário pode não ver as suas.`,
        en: `The index of one's own consultations does not say what links ${of.fromNumber} to ${of.untilNumber} say: a client or user may not see theirs.`,
      }
    case 'end':
      return {
        pt: `O fim da cadeia foi cortado: o elo ${of.number} foi escrito e não está mais nela.`,
        en: `The end of the chain was cut off: link ${of.number} was written and is no longer in it.`,
      }
  }
}

type ConfirmOptions = { env: Environment; from?: string; until?: string; json?: true }

async function confirm(requestId: string, code: string, options: ConfirmOptions): Promise<void> {
  const wanted = { requestId: requestId.trim(), code, ...searchRange(options) }
  const found = await withKeptStore(({ trail }) => confirmConsultation(trail, options.env, wanted))
  if (found.kind !== 'confirmed') process.exitCode = 1
  if (options.json) print(JSON.stringify(confirmationJson(found)))
  else if (found.kind === 'confirmed') print(confirmedText(found.consultation))
  else print(say(notConfirmed[found.kind]))
}

const notConfirmed: Readonly<Record<Exclude<Confirmation['kind'], 'confirmed'>, Text>> = {
  not_answered: {
    pt: 'Não confere: a consulta está na trilha, mas foi recusada. Nenhum relatório foi dado.',
    en: 'Not confirmed: the consultation is in the trail, but it was refused. No report was given.',
  },
  code_differs: {
    pt: 'Não confere: a trilha tem essa identificação, com outro código.',
    en: 'Not confirmed: the trail has that request id, with another code.',
  },
  unknown: {
    pt: 'Não confere: a trilha não tem essa identificação. Veja se --env é o ambiente certo.',
    en: 'Not confirmed: the trail does not have that request id. See whether --env is the right one.',
  },
}

/** What a confirmation tells: enough to hold a document against, the consulted one masked. */
const confirmedFacts = (one: Consultation): Record<string, string | number> => ({
  at: timeText(one.atMs),
  clientId: one.clientId,
  product: one.product,
  features: one.features,
  document: one.document === '' ? '' : maskDocument(one.document),
  outcome: one.outcome,
  listings: one.listings === '' ? 0 : one.listings.split(',').length,
  record: `${one.number}.${one.place}`,
})

const confirmationJson = (found: Confirmation): object =>
  found.kind === 'confirmed'
    ? { confirmed: true, ...confirmedFacts(found.consultation) }
    : { confirmed: false, why: found.kind }

function confirmedText(one: Consultation): string {
  const facts = Object.entries(confirmedFacts(one)).map(([name, value]) => `  ${name}: ${value}`)
  return [
    say({ pt: 'Confere. A consulta está na trilha:', en: 'Confirmed. The consultation is in the trail:' }),
    ...facts,
  ].join('\n')
}

type SearchOptions = {
  env: Environment
  document?: string
  client?: string
  from?: string
  until?: string
  json?: true
}

async function search(act: Act, options: SearchOptions): Promise<void> {
  act.target = options.client
  const range = searchRange(options)
  const document = options.document === undefined ? undefined : await documentAsked(options.document)
  const wanted = { ...range, document, clientId: options.client }
  const rows: Consultation[] = []
  for await (const one of searchTrail(act.store.trail, options.env, wanted)) {
    if (options.json) print(JSON.stringify(one))
    else rows.push(one)
  }
  if (!options.json)
    print(rows.length === 0 ? say({ pt: 'Nada encontrado.', en: 'Nothing found.' }) : searchTable(rows))
}

const searchRange = ({ from, until }: { from?: string; until?: string }): SearchRange => ({
  fromMs: instant('--from', from, 0, 'T00:00:00-03:00'),
  untilMs: instant('--until', until, clock.nowMs(), 'T23:59:59.999-03:00'),
})

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
      one.outcome,
      one.billed ? moneyText(BigInt(one.cents)) : '-',
      one.address,
      one.requestId,
      `${one.number}.${one.place}`,
    ]),
  )

/** From standard input a document stays out of the shell's history and the list of processes. */
function instant(option: string, text: string | undefined, absent: number, timeOfDay: string): number {
  if (text === undefined) return absent
  const value = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}${timeOfDay}` : text)
  if (!Number.isNaN(value)) return value
  return refuse({ pt: `${option} não é uma data.`, en: `${option} is not a date.` })
}

type UsageOptions = { env: Environment; month?: string; client?: string; json?: true }

async function usage({
  env,
  month = dayAt(clock.nowMs()).slice(0, 7),
  client,
  json,
}: UsageOptions): Promise<void> {
  if (!isMonth(month))
    refuse({ pt: '--month é um mês, como 2026-03.', en: '--month is a month, such as 2026-03.' })
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
