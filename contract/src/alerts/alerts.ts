import { type Static, type TSchema, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf } from '../leaves.ts'
import { listingSections } from '../listings/listing-codes.ts'
import { outcomes } from '../policies/policy.ts'
import { success } from '../reports/queries.ts'
import type { Text } from '../text.ts'
import { alertEventNames } from './alert-events.ts'

export const alertsPath = '/alertas/v2'

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

/** A choice of events; all of them, those of tomorrow too, where it is absent. */
export const EventChoice = Type.Array(Type.Enum([...alertEventNames]), {
  minItems: 1,
  maxItems: alertEventNames.length,
  examples: [['listing.published', 'listing.released']],
  ...described({ pt: 'Eventos; todos quando ausente.', en: 'Events; all of them when absent.' }),
})

/** One leaf that is no longer what it was. Gated values are not told: the name of the field is. */
const FieldChange = Type.Object({
  field: Type.String(described({ pt: 'O campo do relatório.', en: 'The field of the report.' })),
  before: optional(Type.String()),
  after: optional(Type.String()),
})

const AlertPartner = Type.Object({
  documentId: optional(Type.String()),
  name: optional(Type.String()),
  role: optional(Type.String()),
})

/** A debt, cheque or protest that was loaded, with what a report shows of it. */
const AlertNegative = Type.Object({
  section: Type.Enum([...listingSections, 'check', 'notary']),
  occurrenceDate: Type.String(),
  legalNatureId: optional(Type.String()),
  legalNature: optional(Type.String()),
  contractId: optional(Type.String()),
  creditorName: optional(Type.String()),
  amount: optional(Type.String()),
  legalSquare: optional(Type.String()),
  federalUnit: optional(Type.String()),
  principal: optional(Type.Enum(['true', 'false'])),
  flagSubJudice: optional(Type.Enum(['true', 'false'])),
  alinea: optional(Type.String()),
  bankId: optional(Type.String()),
  bankName: optional(Type.String()),
  bankAgencyId: optional(Type.String()),
  checkNumber: optional(Type.String()),
  checkCount: optional(Type.String()),
  officeNumber: optional(Type.String()),
  city: optional(Type.String()),
})
export type AlertNegative = Static<typeof AlertNegative>

/** What a policy said of the document, by which version, and the reason of whatever decided. */
const PolicyOutcome = Type.Object({
  outcome: Type.Enum([...outcomes]),
  version: Type.Integer({
    minimum: 1,
    ...described({ pt: 'A versão que decidiu.', en: 'The version that decided.' }),
  }),
  decidedBy: Type.String(
    described({
      pt: 'A regra; otherwise quando nenhuma, failed-sections quando uma seção falhou.',
      en: 'The rule; otherwise where none did, failed-sections where a section failed.',
    }),
  ),
  reason: Type.Object({ pt: Type.String(), en: Type.String() }),
})
export type PolicyOutcome = Static<typeof PolicyOutcome>

/** What changed, by the kind of event: any of these may be absent. */
export const OccurrenceData = Type.Object(
  {
    on: optional(leaf.date({ pt: 'O dia em que valeu.', en: 'The day on which it took effect.' })),
    change: optional(
      Type.String(described({ pt: 'O que houve com a anotação.', en: 'What happened to the listing.' })),
    ),
    visible: optional(
      leaf.flag({
        pt: 'Se o relatório mostra a anotação depois disso.',
        en: 'Whether reports show the listing after this.',
      }),
    ),
    listing: optional(
      Type.Object(
        {
          section: Type.Enum([...listingSections]),
          occurrenceDate: Type.String(),
          legalNatureId: Type.String(),
          legalNature: Type.String(),
          contractId: optional(Type.String()),
          creditorName: optional(Type.String()),
          amount: Type.String(),
          legalSquare: optional(Type.String()),
          federalUnit: optional(Type.String()),
          principal: Type.Enum(['true', 'false']),
          flagSubJudice: Type.Enum(['true', 'false']),
          disputed: optional(Type.Enum(['true', 'false'])),
        },
        described({
          pt: 'A anotação como o relatório a mostra; quando visible é "false", como a mostrou por último; em listing.corrected, como foi mostrada a você. Fica ausente quando a anotação não pode mais ser mostrada: cinco anos, contestação acolhida ou sem resposta, fraude, ordem judicial.',
          en: 'The listing as a report shows it; when visible is "false", as it was last shown; in listing.corrected, as it was shown to you. Absent once the listing may no longer be shown: five years, a dispute upheld or not answered, fraud, a court order.',
        }),
      ),
    ),
    changes: optional(
      Type.Array(FieldChange, described({ pt: 'Os campos que mudaram.', en: 'The fields that changed.' })),
    ),
    partners: optional(Type.Object({ added: Type.Array(AlertPartner), removed: Type.Array(AlertPartner) })),
    publicDebt: optional(
      Type.Object(
        { inscriptionNumber: Type.String(), situation: Type.String(), amount: Type.String() },
        described({
          pt: 'A inscrição mais nova que veio ou mudou; ausente quando só saíram. A soma está em changes.',
          en: 'The newest inscription that came or changed; absent where some only went. The sum is in changes.',
        }),
      ),
    ),
    negative: optional(
      Type.Object(
        {
          items: Type.Array(AlertNegative),
          summary: Type.Object({
            count: leaf.count({ pt: 'Quantas são ao todo.', en: 'How many there are in all.' }),
            listed: optional(
              leaf.count({
                pt: 'Quantas a lista mostra, quando são menos que count.',
                en: 'How many the list shows, when fewer than count.',
              }),
            ),
            balance: optional(
              leaf.sum({
                pt: 'Soma de todas; ausente quando o valor de alguma é desconhecido.',
                en: 'Sum of all of them; absent when any amount is unknown.',
              }),
            ),
          }),
        },
        described({
          pt: 'As dívidas, os cheques e os protestos adicionados ou removidos, como o relatório os mostra; sem os que passaram de cinco anos.',
          en: 'The debts, cheques and protests that were added or removed, as a report shows them; without those older than five years.',
        }),
      ),
    ),
    sanction: optional(
      Type.Object({
        register: Type.String(),
        category: optional(Type.String()),
        startDate: optional(
          Type.String(
            described({
              pt: 'Ausente onde o cadastro não diz.',
              en: 'Absent where the register does not tell.',
            }),
          ),
        ),
        endDate: optional(Type.String()),
        sanctioningBody: optional(Type.String()),
        processNumber: optional(Type.String()),
        agreementNumber: optional(
          Type.String(
            described({
              pt: 'Número do convênio, no CEPIM.',
              en: 'Number of the agreement, in CEPIM.',
            }),
          ),
        ),
      }),
    ),
    decision: optional(
      Type.Object(
        { policy: Type.String(), before: PolicyOutcome, after: PolicyOutcome },
        described({
          pt: 'O que a política do acompanhamento dizia, e o que diz agora do que temos.',
          en: 'What the policy of the registration said, and what it says now of what we hold.',
        }),
      ),
    ),
  },
  { $id: 'OccurrenceData' },
)
export type OccurrenceData = Static<typeof OccurrenceData>

/** One event for one client: what a webhook gets, what the list shows. Its id is the same however often it is sent. */
export const Occurrence = Type.Object(
  {
    id: Type.String(described({ pt: 'O mesmo em todo envio.', en: 'The same in every sending.' })),
    event: Type.Enum([...alertEventNames], {
      ...described({ pt: 'O que aconteceu.', en: 'What happened.' }),
    }),
    documento: Type.String(),
    registrationId: optional(
      Type.String(
        described({
          pt: 'O cadastro que pediu o alerta; ausente na correção de uma dívida que foi mostrada a você.',
          en: 'The registration that asked for it; absent in the correction of a debt that you were shown.',
        }),
      ),
    ),
    label: optional(Type.String(described({ pt: 'O seu rótulo.', en: 'Your label.' }))),
    sequence: Type.Integer(
      described({
        pt: 'Cresce a cada ocorrência do documento; diz a ordem.',
        en: 'Grows with each occurrence of the document; tells their order.',
      }),
    ),
    createdAt: leaf.instant({ pt: 'Quando foi registrada.', en: 'When it was recorded.' }),
    data: OccurrenceData,
  },
  { $id: 'Occurrence' },
)
export type Occurrence = Static<typeof Occurrence>

/** Where a delivery stands. A resend puts it back to `pending`. */
export const deliveryStates = {
  pending: { pt: 'A enviar, ou a tentar de novo.', en: 'To be sent, or tried again.' },
  delivered: { pt: 'Aceita pelo destino.', en: 'Taken by its target.' },
  failed: { pt: 'Desistimos, depois da última tentativa.', en: 'Given up after the last attempt.' },
  dropped: {
    pt: 'Não será enviada: o destino foi removido ou parado.',
    en: 'Will not be sent: its target was removed or stopped.',
  },
} as const satisfies Record<string, Text>
export type DeliveryState = keyof typeof deliveryStates

export const DeliveryAttempt = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1 }),
    at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
    status: optional(
      Type.Integer(
        described({ pt: 'O status que veio (HTTP ou SMTP).', en: 'The status that came (HTTP or SMTP).' }),
      ),
    ),
    error: optional(
      Type.String(described({ pt: 'Por que não houve status.', en: 'Why there was no status.' })),
    ),
    excerpt: optional(
      Type.String(described({ pt: 'O começo da resposta.', en: 'The beginning of the answer.' })),
    ),
  },
  { $id: 'DeliveryAttempt' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const Delivery = Type.Object(
  {
    target: Type.Object({ kind: Type.Enum(['webhook', 'email']), id: Type.String() }),
    state: Type.Enum(codesOf(deliveryStates), {
      ...described({ pt: 'Em que ponto está.', en: 'Where it stands.' }),
    }),
    nextAttemptAt: optional(leaf.instant({ pt: 'A próxima tentativa.', en: 'The next attempt.' })),
    settledAt: optional(leaf.instant({ pt: 'Quando se resolveu.', en: 'When it was settled.' })),
    attempts: Type.Array(DeliveryAttempt),
  },
  { $id: 'Delivery' },
)
export type Delivery = Static<typeof Delivery>

const cursor = optional(Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' })))

export const OccurrenceAnswer = success(Occurrence)
export const OccurrencesAnswer = success(Type.Object({ occurrences: Type.Array(Occurrence), cursor }))
export const DeliveriesAnswer = success(Type.Object({ deliveries: Type.Array(Delivery) }))

/** How many a page of any list of alerts holds unless asked, and at most. */
export const alertPageDefault = 50
export const alertPageMax = 200
