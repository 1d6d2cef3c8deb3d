import { hash } from 'node:crypto'
import { type ClientContract, repeatWindowHoursDefault } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { FeatureCode, Product } from '@lastro/contract/reports/products.ts'
import { purposes } from '@lastro/contract/reports/purposes.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Caller } from '../../http/caller.ts'
import type { Given } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'

/** What a query has told of itself so far. Its record says this much, wherever the query ends. */
export type Consulting = {
  readonly product: Product
  readonly call: Call
  /** When all that it asks was here. */
  askedAtMs: number
  /** Of a refused credential, whose it was; empty while nobody can be named. */
  clientId: string
  caller: Caller | undefined
  /** The person, where a session was the credential. */
  userId: string | undefined
  address: string
  /** Of the client, where a refused credential belongs to the other one. */
  environment: Environment
  document: DocumentNumber | ''
  features: readonly FeatureCode[]
  /** The listing versions that the report shows. */
  listings: string
  /** True when the plan leaves out what needs the scope `contact-data`. */
  isContactDataWithheld: boolean
  /** By which consultation the answer was first given; only where a document or a repeat will want to know. */
  given: Given | undefined
  /** Let in by the limits, which want to hear how it ended. */
  isAdmitted: boolean
  isRecorded: boolean
}

export const newConsulting = (product: Product, environment: Environment, call: Call): Consulting => ({
  product,
  call,
  askedAtMs: 0,
  clientId: '',
  caller: undefined,
  userId: undefined,
  address: '',
  environment,
  document: '',
  features: noFeatures,
  listings: '',
  isContactDataWithheld: false,
  given: undefined,
  isAdmitted: false,
  isRecorded: false,
})

const noFeatures: readonly FeatureCode[] = []

/** `answered`, `degraded`, `replayed`, or the code of a problem. */
export function draftOf(consulting: Consulting, outcome: string, atMs: number): ConsultationDraft {
  const { product, call, caller, features } = consulting
  const contract = caller?.contract
  const isAnswer = outcome === 'answered' || outcome === 'degraded'
  return {
    atMs,
    clientId: consulting.clientId,
    purpose: recordedPurpose(purposeOf(call, contract)),
    document: consulting.document,
    product: product.code,
    features: features.length === 0 ? '' : features.toSorted().join(),
    listings: consulting.listings,
    address: consulting.address,
    requestId: call.requestId,
    outcome,
    priceCents: isAnswer ? priceOf(product, features, contract?.prices) : undefined,
    key: call.headers.idempotencyKey === undefined ? '' : keyHash(call.headers.idempotencyKey),
    repeatWindowMs: (contract?.repeatWindowHours ?? repeatWindowHoursDefault) * hourMs,
    userId: consulting.userId,
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

/** The product's price and its features', in cents; what the contract does not price costs nothing. */
export function priceOf(
  product: Product,
  features: readonly FeatureCode[],
  prices: Readonly<Record<string, number>> | undefined,
): number {
  if (prices === undefined) return 0
  let cents = prices[product.code] ?? 0
  for (const code of features) cents += prices[code] ?? 0
  return cents
}
