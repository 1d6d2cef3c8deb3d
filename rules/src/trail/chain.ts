import { hash } from 'node:crypto'
import type { Billing, CallCost, Consultation, ConsultationDraft } from './consultation.ts'

/** The records of one commit, chained to those before. Changing any of them breaks every link that follows. */
export type Link = {
  readonly number: number
  readonly firstAtMs: number
  readonly lastAtMs: number
  /** One line a record, exactly as it was hashed. */
  readonly records: string
  /** SHA-256 of each record, one after another, so that a broken one can be named. */
  readonly recordHashes: Buffer
  readonly hash: string
}

const hashBytes = 32

/** What the first link is chained to. */
export const chainStart = '0'.repeat(64)

/**
 * A record as one line of JSON. Its fields are in a fixed order, since the hash is over this text. The optional ones
 * (user, reopened query, costs, coverage) come last, up to the last that has a value.
 */
export function recordText(of: ConsultationDraft, billing: Billing): string {
  const fields: unknown[] = [
    of.atMs,
    of.clientId,
    of.purpose,
    of.document,
    of.product,
    of.features,
    of.listings,
    of.address,
    of.requestId,
    of.outcome,
    billing === 'billed' ? 1 : 0,
    billing === 'billed' ? of.priceCents : 0,
    of.key,
  ]
  const optional = [of.userId, of.reopens, of.costs?.map(costFields), of.coverage]
  const last = optional.findLastIndex((field) => field !== undefined)
  for (const field of optional.slice(0, last + 1)) fields.push(field ?? null)
  return JSON.stringify(fields)
}

const costFields = ({ source, paidBy, calls, cents }: CallCost) => [source, paidBy, calls, cents] as const

const readCost = ([source, paidBy, calls, cents]: ReturnType<typeof costFields>): CallCost => ({
  source,
  paidBy,
  calls,
  cents,
})

/** A record without its place in the chain. */
export function readRecord(text: string): Omit<Consultation, 'environment' | 'number' | 'place'> {
  const [
    atMs,
    clientId,
    purpose,
    document,
    product,
    features,
    listings,
    address,
    requestId,
    outcome,
    billed,
    cents,
    key,
    userId,
    reopens,
    costs,
    coverage,
  ] = JSON.parse(text)
  return {
    atMs,
    clientId,
    purpose,
    document,
    product,
    features,
    listings,
    address,
    requestId,
    outcome,
    billed: billed === 1,
    cents,
    key,
    ...(typeof userId === 'string' && { userId }),
    ...(typeof reopens === 'string' && { reopens }),
    ...(Array.isArray(costs) && { costs: costs.map(readCost) }),
    ...(typeof coverage === 'string' && { coverage }),
  }
}

/** Chains what was settled to the link before it. */
export function linkOf(
  environment: string,
  previous: Previous,
  drafts: readonly ConsultationDraft[],
  billings: readonly Billing[],
): Link {
  const texts = drafts.map((one, at) => recordText(one, billings[at] ?? 'unbilled'))
  const recordHashes = Buffer.from(texts.map((text) => hash('sha256', text, 'latin1')).join(''), 'latin1')
  const link = {
    number: previous.number + 1,
    firstAtMs: drafts.reduce((first, one) => Math.min(first, one.atMs), Number.POSITIVE_INFINITY),
    lastAtMs: drafts.reduce((last, one) => Math.max(last, one.atMs), 0),
    records: texts.join('\n'),
    recordHashes,
  }
  return { ...link, hash: linkHash(environment, previous.hash, link) }
}

type Previous = { readonly number: number; readonly hash: string }

/** Over everything the link says: whose chain, after what, which number, which times, which records. */
function linkHash(environment: string, previousHash: string, link: Omit<Link, 'hash' | 'records'>): string {
  const head = `${environment} ${previousHash} ${link.number} ${link.firstAtMs} ${link.lastAtMs} `
  return hash('sha256', Buffer.concat([Buffer.from(head), link.recordHashes]), 'hex')
}

/** The first thing wrong with a link, by the place of the record in it; undefined when it holds. */
export function brokenPlace(environment: string, previous: Previous, link: Link): number | undefined {
  if (link.number !== previous.number + 1) return 0
  const texts = link.records.split('\n')
  for (const [place, text] of texts.entries()) {
    const kept = link.recordHashes.subarray(place * hashBytes, (place + 1) * hashBytes)
    if (!hash('sha256', text, 'buffer').equals(kept)) return place
  }
  if (link.recordHashes.length !== texts.length * hashBytes) return texts.length
  return link.hash === linkHash(environment, previous.hash, link) ? undefined : 0
}
