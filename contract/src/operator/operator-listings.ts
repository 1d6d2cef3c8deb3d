import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf, oneLine } from '../leaves.ts'
import { listingStates, releaseReasons, reviewCauses } from '../listings/listing-codes.ts'
import { ListingStatus } from '../listings/listings.ts'
import { success } from '../reports/queries.ts'
import { cursor, environment } from './operator-parts.ts'

/** A listing in the operator's queue. Its document is masked: whoever needs it whole opens the listing. */
export const QueuedListing = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica a anotação.', en: 'Identifies the listing.' })),
    environment,
    clientId: Type.String(),
    clientName: Type.Optional(Type.String()),
    principalId: Type.Optional(Type.String(described({ pt: 'De um avalista.', en: 'Of a guarantor.' }))),
    state: Type.Enum(Object.keys(listingStates)),
    version: Type.Integer(),
    document: Type.String(described({ pt: 'Mascarado.', en: 'Masked.' })),
    name: Type.String(),
    birthDate: Type.Optional(leaf.date({ pt: 'Nascimento.', en: 'Birth date.' })),
    amount: leaf.money({ pt: 'Valor.', en: 'Value.' }),
    dueDate: leaf.date({ pt: 'Vencimento.', en: 'Due date.' }),
    creditorName: Type.Optional(Type.String()),
    receivedAt: leaf.instant({ pt: 'Quando foi recebida.', en: 'When it was received.' }),
    review: Type.Optional(
      Type.Object(
        { code: Type.Enum(Object.keys(reviewCauses)), reason: Type.String() },
        described({ pt: 'Por que está em análise.', en: 'Why it is held.' }),
      ),
    ),
    earlierListingId: Type.Optional(
      Type.String(
        described({
          pt: 'A anotação anterior que pede a análise.',
          en: 'The earlier listing that asks for the review.',
        }),
      ),
    ),
    dispute: Type.Optional(
      Type.Object({ statement: Type.String(), openedOn: Type.String(), dueOn: Type.String() }),
    ),
  },
  { $id: 'QueuedListing' },
)
export type QueuedListing = Static<typeof QueuedListing>

export const QueuedListingsAnswer = success(Type.Object({ listings: Type.Array(QueuedListing), cursor }))

/** The whole listing, as its creditor sees it, and whose it is. */
export const OperatorListing = Type.Object(
  { environment, clientId: Type.String(), clientName: Type.Optional(Type.String()), listing: ListingStatus },
  { $id: 'OperatorListing' },
)
export type OperatorListing = Static<typeof OperatorListing>
export const OperatorListingAnswer = success(OperatorListing)

const reason = oneLine(1000, {
  pt: 'O motivo, que fica no histórico.',
  en: 'The reason, which stays in the history.',
})

const request = <Members extends Record<string, ReturnType<typeof Type.String>>>(
  id: string,
  members: Members,
) => Type.Object(members, { additionalProperties: false, $id: id })

export const ReasonRequest = request('ReasonRequest', { reason })
export const OperatorSuspensionRequest = request('OperatorSuspensionRequest', {
  courtOrder: oneLine(100, { pt: 'Processo e ordem.', en: 'Case and order.' }),
})
export const LiftRequest = Type.Object(
  {
    courtOrder: Type.Optional(
      oneLine(100, {
        pt: 'A ordem judicial que o permite; obrigatória quando a justiça encerrou a dívida.',
        en: 'The court order that allows it; required where a court had ended the debt.',
      }),
    ),
    reason,
  },
  { additionalProperties: false, $id: 'LiftRequest' },
)
export const PaymentRequest = request('PaymentRequest', {
  paidOn: leaf.date({ pt: 'O dia.', en: 'The day.' }),
  reason,
})
export const OperatorReleaseRequest = Type.Object(
  {
    code: Type.Enum(codesOf(releaseReasons), {
      ...described({
        pt: 'O código do motivo, também os reservados ao birô.',
        en: 'The code of the reason, those reserved to the bureau too.',
      }),
    }),
    reason,
  },
  { additionalProperties: false, $id: 'OperatorReleaseRequest' },
)
export const OperatorDisputeRequest = Type.Object(
  {
    outcome: Type.Enum(['upheld', 'rejected'], {
      ...described({
        pt: 'upheld baixa a anotação; rejected a mantém.',
        en: 'upheld releases the listing; rejected keeps it.',
      }),
    }),
    reason,
  },
  { additionalProperties: false, $id: 'OperatorDisputeRequest' },
)
