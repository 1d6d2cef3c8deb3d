import type { Language } from '@lastro/contract/text.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'

/** Somebody who signed in to see the own file. The secret is in the cookie alone. */
export type PersonSession = {
  readonly hash: string
  readonly document: DocumentNumber
  /** The request for access that this session is. */
  readonly requestId: string
  /** Who vouched for the person, and how surely. */
  readonly identity: string
  readonly language: Language
  readonly lastUsedAtMs: number
  /** The end that no use puts off. */
  readonly endsAtMs: number
}

export type PersonSessionStore = {
  /** A sign-in that was sent to the issuer. */
  readonly beginSignIn: (begun: {
    readonly hash: string
    readonly language: Language
    readonly endsAtMs: number
  }) => Promise<void>
  /** Takes a sign-in that is under way, once; undefined when there is none, or it took too long. */
  readonly takeSignIn: (hash: string, nowMs: number) => Promise<{ readonly language: Language } | undefined>
  readonly add: (session: PersonSession) => Promise<void>
  readonly find: (hash: string) => Promise<PersonSession | undefined>
  readonly touch: (hash: string, used: Pick<PersonSession, 'language' | 'lastUsedAtMs'>) => Promise<void>
  readonly end: (hash: string) => Promise<void>
  /** Deletes what is over. */
  readonly forget: (nowMs: number) => Promise<void>
}

/** Long enough to look for a phone and a password; a sign-in that was left lying is not. */
export const signInMaxMs = 10 * 60_000

/** A borrowed phone, or one left on a table, shows a file no longer than this. */
const personIdleMaxMs = 15 * 60_000

/** However busy it is kept, a session ends after two hours. */
export const personSessionMs = 2 * 60 * 60_000

export const isPersonSessionAlive = ({ lastUsedAtMs, endsAtMs }: PersonSession, nowMs: number): boolean =>
  nowMs < Math.min(lastUsedAtMs + personIdleMaxMs, endsAtMs)
