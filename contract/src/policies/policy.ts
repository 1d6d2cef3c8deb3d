import { type Static, type TSchema, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, linePattern, moneyPattern } from '../leaves.ts'
import { features, products, type ReportProductCode } from '../reports/products.ts'
import type { Text } from '../text.ts'
import { policyLimits } from './policy-limits.ts'
import {
  negativeKinds,
  type PolicyValueName,
  policyValueNames,
  policyValues,
  type Unit,
} from './policy-values.ts'

export const outcomes = ['approve', 'review', 'decline'] as const
export const whenUnknownActs = ['skip', ...outcomes] as const

const slug = (text: Text) =>
  Type.String({ pattern: slugPattern, examples: ['closed-company'], ...described(text) })
export const slugPattern = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'

/** Where a JSON Schema is: an address, or a file beside the policy. */
export const schemaPattern = "^(https?://[\\w.~:/?#@!$&'()*+,;=%-]+|[\\w.~/%-]*\\.json)$"

const closed = { additionalProperties: false }
const { textLengthMax, nameLengthMax } = policyLimits
const line = Type.String({ minLength: 1, maxLength: textLengthMax, pattern: linePattern })

/** A sentence in both languages: a person may be given either. */
const Sentence = (text: Text) => Type.Object({ pt: line, en: line }, { ...closed, ...described(text) })

export const Outcome = Type.Enum([...outcomes], {
  ...described({ pt: 'Aprovar, olhar de novo ou recusar.', en: 'Approve, look again, or decline.' }),
})
export type Outcome = Static<typeof Outcome>

const Money = Type.String({ pattern: moneyPattern, examples: ['1520.33'] })
const days = (most: number) => Type.Integer({ minimum: 1, maximum: most })
const names = Type.Array(line, { minItems: 1, maxItems: policyLimits.creditorCountMax })

/** What narrows a count or a sum of negative items down. */
const NegativeFilter = Type.Partial(
  Type.Object({
    kinds: Type.Array(Type.Enum([...negativeKinds]), { minItems: 1, uniqueItems: true }),
    withinDays: days(policyLimits.dayCountMax),
    olderThanDays: days(policyLimits.dayCountMax),
    amountFrom: Money,
    creditors: names,
    exceptCreditors: names,
  }),
  closed,
)
export type NegativeFilter = Static<typeof NegativeFilter>

const ConsultationFilter = Type.Object({ withinDays: days(policyLimits.consultationDayCountMax) }, closed)

/** A comparison of one value with a constant. One of the six members after `of` says how. */
export type Comparison = {
  readonly value: PolicyValueName
  readonly of?: NegativeFilter
  readonly is?: string | number
  readonly in?: readonly string[]
  readonly above?: string | number
  readonly below?: string | number
  readonly atLeast?: string | number
  readonly atMost?: string | number
  readonly known?: boolean
}

/** What a rule asks: comparisons, joined by and, or and not. */
export type Condition =
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly not: Condition }
  | Comparison

const Inner = Type.Unsafe<Condition>({ $ref: '#/$defs/condition' })
const joined = Type.Array(Inner, { minItems: 1, maxItems: policyLimits.branchCountMax })

const constants: Readonly<Record<Exclude<Unit, 'choice'>, TSchema>> = {
  money: Money,
  percent: Type.String({ pattern: '^\\d{1,6}\\.\\d{2}$', examples: ['30.00'] }),
  count: Type.Integer({ minimum: 0, maximum: policyLimits.numberMax }),
  months: Type.Integer({ minimum: 0, maximum: policyLimits.numberMax }),
  points: Type.Integer({ minimum: 0, maximum: policyLimits.numberMax }),
}

/** What may be asked of one name, so that an editor offers nothing else. */
function comparisonOf(name: PolicyValueName): TSchema {
  const { unit, choices, filters, title, description } = policyValues[name]
  const text = (language: keyof Text) => `${title[language]}. ${description[language]}`
  const choice = Type.Enum([...choices])
  const operators: Record<string, TSchema> =
    unit === 'choice'
      ? { is: choice, in: Type.Array(choice, { minItems: 1, uniqueItems: true }) }
      : Object.fromEntries(numberOperators.map((one) => [one, constants[unit]]))
  const all = { ...operators, known: Type.Boolean() }
  return Type.Object(
    {
      value: Type.Literal(name, { ...described({ pt: text('pt'), en: text('en') }) }),
      ...(filters.length === 1 && { of: ConsultationFilter }),
      ...(filters.length > 1 && { of: Type.Optional(NegativeFilter) }),
      ...Object.fromEntries(Object.entries(all).map(([one, constant]) => [one, Type.Optional(constant)])),
    },
    { ...closed, oneOf: Object.keys(all).map((one) => ({ required: [one] })) },
  )
}

export const numberOperators = ['is', 'above', 'below', 'atLeast', 'atMost'] as const

const Condition = Type.Union([
  Type.Object({ and: joined }, closed),
  Type.Object({ or: joined }, closed),
  Type.Object({ not: Inner }, closed),
  ...policyValueNames.map(comparisonOf),
])

const ruleMembers = <When extends TSchema>(when: When) => ({
  id: slug({ pt: 'Nome da regra, único na política.', en: 'Name of the rule, once in a policy.' }),
  when,
  outcome: Outcome,
  whenUnknown: Type.Enum([...whenUnknownActs], {
    ...described({
      pt: 'O que acontece quando não se sabe se a condição vale: skip passa à próxima regra.',
      en: 'What happens when it is not known whether the condition holds: skip goes on to the next rule.',
    }),
  }),
  reason: Sentence({
    pt: 'O motivo, como se pode dizer à pessoa.',
    en: 'The reason, as it may be told to the person.',
  }),
})

const Rule = Type.Object(ruleMembers(Inner), closed)
export type Rule = Static<typeof Rule>

const policyMembers = <Ruling extends TSchema>(rule: Ruling) => ({
  $schema: Type.Optional(Type.String({ maxLength: textLengthMax, pattern: schemaPattern })),
  name: Type.String({ maxLength: nameLengthMax, pattern: slugPattern }),
  title: Sentence({ pt: 'Como a política se chama.', en: 'What the policy is called.' }),
  documentTypes: Type.Array(Type.Enum(['CPF', 'CNPJ']), { minItems: 1, uniqueItems: true }),
  report: Type.Object(
    {
      product: Type.Enum(products.map(({ code }) => code as ReportProductCode)),
      features: Type.Optional(Type.Array(Type.Enum(codesOf(features)), { uniqueItems: true })),
    },
    {
      ...closed,
      ...described({ pt: 'O relatório que se consulta.', en: 'The report that is asked for.' }),
    },
  ),
  whenSectionFails: Type.Optional(
    Type.Enum(['review', 'rules'], {
      ...described({
        pt: 'review, quando ausente: uma seção que a política usa e que falhou faz o resultado ser review. rules: valem as regras.',
        en: 'review, when absent: a section that the policy uses and that failed makes the outcome review. rules: the rules decide.',
      }),
    }),
  ),
  rules: Type.Array(rule, { minItems: 1, maxItems: policyLimits.ruleCountMax }),
  otherwise: Type.Object(
    { outcome: Outcome, reason: Sentence({ pt: 'O motivo.', en: 'The reason.' }) },
    { ...closed, ...described({ pt: 'Quando nenhuma regra decide.', en: 'When no rule decides.' }) },
  ),
})

/** Rules as data over a report. The first that holds decides; `otherwise` when none does. */
export const Policy = Type.Object(policyMembers(Rule), closed)
export type Policy = Static<typeof Policy>

/** The same where conditions cannot refer to one another: what a condition may be is in `policySchema`. */
export const WrittenPolicy = Type.Object(
  policyMembers(
    Type.Object(
      ruleMembers(
        Type.Record(Type.String(), Type.Unknown(), {
          examples: [{ value: 'registration.status', is: 'closed' }],
          ...described({
            pt: 'A condição: uma comparação, ou and, or e not sobre condições.',
            en: 'The condition: a comparison, or and, or and not over conditions.',
          }),
        }),
      ),
      closed,
    ),
  ),
  { ...closed, $id: 'Policy' },
)
export type WrittenPolicy = Static<typeof WrittenPolicy>

/** The same as a JSON Schema by itself, for editors and for whoever keeps policies as files. */
export const policySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Lastro policy',
  ...Policy,
  $defs: { condition: Condition },
}
