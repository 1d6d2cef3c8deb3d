import { hash, randomUUID } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Clock } from '../clock.ts'
import type { Refusal, Reply } from './reply.ts'
import { isRefusal } from './route.ts'

/** How long a first answer is repeated. */
export const keptMs = 24 * 60 * 60_000

/** Longer than any operation may take: past it, whoever held the claim is taken to have died. */
const claimMs = 60_000

export type Claim = {
  readonly environment: Environment
  readonly clientId: string
  readonly key: string
  readonly requestHash: string
  /** Names this attempt, so that one that was given up for dead cannot end another's. */
  readonly claim: string
  readonly claimedUntilMs: number
  readonly expiresAtMs: number
}

export type ClaimOutcome =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'reused' }
  | { readonly kind: 'answered'; readonly answer: string }

/** One claim a key: whoever makes it does the work, and everyone else waits for or repeats its answer. */
export type IdempotencyStore = {
  readonly claim: (claim: Claim, nowMs: number) => Promise<ClaimOutcome>
  /** Keeps the answer for whoever asks again. */
  readonly complete: (claim: Claim, answer: string) => Promise<void>
  /** Gives the key back: nothing was created. */
  readonly release: (claim: Claim) => Promise<void>
  readonly forget: (expiredBeforeMs: number) => Promise<number>
  /** Gives back every key that has no answer: whoever claimed them is gone. For a store that one service holds. */
  readonly abandon: () => Promise<void>
}

type Keyed = {
  readonly environment: Environment
  readonly clientId: string
  readonly key: string
  /** The operation and the exact bytes sent: the same key with anything else is a mistake. */
  readonly operation: string
  readonly body: Buffer
}

/**
 * Runs work once for a key. A success is kept and repeated byte for byte for a day; a failure gives the key
 * back. `giveAgain` puts on record that an earlier answer goes out again, and may refuse that.
 */
export async function onceForKey(
  { idempotency, clock }: { readonly idempotency: IdempotencyStore; readonly clock: Clock },
  { environment, clientId, key, operation, body }: Keyed,
  work: () => Promise<Reply | Refusal>,
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
    claimedUntilMs: nowMs + claimMs,
    expiresAtMs: nowMs + keptMs,
  }
  const outcome = await idempotency.claim(claim, nowMs).catch((error: unknown) => {
    // It may have been made all the same, before the store was lost.
    giveBackLater(idempotency, claim)
    throw error
  })
  switch (outcome.kind) {
    case 'in_flight':
      return { code: 'idempotency_key_in_flight', headers: { 'Retry-After': '1' } }
    case 'reused':
      return { code: 'idempotency_key_reused' }
    case 'answered': {
      const again = await giveAgain(JSON.parse(outcome.answer))
      return isRefusal(again)
        ? again
        : { ...again, headers: { ...again.headers, 'Idempotency-Replayed': 'true' } }
    }
    case 'claimed':
      return finish(idempotency, claim, work)
  }
}

/** For answers of which nothing is to be told when they are repeated. */
export const asItWas = async (first: Reply): Promise<Reply> => first

export const isKey = (text: string): boolean => /^[\x21-\x7e]{1,128}$/.test(text)

async function finish(
  idempotency: IdempotencyStore,
  claim: Claim,
  work: () => Promise<Reply | Refusal>,
): Promise<Reply | Refusal> {
  try {
    const reply = await work()
    if (isRefusal(reply)) await idempotency.release(claim)
    else await idempotency.complete(claim, JSON.stringify(reply))
    return reply
  } catch (error) {
    await idempotency.release(claim).catch(() => giveBackLater(idempotency, claim))
    throw error
  }
}

const giveBackEveryMs = 500

/** By then the claim has ended by itself. */
const giveBackTriesMax = claimMs / giveBackEveryMs

/** Gives a key back as soon as the store is there again: whoever asks once more need not wait for the claim to end. */
function giveBackLater(idempotency: IdempotencyStore, claim: Claim, tries = 1): void {
  const again = () =>
    idempotency.release(claim).catch(() => {
      if (tries < giveBackTriesMax) giveBackLater(idempotency, claim, tries + 1)
    })
  setTimeout(() => void again(), giveBackEveryMs).unref()
}
