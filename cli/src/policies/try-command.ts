import { lastroClient } from '@lastro/client'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { datePattern, moneyPattern } from '@lastro/contract/leaves.ts'
import type { Decision, SeenValue } from '@lastro/contract/policies/decision.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import type { FeatureCode, ReportProductCode } from '@lastro/contract/reports/products.ts'
import { type Purpose, purposes } from '@lastro/contract/reports/purposes.ts'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { decisionWarnings } from '@lastro/rules/policies/check/coverage-warnings.ts'
import { compilePolicy } from '@lastro/rules/policies/compile-policy.ts'
import { decide } from '@lastro/rules/policies/decide.ts'
import { notCoveredIn, sourcesIn } from '@lastro/rules/policies/decision-inputs.ts'
import { type Command, Option } from 'commander'
import { documentAsked } from '../document-asked.ts'
import { connectionTo } from '../integrator/connection-to.ts'
import { asked } from '../integrator/sandbox-caller.ts'
import { environmentOption, jsonOption } from '../options.ts'
import { clock, type Printing, refuse, say, table, tell } from '../terminal.ts'
import { checkedFile, faultLines } from './policy-file.ts'

type Options = Printing & {
  readonly env: Environment
  readonly document: string
  readonly purpose?: Purpose
  readonly amount?: string
  readonly instalments?: string
  readonly income?: string
  readonly relationshipSince?: string
}

export function tryCommand(policy: Command): void {
  policy
    .command('try')
    .description(
      say({
        pt: 'Consulta um documento e decide com a política de um arquivo; é uma consulta como qualquer outra',
        en: 'Query a document and decide by the policy of a file; it is a query like any other',
      }),
    )
    .argument('<file>', say({ pt: 'O arquivo da política', en: 'The file of the policy' }))
    .requiredOption(
      '--document <document>',
      say({ pt: 'CPF ou CNPJ; - lê da entrada', en: 'CPF or CNPJ; - reads standard input' }),
    )
    // Nothing is billed in the sandbox: whoever wants production says so.
    .addOption(environmentOption().default('sandbox'))
    .addOption(
      new Option(
        '--purpose <code>',
        say({ pt: 'A finalidade da consulta', en: 'The purpose of the query' }),
      ).choices(Object.keys(purposes)),
    )
    .option(
      '--amount <amount>',
      say({ pt: 'Valor pedido, como 1200.00', en: 'Amount asked for, like 1200.00' }),
    )
    .option('--instalments <count>', say({ pt: 'Número de parcelas', en: 'Number of instalments' }))
    .option(
      '--income <amount>',
      say({ pt: 'Renda por mês, como 3500.00', en: 'Income a month, like 3500.00' }),
    )
    .option(
      '--relationship-since <day>',
      say({ pt: 'Cliente desde, AAAA-MM-DD', en: 'Customer since, YYYY-MM-DD' }),
    )
    .option(...jsonOption)
    .action(tryPolicy)
}

/** Everything that can be refused is refused before anything is asked: a query is on record, and may cost. */
async function tryPolicy(file: string, options: Options): Promise<void> {
  const checked = await checkedFile(file)
  if (checked.kind === 'faults') {
    const lines = faultLines(checked.faults).join('\n')
    return refuse({ pt: `${file} não pode ser usada:\n${lines}`, en: `${file} cannot be used:\n${lines}` })
  }
  const sent = sentValues(options)
  const document = await documentAsked(options.document)
  refuseOtherDocument(checked.policy, document)
  const decision = await decidedBy(checked.policy, document, sent, options)
  tell(options, decision, decisionText(decision, documentType(document)))
}

function refuseOtherDocument({ documentTypes }: Policy, document: DocumentNumber): void {
  const type = documentType(document)
  if (!documentTypes.includes(type))
    refuse(
      { pt: `A política não é para ${type}.`, en: `The policy is not for a ${type}.` },
      'document_type_not_accepted',
    )
}

async function decidedBy(
  policy: Policy,
  document: DocumentNumber,
  sent: SentValues,
  { env, purpose }: Options,
): Promise<Decision> {
  const lastro = lastroClient(connectionTo(env))
  const { product, features = [] } = policy.report
  const answer = await asked(
    lastro.reports.query(
      product as ReportProductCode,
      { documento: document, features: features as FeatureCode[] },
      { purpose },
    ),
  )
  // A sandbox has a clock of its own, and its debts the ages of that.
  const nowMs = env === 'sandbox' ? Date.parse((await asked(lastro.sandbox.clock())).now) : clock.nowMs()
  return decide(compilePolicy(policy, 'file'), {
    documentType: documentType(document),
    report: answer.result.report,
    degradedSections: answer.degradedSections,
    ...notCoveredIn(answer.notCoveredSections),
    sources: sourcesIn(answer.sourcesText),
    sent,
    today: dayAt(nowMs),
  })
}

function sentValues({ amount, instalments, income, relationshipSince }: Options): SentValues {
  return {
    ...(amount !== undefined && { amount: money(amount, '--amount') }),
    ...(instalments !== undefined && { instalments: count(instalments) }),
    ...(income !== undefined && { income: money(income, '--income') }),
    ...(relationshipSince !== undefined && { relationshipSince: day(relationshipSince) }),
  }
}

const money = (text: string, option: string): string =>
  new RegExp(moneyPattern).test(text)
    ? text
    : refuse({ pt: `${option} deve ser como 1200.00.`, en: `${option} must be like 1200.00.` })

const count = (text: string): number =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 600
    ? Number(text)
    : refuse({ pt: '--instalments vai de 1 a 600.', en: '--instalments goes from 1 to 600.' })

const day = (text: string): string =>
  new RegExp(datePattern).test(text) && parseDay(text) !== undefined
    ? text
    : refuse({
        pt: '--relationship-since deve ser um dia como 2024-03-10.',
        en: '--relationship-since must be a day like 2024-03-10.',
      })

function decisionText(decision: Decision, type: DocumentType): string {
  const { outcome, decidedBy: by, reason, rules } = decision
  const uncovered = faultLines(decisionWarnings(decision, type))
  const rows = rules.map(({ rule, holds, gives, values }) => [
    rule,
    holds,
    gives ?? '',
    values.map(valueText).join('; '),
  ])
  const headings = [
    say({ pt: 'regra', en: 'rule' }),
    say({ pt: 'vale', en: 'holds' }),
    say({ pt: 'dá', en: 'gives' }),
    say({ pt: 'viu', en: 'saw' }),
  ]
  return [`${outcome} (${by}): ${say(reason)}`, ...uncovered, '', table(headings, rows)].join('\n')
}

function valueText({ value, seen, is, atLeast, atMost, from }: SeenValue): string {
  const figure = seen === 'exact' ? ` = ${is}` : seen === 'unknown' ? ' ?' : ` ${atLeast}…${atMost ?? ''}`
  const missing = from
    .filter(({ answer }) => answer !== 'answered')
    .map(({ section, answer }) => `${section} ${answer}`)
  return `${value}${figure}${missing.length > 0 && seen !== 'exact' ? ` (${missing.join(', ')})` : ''}`
}
