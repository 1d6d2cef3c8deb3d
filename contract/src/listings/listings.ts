import { type Static, type TSchema, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf, moneyPattern, prosePattern, oneLine as text } from '../leaves.ts'
import { mailboxPattern } from '../mailbox.ts'
import { success } from '../reports/queries.ts'
import type { Text } from '../text.ts'
import {
  listingChanges,
  listingSections,
  listingStates,
  nextSteps,
  refusalReasons,
  releaseReasons,
  reviewCauses,
} from './listing-codes.ts'

/** What somebody says, line breaks included. */
const prose = (lengthMax: number, of: Text) =>
  Type.String({
    minLength: 1,
    maxLength: lengthMax,
    pattern: prosePattern,
    ...described(of),
  })

/** The shape of a day; whether a calendar has it is a rule, with its own refusal. */
const day = (of: Text, example?: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    ...(example !== undefined && { examples: [example] }),
    ...described(of),
  })

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

/** What is missing here is a refusal with its code, not a fault of form: the creditor has to find it out. */
export const ListingAddress = Type.Object(
  {
    addressLine: optional(text(70, { pt: 'Logradouro.', en: 'Street.' })),
    number: optional(text(10, { pt: 'Número.', en: 'Number.' })),
    complement: optional(text(20, { pt: 'Complemento.', en: 'Complement.' })),
    district: optional(text(20, { pt: 'Bairro.', en: 'District.' })),
    city: optional(text(20, { pt: 'Cidade.', en: 'City.' })),
    state: optional(Type.String({ pattern: '^[A-Z]{2}$', ...described({ pt: 'UF.', en: 'State.' }) })),
    zipCode: optional(
      Type.String({
        pattern: '^\\d{8}$',
        ...described({ pt: 'CEP, 8 dígitos.', en: 'Postcode, 8 digits.' }),
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        addressLine: 'RUA DE EXEMPLO',
        number: '100',
        district: 'CENTRO',
        city: 'SAO PAULO',
        state: 'SP',
        zipCode: '01001000',
      },
    ],
    ...described({ pt: 'Para onde vai a carta.', en: 'Where the letter goes.' }),
  },
)
export type ListingAddress = Static<typeof ListingAddress>

export const ListingContact = Type.Object(
  {
    email: optional(
      Type.String({
        pattern: mailboxPattern,
        ...described({ pt: 'E-mail para o comunicado.', en: 'E-mail address for the notice.' }),
      }),
    ),
    phone: optional(
      Type.String({
        pattern: '^\\+?\\d{8,15}$',
        ...described({ pt: 'Telefone.', en: 'Phone.' }),
      }),
    ),
  },
  { additionalProperties: false, ...described({ pt: 'Contato do devedor.', en: "The debtor's contact." }) },
)
export type ListingContact = Static<typeof ListingContact>

/** Who is told: the same for a debtor and for a guarantor. */
const party = {
  documento: text(64, { pt: 'CPF ou CNPJ do devedor.', en: "The debtor's CPF or CNPJ." }, '52998224725'),
  name: text(70, { pt: 'Nome do devedor.', en: "The debtor's name." }, 'ANA CLARA DE EXEMPLO'),
  birthDate: optional(
    day(
      {
        pt: 'Nascimento; sem ela a anotação de um CPF espera pelo operador.',
        en: 'Birth date; without it the listing of a CPF waits for the operator.',
      },
      '1980-05-20',
    ),
  ),
  address: ListingAddress,
  contact: optional(ListingContact),
}

const amount = Type.String({
  pattern: moneyPattern,
  examples: ['1520.33'],
  ...described({ pt: 'Valor, de 10.00 em diante.', en: 'Value, from 10.00 on.' }),
})

export const flagSubJudice = Type.Enum(['true', 'false'], {
  ...described({ pt: 'Em discussão na justiça.', en: 'Disputed in court.' }),
})

const courtCase = text(100, {
  pt: 'Número do processo. Se foi informado, voltar flagSubJudice a "false" exige análise do operador.',
  en: 'Court case number. If it was given, setting flagSubJudice back to "false" requires operator review.',
})

export const ListingRequest = Type.Object(
  {
    ...party,
    amount,
    dueDate: day({ pt: 'Vencimento, antes de hoje.', en: 'Due date, before today.' }, '2026-03-10'),
    contractId: optional(
      text(
        20,
        {
          pt: 'Número do contrato: letras de A a Z, algarismos, espaços e . / - _ #.',
          en: 'Contract number: letters A to Z, digits, spaces and . / - _ #.',
        },
        'CT-1001',
      ),
    ),
    legalNatureId: text(2, { pt: 'Código da natureza.', en: 'Code of the nature.' }, 'CP'),
    section: optional(
      Type.Enum([...listingSections], {
        ...described({
          pt: 'Seção do relatório; listingP quando ausente.',
          en: 'Section of the report; listingP when absent.',
        }),
      }),
    ),
    legalSquare: optional(text(40, { pt: 'Praça.', en: 'Place of the operation.' })),
    creditorDocument: optional(
      text(64, {
        pt: 'CNPJ ou CPF do credor; o primeiro do seu contrato quando ausente.',
        en: "The creditor's CNPJ or CPF; the first of your contract when absent.",
      }),
    ),
  },
  { additionalProperties: false, $id: 'ListingRequest' },
)
export type ListingRequest = Static<typeof ListingRequest>

export const GuarantorRequest = Type.Object(party, { additionalProperties: false, $id: 'GuarantorRequest' })
export type GuarantorRequest = Static<typeof GuarantorRequest>

const partyPatch = {
  address: optional(ListingAddress),
  contact: optional(ListingContact),
  birthDate: optional(day({ pt: 'Nascimento.', en: 'Birth date.' })),
  flagSubJudice: optional(flagSubJudice),
  subJudiceReason: optional(
    prose(1000, {
      pt: 'Por que a dívida não está mais em discussão na justiça; obrigatório para voltar flagSubJudice a "false".',
      en: 'Why the debt is no longer disputed in court; required to set flagSubJudice back to "false".',
    }),
  ),
  courtCase: optional(courtCase),
  paidOn: optional(
    day({
      pt: 'Dia em que a dívida toda foi paga, por quem quer que seja: some dos relatórios já, com os avalistas; falta a baixa.',
      en: 'Day on which the whole debt was paid, by whomever: gone from reports at once, with its guarantors; the release remains to be asked for.',
    }),
  ),
}

export const ListingPatch = Type.Object(
  {
    ...partyPatch,
    amount: optional(amount),
    dueDate: optional(
      day({
        pt: 'Vencimento; só para trás. Renegociação é anotação nova.',
        en: 'Due date; backward only. A renegotiation is a new listing.',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, $id: 'ListingPatch' },
)
export type ListingPatch = Static<typeof ListingPatch>

export const GuarantorPatch = Type.Object(partyPatch, {
  additionalProperties: false,
  minProperties: 1,
  $id: 'GuarantorPatch',
})
export type GuarantorPatch = Static<typeof GuarantorPatch>

export const ReleaseRequest = Type.Object(
  {
    reason: Type.Enum(codesOf(releaseReasons), {
      ...described({
        pt: 'Motivo; 96 e 97 são do birô.',
        en: 'Reason; 96 and 97 are the bureau’s.',
      }),
    }),
    paidOn: optional(day({ pt: 'Dia do pagamento.', en: 'Day of payment.' })),
  },
  { additionalProperties: false, $id: 'ReleaseRequest' },
)
export type ReleaseRequest = Static<typeof ReleaseRequest>

export const SuspensionRequest = Type.Object(
  { courtOrder: text(100, { pt: 'Processo e ordem.', en: 'Case and order.' }, '0000000-00.2026.8.26.0100') },
  { additionalProperties: false, $id: 'SuspensionRequest' },
)
export type SuspensionRequest = Static<typeof SuspensionRequest>

export const DisputeRequest = Type.Object(
  { statement: prose(1000, { pt: 'O que o devedor contesta.', en: 'What the debtor disputes.' }) },
  { additionalProperties: false, $id: 'DisputeRequest' },
)
export type DisputeRequest = Static<typeof DisputeRequest>

export const DisputeOutcomeRequest = Type.Object(
  {
    outcome: Type.Enum(['upheld', 'rejected'], {
      ...described({
        pt: 'upheld baixa a anotação; rejected a mantém.',
        en: 'upheld releases the listing; rejected keeps it.',
      }),
    }),
    answer: optional(
      prose(1000, {
        pt: 'A resposta. Obrigatória para rejeitar o que a pessoa mesma contestou ao birô.',
        en: 'The answer. Required to reject what the person disputed with the bureau.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'DisputeOutcomeRequest' },
)
export type DisputeOutcomeRequest = Static<typeof DisputeOutcomeRequest>

const state = Type.Enum(codesOf(listingStates), {
  ...described({ pt: 'Em que ponto está.', en: 'Where it stands.' }),
})
const worded = <Codes extends object>(codes: Codes, of: Text) =>
  Type.Object({ code: Type.Enum(codesOf(codes)), reason: Type.String() }, described(of))
const withEarlier = <Codes extends object>(codes: Codes, of: Text) =>
  Type.Object(
    {
      code: Type.Enum(codesOf(codes)),
      reason: Type.String(),
      earlierListingId: optional(
        Type.String(
          described({ pt: 'A sua anotação anterior da dívida.', en: 'Your earlier listing of the debt.' }),
        ),
      ),
    },
    described(of),
  )

/** A listing as its creditor sees it. A guarantor has the same members, and `principalId` besides. */
export const Listing = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica a anotação.', en: 'Identifies the listing.' })),
    principalId: optional(
      Type.String(
        described({
          pt: 'De um avalista: a anotação que ele garante.',
          en: 'Of a guarantor: the listing it backs.',
        }),
      ),
    ),
    state,
    version: Type.Integer(
      described({ pt: 'Cresce a cada mudança; é o ETag.', en: 'Grows with each change; it is the ETag.' }),
    ),
    visible: Type.Boolean(
      described({ pt: 'Se um relatório a mostra agora.', en: 'Whether a report shows it now.' }),
    ),
    nextStep: Type.Object(
      {
        code: Type.Enum(codesOf(nextSteps)),
        on: optional(leaf.date({ pt: 'Quando.', en: 'When.' })),
        text: Type.String(),
      },
      described({ pt: 'O que acontece a seguir.', en: 'What happens next.' }),
    ),
    documento: Type.String(),
    name: Type.String(),
    birthDate: optional(Type.String()),
    amount: Type.String(),
    dueDate: Type.String(),
    contractId: optional(Type.String()),
    legalNatureId: Type.String(),
    section: Type.Enum([...listingSections]),
    legalSquare: optional(Type.String()),
    address: ListingAddress,
    contact: ListingContact,
    creditorDocument: optional(Type.String()),
    creditorName: optional(Type.String()),
    flagSubJudice,
    courtCase: optional(courtCase),
    receivedAt: leaf.instant({ pt: 'Quando foi recebida.', en: 'When it was received.' }),
    noticeDeliveredOn: optional(
      leaf.date({ pt: 'Entrega ou postagem do comunicado.', en: 'Delivery or posting of the notice.' }),
    ),
    waitingEndsOn: optional(
      leaf.date({ pt: 'Último dia do prazo do devedor.', en: "Last day of the debtor's period." }),
    ),
    publishOn: optional(leaf.date({ pt: 'Dia da publicação.', en: 'Day of publication.' })),
    expiresOn: optional(
      leaf.date({ pt: 'Último dia em que aparece.', en: 'Last day on which it is shown.' }),
    ),
    paidOn: optional(leaf.date({ pt: 'Dia do pagamento.', en: 'Day of payment.' })),
    releaseDueOn: optional(
      leaf.date({ pt: 'Até quando o credor deve dar baixa.', en: 'By when the creditor must release it.' }),
    ),
    refusal: optional(
      withEarlier(refusalReasons, { pt: 'Por que foi recusada.', en: 'Why it was refused.' }),
    ),
    review: optional(withEarlier(reviewCauses, { pt: 'Por que está em análise.', en: 'Why it is held.' })),
    release: optional(worded(releaseReasons, { pt: 'Por que foi baixada.', en: 'Why it was released.' })),
    suspension: optional(
      Type.Object({
        courtOrder: Type.String(),
        since: Type.String(),
        by: Type.Enum(['creditor', 'operator']),
      }),
    ),
    liftedOn: optional(
      leaf.date({
        pt: 'Desde quando o operador deixa a dívida voltar.',
        en: 'Since when the operator lets the debt come again.',
      }),
    ),
    dispute: optional(
      Type.Object({
        statement: Type.String(),
        openedOn: Type.String(),
        dueOn: leaf.date({ pt: 'Prazo da resposta.', en: 'By when it must be answered.' }),
        answerBy: leaf.date({
          pt: 'Último dia para resposta ao devedor; sem ela, a anotação é baixada de vez.',
          en: 'The last day for an answer to the debtor; without one the listing is released for good.',
        }),
        outcome: optional(Type.Enum(['upheld', 'rejected', 'unanswered'])),
        answer: optional(Type.String()),
      }),
    ),
  },
  { $id: 'Listing' },
)
export type Listing = Static<typeof Listing>

export const ListingHistory = Type.Object(
  {
    version: Type.Integer(),
    at: leaf.instant({ pt: 'Quando foi registrada.', en: 'When it was recorded.' }),
    on: leaf.date({ pt: 'O dia em que valeu.', en: 'The day on which it took effect.' }),
    change: Type.Enum([...listingChanges]),
    state,
    actor: Type.String(
      described({
        pt: 'Quem: creditor, operator:nome, person (o titular) ou bureau.',
        en: 'Who: creditor, operator:name, person (the one on file) or bureau.',
      }),
    ),
    cause: optional(Type.String(described({ pt: 'Por quê.', en: 'Why.' }))),
  },
  { $id: 'ListingHistory' },
)
export type ListingHistory = Static<typeof ListingHistory>

export const ListingNotice = Type.Object(
  {
    id: Type.String(),
    channel: Type.Enum(['email', 'letter']),
    status: Type.Enum(['queued', 'sent', 'delivered', 'returned', 'failed', 'dropped'], {
      ...described({
        pt: 'returned: a carta foi postada e voltou; failed: o comunicado não vale.',
        en: 'returned: the letter was posted and came back; failed: the notice does not count.',
      }),
    }),
    sentAt: optional(leaf.instant({ pt: 'Quando foi enviado.', en: 'When it was sent.' })),
    settledOn: optional(leaf.date({ pt: 'Dia da entrega ou postagem.', en: 'Day of delivery or posting.' })),
    proof: optional(Type.String(described({ pt: 'A prova de entrega.', en: 'The proof of delivery.' }))),
    text: optional(Type.String(described({ pt: 'O texto exato.', en: 'The exact text.' }))),
    sha256: optional(Type.String(described({ pt: 'SHA-256 do texto.', en: 'SHA-256 of the text.' }))),
  },
  { $id: 'ListingNotice' },
)
export type ListingNotice = Static<typeof ListingNotice>

export const ListingStatus = Type.Object(
  {
    ...Listing.properties,
    notices: Type.Array(ListingNotice),
    history: Type.Array(ListingHistory),
    guarantors: optional(Type.Array(Listing)),
  },
  { $id: 'ListingStatus' },
)
export type ListingStatus = Static<typeof ListingStatus>

export const ListingAnswer = success(Listing)
export const ListingStatusAnswer = success(ListingStatus)
export const ListingsAnswer = success(
  Type.Object({
    listings: Type.Array(Listing),
    cursor: optional(Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' }))),
  }),
)
/** So many listings, what they add up to, and by when the first of them needs something. */
const counted = (text: Text) =>
  Type.Object(
    {
      count: Type.Integer({ minimum: 0 }),
      amount: leaf.sum({ pt: 'Quanto somam.', en: 'What they add up to.' }),
      nextDueOn: optional(leaf.date({ pt: 'O prazo mais próximo.', en: 'The nearest deadline.' })),
    },
    described(text),
  )

export const ListingSummary = Type.Object(
  {
    states: Type.Array(
      Type.Object({
        state,
        count: Type.Integer({ minimum: 1 }),
        amount: leaf.sum({ pt: 'Quanto somam.', en: 'What they add up to.' }),
      }),
      described({
        pt: 'Os estados em que há dívidas; as recusadas não contam.',
        en: 'The states that have any listings; refused debts do not count.',
      }),
    ),
    disputed: counted({
      pt: 'Contestadas pelo devedor e ainda sem resposta sua.',
      en: 'Disputed by the debtor and not yet answered by you.',
    }),
    toRelease: counted({ pt: 'Pagas, sem a sua baixa.', en: 'Paid, without your release.' }),
    review: counted({ pt: 'Em análise pelo birô.', en: "Under the bureau's review." }),
  },
  { $id: 'ListingSummary' },
)
export type ListingSummary = Static<typeof ListingSummary>
export const ListingSummaryAnswer = success(ListingSummary)
export const GuarantorsAnswer = success(Type.Object({ guarantors: Type.Array(Listing) }))

/** How many listings a page holds unless asked, and at most. */
export const listingPageDefault = 50
export const listingPageMax = 200

export const ClockRequest = Type.Object(
  {
    advance: optional(
      Type.String({
        format: 'duration',
        maxLength: 40,
        examples: ['P16D'],
        ...described({ pt: 'Quanto avançar (ISO 8601).', en: 'How far to advance (ISO 8601).' }),
      }),
    ),
    now: optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        ...described({
          pt: 'Ou que horas passam a ser, com o fuso (RFC 3339).',
          en: 'Or what time it becomes, with its offset (RFC 3339).',
        }),
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1, $id: 'ClockRequest' },
)
export type ClockRequest = Static<typeof ClockRequest>

export const ClockAnswer = success(
  Type.Object({ now: leaf.instant({ pt: 'A hora do seu sandbox.', en: 'The time in your sandbox.' }) }),
)
