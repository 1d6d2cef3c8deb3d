import { hash, randomUUID } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Clock } from '../clock.ts'
import type { Refusal, Reply } from './reply.ts'
import { isRefusal } from './route.ts'

/** How long a first answer is repeated. */
export const keptMs = 24 * 60 * 60_000

/**
 * Longer than any operation may take (`LASTRO_DEADLINE_MS` is at most a minute). After that the next caller may take
 * over.
 */
const claimMs = 120_000

export type Claim = {
  readonly environment: Environment
  readonly clientId: string
  readonly key: string
  readonly requestHash: string
  /** Identifies this attempt, so that one that lost its claim cannot complete or release its successor's. */
  readonly claim: string
  /** The process that does the work; undefined if the claim ends only by expiry. */
  readonly holder?: number | undefined
  readonly claimedUntilMs: number
  readonly expiresAtMs: number
}

export type ClaimOutcome =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'reused' }
  | { readonly kind: 'answered'; readonly answer: string }

/** One claim per key: the caller that makes it does the work; all others wait for its answer or repeat it. */
export type IdempotencyStore = {
  /** This process; undefined while other processes could not detect its death. */
  readonly holder: () => number | undefined
  readonly claim: (claim: Claim, nowMs: number) => Promise<ClaimOutcome>
  /** Extends a claim; false when another caller has taken it over. */
  readonly renew: (claim: Claim) => Promise<boolean>
  /** Saves the answer for repeats. */
  readonly complete: (claim: Claim, answer: string) => Promise<void>
  /** Releases the key: nothing was created. */
  readonly release: (claim: Claim) => Promise<void>
  readonly forget: (expiredBeforeMs: number) => Promise<number>
  /** Releases every key without an answer. For the start of a service that is the only one on its store. */
  readonly abandonAll: () => Promise<void>
  /** Releases every key without an answer that was claimed by a dead process. */
  readonly abandon: (holder: number) => Promise<void>
}

/** Whether this caller still has the claim. Checked before anything that may happen only once. */
export type StillClaimed = () => Promise<boolean>

type Keyed = {
  readonly environment: Environment
  readonly clientId: string
  readonly key: string
  /** The operation and the exact bytes sent: the same key with anything else is a mistake. */
  readonly operation: string
  readonly body: Buffer
}

/**
 * Runs work once for a key. A success is saved and repeated byte for byte for a day; a failure releases the key.
 * `giveAgain` records that an earlier answer is sent again, and may refuse that.
 */
export async function onceForKey(
  { idempotency, clock }: { readonly idempotency: IdempotencyStore; readonly clock: Clock },
  { environment, clientId, key, operation, body }: Keyed,
  work: (stillClaimed: StillClaimed) => Promise<Reply | Refusal>,
  giveAgain: (first: Reply) => Promise<Reply | Refusal>,
): Promise<Reply | Refusal> {
  if (!isKey(key)) return { code: 'idempotency_key_invalid' }
  const nowMs = clock.nowMs()
  const claim: Claim = {
    environment,
    clientId,
    key,
    requestHash: hash('sha256', Buffer.concat([Buffer.from(`${operation}\n`), body]), 'base64url'),
    claim: randomUUID(),
    holder: idempotency.holder(),
    claimedUntilMs: nowMs + claimMs,
    expiresAtMs: nowMs + keptMs,
  }
  const outcome = await idempotency.claim(claim, nowMs).catch((error: unknown) => {
    // The claim may have been committed before the connection was lost.
    giveBackLater(idempotency, claim)
    throw error
  })
  switch (outcome.kind) {
    case 'in_flight':
      return inFlight
    case 'reused':
      return { code: 'idempotency_key_reused' }
    case 'answered': {
      const again = await giveAgain(JSON.parse(outcome.answer))
      return isRefusal(again)
        ? again
        : { ...again, headers: { ...again.headers, 'Idempotency-Replayed': 'true' } }
    }
    case 'claimed':
      return finish({ idempotency, clock }, claim, work)
  }
}

export const inFlight: Refusal = { code: 'idempotency_key_in_flight', headers: { 'Retry-After': '1' } }

/** For responses whose repetition is not recorded. */
export const asItWas = async (first: Reply): Promise<Reply> => first

export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,128}$/.test(text)

async function finish(
  { idempotency, clock }: { readonly idempotency: IdempotencyStore; readonly clock: Clock },
  made: Claim,
  work: (stillClaimed: StillClaimed) => Promise<Reply | Refusal>,
): Promise<Reply | Refusal> {
  let claim = made
  const stillClaimed = async () => {
    // Nobody can have taken over the claim before it expires while other processes see that this one is alive.
    const nowMs = clock.nowMs()
    const holder = idempotency.holder()
    if (nowMs < claim.claimedUntilMs && claim.holder === holder) return true
    claim = { ...claim, holder, claimedUntilMs: nowMs + claimMs }
    return idempotency.renew(claim)
  }
  try {
    const reply = await work(stillClaimed)
    if (isRefusal(reply)) await idempotency.release(claim)
    else await idempotency.complete(claim, JSON.stringify(reply))
    return reply
  } catch (error) {
    await idempotency.release(claim).catch(() => giveBackLater(idempotency, claim))
    throw error
  }
}

const giveBackEveryMs = 500

/** By then the claim has expired. */
const giveBackTriesMax = claimMs / giveBackEveryMs

/** Releases a key once the store is back, so that a retry need not wait for the claim to expire. */
function giveBackLater(idempotency: IdempotencyStore, claim: Claim, tries = 1): void {
  const again = () =>
    idempotency.release(claim).catch(() => {
      if (tries < giveBackTriesMax) giveBackLater(idempotency, claim, tries + 1)
    })
  setTimeout(() => void again(), giveBackEveryMs).unref()
}
