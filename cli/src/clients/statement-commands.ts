import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type EntryKind, entryKinds } from '@lastro/contract/clients/entry-kinds.ts'
import { entryAmountPattern, type Statement } from '@lastro/contract/clients/statement.ts'
import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import { type ProblemCode, problems } from '@lastro/contract/problems/problems.ts'
import type { Text } from '@lastro/contract/text.ts'
import { monthAt, monthSpan } from '@lastro/rules/calendar/month.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { entryView, monthStatement } from '@lastro/service/features/billing/month-statement.ts'
import { type Recorded, recordEntry, reverseEntry } from '@lastro/service/features/billing/record-entry.ts'
import { statementPdf } from '@lastro/service/features/billing/statement-pdf.ts'
import { systemUser } from '@lastro/service/program/system-user.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { type Command, Option } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, config, type Printing, print, refuse, say, table, tell, withKeptStore } from '../terminal.ts'
import { readReais } from './reais.ts'

/** What a client owes for a month, and what is added to it. */
export function statementCommands(client: Command): void {
  client
    .command('statement')
    .description(
      say({
        pt: 'O extrato de um mês: o que o cliente deve',
        en: "A month's statement: what the client owes",
      }),
    )
    .argument('<clientId>')
    .option(
      '--month <month>',
      say({
        pt: 'Como 2026-03; o corrente quando ausente',
        en: 'Such as 2026-03; the current one when absent',
      }),
    )
    .option(
      '--pdf <file>',
      say({ pt: 'Escreve o extrato em PDF neste arquivo', en: 'Write the statement as PDF to this file' }),
    )
    .option(...jsonOption)
    .action(showStatement)
  const entry = client
    .command('entry')
    .description(
      say({
        pt: 'Registra um crédito ou uma correção no extrato do mês corrente',
        en: 'Record a credit or a correction on the statement of the current month',
      }),
    )
    .argument('<clientId>')
    .addOption(
      new Option(
        '--kind <kind>',
        say({
          pt: 'credit diminui o que se deve, debit aumenta',
          en: 'credit lowers what is owed, debit raises it',
        }),
      )
        .choices(Object.keys(entryKinds))
        .makeOptionMandatory(),
    )
    .requiredOption('--amount <reais>', say({ pt: 'Reais, como 1,50', en: 'Reais, such as 1.50' }))
    .requiredOption(...reasonOption)
    .option(
      '--month <month>',
      say({
        pt: 'O mês a que se refere; o corrente quando ausente',
        en: 'The month it is about; the current one when absent',
      }),
    )
    .option(...jsonOption)
  onRecord(entry, { operation: 'operadorLancamentosInclui', target: idOf, work: addEntry })
  const reversing = client
    .command('reverse')
    .description(
      say({
        pt: 'Estorna um lançamento, uma vez, pelo contrário dele',
        en: 'Take an entry back, once, by its contrary',
      }),
    )
    .argument('<clientId>')
    .argument('<entryId>')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
  onRecord(reversing, { operation: 'operadorLancamentosEstorna', target: idOf, work: takeBack })
}

const reasonOption = [
  '--reason <text>',
  say({
    pt: 'O motivo, que o cliente lê no extrato',
    en: 'The reason, which the client reads on the statement',
  }),
] as const

const idOf = (clientId: string): string => clientId

type StatementOptions = Printing & { month?: string; pdf?: string }

async function showStatement(clientId: string, options: StatementOptions): Promise<void> {
  const statement = await withKeptStore((store) => statementOf(store, clientId, options.month))
  if (options.pdf === undefined) return tell(options, statement, statementText(statement))
  const path = resolve(config.callerDirectory, options.pdf)
  writeFileSync(path, await statementPdf(statement, config.language), { mode: 0o600 })
  tell(options, statement, { pt: `Escrito em ${path}.`, en: `Written to ${path}.` })
}

async function statementOf(
  store: Store,
  clientId: string,
  month = monthAt(clock.nowMs()),
): Promise<Statement> {
  const span = monthSpan(month) ?? refuseMonth()
  const client = (await store.clients.findClient(clientId)) ?? refuseAs('client_unknown')
  return monthStatement({ ...store, clock, operatorName: config.notices.sender }, client, { month, span })
}

const refuseMonth = (): never =>
  refuse({ pt: '--month é um mês, como 2026-03.', en: '--month is a month, such as 2026-03.' })

const refuseAs = (code: ProblemCode): never => refuse(problems[code].detail, code)

/** A statement is read by people; what programs read is its JSON. */
const headings = [
  { pt: 'o quê', en: 'what' },
  { pt: 'quantas', en: 'count' },
  { pt: 'preço', en: 'price' },
  { pt: 'valor', en: 'amount' },
] as const satisfies readonly Text[]

function statementText({ lines, free, tiers, entries, totals, status }: Statement): string {
  const rows = [
    ...lines.map((one) => [
      [one.product, ...one.features].join(' '),
      String(one.count),
      one.price,
      one.amount,
    ]),
    ...free.map((one) => [one.product, String(one.count), '0.00', '0.00']),
    ...tiers.map((one) => [`${one.product} ≥ ${one.from}`, String(one.count), one.price, `-${one.discount}`]),
    ...(totals.topUp === '0.00'
      ? []
      : [[say({ pt: 'mínimo', en: 'minimum' }), '', totals.minimum, totals.topUp]]),
    ...entries.map((one) => [
      `${one.id} ${one.day} ${one.reason}`,
      '',
      '',
      one.kind === 'credit' ? `-${one.amount}` : one.amount,
    ]),
    [say({ pt: 'total', en: 'total' }), '', '', totals.total],
  ]
  const open = say({ pt: '\nO mês não está fechado.', en: '\nThe month is not closed.' })
  return `${table(headings.map(say), rows)}${status === 'open' ? open : ''}`
}

type EntryOptions = Printing & { kind: EntryKind; amount: string; reason: string; month?: string }

async function addEntry(act: CommandAct, clientId: string, options: EntryOptions): Promise<void> {
  const { kind, reason, month } = options
  const cents = BigInt(readReais('--amount', options.amount))
  if (moneyText(cents).length > amountLengthMax || !new RegExp(entryAmountPattern).test(moneyText(cents))) {
    refuse({
      pt: '--amount não é zero e fica abaixo de dez milhões de reais.',
      en: '--amount is not zero, and below ten million reais.',
    })
  }
  if (month !== undefined && monthSpan(month) === undefined) refuseMonth()
  tellEntry(
    act,
    options,
    await recordEntry(entryDeps(act), { clientId, kind, cents, reason, month, by: by() }),
  )
}

/** As the contract has it: 9999999.99. */
const amountLengthMax = 10

async function takeBack(
  act: CommandAct,
  clientId: string,
  entryId: string,
  options: Printing & { reason: string },
): Promise<void> {
  const asked = { clientId, entryId, reason: options.reason, by: by() }
  tellEntry(act, options, await reverseEntry(entryDeps(act), asked))
}

const by = () => ({ userId: commandLineUserId, name: systemUser() })

const entryDeps = ({ store }: CommandAct) => ({ ...store, clock, newId: randomUUID })

function tellEntry(act: CommandAct, printing: Printing, recorded: Recorded): void {
  const entry = entryView(recorded.kind === 'refused' ? refuseAs(recorded.code) : recorded.entry)
  act.target = entry.id
  print(printing.json ? JSON.stringify(entry) : entry.id)
}
