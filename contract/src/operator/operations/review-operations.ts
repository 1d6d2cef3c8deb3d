import { Type } from 'typebox'
import { listingStates } from '../../listings/listing-codes.ts'
import { type Header, pageParameters } from '../../operation.ts'
import { parameter } from '../../parameters.ts'
import type { ProblemCode } from '../../problems/problems.ts'
import type { Text } from '../../text.ts'
import {
  LiftRequest,
  OperatorDisputeRequest,
  OperatorListingAnswer,
  OperatorReleaseRequest,
  OperatorSuspensionRequest,
  PaymentRequest,
  QueuedListingsAnswer,
  ReasonRequest,
} from '../operator-listings.ts'
import { clientParameter, environmentParameter, operatorPath } from '../operator-parts.ts'
import type { OperatorSpec } from './operator-spec.ts'

const listingsPath = `${operatorPath}/anotacoes`
const listingPath = `${listingsPath}/{id}`

const ifMatch: Header = {
  name: 'If-Match',
  text: {
    pt: 'O ETag da anotação como você a leu: se ela mudou desde então, nada é feito.',
    en: 'The ETag of the listing as you read it: where it has changed since, nothing is done.',
  },
  schema: parameter.version(),
}

const listingAct = (
  verb: string,
  path: string,
  summary: Text,
  request: OperatorSpec['request'] & object,
  problems: readonly ProblemCode[] = [],
): OperatorSpec => ({
  id: `operadorAnotacoes${verb}`,
  method: 'POST',
  path: `${listingPath}/${path}`,
  summary,
  description: {
    pt: 'Pelas mesmas regras de todos; o nome de quem age fica no histórico.',
    en: "By the same rules as everybody's; the name of who acts stays in the history.",
  },
  headers: [ifMatch],
  request,
  answer: OperatorListingAnswer,
  isVersioned: true,
  problems: [...listingProblems, ...problems],
})

const listingProblems: readonly ProblemCode[] = [
  'listing_unknown',
  'listing_state',
  'listing_busy',
  'listing_refused',
  'version_mismatch',
]

export const reviewOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorAnotacoesLista',
    method: 'GET',
    path: listingsPath,
    summary: { pt: 'A fila de análise', en: 'The review queue' },
    description: {
      pt: 'As anotações que esperam pelo operador, ou as de outro estado, da mais nova para a mais antiga. No sandbox diga o cliente.',
      en: 'The listings that wait for the operator, or those in another state, newest first. In the sandbox name the client.',
    },
    query: [
      environmentParameter,
      clientParameter,
      {
        name: 'state',
        text: {
          pt: 'O estado; quando ausente, as que esperam por você, em qualquer um.',
          en: 'The state; when absent, those that wait for you, in any.',
        },
        schema: Type.Enum(Object.keys(listingStates)),
      },
      ...pageParameters,
    ],
    answer: QueuedListingsAnswer,
  },
  {
    id: 'operadorAnotacoesLe',
    method: 'GET',
    path: listingPath,
    summary: { pt: 'Uma anotação inteira', en: 'A whole listing' },
    description: {
      pt: 'Com histórico e comunicados. Abri-la fica registrado, porque mostra o documento.',
      en: 'With history and notices. Opening it is put on record, for it shows the document.',
    },
    answer: OperatorListingAnswer,
    isVersioned: true,
    problems: ['listing_unknown'],
  },
  listingAct('Aprova', 'aprovar', { pt: 'Aceitar na análise', en: 'Accept in review' }, ReasonRequest),
  listingAct('Recusa', 'recusar', { pt: 'Recusar na análise', en: 'Refuse in review' }, ReasonRequest),
  listingAct(
    'Suspende',
    'suspender',
    { pt: 'Suspender por ordem judicial', en: 'Suspend by court order' },
    OperatorSuspensionRequest,
  ),
  listingAct('Retoma', 'retomar', { pt: 'Encerrar a suspensão', en: 'End the suspension' }, ReasonRequest, [
    'suspension_of_operator',
  ]),
  listingAct('Baixa', 'baixar', { pt: 'Dar baixa', en: 'Release' }, OperatorReleaseRequest),
  listingAct(
    'Libera',
    'liberar',
    { pt: 'Deixar uma dívida encerrada voltar', en: 'Let an ended debt come again' },
    LiftRequest,
    ['ending_final', 'court_order_required'],
  ),
  listingAct('Paga', 'pagamento', { pt: 'Registrar o pagamento', en: 'Record the payment' }, PaymentRequest),
  listingAct(
    'Responde',
    'contestacao',
    { pt: 'Responder a uma contestação', en: 'Answer a dispute' },
    OperatorDisputeRequest,
  ),
]
