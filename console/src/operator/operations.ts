import type { Lastro } from '@lastro/client/client.ts'
import { step } from '@lastro/client/transport/connection.ts'
import type { Page } from '@lastro/client/transport/pages.ts'
import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { EntryRequest, Statement, StatementEntry } from '@lastro/contract/clients/statement.ts'
import type {
  DeclaredSource,
  NewSourceRequest,
  SourceCredentialsRequest,
  SourceTestResult,
} from '@lastro/contract/operator/declared-sources.ts'
import type { OperatorActsAnswer } from '@lastro/contract/operator/operator-acts.ts'
import type {
  ClientKey,
  ClientKeysAnswer,
  NewClientAnswer,
  NewClientRequest,
  NewKeyAnswer,
  NewSecretAnswer,
  OperatorClient,
  OperatorClientsAnswer,
  VersionedContract,
} from '@lastro/contract/operator/operator-clients.ts'
import type {
  CorrectionToldAnswer,
  UntoldCorrectionsAnswer,
} from '@lastro/contract/operator/operator-corrections.ts'
import type { CoverageDeclaration, CoverageOverview } from '@lastro/contract/operator/operator-coverage.ts'
import type { DataAnswer, DataSnapshot } from '@lastro/contract/operator/operator-data.ts'
import type { OperatorListing, QueuedListingsAnswer } from '@lastro/contract/operator/operator-listings.ts'
import type {
  QueueActAnswer,
  QueueDeliveriesAnswer,
  QueueDelivery,
  QueueJobsAnswer,
  QueueStatus,
} from '@lastro/contract/operator/operator-queue.ts'
import type { SourcesAnswer } from '@lastro/contract/operator/operator-sources.ts'
import type {
  TrailSearchAnswer,
  TrailSearchRequest,
  TrailStatusAnswer,
  TrailVerification,
  VerificationRequest,
} from '@lastro/contract/operator/operator-trail.ts'
import type { OperatorUsage, UsageByClient } from '@lastro/contract/operator/operator-usage.ts'
import type {
  NewUserAnswer,
  NewUserRequest,
  OperatorUser,
  OperatorUsersAnswer,
} from '@lastro/contract/operator/operator-users.ts'
import type { PersonFile, PersonFileRequest } from '@lastro/contract/person/person-file.ts'
import type {
  PersonAnswerRequest,
  PersonCorrectionRequest,
  PersonDisputeRequest,
  PersonRequest,
  PersonRequestsAnswer,
} from '@lastro/contract/person/person-requests.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { useMemo } from 'react'
import { useSession } from '../shell/session/session.ts'

/** The operations of whoever runs the service. They are the console's alone: no client of a program has them. */
export type OperatorOperations = ReturnType<typeof operatorOperations>

export function useOperator(): OperatorOperations {
  const { lastro } = useSession()
  return useMemo(() => operatorOperations(lastro), [lastro])
}

type Query = Readonly<Record<string, string | number | undefined>>
type Cursor = string | undefined

export type SourceVerb = 'ativar' | 'desativar'
export type UserVerb = 'desativar' | 'ativar' | 'desbloquear' | 'desligarTotp'
export type ListingVerb =
  | 'aprovar'
  | 'recusar'
  | 'suspender'
  | 'retomar'
  | 'baixar'
  | 'pagamento'
  | 'liberar'
  | 'contestacao'
export type QueueVerb = 'tentar' | 'abandonar'

const base = '/operador/v2'

export function operatorOperations({ ask, askFile }: Pick<Lastro, 'ask' | 'askFile'>) {
  const get = <Result>(path: string, query?: Query) =>
    ask<Result>({ method: 'GET', path: `${base}${path}`, atRoot: true, query, repeats: 'freely' })
  /** Makes something: the same key makes it once. */
  const make = <Result>(path: string, body?: object, idempotencyKey?: string) =>
    ask<Result>({
      method: 'POST',
      path: `${base}${path}`,
      atRoot: true,
      body,
      repeats: 'keyed',
      ...(idempotencyKey !== undefined && { options: { idempotencyKey } }),
    })
  /** Does something that a second time would refuse, or put on record twice. */
  const act = <Result>(path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    ask<Result>({ method: 'POST', path: `${base}${path}`, atRoot: true, body, headers, repeats: 'never' })
  const client = (id: string) => `/clientes/${step(id)}`
  return {
    clients: async (query: {
      environment?: Environment | undefined
      name?: string | undefined
      cursor: Cursor
      limit?: number
    }) => paged(await get<ResultOf<typeof OperatorClientsAnswer>>('/clientes', query), 'clients'),
    client: (id: string) => get<OperatorClient>(client(id)),
    createClient: (request: NewClientRequest) => make<ResultOf<typeof NewClientAnswer>>('/clientes', request),
    revokeClient: (id: string) => act<OperatorClient>(`${client(id)}/revogar`),
    renewSecret: (id: string) => make<ResultOf<typeof NewSecretAnswer>>(`${client(id)}/segredo`),
    contract: (id: string) => get<VersionedContract>(`${client(id)}/contrato`),
    setContract: (id: string, version: number, body: ClientContract) =>
      ask<VersionedContract>({
        method: 'PUT',
        path: `${base}${client(id)}/contrato`,
        atRoot: true,
        body,
        headers: { 'If-Match': `"${version}"` },
        // A second sending would find the version that the first one made.
        repeats: 'never',
      }),
    keys: async (id: string): Promise<readonly ClientKey[]> =>
      (await get<ResultOf<typeof ClientKeysAnswer>>(`${client(id)}/chaves`)).keys,
    rotateKey: (id: string, overlapMinutes: number) =>
      make<ResultOf<typeof NewKeyAnswer>>(`${client(id)}/chaves`, { overlapMinutes }),
    endKey: (id: string, keyId: string) =>
      ask<ClientKey>({
        method: 'DELETE',
        path: `${base}${client(id)}/chaves/${step(keyId)}`,
        atRoot: true,
        repeats: 'never',
      }),
    users: async (query: {
      clientId?: string | undefined
      role?: string | undefined
      cursor: Cursor
      limit?: number
    }) => paged(await get<ResultOf<typeof OperatorUsersAnswer>>('/usuarios', query), 'users'),
    createUser: (request: NewUserRequest) => make<ResultOf<typeof NewUserAnswer>>('/usuarios', request),
    resetPassword: (id: string) => make<ResultOf<typeof NewUserAnswer>>(`/usuarios/${step(id)}/senha`),
    onUser: (id: string, verb: UserVerb) => act<OperatorUser>(`/usuarios/${step(id)}/${verb}`),
    usage: (query: { environment: Environment; month: string; clientId?: string | undefined }) =>
      get<OperatorUsage>('/consumo', query),
    usageByClient: async (query: {
      environment: Environment
      month: string
      cursor: Cursor
      limit?: number
    }) => paged(await get<UsageByClient>('/consumo/clientes', query), 'clients'),
    statement: (id: string, month: string) => get<Statement>(`${client(id)}/extrato`, { month }),
    statementPdf: (id: string, month: string) =>
      askFile({
        method: 'GET',
        path: `${base}${client(id)}/extrato`,
        atRoot: true,
        query: { month },
        accept: 'application/pdf',
        repeats: 'freely',
      }),
    addEntry: (id: string, body: EntryRequest, key: string) =>
      make<StatementEntry>(`${client(id)}/lancamentos`, body, key),
    reverseEntry: (id: string, entryId: string, reason: string) =>
      make<StatementEntry>(`${client(id)}/lancamentos/${step(entryId)}/estorno`, { reason }),
    data: () => get<ResultOf<typeof DataAnswer>>('/dados'),
    useData: (id: string) => act<DataSnapshot>(`/dados/${step(id)}/usar`),
    coverage: (client?: string) => get<CoverageOverview>('/cobertura', { client }),
    shortenCoverage: (id: string, until: string) =>
      act<CoverageDeclaration>(`/cobertura/${step(id)}/encurtar`, { until }),
    withdrawCoverage: (id: string) => act<CoverageDeclaration>(`/cobertura/${step(id)}/retirar`),
    sources: () => get<ResultOf<typeof SourcesAnswer>>('/fontes'),
    declareSource: (body: NewSourceRequest) => make<DeclaredSource>('/fontes', body),
    onSource: (id: string, verb: SourceVerb) => act<DeclaredSource>(`/fontes/${step(id)}/${verb}`),
    testSource: (id: string, documento: string) =>
      act<SourceTestResult>(`/fontes/${step(id)}/teste`, { documento }),
    setSourceCredentials: (id: string, body: SourceCredentialsRequest) =>
      ask<DeclaredSource>({
        method: 'PUT',
        path: `${base}/fontes/${step(id)}/credenciais`,
        atRoot: true,
        body,
        repeats: 'freely',
      }),
    removeSource: (id: string) =>
      ask<DeclaredSource>({
        method: 'DELETE',
        path: `${base}/fontes/${step(id)}`,
        atRoot: true,
        repeats: 'never',
      }),
    trail: () => get<ResultOf<typeof TrailStatusAnswer>>('/trilha'),
    searchTrail: async (body: TrailSearchRequest) =>
      paged(await act<ResultOf<typeof TrailSearchAnswer>>('/trilha/busca', body), 'records'),
    verify: (request: VerificationRequest) => make<TrailVerification>('/trilha/verificacoes', request),
    verification: (id: string) => get<TrailVerification>(`/trilha/verificacoes/${step(id)}`),
    listings: async (query: {
      environment: Environment
      clientId?: string | undefined
      state?: string | undefined
      cursor: Cursor
    }) => paged(await get<ResultOf<typeof QueuedListingsAnswer>>('/anotacoes', query), 'listings'),
    listing: (id: string) => get<OperatorListing>(`/anotacoes/${step(id)}`),
    /** On the version that was looked at, and on no other. */
    onListing: (id: string, version: number, verb: ListingVerb, body: object) =>
      act<OperatorListing>(`/anotacoes/${step(id)}/${verb}`, body, { 'If-Match': `"${version}"` }),
    corrections: async (query: { environment: Environment; cursor: Cursor }) =>
      paged(await get<ResultOf<typeof UntoldCorrectionsAnswer>>('/correcoes', query), 'corrections'),
    correctionTold: (id: string, note: string) =>
      act<ResultOf<typeof CorrectionToldAnswer>>(`/correcoes/${step(id)}/comunicada`, { note }),
    personFile: (body: PersonFileRequest) => act<PersonFile>('/titular/arquivo', body),
    personLetter: (body: PersonFileRequest) =>
      askFile({
        method: 'POST',
        path: `${base}/titular/arquivo`,
        atRoot: true,
        body,
        accept: 'application/pdf',
        repeats: 'never',
      }),
    disputeForPerson: (body: PersonDisputeRequest) => make<PersonRequest>('/titular/contestacoes', body),
    correctForPerson: (body: PersonCorrectionRequest) => make<PersonRequest>('/titular/correcoes', body),
    personRequests: async (query: { state: string; cursor: Cursor }) =>
      paged(await get<ResultOf<typeof PersonRequestsAnswer>>('/titular/pedidos', query), 'requests'),
    overdueRequests: async () =>
      (await get<ResultOf<typeof PersonRequestsAnswer>>('/titular/pedidos', { limit: 1 })).overdueCount,
    personRequest: (id: string) => get<PersonRequest>(`/titular/pedidos/${step(id)}`),
    answerRequest: (id: string, body: PersonAnswerRequest) =>
      act<PersonRequest>(`/titular/pedidos/${step(id)}/resposta`, body),
    queue: () => get<QueueStatus>('/fila'),
    jobs: async (query: { topic: string; cursor: Cursor; limit?: number }) =>
      paged(await get<ResultOf<typeof QueueJobsAnswer>>('/fila/tarefas', query), 'jobs'),
    onJob: (id: string, verb: QueueVerb) =>
      act<ResultOf<typeof QueueActAnswer>>(`/fila/tarefas/${verb}`, { id }),
    deliveries: async (query: { kind: string | undefined; cursor: Cursor; limit?: number }) =>
      paged(await get<ResultOf<typeof QueueDeliveriesAnswer>>('/fila/entregas', query), 'deliveries'),
    onDelivery: ({ occurrenceId, targetId }: QueueDelivery, verb: QueueVerb) =>
      act<ResultOf<typeof QueueActAnswer>>(`/fila/entregas/${step(occurrenceId)}/${step(targetId)}/${verb}`),
    acts: async (query: { userId?: string | undefined; cursor: Cursor; limit?: number }) =>
      paged(await get<ResultOf<typeof OperatorActsAnswer>>('/atos', query), 'acts'),
  }
}

/** A page of the service's, under the name that every list here has. */
const paged = <Name extends string, Item>(
  result: { readonly [Key in Name]: readonly Item[] } & { readonly cursor?: string },
  name: Name,
): Page<Item> => ({ items: result[name], cursor: result.cursor })
