import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf, oneLine } from '../leaves.ts'
import { cursor } from '../operator/operator-parts.ts'
import { success } from '../reports/queries.ts'
import type { Text } from '../text.ts'
import {
  answerOutcomes,
  correctionSubjects,
  requestKinds,
  requestOutcomes,
  statementLengthMax,
} from './request-codes.ts'

/** What a person says, in lines of its own, with something to read in it. */
const said = (lengthMax: number, of: Text) =>
  Type.String({ minLength: 1, maxLength: lengthMax, pattern: saidPattern, ...described(of) })

const plain = '[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]'
const saidPattern = `^${plain}*[^\\s\\x00-\\x1f\\x7f]${plain}*$`

export const documentOfPerson = Type.String({
  minLength: 1,
  maxLength: 64,
  ...described({ pt: 'CPF ou CNPJ do titular.', en: 'CPF or CNPJ of the person on file.' }),
})

export const identityChecked = oneLine(
  200,
  {
    pt: 'Como a identidade foi conferida; fica no pedido.',
    en: 'How identity was checked; it stays with the request.',
  },
  'RG apresentado no balcão',
)

const statement = said(statementLengthMax, {
  pt: 'As palavras do titular.',
  en: 'The words of the person on file.',
})

export const PersonDisputeRequest = Type.Object(
  {
    documento: documentOfPerson,
    listingId: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[\\w.-]*$',
      ...described({ pt: 'A anotação contestada.', en: 'The listing that is disputed.' }),
    }),
    statement,
    identity: identityChecked,
  },
  { additionalProperties: false, $id: 'PersonDisputeRequest' },
)
export type PersonDisputeRequest = Static<typeof PersonDisputeRequest>

const field = oneLine(
  60,
  { pt: 'O que está errado: um campo, ou uma palavra.', en: 'What is wrong: a field, or a word.' },
  'birthDate',
)

export const PersonCorrectionRequest = Type.Object(
  {
    documento: documentOfPerson,
    subject: Type.Enum(codesOf(correctionSubjects), {
      ...described({ pt: 'Sobre o quê.', en: 'What it is about.' }),
    }),
    listingId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[\\w.-]*$',
        ...described({
          pt: 'A anotação; obrigatório com subject listing, e só com ele.',
          en: 'The listing; required with subject listing, and taken with no other.',
        }),
      }),
    ),
    field,
    statement,
    identity: identityChecked,
  },
  { additionalProperties: false, $id: 'PersonCorrectionRequest' },
)
export type PersonCorrectionRequest = Static<typeof PersonCorrectionRequest>

export const PersonAnswerRequest = Type.Object(
  {
    outcome: Type.Enum([...answerOutcomes], {
      ...described({
        pt: 'corrected: corrigido; removed: retirado, de uma anotação é a baixa; rejected: mantido.',
        en: 'corrected; removed: taken out, of a listing its release; rejected: kept.',
      }),
    }),
    answer: said(statementLengthMax, {
      pt: 'A resposta, que o titular lê.',
      en: 'The answer, which the person on file reads.',
    }),
  },
  { additionalProperties: false, $id: 'PersonAnswerRequest' },
)
export type PersonAnswerRequest = Static<typeof PersonAnswerRequest>

/** A list leaves out what was said, where somebody may have written a document. */
export const PersonRequest = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o pedido.', en: 'Identifies the request.' })),
    kind: Type.Enum(codesOf(requestKinds)),
    document: Type.String(
      described({
        pt: 'Mascarado nas listas; inteiro em um pedido aberto.',
        en: 'Masked in lists; whole in a request that was opened.',
      }),
    ),
    subject: Type.Optional(Type.Enum(codesOf(correctionSubjects))),
    listingId: Type.Optional(Type.String()),
    field: Type.Optional(Type.String()),
    statement: Type.Optional(Type.String()),
    identity: Type.Optional(
      Type.String(described({ pt: 'Como a identidade foi conferida.', en: 'How identity was checked.' })),
    ),
    reason: Type.Optional(Type.String(described({ pt: 'O motivo do acesso.', en: 'Why access was given.' }))),
    channel: Type.Enum(['operator', 'person'], {
      ...described({
        pt: 'Pelo operador, em nome do titular, ou pelo próprio titular.',
        en: 'By the operator on behalf of the person on file, or by that person.',
      }),
    }),
    openedBy: Type.Optional(
      Type.String(described({ pt: 'O operador que o abriu.', en: 'The operator who opened it.' })),
    ),
    openedAt: leaf.instant({ pt: 'Quando foi aberto.', en: 'When it was opened.' }),
    dueOn: leaf.date({
      pt: 'Prazo: cinco dias úteis; de um acesso, quinze dias corridos.',
      en: 'Deadline: five business days; of access, fifteen calendar days.',
    }),
    answerBy: Type.Optional(
      leaf.date({
        pt: 'De uma anotação: último dia para resposta; depois, é retirada de vez.',
        en: 'Of a listing: the last day for an answer; after it, it is taken out for good.',
      }),
    ),
    overdue: Type.Boolean(
      described({ pt: 'Sem resposta depois do prazo.', en: 'Not answered after its deadline.' }),
    ),
    overdueMarkedAt: Type.Optional(
      leaf.instant({ pt: 'Quando o atraso foi marcado.', en: 'When it was marked as overdue.' }),
    ),
    outcome: Type.Optional(Type.Enum(codesOf(requestOutcomes))),
    answer: Type.Optional(Type.String()),
    answeredAt: Type.Optional(leaf.instant({ pt: 'Quando foi respondido.', en: 'When it was answered.' })),
    answeredBy: Type.Optional(
      Type.String(
        described({
          pt: 'O operador; ausente quando foi o credor ou o prazo.',
          en: 'The operator; absent where it was the creditor or time.',
        }),
      ),
    ),
  },
  { $id: 'PersonRequest' },
)
export type PersonRequest = Static<typeof PersonRequest>

export const PersonRequestAnswer = success(PersonRequest)
export const PersonRequestsAnswer = success(
  Type.Object({
    requests: Type.Array(PersonRequest),
    overdueCount: Type.Integer(
      described({
        pt: 'Quantos estão abertos depois do prazo, ao todo.',
        en: 'How many are open past their deadline, in all.',
      }),
    ),
    cursor,
  }),
)
