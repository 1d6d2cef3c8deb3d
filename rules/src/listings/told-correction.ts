import { hash } from 'node:crypto'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Day } from '../calendar/day.ts'
import type { Register } from './register.ts'

/** Somebody who is to be told of a correction: a client that was shown the error, or the debtor. */
export type ToldCorrection = {
  readonly id: string
  readonly register: Register
  /** The reader; of a debtor's, the client that listed the debt. */
  readonly clientId: string
  readonly recipient: 'reader' | 'debtor'
  readonly listingId: string
  readonly version: number
  /** The versions that showed what was wrong. */
  readonly wrongVersions: readonly number[]
  /** CDC art. 43 §3: five business days. */
  readonly dueOn: Day
  readonly occurrenceId: string | undefined
  /** How it is on its way; undefined when there is none. A reader's deliveries say it of theirs. */
  readonly way: 'alert' | 'email' | 'letter' | undefined
  readonly createdAtMs: number
  /** By the clock of its register; undefined while nobody has told. */
  readonly toldAtMs: number | undefined
}

/** The work of telling one client: what the outbox holds under `listing.corrected`. */
export type CorrectionOfClient = Pick<ToldCorrection, 'listingId' | 'version' | 'wrongVersions' | 'dueOn'> & {
  readonly documento: string
  readonly data: OccurrenceData
  /** Of whoever watches and was shown nothing: its registration. Absent for whoever was shown what was wrong. */
  readonly watched?: WatchedBy
}

export type WatchedBy = { readonly registrationId: string; readonly label?: string }

/** One for each change of a listing and whom it is told to, however often it is made. */
export const correctionId = (of: {
  readonly listingId: string
  readonly version: number
  /** A client's id, or the debtor. */
  readonly recipient: string
}): string =>
  `co_${hash('sha256', `${of.listingId}\n${of.version}\n${of.recipient}`, 'base64url').slice(0, idLength)}`

/** 144 bits of the hash: more than enough to never meet another. */
const idLength = 24
