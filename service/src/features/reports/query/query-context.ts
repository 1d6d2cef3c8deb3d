import { hash } from 'node:crypto'
import { type ClientContract, repeatWindowHoursDefault } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { FeatureCode, Product } from '@lastro/contract/reports/products.ts'
import { purposes } from '@lastro/contract/reports/purposes.ts'
import type { ReportMeta } from '@lastro/reading/outline.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { reopenedOutcome } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Given } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'
import type { Bought } from '../source.ts'
import { type QueryCosts, recordedCosts } from './query-costs.ts'

/** What is known of a query so far. Its record says this much, wherever the query ends. */
export type QueryContext = {
  readonly product: Product
  readonly call: Call
  /** The one that was called. */
  readonly environment: Environment
  /** The one whose trail has the record: the client's own, where a refused credential belongs to the other. */
  trailEnvironment: Environment
  /** When all that it asks was here. */
  askedAtMs: number
  /** Of a refused credential, whose it was; empty while nobody can be named. */
  clientId: string
  caller: Caller | undefined
  /** The person, where a session was the credential. */
  userId: string | undefined
  address: string
  document: DocumentNumber | ''
  features: readonly FeatureCode[]
  /** Whether the price of the product is due: one of its own sections was answered. */
  isProductDue: boolean
  /** Those of the features that a source answered: the others cost nothing. */
  paidFeatures: readonly FeatureCode[]
  /** The coverage of the answered report, as the trail records it. */
  coverage: string | undefined
  /** The listings that the report shows, as the trail has them: `id:version,…`. */
  shownVersions: string
  /** What providers were called for it. */
  costs: QueryCosts | undefined
  /** What they answered, which is kept with the report. */
  bought: Bought | undefined
  /** Of when the oldest copy is that answered for a provider which failed. */
  copiedAtMs: number | undefined
  /** True when the plan leaves out what needs the scope `contact-data`. */
  isContactDataWithheld: boolean
  /** By which consultation the answer was first given; only where a document or a repeat will want to know. */
  given: Given | undefined
  /** Of a report that goes out again under its key: what the first was asked for. */
  firstPurpose: string | undefined
  /** Of such a report: when something was left out of it, and why. */
  reopened: ReportMeta['reopened']
  /** True when its outcome names the consultation, whatever its headers ask for: a decision rests on one. */
  tellsGiven: boolean
  /** Set once a report is on record that the caller's contract keeps: the consultation, and its purpose. */
  toKeep: { readonly given: Given; readonly purpose: string } | undefined
  /** Lets the same query of the same client go on, which waits for this one. */
  endUnderWay: (() => void) | undefined
  /** Let in by the limits, which are to hear how it ended. */
  isAdmitted: boolean
  isRecorded: boolean
  /** A report was put on record, and leaves. */
  isAnswered: boolean
}

export const newQueryContext = (product: Product, environment: Environment, call: Call): QueryContext => ({
  product,
  call,
  environment,
  trailEnvironment: environment,
  askedAtMs: 0,
  clientId: '',
  caller: undefined,
  userId: undefined,
  address: '',
  document: '',
  features: noFeatures,
  isProductDue: false,
  paidFeatures: noFeatures,
  coverage: undefined,
  shownVersions: '',
  costs: undefined,
  bought: undefined,
  copiedAtMs: undefined,
  isContactDataWithheld: false,
  given: undefined,
  firstPurpose: undefined,
  reopened: undefined,
  tellsGiven: false,
  toKeep: undefined,
  endUnderWay: undefined,
  isAdmitted: false,
  isRecorded: false,
  isAnswered: false,
})

const noFeatures: readonly FeatureCode[] = []

/** The record of a query. Its outcome is `answered`, `degraded`, `reopened`, or the code of a problem. */
export function draftOf(context: QueryContext, outcome: string, atMs: number): ConsultationDraft {
  const { product, call, caller, features } = context
  const contract = caller?.contract
  const isAnswer = outcome === 'answered' || outcome === 'degraded'
  const costs = context.costs === undefined ? undefined : recordedCosts(context.costs.all())
  return {
    atMs,
    clientId: context.clientId,
    purpose: recordedPurpose(context.firstPurpose ?? purposeOf(call, contract)),
    document: context.document,
    product: product.code,
    features: features.length === 0 ? '' : features.toSorted().join(),
    listings: context.shownVersions,
    address: context.address,
    requestId: call.requestId,
    outcome,
    priceCents: isAnswer ? priceOf(context, contract?.prices) : undefined,
    key: call.headers.idempotencyKey === undefined ? '' : keyHash(call.headers.idempotencyKey),
    repeatWindowMs: (contract?.repeatWindowHours ?? repeatWindowHoursDefault) * hourMs,
    userId: context.userId,
    costs,
    coverage: isAnswer ? context.coverage : undefined,
    copiedAtMs: context.copiedAtMs,
    reopens: outcome === reopenedOutcome ? context.given?.requestId : undefined,
  }
}

/** A caller chooses its keys, and may put anything into them; the trail keeps enough to tell them apart. */
const keyHash = (key: string): string => hash('sha256', key, 'base64url').slice(0, 22)

const hourMs = 3_600_000

/** Why the caller asks: by header, or by the contract's default. */
export const purposeOf = ({ headers }: Call, contract: ClientContract | undefined): string | undefined =>
  headers.purpose ?? contract?.defaultPurpose

/** A purpose that is not one of ours is a caller's free text, and has no place in the trail. */
const recordedPurpose = (purpose: string | undefined): string =>
  purpose === undefined || knownPurposes.has(purpose) ? (purpose ?? '') : 'unknown'

const knownPurposes: ReadonlySet<string> = new Set(Object.keys(purposes))

/** What is due for the product and its features, in cents; what the contract does not price costs nothing. */
export function priceOf(
  { product, isProductDue, paidFeatures }: Pick<QueryContext, 'product' | 'isProductDue' | 'paidFeatures'>,
  prices: Readonly<Record<string, number>> | undefined,
): number {
  if (prices === undefined) return 0
  let cents = isProductDue ? (prices[product.code] ?? 0) : 0
  for (const code of paidFeatures) cents += prices[code] ?? 0
  return cents
}
