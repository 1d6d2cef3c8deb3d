import { type Static, Type } from 'typebox'
import { described, leaf, oneLine } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { type EntryKind, entryKinds } from './entry-kinds.ts'

export const statementPath = '/conta/v2/extrato'

/** Below zero it is in the client's favour. */
const signedPattern = '^-?\\d{1,18}\\.\\d{2}$'

const product = Type.String(
  described({ pt: 'Código do produto ou serviço.', en: 'Code of the product or service.' }),
)
const count = Type.Integer(described({ pt: 'Quantas.', en: 'How many.' }))

const kind = Type.Enum(Object.keys(entryKinds) as EntryKind[], {
  ...described({
    pt: 'credit diminui o que se deve, debit aumenta.',
    en: 'credit lowers what is owed, debit raises it.',
  }),
})

/** A credit or a correction, as it stands on a statement. */
export const StatementEntry = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o lançamento.', en: 'Identifies the entry.' })),
    day: leaf.date({ pt: 'O dia em que foi registrado.', en: 'The day on which it was recorded.' }),
    kind,
    amount: leaf.money({ pt: 'O valor, sem sinal.', en: 'The amount, without a sign.' }),
    reason: Type.String(described({ pt: 'O motivo.', en: 'The reason.' })),
    month: leaf.month({
      pt: 'O mês a que se refere. Conta no extrato do mês em que foi registrado.',
      en: 'The month it is about. It counts in the statement of the month in which it was recorded.',
    }),
    reverses: Type.Optional(
      Type.String(
        described({ pt: 'O lançamento que este estorna.', en: 'The entry that this one takes back.' }),
      ),
    ),
  },
  { $id: 'StatementEntry' },
)
export type StatementEntry = Static<typeof StatementEntry>

/** What a client owes for a month, and how that comes about. No document is ever in it. */
export const Statement = Type.Object(
  {
    month: leaf.month({ pt: 'O mês.', en: 'The month.' }),
    status: Type.Enum(['open', 'closed'], {
      ...described({
        pt: 'closed quando o mês acabou em São Paulo: nada nele muda mais. Em open valem as condições de agora; em closed, as do fim do mês.',
        en: 'closed once the month has ended in São Paulo: nothing in it changes any more. In open the terms of now apply; in closed those at the end of the month.',
      }),
    }),
    environment: Type.Enum(['production', 'sandbox'], {
      ...described({
        pt: 'No sandbox nada custa: todos os valores são 0.00.',
        en: 'In the sandbox nothing costs anything: every amount is 0.00.',
      }),
    }),
    writtenAt: leaf.instant({ pt: 'Quando foi feito.', en: 'When it was made.' }),
    clientId: Type.String(described({ pt: 'O id do cliente.', en: 'The id of the client.' })),
    clientName: Type.String(described({ pt: 'O nome do cliente.', en: 'The name of the client.' })),
    operator: Type.Optional(
      Type.String(
        described({ pt: 'Quem cobra, se configurado.', en: 'Who bills, where that is configured.' }),
      ),
    ),
    lines: Type.Array(
      Type.Object({
        product,
        features: Type.Array(
          Type.String(),
          described({ pt: 'Adicionais da consulta.', en: 'Features of the query.' }),
        ),
        price: leaf.money({ pt: 'Preço de lista de cada uma.', en: 'List price of each.' }),
        count,
        amount: leaf.sum({ pt: 'Quantas vezes o preço.', en: 'How many times the price.' }),
      }),
      described({
        pt: 'O que tem preço de lista: consultas cobradas, alertas gerados e anotações incluídas.',
        en: 'What has a list price: queries billed, alerts raised and listings inserted.',
      }),
    ),
    free: Type.Array(
      Type.Object({ product, count }),
      described({
        pt: 'Consultas respondidas sem cobrança, como repetições. O que é recusado nunca custa.',
        en: 'Queries answered without billing, such as repeats. What is refused never costs anything.',
      }),
    ),
    tiers: Type.Array(
      Type.Object({
        product,
        from: Type.Integer(
          described({ pt: 'A primeira consulta da faixa.', en: 'The first query of the tier.' }),
        ),
        price: leaf.money({ pt: 'O preço do produto na faixa.', en: "The product's price in the tier." }),
        count,
        discount: leaf.sum({ pt: 'O que isso tirou da lista.', en: 'What that took off the list.' }),
      }),
      described({ pt: 'As faixas que o mês alcançou.', en: 'The tiers that the month reached.' }),
    ),
    entries: Type.Array(
      StatementEntry,
      described({
        pt: 'Créditos e correções registrados no mês.',
        en: 'Credits and corrections recorded in the month.',
      }),
    ),
    totals: Type.Object({
      listed: leaf.sum({ pt: 'A soma das linhas.', en: 'The sum of the lines.' }),
      discount: leaf.sum({ pt: 'O que as faixas tiraram.', en: 'What tiers took off.' }),
      minimum: leaf.money({ pt: 'O mínimo do mês.', en: 'The minimum of the month.' }),
      topUp: leaf.sum({ pt: 'O que faltou para o mínimo.', en: 'What lacked to the minimum.' }),
      credits: leaf.sum({ pt: 'A soma dos créditos.', en: 'The sum of the credits.' }),
      debits: leaf.sum({ pt: 'A soma dos débitos.', en: 'The sum of the debits.' }),
      total: Type.String({
        pattern: signedPattern,
        examples: ['1520.33'],
        ...described({
          pt: 'listed − discount + topUp − credits + debits; negativo é a favor do cliente.',
          en: "listed − discount + topUp − credits + debits; below zero is in the client's favour.",
        }),
      }),
    }),
  },
  { $id: 'Statement' },
)
export type Statement = Static<typeof Statement>

export const StatementAnswer = success(Statement)

/** Not zero, and less than ten million reais: more is a slip of the finger. */
export const entryAmountPattern = '^(0*[1-9][0-9]*\\.[0-9]{2}|0+\\.(0[1-9]|[1-9][0-9]))$'
const entryAmountLengthMax = 10

const reason = oneLine(
  300,
  {
    pt: 'O motivo, que o cliente lê no extrato; sem CPF nem CNPJ.',
    en: 'The reason, which the client reads on the statement; without a CPF or CNPJ.',
  },
  'Indisponibilidade de 10 de março',
)

export const EntryRequest = Type.Object(
  {
    kind,
    amount: Type.String({
      minLength: 4,
      maxLength: entryAmountLengthMax,
      pattern: entryAmountPattern,
      examples: ['1520.33'],
      ...described({ pt: 'O valor; nunca zero.', en: 'The amount; never zero.' }),
    }),
    reason,
    month: Type.Optional(
      Type.String({
        pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
        examples: ['2026-03'],
        ...described({
          pt: 'O mês a que se refere; o corrente quando ausente.',
          en: 'The month it is about; the current one when absent.',
        }),
      }),
    ),
  },
  { additionalProperties: false, $id: 'EntryRequest' },
)
export type EntryRequest = Static<typeof EntryRequest>

export const EntryReversalRequest = Type.Object(
  { reason },
  { additionalProperties: false, $id: 'EntryReversalRequest' },
)

export const StatementEntryAnswer = success(StatementEntry)
