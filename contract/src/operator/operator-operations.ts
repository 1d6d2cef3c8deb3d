import { Type } from 'typebox'
import { ClientContract } from '../clients/client-contract.ts'
import { listingStates } from '../listings/listing-codes.ts'
import {
  type Header,
  type Operation,
  type OperationDefaults,
  type OperationSpec,
  operationFrom,
  pageParameters,
} from '../operation.ts'
import { personOperations } from '../person/person-operations.ts'
import type { ProblemCode } from '../problems/problems.ts'
import { roleNames } from '../roles.ts'
import type { Text } from '../text.ts'
import { OperatorActsAnswer } from './operator-acts.ts'
import {
  ClientKeyAnswer,
  ClientKeysAnswer,
  NewClientAnswer,
  NewClientRequest,
  NewKeyAnswer,
  NewSecretAnswer,
  OperatorClientAnswer,
  OperatorClientsAnswer,
  RotateKeyRequest,
  VersionedContractAnswer,
} from './operator-clients.ts'
import {
  CorrectionToldAnswer,
  CorrectionToldRequest,
  UntoldCorrectionsAnswer,
} from './operator-corrections.ts'
import {
  LiftRequest,
  OperatorDisputeRequest,
  OperatorListingAnswer,
  OperatorReleaseRequest,
  OperatorSuspensionRequest,
  PaymentRequest,
  QueuedListingsAnswer,
  ReasonRequest,
} from './operator-listings.ts'
import { clientParameter, environmentParameter, operatorPath } from './operator-parts.ts'
import {
  JobRequest,
  QueueActAnswer,
  QueueDeliveriesAnswer,
  QueueJobsAnswer,
  QueueStatusAnswer,
} from './operator-queue.ts'
import { SourcesAnswer } from './operator-sources.ts'
import {
  TrailSearchAnswer,
  TrailSearchRequest,
  TrailStatusAnswer,
  TrailVerificationAnswer,
  VerificationRequest,
} from './operator-trail.ts'
import { OperatorUsageAnswer, UsageByClientAnswer } from './operator-usage.ts'
import { NewUserAnswer, NewUserRequest, OperatorUserAnswer, OperatorUsersAnswer } from './operator-users.ts'

/** What the person who runs the service does over HTTP, signed in. A key or token of a client opens none of it. */
export const operatorOperations = (): readonly Operation[] =>
  [
    ...clientOperations,
    ...contractOperations,
    ...keyOperations,
    ...userOperations,
    ...usageOperations,
    ...trailOperations,
    ...listingOperations,
    ...correctionOperations,
    ...personOperations,
    ...queueOperations,
    ...actOperations,
  ].map((spec) => operationFrom(spec, defaults))

const etag: Header = {
  name: 'ETag',
  text: { pt: 'A versão, para If-Match.', en: 'The version, for If-Match.' },
  schema: Type.String({ examples: ['"4"'] }),
}

const ifMatch: Header = {
  name: 'If-Match',
  text: {
    pt: 'O ETag do contrato como foi lido; obrigatório.',
    en: 'The ETag of the contract as it was read; required.',
  },
  schema: Type.String({ examples: ['"4"'] }),
}

type OperatorSpec = OperationSpec & {
  readonly isVersioned?: true
  /** The same answer in forms for people. */
  readonly documents?: readonly string[]
}

const defaults: OperationDefaults<OperatorSpec> = {
  tag: { pt: 'Operador', en: 'Operator' },
  credentials: 'operator',
  environments: () => 'root',
  isKeyed: ({ creates }) => creates === true,
  parameterTexts: {
    id: { pt: 'O id.', en: 'The id.' },
    chaveId: { pt: 'O id da chave.', en: 'The id of the key.' },
    destinoId: { pt: 'O id do webhook ou e-mail.', en: 'The id of the webhook or address.' },
  },
  answer: ({ answer, creates, isVersioned, documents }, replayed) => ({
    text: creates ? { pt: 'Criado.', en: 'Created.' } : { pt: 'Como está.', en: 'As it stands.' },
    schema: answer,
    ...(documents !== undefined && { documents }),
    headers: [...(isVersioned ? [etag] : []), ...replayed],
  }),
  problems: ({ query }) => (query === undefined ? [] : ['query_invalid']),
}

const clientsPath = `${operatorPath}/clientes`
const clientPath = `${clientsPath}/{id}`

const clientOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorClientesLista',
    method: 'GET',
    path: clientsPath,
    summary: { pt: 'Listar os clientes', en: 'List the clients' },
    description: { pt: 'Do mais novo para o mais antigo, por páginas.', en: 'Newest first, by pages.' },
    query: [
      { ...environmentParameter, text: { pt: 'Só deste ambiente.', en: 'Of this environment only.' } },
      {
        name: 'name',
        text: { pt: 'Só os que têm isto no nome.', en: 'Only those with this in their name.' },
        schema: Type.String(),
      },
      ...pageParameters,
    ],
    answer: OperatorClientsAnswer,
  },
  {
    id: 'operadorClientesInclui',
    method: 'POST',
    path: clientsPath,
    summary: { pt: 'Criar um cliente', en: 'Create a client' },
    description: {
      pt: 'Segredo e chave aparecem só nesta resposta. No sandbox nasce com tudo contratado; em produção, com nada.',
      en: 'Secret and key are shown in this answer only. In the sandbox it starts with everything contracted; in production with nothing.',
    },
    request: NewClientRequest,
    answer: NewClientAnswer,
    creates: true,
  },
  {
    id: 'operadorClientesLe',
    method: 'GET',
    path: clientPath,
    summary: { pt: 'Um cliente', en: 'A client' },
    description: { pt: 'Quem é e se vale.', en: 'Who it is and whether it is alive.' },
    answer: OperatorClientAnswer,
    problems: ['client_unknown'],
  },
  {
    id: 'operadorClientesRevoga',
    method: 'POST',
    path: `${clientPath}/revogar`,
    summary: { pt: 'Revogar um cliente', en: 'Revoke a client' },
    description: {
      pt: 'Ele e tudo o que é dele deixam de responder em até 5 segundos. Não há volta.',
      en: 'It and all that is its own stop answering within 5 seconds. There is no way back.',
    },
    answer: OperatorClientAnswer,
    problems: ['client_unknown', 'client_revoked'],
  },
  {
    id: 'operadorClientesSegredo',
    method: 'POST',
    path: `${clientPath}/segredo`,
    summary: { pt: 'Novo segredo de cliente', en: 'New client secret' },
    description: {
      pt: 'O anterior deixa de gerar tokens já; os tokens vivos seguem até vencer. Aparece só nesta resposta.',
      en: 'The one before generates no more tokens from now on; live tokens last until they expire. It is shown in this answer only.',
    },
    answer: NewSecretAnswer,
    creates: true,
    problems: ['client_unknown', 'client_revoked'],
  },
]

const contractPath = `${clientPath}/contrato`

const contractOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorContratoLe',
    method: 'GET',
    path: contractPath,
    summary: { pt: 'O contrato de um cliente', en: "A client's contract" },
    description: { pt: 'Inteiro, com a sua versão.', en: 'The whole of it, with its version.' },
    answer: VersionedContractAnswer,
    isVersioned: true,
    problems: ['client_unknown'],
  },
  {
    id: 'operadorContratoDefine',
    method: 'PUT',
    path: contractPath,
    summary: { pt: 'Definir o contrato', en: 'Set the contract' },
    description: {
      pt: 'O contrato inteiro: o que não for dito deixa de valer. Vale para as consultas em até 5 segundos.',
      en: 'The whole contract: what is not named no longer holds. Queries follow it within 5 seconds.',
    },
    headers: [ifMatch],
    request: ClientContract,
    answer: VersionedContractAnswer,
    isVersioned: true,
    problems: ['client_unknown', 'client_revoked', 'contract_changed', 'contract_version_required'],
  },
]

const keysPath = `${clientPath}/chaves`

const keyOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorChavesLista',
    method: 'GET',
    path: keysPath,
    summary: { pt: 'As chaves de um cliente', en: "A client's keys" },
    description: {
      pt: 'Começo e fim de cada uma, da mais nova para a mais antiga, até 200.',
      en: 'How each begins and ends, newest first, up to 200.',
    },
    answer: ClientKeysAnswer,
    problems: ['client_unknown'],
  },
  {
    id: 'operadorChavesRotaciona',
    method: 'POST',
    path: keysPath,
    summary: { pt: 'Trocar a chave', en: 'Rotate the key' },
    description: {
      pt: 'Uma chave nova, que aparece só nesta resposta; as anteriores valem pelos minutos pedidos.',
      en: 'A new key, shown in this answer only; the earlier ones work for the minutes asked.',
    },
    request: RotateKeyRequest,
    answer: NewKeyAnswer,
    creates: true,
    problems: ['client_unknown', 'client_revoked'],
  },
  {
    id: 'operadorChavesEncerra',
    method: 'DELETE',
    path: `${keysPath}/{chaveId}`,
    summary: { pt: 'Encerrar uma chave', en: 'End a key' },
    description: {
      pt: 'Deixa de responder em até 5 segundos.',
      en: 'It stops answering within 5 seconds.',
    },
    answer: ClientKeyAnswer,
    problems: ['client_unknown', 'client_key_unknown'],
  },
]

const usersPath = `${operatorPath}/usuarios`
const userPath = `${usersPath}/{id}`

const userAct = (
  verb: string,
  path: string,
  summary: Text,
  description: Text,
  more: Pick<OperatorSpec, 'answer'> & Partial<OperatorSpec> = { answer: OperatorUserAnswer },
): OperatorSpec => ({
  id: `operadorUsuarios${verb}`,
  method: 'POST',
  path: `${userPath}/${path}`,
  summary,
  description,
  problems: ['user_unknown'],
  ...more,
})

const userOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorUsuariosLista',
    method: 'GET',
    path: usersPath,
    summary: { pt: 'Listar as pessoas', en: 'List the people' },
    description: {
      pt: 'Quem pode entrar: as de um cliente, os operadores, ou todas, por páginas.',
      en: "Who may sign in: a client's, the operators, or all, by pages.",
    },
    query: [
      clientParameter,
      {
        name: 'role',
        text: { pt: 'Só as que têm este papel.', en: 'Only those with this role.' },
        schema: Type.Enum([...roleNames]),
      },
      ...pageParameters,
    ],
    answer: OperatorUsersAnswer,
  },
  {
    id: 'operadorUsuariosInclui',
    method: 'POST',
    path: usersPath,
    summary: { pt: 'Criar uma pessoa', en: 'Create a person' },
    description: {
      pt: 'A senha aparece só nesta resposta.',
      en: 'The password is shown in this answer only.',
    },
    request: NewUserRequest,
    answer: NewUserAnswer,
    creates: true,
    problems: ['client_unknown', 'user_email_taken'],
  },
  userAct(
    'Desativa',
    'desativar',
    { pt: 'Desativar', en: 'Disable' },
    {
      pt: 'Não entra mais, e as suas sessões acabam já.',
      en: 'It signs in no more, and its sessions end at once.',
    },
    { answer: OperatorUserAnswer, problems: ['user_unknown', 'operator_last'] },
  ),
  userAct(
    'Ativa',
    'ativar',
    { pt: 'Ativar de novo', en: 'Enable again' },
    { pt: 'Volta a entrar com a mesma senha.', en: 'It signs in again with the same password.' },
  ),
  userAct(
    'Senha',
    'senha',
    { pt: 'Nova senha', en: 'New password' },
    {
      pt: 'Aparece só nesta resposta; as sessões da pessoa acabam.',
      en: "It is shown in this answer only; the person's sessions end.",
    },
    { answer: NewUserAnswer, creates: true },
  ),
  userAct(
    'Desbloqueia',
    'desbloquear',
    { pt: 'Desbloquear', en: 'Unlock' },
    { pt: 'Acaba a espera depois de senhas erradas.', en: 'Ends the wait after wrong passwords.' },
  ),
  userAct(
    'DesligaTotp',
    'desligarTotp',
    { pt: 'Desligar o código temporário', en: 'Turn one-time codes off' },
    { pt: 'Para quem perdeu o aparelho.', en: 'For whoever lost the device.' },
  ),
]

const monthParameter: Header = {
  name: 'month',
  text: {
    pt: 'O mês, como 2026-03; o corrente quando ausente.',
    en: 'The month, such as 2026-03; the current one when absent.',
  },
  schema: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
}

const usageOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorConsumo',
    method: 'GET',
    path: `${operatorPath}/consumo`,
    summary: { pt: 'Consumo por dia e produto', en: 'Usage by day and product' },
    description: {
      pt: 'As consultas respondidas de um mês, de todos os clientes ou de um.',
      en: "A month's answered queries, of all clients or of one.",
    },
    query: [environmentParameter, monthParameter, clientParameter],
    answer: OperatorUsageAnswer,
  },
  {
    id: 'operadorConsumoClientes',
    method: 'GET',
    path: `${operatorPath}/consumo/clientes`,
    summary: { pt: 'Consumo por cliente', en: 'Usage by client' },
    description: {
      pt: 'Os clientes que consultaram no mês, em ordem de id, por páginas.',
      en: 'The clients that queried in the month, in the order of their ids, by pages.',
    },
    query: [environmentParameter, monthParameter, ...pageParameters],
    answer: UsageByClientAnswer,
  },
  {
    id: 'operadorFontes',
    method: 'GET',
    path: `${operatorPath}/fontes`,
    summary: { pt: 'As fontes', en: 'The sources' },
    description: {
      pt: 'Como cada fonte respondeu nos últimos minutos, medido pelo processo que responde.',
      en: 'How each source has answered in the last minutes, measured by the process that answers.',
    },
    answer: SourcesAnswer,
  },
]

const verificationsPath = `${operatorPath}/trilha/verificacoes`

const trailOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorTrilha',
    method: 'GET',
    path: `${operatorPath}/trilha`,
    summary: { pt: 'Situação da trilha', en: 'State of the trail' },
    description: {
      pt: 'O último elo de cada cadeia e a última verificação.',
      en: 'The last link of each chain and the last verification.',
    },
    answer: TrailStatusAnswer,
  },
  {
    id: 'operadorTrilhaBusca',
    method: 'POST',
    path: `${operatorPath}/trilha/busca`,
    summary: { pt: 'Procurar consultas', en: 'Search consultations' },
    description: {
      pt: 'Por documento, cliente, chamada e tempo, da mais nova para a mais antiga. Toda busca fica registrada.',
      en: 'By document, client, call and time, newest first. Every search is put on record.',
    },
    request: TrailSearchRequest,
    answer: TrailSearchAnswer,
    problems: ['document_invalid'],
  },
  {
    id: 'operadorTrilhaVerifica',
    method: 'POST',
    path: verificationsPath,
    summary: { pt: 'Verificar a cadeia', en: 'Verify the chain' },
    description: {
      pt: 'Começa a percorrer a cadeia inteira, ao lado do serviço. Uma de cada vez.',
      en: 'Begins to walk the whole chain, beside the service. One at a time.',
    },
    request: VerificationRequest,
    answer: TrailVerificationAnswer,
    creates: true,
    problems: ['verification_running'],
  },
  {
    id: 'operadorTrilhaVerificacao',
    method: 'GET',
    path: `${verificationsPath}/{id}`,
    summary: { pt: 'Uma verificação', en: 'A verification' },
    description: { pt: 'Até onde foi e o que achou.', en: 'How far it is and what it found.' },
    answer: TrailVerificationAnswer,
    problems: ['verification_unknown'],
  },
]

const listingsPath = `${operatorPath}/anotacoes`
const listingPath = `${listingsPath}/{id}`

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
  request,
  answer: OperatorListingAnswer,
  problems: [...listingProblems, ...problems],
})

const listingProblems: readonly ProblemCode[] = [
  'listing_unknown',
  'listing_state',
  'listing_busy',
  'listing_refused',
]

const listingOperations: readonly OperatorSpec[] = [
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
  listingAct('Baixa', 'baixar', { pt: 'Baixar', en: 'Release' }, OperatorReleaseRequest),
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

const correctionsPath = `${operatorPath}/correcoes`

const correctionOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorCorrecoesLista',
    method: 'GET',
    path: correctionsPath,
    summary: { pt: 'Correções que ninguém comunicou', en: 'Corrections that nobody has told' },
    description: {
      pt: 'Quem viu um erro, ou o devedor, sem canal, revogado, sem entrega, ou além dos cinco dias úteis; a mais antiga primeiro, por páginas.',
      en: 'Whoever was shown an error, or the debtor, without a channel, revoked, not reached, or past the five business days; the oldest first, by pages.',
    },
    query: [environmentParameter, ...pageParameters],
    answer: UntoldCorrectionsAnswer,
  },
  {
    id: 'operadorCorrecoesComunica',
    method: 'POST',
    path: `${correctionsPath}/{id}/comunicada`,
    summary: { pt: 'Registrar uma correção comunicada', en: 'Record that a correction was told' },
    description: {
      pt: 'Alguém a comunicou de outro modo: sai da lista, e a marca na consulta diz quando.',
      en: 'Somebody told it in another way: it leaves the list, and the mark on the consultation says when.',
    },
    request: CorrectionToldRequest,
    answer: CorrectionToldAnswer,
    problems: ['correction_unknown'],
  },
]

const queuePath = `${operatorPath}/fila`
const jobsPath = `${queuePath}/tarefas`
const deliveryPath = `${queuePath}/entregas/{id}/{destinoId}`

const retry: Text = { pt: 'Tentar já', en: 'Try at once' }
const giveUp: Text = { pt: 'Abandonar', en: 'Give up' }

const queueOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorFila',
    method: 'GET',
    path: queuePath,
    summary: { pt: 'O que espera', en: 'What waits' },
    description: {
      pt: 'Tarefas por assunto, entregas, e o que espera por uma configuração.',
      en: 'Work by topic, deliveries, and what waits for a setting.',
    },
    answer: QueueStatusAnswer,
  },
  {
    id: 'operadorTarefasLista',
    method: 'GET',
    path: jobsPath,
    summary: { pt: 'As tarefas que esperam', en: 'The work that waits' },
    description: {
      pt: 'De um assunto, na ordem em que serão tentadas, por páginas.',
      en: 'Of one topic, in the order in which they will be tried, by pages.',
    },
    query: [
      {
        name: 'topic',
        text: { pt: 'O assunto; obrigatório.', en: 'The topic; required.' },
        schema: Type.String(),
      },
      ...pageParameters,
    ],
    answer: QueueJobsAnswer,
  },
  {
    id: 'operadorTarefasTenta',
    method: 'POST',
    path: `${jobsPath}/tentar`,
    summary: retry,
    description: { pt: 'Será feita em segundos.', en: 'It is done within seconds.' },
    request: JobRequest,
    answer: QueueActAnswer,
    problems: ['job_unknown', 'job_under_way', 'job_not_tried'],
  },
  {
    id: 'operadorTarefasAbandona',
    method: 'POST',
    path: `${jobsPath}/abandonar`,
    summary: giveUp,
    description: {
      pt: 'Só onde nada se perde além do próprio aviso; veja mayGiveUp.',
      en: 'Only where nothing is lost but the message itself; see mayGiveUp.',
    },
    request: JobRequest,
    answer: QueueActAnswer,
    problems: ['job_unknown', 'job_under_way', 'job_not_given_up'],
  },
  {
    id: 'operadorEntregasLista',
    method: 'GET',
    path: `${queuePath}/entregas`,
    summary: { pt: 'As entregas com problema', en: 'Deliveries in trouble' },
    description: {
      pt: 'As que já falharam e esperam outra tentativa, na ordem em que a terão, por páginas.',
      en: 'Those that failed before and wait for another try, in the order of those tries, by pages.',
    },
    query: [
      {
        name: 'kind',
        text: { pt: 'webhook ou email.', en: 'webhook or email.' },
        schema: Type.Enum(['webhook', 'email']),
      },
      ...pageParameters,
    ],
    answer: QueueDeliveriesAnswer,
  },
  {
    id: 'operadorEntregasTenta',
    method: 'POST',
    path: `${deliveryPath}/tentar`,
    summary: retry,
    description: { pt: 'Será enviada em segundos.', en: 'It is sent within seconds.' },
    answer: QueueActAnswer,
    problems: ['delivery_unknown'],
  },
  {
    id: 'operadorEntregasAbandona',
    method: 'POST',
    path: `${deliveryPath}/abandonar`,
    summary: giveUp,
    description: { pt: 'Não será mais enviada.', en: 'It is not sent any more.' },
    answer: QueueActAnswer,
    problems: ['delivery_unknown'],
  },
]

const actOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorAtos',
    method: 'GET',
    path: `${operatorPath}/atos`,
    summary: { pt: 'O que os operadores fizeram', en: 'What the operators did' },
    description: { pt: 'Do mais novo para o mais antigo, por páginas.', en: 'Newest first, by pages.' },
    query: [
      {
        name: 'userId',
        text: { pt: 'Só desta pessoa.', en: 'Of this person only.' },
        schema: Type.String(),
      },
      ...pageParameters,
    ],
    answer: OperatorActsAnswer,
  },
]
