import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Clock } from '../clock.ts'
import type { Alerts } from '../features/alerts/open-alerts.ts'
import type { Webhooks } from '../features/alerts/webhooks/open-webhooks.ts'
import type { ListingDeps } from '../features/listings/change-debt.ts'
import type { CreditorCount } from '../features/listings/creditor-count.ts'
import type { OperatorDeps } from '../features/operator/operator-routes.ts'
import type { ReadPublicData } from '../features/person/person-deps.ts'
import type { IssuerSettings } from '../features/person/sign-in/issuer.ts'
import type { CompanySearch } from '../features/public-data/search/company-search.ts'
import type { Source } from '../features/reports/source.ts'
import type { Seal } from '../features/sealing/sealed-secrets.ts'
import type { Log } from '../http/health/log.ts'
import type { Figures } from '../http/health/metrics.ts'
import type { DeclaredSources } from '../sources/outward/declared-sources.ts'
import type { Store } from '../store/store.ts'
import type { BackgroundJobs } from './background-jobs.ts'
import type { Traces } from './traces/traces.ts'

/** What the operator's operations need besides the store. */
export type OperatorAppDeps = Pick<
  OperatorDeps,
  'walkChain' | 'heldBack' | 'process' | 'contact' | 'operatorName'
>

export type AppDeps = {
  readonly store: Store
  readonly operator: OperatorAppDeps
  readonly sources: Readonly<Record<Environment, readonly Source[]>>
  /** Providers that the operator declared, and what their credentials are sealed under. */
  readonly declared: DeclaredSources
  readonly sourceSeal: Seal
  /** Companies of production; the sandbox has its own. */
  readonly companySearch: CompanySearch
  readonly readPublicData: ReadPublicData
  readonly listings: ListingDeps
  /** Counts the creditors of production with an accepted debt. */
  readonly creditors: CreditorCount
  /** Whoever posts delivery reports sends this; undefined takes none. */
  readonly noticeReportToken: string | undefined
  readonly alerts: Pick<Alerts, 'deliverEmails' | 'record' | 'tellReader'>
  readonly tellRegister: BackgroundJobs['tellRegister']
  readonly webhooks: Pick<Webhooks, 'guard' | 'seal' | 'send' | 'deliverRegister'>
  /** What the keys of kept reports are sealed under. */
  readonly reportSeal: Seal
  /** Who vouches for people on file that want to see it themselves; undefined where nobody does. */
  readonly issuer: IssuerSettings | undefined
  /** What the secrets of sign-in are kept under, and where people reach the service. */
  readonly signIn: { readonly seal: Seal; readonly publicUrl: string | undefined }
  /** Where this process listens. */
  readonly port: () => number
  readonly clock: Clock
  readonly log: Log
  readonly deadlineMs: number
  readonly requestsInFlightMax: number
  /** Whether other processes serve the same clients, and rates must be counted together. */
  readonly sharesRates: boolean
  readonly trustedProxies: readonly string[]
  /** Networks (CIDR) that read `/metrics`, besides this machine. */
  readonly metricsNetworks: readonly string[]
  /** Adds the figures of the other processes behind the same port to one's own. */
  readonly metricsFromAll?: (own: () => Promise<Figures>) => () => Promise<string>
  /** Spans around queries; none unless an exporter is configured. */
  readonly traces?: Traces
  /** The catalogue, unless a test brings its own. */
  readonly products?: readonly Product[]
  /** Where the built console is, unless a test says otherwise. */
  readonly consoleDirectory?: string
}
