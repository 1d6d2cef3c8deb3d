import { Type } from 'typebox'
import { ndjson } from '../listings/batches.ts'
import {
  commonHeaders,
  type Header,
  type Operation,
  type OperationDefaults,
  type OperationSpec,
  operationFrom,
  pageParameters,
  pathParametersOf,
  problemsEverywhere,
  problemsOfCaller,
} from '../operation.ts'
import { parameter } from '../parameters.ts'
import type { ProblemCode } from '../problems/problems.ts'
import type { Role } from '../roles.ts'
import type { Text } from '../text.ts'
import { alertEventNames } from './alert-events.ts'
import {
  AlertEmailAnswer,
  AlertEmailPatch,
  AlertEmailRequest,
  AlertEmailsAnswer,
  RemovedAnswer,
  SandboxEventAnswer,
  SandboxEventRequest,
  WatchAnswer,
  WatchesAnswer,
  WatchLine,
  WatchLinesEnd,
  WatchPatch,
  WatchRequest,
  watchLineTypes,
} from './alert-registrations.ts'
import { alertsPath, DeliveriesAnswer, OccurrenceAnswer, OccurrencesAnswer } from './alerts.ts'
import { bounceOperations } from './bounce-operations.ts'
import { watchColumns } from './watch-columns.ts'
import { webhookOperations } from './webhook-operations.ts'

export const watchesPath = `${alertsPath}/documentos`
export const watchLinesPath = `${watchesPath}/lotes`
export const alertEmailsPath = `${alertsPath}/emails`
export const occurrencesPath = `${alertsPath}/ocorrencias`
export const confirmationPath = `${alertsPath}/confirmacao/{token}`
export const unsubscribePath = `${alertsPath}/descadastro/{token}`
export const sandboxEventsPath = '/sandbox/eventos'

const tag: Text = { pt: 'Alertas', en: 'Alerts' }
const watchers: readonly Role[] = ['analyst', 'creditor']

/** Documents that are watched, e-mails, occurrences and their deliveries. */
export const alertOperations = (): readonly Operation[] => [
  ...[
    ...watchOperations,
    ...emailOperations,
    ...webhookOperations,
    ...occurrenceOperations,
    ...sandboxOperations,
  ].map((spec) => operationFrom(spec, defaults)),
  watchLines,
  ...linkOperations,
  ...bounceOperations,
]

const documentHeader: Header = {
  name: 'x-documento',
  text: {
    pt: 'Só os deste CPF ou CNPJ; vai no cabeçalho porque endereços ficam em registros.',
    en: 'Only those of this CPF or CNPJ; in a header, because addresses end up in logs.',
  },
  schema: parameter.document(),
}

const eventParameter: Header = {
  name: 'event',
  text: { pt: 'Só os deste evento.', en: 'Only those of this event.' },
  schema: Type.Enum([...alertEventNames]),
}

const parameterTexts: Readonly<Record<string, Text>> = {
  id: { pt: 'O id, como veio na criação ou na lista.', en: 'The id, as it came when it was made or listed.' },
  token: { pt: 'O código do link no e-mail.', en: 'The code of the link in the e-mail.' },
}

const defaults: OperationDefaults<OperationSpec> = {
  tag,
  credentials: 'query',
  roles: watchers,
  environments: ({ path }) => (path === sandboxEventsPath ? 'root' : 'both'),
  isKeyed: ({ creates, path }) => creates === true && path !== sandboxEventsPath,
  parameterTexts,
  answer: ({ answer, creates }, replayed) => ({
    text: creates ? { pt: 'Criado.', en: 'Created.' } : { pt: 'Como ficou.', en: 'As it now stands.' },
    schema: answer,
    ...(replayed.length > 0 && { headers: replayed }),
  }),
  problems: () => [],
}

/** Of a policy that goes with what is watched. */
const policyProblems: readonly ProblemCode[] = ['policy_unknown', 'policy_retired', 'policy_not_for_document']

const watchOperations: readonly OperationSpec[] = [
  {
    id: 'alertasDocumentosInclui',
    method: 'POST',
    path: watchesPath,
    summary: { pt: 'Acompanhar um documento', en: 'Watch a document' },
    description: {
      pt: 'Um cadastro por documento. Pede a finalidade monitoring no contrato: há de haver relação vigente.',
      en: 'One registration a document. Needs the purpose monitoring in the contract: there must be a live relation.',
    },
    request: WatchRequest,
    answer: WatchAnswer,
    creates: true,
    problems: [
      'purpose_not_allowed',
      'document_invalid',
      'document_not_in_sandbox',
      'alert_document_exists',
      ...policyProblems,
    ],
  },
  {
    id: 'alertasDocumentosLista',
    method: 'GET',
    path: watchesPath,
    summary: { pt: 'Listar os documentos acompanhados', en: 'List the documents watched' },
    description: { pt: 'Do mais novo para o mais antigo, por páginas.', en: 'Newest first, by pages.' },
    headers: [documentHeader],
    query: [eventParameter, ...pageParameters],
    answer: WatchesAnswer,
    problems: ['query_invalid', 'document_invalid'],
  },
  {
    id: 'alertasDocumentosLe',
    method: 'GET',
    path: `${watchesPath}/{id}`,
    summary: { pt: 'Um documento acompanhado', en: 'A document watched' },
    description: { pt: 'O cadastro.', en: 'The registration.' },
    answer: WatchAnswer,
    problems: ['alert_document_unknown'],
  },
  {
    id: 'alertasDocumentosAltera',
    method: 'PATCH',
    path: `${watchesPath}/{id}`,
    summary: { pt: 'Alterar um acompanhamento', en: 'Change what is watched' },
    description: {
      pt: 'Eventos, rótulo, último dia e política; null desfaz a escolha.',
      en: 'Events, label, last day and policy; null takes the choice back.',
    },
    request: WatchPatch,
    answer: WatchAnswer,
    problems: ['alert_document_unknown', 'alert_busy', 'purpose_not_allowed', ...policyProblems],
  },
  {
    id: 'alertasDocumentosExclui',
    method: 'DELETE',
    path: `${watchesPath}/{id}`,
    summary: { pt: 'Deixar de acompanhar', en: 'Stop watching' },
    description: {
      pt: 'As ocorrências que já houve continuam na lista.',
      en: 'The occurrences there were stay in their list.',
    },
    answer: RemovedAnswer,
    problems: ['alert_document_unknown'],
  },
]

const emailOperations: readonly OperationSpec[] = [
  {
    id: 'alertasEmailsInclui',
    method: 'POST',
    path: alertEmailsPath,
    summary: { pt: 'Cadastrar um e-mail', en: 'Register an e-mail address' },
    description: {
      pt: 'Enviamos um link de confirmação, que vale sete dias; antes dela nada mais é enviado. Até cinco links por endereço em 24 horas, e 200 por cliente.',
      en: 'We send a link to confirm, good for seven days; nothing else is sent before that. Up to five links an address in 24 hours, and 200 a client.',
    },
    request: AlertEmailRequest,
    answer: AlertEmailAnswer,
    creates: true,
    problems: ['alert_email_exists', 'alert_emails_too_many', 'document_invalid', 'rate_limited'],
  },
  {
    id: 'alertasEmailsLista',
    method: 'GET',
    path: alertEmailsPath,
    summary: { pt: 'Listar os e-mails', en: 'List the e-mail addresses' },
    description: { pt: 'Do mais novo para o mais antigo, por páginas.', en: 'Newest first, by pages.' },
    query: pageParameters,
    answer: AlertEmailsAnswer,
    problems: ['query_invalid'],
  },
  {
    id: 'alertasEmailsLe',
    method: 'GET',
    path: `${alertEmailsPath}/{id}`,
    summary: { pt: 'Um e-mail', en: 'An e-mail address' },
    description: {
      pt: 'Com o seu estado e, se parado, o motivo.',
      en: 'With its state and, when paused, the reason.',
    },
    answer: AlertEmailAnswer,
    problems: ['alert_email_unknown'],
  },
  {
    id: 'alertasEmailsAltera',
    method: 'PATCH',
    path: `${alertEmailsPath}/{id}`,
    summary: { pt: 'Alterar um e-mail', en: 'Change an e-mail address' },
    description: {
      pt: 'O que recebe, e se está parado. Outro endereço é outro cadastro.',
      en: 'What it receives, and whether it is paused. Another address is another registration.',
    },
    request: AlertEmailPatch,
    answer: AlertEmailAnswer,
    problems: ['alert_email_unknown', 'alert_busy', 'alert_email_state', 'document_invalid'],
  },
  {
    id: 'alertasEmailsExclui',
    method: 'DELETE',
    path: `${alertEmailsPath}/{id}`,
    summary: { pt: 'Remover um e-mail', en: 'Remove an e-mail address' },
    description: { pt: 'O que esperava envio é descartado.', en: 'What waited to be sent is dropped.' },
    answer: RemovedAnswer,
    problems: ['alert_email_unknown'],
  },
  {
    id: 'alertasEmailsConfirmacao',
    method: 'POST',
    path: `${alertEmailsPath}/{id}/confirmacao`,
    summary: { pt: 'Enviar de novo o link de confirmação', en: 'Send the link to confirm again' },
    description: {
      pt: 'No máximo uma vez por hora, e cinco links por endereço em 24 horas, enquanto não for confirmado.',
      en: 'At most once an hour, and five links an address in 24 hours, while it is not confirmed.',
    },
    answer: AlertEmailAnswer,
    problems: ['alert_email_unknown', 'alert_email_state', 'rate_limited'],
  },
]

const occurrenceOperations: readonly OperationSpec[] = [
  {
    id: 'alertasOcorrenciasLista',
    method: 'GET',
    path: occurrencesPath,
    summary: { pt: 'Listar as ocorrências', en: 'List the occurrences' },
    description: {
      pt: 'O que mudou nos documentos acompanhados, do mais novo para o mais antigo, por páginas.',
      en: 'What changed in the documents watched, newest first, by pages.',
    },
    headers: [documentHeader],
    query: [eventParameter, ...pageParameters],
    answer: OccurrencesAnswer,
    problems: ['query_invalid', 'document_invalid'],
  },
  {
    id: 'alertasOcorrenciasLe',
    method: 'GET',
    path: `${occurrencesPath}/{id}`,
    summary: { pt: 'Uma ocorrência', en: 'An occurrence' },
    description: { pt: 'Como foi enviada.', en: 'As it was sent.' },
    answer: OccurrenceAnswer,
    problems: ['occurrence_unknown'],
  },
  {
    id: 'alertasOcorrenciasEntregas',
    method: 'GET',
    path: `${occurrencesPath}/{id}/entregas`,
    summary: { pt: 'As entregas de uma ocorrência', en: 'The deliveries of an occurrence' },
    description: {
      pt: 'Para cada destino, cada tentativa: quando, o status e o começo da resposta.',
      en: 'For each target, each attempt: when, the status and the beginning of the answer.',
    },
    answer: DeliveriesAnswer,
    problems: ['occurrence_unknown'],
  },
  {
    id: 'alertasOcorrenciasReenvia',
    method: 'POST',
    path: `${occurrencesPath}/{id}/reenviar`,
    summary: { pt: 'Enviar de novo', en: 'Send again' },
    description: {
      pt: 'Ao que recebe este evento agora, webhooks e e-mails, com o mesmo id.',
      en: 'To whatever receives this event now, webhooks and e-mails, with the same id.',
    },
    answer: DeliveriesAnswer,
    problems: ['occurrence_unknown', 'purpose_not_allowed'],
  },
]

const sandboxOperations: readonly OperationSpec[] = [
  {
    id: 'sandboxEventos',
    method: 'POST',
    path: sandboxEventsPath,
    summary: { pt: 'Provocar um evento', en: 'Trigger an event' },
    description: {
      pt: 'Faz acontecer um evento, com dados inventados, a um documento de teste no seu sandbox.',
      en: 'Makes an event happen, with invented data, to a test document in your sandbox.',
    },
    request: SandboxEventRequest,
    answer: SandboxEventAnswer,
    creates: true,
    problems: ['document_invalid', 'document_not_in_sandbox'],
  },
]

const watchLines: Operation = {
  id: 'alertasDocumentosLote',
  method: 'POST',
  path: watchLinesPath,
  tag,
  credentials: 'query',
  roles: watchers,
  environments: 'both',
  summary: { pt: 'Acompanhar muitos documentos', en: 'Watch many documents' },
  description: {
    pt: `Até 100 mil linhas, um documento em cada: NDJSON, ou CSV com as colunas ${watchColumns.join(', ')} (eventos separados por espaço). A resposta tem uma linha para cada uma. Enviar de novo não repete nada: o que existe responde existing, com o seu id.`,
    en: `Up to 100 thousand lines, a document in each: NDJSON, or CSV with the columns ${watchColumns.join(', ')} (events separated by spaces). The answer has a line for each. Sending it again repeats nothing: what exists answers existing, with its id.`,
  },
  headers: commonHeaders,
  request: { schema: WatchRequest, required: true, mediaTypes: [...watchLineTypes] },
  answers: {
    200: {
      text: {
        pt: 'Linhas de JSON. Sem a última, a resposta foi cortada.',
        en: 'Lines of JSON. Without the last, the answer was cut.',
      },
      schema: Type.Union([WatchLine, WatchLinesEnd]),
      mediaType: ndjson,
    },
  },
  problems: [...problemsOfCaller(), 'media_type_unsupported', 'purpose_not_allowed', 'uploads_too_many'],
}

/** What the links in e-mails lead to: pages for people, and the one click of RFC 8058 for their mail programs. */
const linkOperations: readonly Operation[] = [
  {
    id: 'alertasConfirmacao',
    path: confirmationPath,
    name: { pt: 'Confirmar um e-mail', en: 'Confirm an address' },
  },
  {
    id: 'alertasDescadastro',
    path: unsubscribePath,
    name: { pt: 'Parar os e-mails', en: 'Stop the e-mails' },
  },
].flatMap(({ id, path, name }) =>
  (['GET', 'POST'] as const).map((method) => ({
    id: method === 'GET' ? `${id}Pagina` : id,
    method,
    path,
    pathParameters: pathParametersOf(path, parameterTexts),
    tag,
    summary: name,
    description:
      method === 'GET'
        ? {
            pt: 'A página com o botão; abri-la nada muda.',
            en: 'The page with the button; opening it changes nothing.',
          }
        : { pt: 'O próprio ato; o corpo não é lido.', en: 'The act itself; the body is not read.' },
    credentials: 'none' as const,
    environments: 'root' as const,
    headers: commonHeaders,
    answers: { 200: { text: { pt: 'Uma página.', en: 'A page.' }, mediaType: 'text/html' } },
    problems: [...problemsEverywhere, 'link_unknown' as const, 'alert_busy' as const],
  })),
)
