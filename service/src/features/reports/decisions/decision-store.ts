import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'

export type DecisionOwner = { readonly environment: Environment; readonly clientId: string }

export type DecisionId = DecisionOwner & { readonly id: string }

/** A decision as lists show it. What it rests on is sealed beside it. */
export type DecisionRow = DecisionId & {
  /** The consultation that it rests on. */
  readonly requestId: string
  /** The code of its record, by which it is told from another under the same request id. */
  readonly checkCode: string
  /** The person who asked, where a session was the credential. */
  readonly userId: string | undefined
  readonly atMs: number
  readonly policy: string
  readonly version: number
  readonly product: string
  readonly features: readonly string[]
  readonly outcome: Outcome
  readonly decidedBy: string
  /** That of the last review; the policy's own without one. */
  readonly finalOutcome: Outcome
  readonly reviewCount: number
  readonly reviewedAtMs: number | undefined
  readonly keepUntilMs: number
}

/** How its inputs lie in the store: sealed under a key of their own, and that key sealed under the service's. */
export type SealedInputs = { readonly sealedKey: string; readonly sealed: string }

export type NewDecision = Omit<DecisionRow, 'finalOutcome' | 'reviewCount' | 'reviewedAtMs'> &
  SealedInputs & {
    /** Of the request that it answers, where that came with a key: one decision for each. */
    readonly requestKey: string | undefined
  }

export type DecisionReview = {
  readonly outcome: Outcome
  readonly reason: string
  readonly atMs: number
  readonly userId: string | undefined
  /** Whom a key named. */
  readonly named: string | undefined
}

export type WholeDecision = DecisionRow & SealedInputs & { readonly reviews: readonly DecisionReview[] }

export type DecisionFilter = DecisionOwner & {
  /** The consultation that it rests on. */
  readonly requestId?: string
  /** Days in São Paulo, both included. */
  readonly from?: string
  readonly until?: string
  readonly policy?: string
  readonly version?: number
  /** The outcome that stands. */
  readonly outcome?: Outcome
  readonly isReviewed?: boolean
}

export type DecisionPage = DecisionFilter & {
  readonly limit: number
  readonly after?: { readonly atMs: number; readonly id: string }
}

export type DecisionCount = Pick<DecisionRow, 'policy' | 'version' | 'outcome' | 'finalOutcome'> & {
  readonly day: string
  readonly count: number
}

export type DecisionStore = {
  /** In one commit, with its inputs. `known`: the request has its decision already, and nothing was written. */
  readonly keep: (decision: NewDecision) => Promise<'kept' | 'known'>
  readonly find: (id: DecisionId, nowMs: number) => Promise<WholeDecision | undefined>
  /** The decision that a request with a key was given since then. */
  readonly ofKey: (
    owner: DecisionOwner,
    requestKey: string,
    sinceMs: number,
  ) => Promise<WholeDecision | undefined>
  /** Those that rest on these consultations of a client. */
  readonly ofConsultations: (
    of: DecisionOwner & { readonly consultations: readonly Pick<DecisionRow, 'requestId' | 'checkCode'>[] },
  ) => Promise<readonly DecisionRow[]>
  /** Newest first. */
  readonly list: (page: DecisionPage, nowMs: number) => Promise<readonly DecisionRow[]>
  readonly count: (filter: DecisionFilter) => Promise<readonly DecisionCount[]>
  /** Adds a review where there are as many as its reviewer saw, and the decision stands as it says from then on. */
  readonly review: (
    of: DecisionId & { readonly seenCount: number; readonly review: DecisionReview },
  ) => Promise<'reviewed' | 'conflict' | 'unknown'>
  /** Destroys decisions, with the keys of their inputs, whose term is over; says how many. */
  readonly destroy: (nowMs: number) => Promise<number>
}

/** What the inputs of a decision and their key are bound to: neither opens in another's place. */
export const inputsOwner = ({
  environment,
  clientId,
  id,
}: {
  readonly [Member in keyof DecisionId]: string
}): string => `decision ${environment} ${clientId} ${id}`
