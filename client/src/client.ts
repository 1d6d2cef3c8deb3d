import { type Account, account } from './operations/account.ts'
import { type Alerts, alerts } from './operations/alerts.ts'
import { type Batches, batches } from './operations/batches.ts'
import { type Companies, companies } from './operations/companies.ts'
import { type Decisions, decisions } from './operations/decisions.ts'
import { type Listings, listings } from './operations/listings.ts'
import { type Policies, policies } from './operations/policies.ts'
import { type QueryBatches, queryBatches } from './operations/query-batches.ts'
import { type Reports, reports } from './operations/reports.ts'
import { type Sandbox, sandbox } from './operations/sandbox.ts'
import { type Webhooks, webhooks } from './operations/webhooks.ts'
import type { CallOptions, Connection, OperationCall } from './transport/connection.ts'
import { type SessionCredentials, sessionCredentials } from './transport/session.ts'
import { type ClientCredentials, tokenCredentials } from './transport/token.ts'
import { type Transport, transport } from './transport/transport.ts'

export type { ReportAnswer, ReportQuery } from './operations/reports.ts'
/** What its operations take and give, for programs that name it. */
export type { CallOptions, Connection, KeyedOptions } from './transport/connection.ts'
export type { Page } from './transport/pages.ts'
export type { ClientCredentials } from './transport/token.ts'

/** Every public operation of the service. */
export type Lastro = {
  readonly reports: Reports
  readonly queryBatches: QueryBatches
  readonly policies: Policies
  readonly decisions: Decisions
  readonly companies: Companies
  readonly listings: Listings
  readonly batches: Batches
  readonly alerts: Alerts
  readonly webhooks: Webhooks
  readonly account: Account
  readonly sandbox: Sandbox
  /** Any operation by its path, with the same credentials, retries and failures; its `result`. */
  readonly ask: <Result>(asked: OperationCall) => Promise<Result>
  /** The same, of an operation that answers a file. */
  readonly askFile: (asked: OperationCall) => Promise<Blob>
}

/** For programs: the credentials that the operator handed out. Never in a page: whoever opens it reads them. */
export function lastroClient({
  clientId,
  clientSecret,
  apiKey,
  ...connection
}: Connection & ClientCredentials): Lastro & {
  /** Ends the token that is held; the next call fetches another. */
  readonly signOut: (options?: CallOptions) => Promise<void>
} {
  const credentials = tokenCredentials(connection, { clientId, clientSecret, apiKey })
  return { ...operations(transport(connection, credentials)), signOut: credentials.revoke }
}

/** For pages of the service's own: whoever is signed in asks, by the cookie of the session. */
export const lastroSession = ({ csrfToken, ...connection }: Connection & SessionCredentials): Lastro =>
  operations(transport(connection, sessionCredentials({ csrfToken })))

const operations = (by: Transport): Lastro => ({
  reports: reports(by),
  queryBatches: queryBatches(by),
  policies: policies(by),
  decisions: decisions(by),
  companies: companies(by),
  listings: listings(by),
  batches: batches(by),
  alerts: alerts(by),
  webhooks: webhooks(by),
  account: account(by),
  sandbox: sandbox(by),
  ask: by.result,
  askFile: (asked) => by.send(asked, (answer) => answer.blob()),
})
