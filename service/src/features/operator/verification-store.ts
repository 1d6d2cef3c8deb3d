import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Verification } from '../trail/seals/verify-trail.ts'

/** A walk over a chain that somebody asked for. */
export type AskedVerification = {
  readonly id: string
  readonly environment: Environment
  readonly startedBy: string
  readonly startedAtMs: number
  /** Links there were when it began. */
  readonly linksTotal: number
}

/** What is kept of what a walk has found. */
export type FoundOfChain = Omit<Verification, 'archived' | 'brokenElsewhere' | 'seals'>

export type KeptVerification = AskedVerification & {
  readonly state: 'running' | 'whole' | 'differing' | 'broken' | 'failed'
  /** When whoever runs it last said so. */
  readonly seenAtMs: number
  readonly endedAtMs: number | undefined
  readonly links: number
  readonly records: number
  readonly head: string | undefined
  readonly broken: Verification['broken']
  readonly besides: Verification['besides']
  readonly holdsExpected: boolean | undefined
}

/** Kept where every process sees it: the one that is asked how far it is may not be the one that walks. */
export type VerificationStore = {
  /** False when another runs. One that has not been heard of since the given time is taken to have died. */
  readonly begin: (asked: AskedVerification, deadBeforeMs: number) => Promise<boolean>
  readonly progress: (
    id: string,
    far: { readonly links: number; readonly records: number; readonly nowMs: number },
  ) => Promise<void>
  /** `undefined` when it could not be finished. */
  readonly end: (id: string, found: FoundOfChain | undefined, nowMs: number) => Promise<void>
  readonly find: (id: string) => Promise<KeptVerification | undefined>
  readonly last: (environment: Environment) => Promise<KeptVerification | undefined>
}
