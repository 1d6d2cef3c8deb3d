import { Type } from 'typebox'
import {
  type Header,
  type Operation,
  type OperationDefaults,
  type OperationSpec,
  operationFrom,
  pageParameters,
} from '../operation.ts'
import { parameter } from '../parameters.ts'
import type { ProblemCode } from '../problems/problems.ts'
import type { Text } from '../text.ts'
import { listingStates } from './listing-codes.ts'
import {
  DisputeOutcomeRequest,
  DisputeRequest,
  GuarantorPatch,
  GuarantorRequest,
  GuarantorsAnswer,
  ListingAnswer,
  ListingPatch,
  ListingRequest,
  ListingStatusAnswer,
  ListingSummaryAnswer,
  ListingsAnswer,
  ReleaseRequest,
  SuspensionRequest,
} from './listings.ts'

export const listingsPath = '/negativacao/v2/dividas'
export const listingSummaryPath = '/negativacao/v2/resumo'

const tag: Text = { pt: 'Negativação', en: 'Listings' }

/** Every operation on listings, and the same verbs on their guarantors. */
export const listingOperations = (): readonly Operation[] =>
  [...debtOperations, ...verbs(debtVerbs), ...guarantorOperations, ...verbs(guarantorVerbs)].map((spec) =>
    operationFrom(spec, defaults),
  )

type ListingSpec = OperationSpec & { readonly isPlural?: true }

/** Everything that changes a listing can lose to another change, or come too late for its state. */
const stateProblems: readonly ProblemCode[] = ['listing_state', 'listing_busy']

const etag: Header = {
  name: 'ETag',
  text: { pt: 'A versão, para If-Match.', en: 'The version, for If-Match.' },
  schema: parameter.version(),
  isRequired: true,
}

const ifMatch: Header = {
  name: 'If-Match',
  text: {
    pt: 'O ETag da anotação como foi lida; obrigatório.',
    en: 'The ETag of the listing as it was read; required.',
  },
  schema: parameter.version(),
  isRequired: true,
}

const documentHeader: Header = {
  name: 'x-documento',
  text: {
    pt: 'Só as deste CPF ou CNPJ; vai no cabeçalho porque endereços ficam em registros.',
    en: 'Only those of this CPF or CNPJ; in a header, because addresses end up in logs.',
  },
  schema: parameter.document(),
}

const filters: readonly Header[] = [
  {
    name: 'state',
    text: { pt: 'Só as deste estado.', en: 'Only those in this state.' },
    schema: Type.Enum(Object.keys(listingStates)),
  },
  {
    name: 'disputed',
    text: {
      pt: 'true para só as contestadas sem resposta, por seu devedor ou por um avalista; false para as outras.',
      en: 'true for those disputed and not answered alone, by debtor or guarantor; false for the others.',
    },
    schema: Type.Enum(['true', 'false']),
  },
  {
    name: 'refused',
    text: {
      pt: 'true para só as recusadas; false para as outras, que são as que contam.',
      en: 'true for those refused alone; false for the others, which are those that count.',
    },
    schema: Type.Enum(['true', 'false']),
  },
  {
    name: 'contractId',
    text: { pt: 'Só as deste contrato.', en: 'Only those of this contract.' },
    schema: Type.String({ maxLength: 200, pattern: '^[^\\x00]*$' }),
  },
  {
    name: 'from',
    text: { pt: 'Recebidas desde este dia.', en: 'Received from this day on.' },
    schema: parameter.day('2026-03-10'),
  },
  {
    name: 'until',
    text: { pt: 'Recebidas até este dia.', en: 'Received up to this day.' },
    schema: parameter.day('2026-03-31'),
  },
  ...pageParameters,
]

const parameterTexts: Readonly<Record<string, Text>> = {
  id: { pt: 'O id da anotação.', en: 'The id of the listing.' },
  avalistaId: { pt: 'O id do avalista.', en: 'The id of the guarantor.' },
}

const defaults: OperationDefaults<ListingSpec> = {
  tag,
  credentials: 'query',
  roles: ['creditor'],
  environments: () => 'both',
  // Whatever is posted may be posted again under its key, when the answer was lost.
  isKeyed: ({ method }) => method === 'POST',
  parameterTexts,
  answer: ({ answer, creates, isPlural }, replayed) => ({
    text: creates
      ? { pt: 'Criada, com o que acontece a seguir.', en: 'Created, with what happens next.' }
      : { pt: 'Como ficou.', en: 'As it now stands.' },
    schema: answer,
    headers: [...(isPlural ? [] : [etag]), ...replayed],
  }),
  problems: ({ path }) => (path.includes('{') ? ['listing_unknown'] : []),
}

const debtOperations: readonly ListingSpec[] = [
  {
    id: 'dividasInclui',
    method: 'POST',
    path: listingsPath,
    summary: { pt: 'Incluir uma dívida', en: 'Insert a debt' },
    description: {
      pt: 'Recebe a dívida, comunica o devedor e a publica quando o prazo dele termina.',
      en: 'Takes the debt, gives the debtor notice and publishes it when the period is over.',
    },
    request: ListingRequest,
    answer: ListingAnswer,
    creates: true,
    problems: ['listing_refused', 'document_not_in_sandbox'],
  },
  {
    id: 'dividasLista',
    method: 'GET',
    path: listingsPath,
    summary: { pt: 'Listar as minhas anotações', en: 'List my listings' },
    description: {
      pt: 'As suas anotações, da mais nova para a mais antiga, por páginas.',
      en: 'Your listings, newest first, by pages.',
    },
    headers: [documentHeader],
    query: filters,
    answer: ListingsAnswer,
    isPlural: true,
    problems: ['query_invalid', 'document_invalid'],
  },
  {
    id: 'dividasResumo',
    method: 'GET',
    path: listingSummaryPath,
    summary: { pt: 'Resumo das minhas anotações', en: 'Summary of my listings' },
    description: {
      pt: 'Quantas são e quanto somam em cada estado, e o que espera por você, com o prazo mais próximo. Avalistas não contam à parte.',
      en: 'How many they are and what they add up to in each state, and what waits for you, with the nearest deadline. Guarantors are not counted apart.',
    },
    answer: ListingSummaryAnswer,
  },
  {
    id: 'dividasSituacao',
    method: 'GET',
    path: `${listingsPath}/{id}`,
    summary: { pt: 'Situação de uma anotação', en: 'Status of a listing' },
    description: {
      pt: 'Estado, datas, comunicados com a prova de entrega, e o histórico inteiro.',
      en: 'State, dates, notices with their proof, and the whole history.',
    },
    answer: ListingStatusAnswer,
  },
  {
    id: 'dividasAltera',
    method: 'PATCH',
    path: `${listingsPath}/{id}`,
    summary: { pt: 'Alterar uma anotação', en: 'Update a listing' },
    description: {
      pt: 'O que favorece o devedor vale já; valor maior só depois de novo comunicado e novo prazo.',
      en: 'What favours the debtor holds at once; a higher value only after a new notice and a new period.',
    },
    headers: [ifMatch],
    request: ListingPatch,
    answer: ListingAnswer,
    problems: [
      ...stateProblems,
      'version_mismatch',
      'version_required',
      'listing_refused',
      'due_date_forward',
    ],
  },
]

const guarantorsPath = `${listingsPath}/{id}/avalistas`

const guarantorOperations: readonly ListingSpec[] = [
  {
    id: 'avalistasInclui',
    method: 'POST',
    path: guarantorsPath,
    summary: { pt: 'Incluir um avalista', en: 'Insert a guarantor' },
    description: {
      pt: 'O avalista tem comunicado, prazo e estado próprios, e segue o contrato do principal.',
      en: "A guarantor has its own notice, period and state, and follows its principal's contract.",
    },
    request: GuarantorRequest,
    answer: ListingAnswer,
    creates: true,
    problems: ['listing_refused', 'document_not_in_sandbox', 'listing_busy'],
  },
  {
    id: 'avalistasLista',
    method: 'GET',
    path: guarantorsPath,
    summary: { pt: 'Listar os avalistas', en: 'List the guarantors' },
    description: { pt: 'Os avalistas de uma anotação.', en: 'The guarantors of a listing.' },
    answer: GuarantorsAnswer,
    isPlural: true,
  },
  {
    id: 'avalistasSituacao',
    method: 'GET',
    path: `${guarantorsPath}/{avalistaId}`,
    summary: { pt: 'Situação de um avalista', en: 'Status of a guarantor' },
    description: {
      pt: 'Estado, datas, comunicados e histórico do avalista.',
      en: 'State, dates, notices and history of the guarantor.',
    },
    answer: ListingStatusAnswer,
  },
  {
    id: 'avalistasAltera',
    method: 'PATCH',
    path: `${guarantorsPath}/{avalistaId}`,
    summary: { pt: 'Alterar um avalista', en: 'Update a guarantor' },
    description: {
      pt: 'Endereço, contato, nascimento e discussão judicial; valor e vencimento são os do principal.',
      en: "Address, contact, birth date and lawsuit; value and due date are the principal's.",
    },
    headers: [ifMatch],
    request: GuarantorPatch,
    answer: ListingAnswer,
    problems: [...stateProblems, 'version_mismatch', 'version_required', 'listing_refused'],
  },
]

type Verbs = { readonly prefix: string; readonly path: string; readonly of: Text }

const debtVerbs: Verbs = {
  prefix: 'dividas',
  path: `${listingsPath}/{id}`,
  of: { pt: 'da anotação', en: 'of a listing' },
}
const guarantorVerbs: Verbs = {
  prefix: 'avalistas',
  path: `${guarantorsPath}/{avalistaId}`,
  of: { pt: 'do avalista', en: 'of a guarantor' },
}

const verbs = ({ prefix, path, of }: Verbs): readonly ListingSpec[] => [
  {
    id: `${prefix}Baixa`,
    method: 'POST',
    path: `${path}/baixa`,
    summary: { pt: `Baixa ${of.pt}`, en: `Release ${of.en}` },
    description: {
      pt: 'Some já do próximo relatório. A baixa do principal baixa os avalistas.',
      en: 'Gone from the very next report. Releasing the principal releases its guarantors.',
    },
    request: ReleaseRequest,
    answer: ListingAnswer,
    problems: [...stateProblems, 'listing_refused'],
  },
  {
    id: `${prefix}Suspende`,
    method: 'POST',
    path: `${path}/suspensao`,
    summary: { pt: `Suspensão judicial ${of.pt}`, en: `Court suspension ${of.en}` },
    description: {
      pt: 'Uma ordem judicial esconde a anotação até ser encerrada.',
      en: 'A court order hides the listing until it is lifted.',
    },
    request: SuspensionRequest,
    answer: ListingAnswer,
    problems: stateProblems,
  },
  {
    id: `${prefix}Retoma`,
    method: 'DELETE',
    path: `${path}/suspensao`,
    summary: { pt: `Fim da suspensão ${of.pt}`, en: `End of the suspension ${of.en}` },
    description: {
      pt: 'A anotação volta ao que os prazos dela dizem.',
      en: 'The listing goes back to what its dates say.',
    },
    answer: ListingAnswer,
    problems: [...stateProblems, 'suspension_of_operator'],
  },
  {
    id: `${prefix}Contesta`,
    method: 'POST',
    path: `${path}/contestacao`,
    summary: { pt: `Contestação ${of.pt}`, en: `Dispute ${of.en}` },
    description: {
      pt: 'O devedor contesta. Há cinco dias úteis para responder; depois disso não aparece. Sem resposta em dez dias corridos, a anotação é baixada (45) de vez.',
      en: 'The debtor disputes it. There are five business days to answer; after that it is not shown. Without an answer within ten calendar days the listing is released (45) for good.',
    },
    request: DisputeRequest,
    answer: ListingAnswer,
    problems: stateProblems,
  },
  {
    id: `${prefix}Responde`,
    method: 'POST',
    path: `${path}/contestacao/desfecho`,
    summary: { pt: `Desfecho da contestação ${of.pt}`, en: `Outcome of the dispute ${of.en}` },
    description: {
      pt: 'Aceita, baixa a anotação; rejeitada, a mantém.',
      en: 'Upheld, it releases the listing; rejected, it keeps it.',
    },
    request: DisputeOutcomeRequest,
    answer: ListingAnswer,
    problems: stateProblems,
  },
]
