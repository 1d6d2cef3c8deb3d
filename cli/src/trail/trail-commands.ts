import { readFileSync } from 'node:fs'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Text } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { maskDocument } from '@lastro/rules/documents/document-number.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { positionOf } from '@lastro/rules/trail/lane.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import {
  type Confirmation,
  confirmConsultation,
} from '@lastro/service/features/trail/confirm-consultation.ts'
import { heldSeals } from '@lastro/service/features/trail/held-seals.ts'
import { searchTrail } from '@lastro/service/features/trail/search-trail.ts'
import type { SearchRange } from '@lastro/service/features/trail/trail-store.ts'
import { isMonth } from '@lastro/service/features/trail/usage-routes.ts'
import {
  type Verification,
  type VerifyAgainst,
  verifyTrail,
} from '@lastro/service/features/trail/verify-trail.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { type Command, Option } from 'commander'
import { progressBar } from '../bars/progress-bar.ts'
import { documentAsked } from '../document-asked.ts'
import { type Act, onRecord } from '../on-record.ts'
import {
  clock,
  environmentText,
  jsonOption,
  print,
  refuse,
  say,
  table,
  timeText,
  withKeptStore,
} from '../terminal.ts'
import { archiveCommand } from './archive-command.ts'
import { readingArchives, searched, verifiedArchives, verifyAlone } from './archives-given.ts'
import { archivesTexts, leftTexts, monthsLeft } from './archives-text.ts'
import { differenceText } from './difference-text.ts'

const environmentOption = () =>
  new Option('--env <environment>', say(environmentText))
    .choices(['sandbox', 'production'])
    .default('production')

const archiveText = say({
  pt: 'Lê também os arquivos de trail archive que estão ali',
  en: 'Read the archives of trail archive that lie there too',
})

export function trailCommands(program: Command): void {
  const trail = program
    .command('trail')
    .description(say({ pt: 'Quem consultou quem', en: 'Who consulted whom' }))
  trail
    .command('verify')
    .description(
      say({
        pt: 'Percorre todas as faixas e seus selos; aponta o que foi mudado, cortado ou retirado',
        en: 'Walk all lanes and their seals; names what was changed, cut off or taken away',
      }),
    )
    .addOption(environmentOption())
    .option(
      '--expect <hash>',
      say({
        pt: 'Um selo ou elo anotado antes, que deve estar na trilha',
        en: 'A seal or link written down before, which must be in the trail',
      }),
    )
    .option(
      '--seal <file>',
      say({
        pt: 'Selos guardados fora do banco: linhas do log do serviço, ou uma só',
        en: "Seals held outside the database: lines of the service's log, or a single one",
      }),
    )
    .option('--archive <directory...>', archiveText)
    .option(
      '--without-store',
      say({
        pt: 'Confere só os arquivos de --archive, sem abrir a trilha',
        en: 'Verify only the archives of --archive, without opening the trail',
      }),
    )
    .option(...jsonOption)
    .action(verify)
  archiveCommand(trail)
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
    .option('--client <clientId>', say({ pt: 'Só deste cliente', en: 'Only of this client' }))
    .option(
      '--from <instant>',
      say({
        pt: 'Desde, como 2026-03-10 ou 2026-03-10T12:00:00-03:00',
        en: 'From, such as 2026-03-10 or 2026-03-10T12:00:00-03:00',
      }),
    )
    .option('--until <instant>', say({ pt: 'Até, do mesmo jeito', en: 'Until, written the same way' }))
    .option('--archive <directory...>', archiveText)
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
    .option('--archive <directory...>', archiveText)
    .option(...jsonOption)
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
    .option('--client <clientId>', say({ pt: 'Só deste cliente', en: 'Only of this client' }))
    .option(...jsonOption)
    .action(usage)
}

type VerifyOptions = {
  env: Environment
  json?: true
  expect?: string
  seal?: string
  archive?: string[]
  withoutStore?: true
}

async function verify(options: VerifyOptions): Promise<void> {
  const { env, json, archive, withoutStore } = options
  const against = {
    expected: options.expect,
    held: options.seal === undefined ? [] : sealsIn(options.seal),
  }
  if (withoutStore) return verifyAlone(archive ?? refuse(noArchiveGiven), against, json)
  const [inStore, archives] = await withKeptStore(async ({ trail }) => [
    await verifyWithBar(trail, env, against, json),
    archive && (await verifiedArchives(archive, against, trail)),
  ])
  const found = archives?.holdsExpected ? { ...inStore, holdsExpected: true } : inStore
  if (!isWhole(found) || (archives?.faults.length ?? 0) > 0) process.exitCode = 1
  if (json) return print(JSON.stringify({ ...found, ...(archives && { archives }) }))
  for (const text of verificationTexts(found)) print(say(text))
  for (const text of archives === undefined ? leftTexts(found.archived) : archivesTexts(archives))
    print(say(text))
}

async function verifyWithBar(
  trail: Store['trail'],
  environment: Environment,
  against: VerifyAgainst,
  json: true | undefined,
): Promise<Verification> {
  const bar = progressBar({ pt: 'registros', en: 'records' }, json !== true)
  const heads = await trail.heads(environment)
  const linkCount = heads.reduce((sum, { number }) => sum + positionOf(number), 0)
  const found = await verifyTrail(trail, environment, against, (links, records) =>
    bar.tell({ count: records, share: links / Math.max(links, linkCount) }),
  )
  bar.clear()
  return found
}

const noArchiveGiven: Text = {
  pt: '--without-store pede --archive, o lugar dos arquivos.',
  en: '--without-store needs --archive, the place of the archives.',
}

const isWhole = ({ broken, holdsExpected, besides }: Verification): boolean =>
  broken === undefined && holdsExpected !== false && besides.length === 0

function sealsIn(path: string): readonly Seal[] {
  const found = heldSeals(readAsked(path))
  switch (found.kind) {
    case 'seals':
      return found.seals
    case 'broken':
      return refuse({
        pt: `O selo da linha ${found.line} não está inteiro: copie a linha do log como ela é.`,
        en: `The seal in line ${found.line} is not whole: copy the line of the log as it is.`,
      })
    case 'none':
      return refuse({ pt: 'O arquivo de --seal não tem selo.', en: 'The file of --seal has no seal.' })
  }
}

function readAsked(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return refuse({ pt: `Não se lê ${path}.`, en: `${path} cannot be read.` })
  }
}

const verificationTexts = (found: Verification): readonly Text[] => [
  ...(found.broken === undefined
    ? [chainedText(found)]
    : [found.broken, ...found.brokenElsewhere].map((one) => brokenText(one, found.records))),
  ...(found.holdsExpected === false ? [notHeld] : []),
  ...found.besides.map(differenceText),
  sealedText(found),
]

/** What differs is told after it: then nothing is called whole, and nothing is worth writing down. */
function chainedText(found: Verification): Text {
  const { records, links, head } = found
  return isWhole(found)
    ? {
        pt: `A cadeia está inteira: ${records} registros em ${links} elos. Para anotar: ${head}`,
        en: `The chain is whole: ${records} records in ${links} links. To write down: ${head}`,
      }
    : {
        pt: `O que há está encadeado: ${records} registros em ${links} elos. Mas difere:`,
        en: `What is there is chained: ${records} records in ${links} links. But it differs:`,
      }
}

const brokenText = ({ number, place }: { number: number; place: number }, records: number): Text => ({
  pt: `A cadeia está rompida no registro ${place} do elo ${number}; antes dele há ${records} registros íntegros.`,
  en: `The chain is broken at record ${place} of link ${number}; before it ${records} records are sound.`,
})

const notHeld: Text = {
  pt: 'O selo ou elo anotado não está na trilha: algo foi cortado ou trocado.',
  en: 'The seal or link written down is not in the trail: something was cut off or exchanged.',
}

/** How far all this proves anything. */
function sealedText(found: Verification): Text {
  const { count, upTo, isHeld, recordsAfter } = found.seals
  if (upTo === undefined)
    return {
      pt: 'Não há selo ainda: um fim cortado, ou tudo escrito de novo, não apareceria.',
      en: 'There is no seal yet: an end cut off, or all of it written anew, would not show.',
    }
  const since = { number: upTo.number, at: timeText(upTo.atMs) }
  if (isHeld && !isWhole(found))
    return {
      pt: `${count} selos inteiros. O que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, não está provado: difere no que foi dito acima.`,
      en: `${count} whole seals. What lies before seal ${since.number}, of ${since.at}, held outside the database, is not proved: it differs in what was said above.`,
    }
  return isHeld
    ? {
        pt: `${count} selos inteiros. O que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, está provado; ${recordsAfter} registros vêm depois dele, e quem escreve no banco poderia ter cortado ou refeito esses.`,
        en: `${count} whole seals. What lies before seal ${since.number}, of ${since.at}, held outside the database, is proved; ${recordsAfter} records lie after it, and whoever writes to the database could have cut off or remade those.`,
      }
    : {
        pt: `${count} selos inteiros, o último o ${since.number}, de ${since.at}; ${recordsAfter} registros vêm depois dele. Nenhum selo de fora foi dado (--seal): quem escreve no banco poderia ter refeito elos e selos.`,
        en: `${count} whole seals, the last one ${since.number}, of ${since.at}; ${recordsAfter} records lie after it. No seal from outside was given (--seal): whoever writes to the database could have remade links and seals.`,
      }
}

type ConfirmOptions = { env: Environment; from?: string; until?: string; archive?: string[]; json?: true }

async function confirm(requestId: string, code: string, options: ConfirmOptions): Promise<void> {
  const wanted = { requestId: requestId.trim(), code, ...searchRange(options) }
  const found = await withKeptStore(({ trail }) =>
    readingArchives(() => confirmConsultation(searched(trail, options.archive), options.env, wanted)),
  )
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
  archive?: string[]
  json?: true
}

async function search(act: Act, options: SearchOptions): Promise<void> {
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
