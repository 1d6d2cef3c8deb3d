import type { PauseKey, PauseLimits } from './sign-in/sign-in-pauses.ts'
import type { User, UserWithSecrets } from './user.ts'

export type NewUser = Omit<
  UserWithSecrets,
  'hasTotp' | 'totpSealed' | 'totpPending' | 'disabledAtMs' | 'deviceEpoch'
>

/** A session without its secret, which only the cookie holds. */
export type SessionRecord = {
  readonly hash: string
  readonly userId: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
  /** The end that no use puts off. */
  readonly endsAtMs: number
}

/** How a try to sign in begins: counted and let through, or told how long to wait. */
export type Charged = { readonly kind: 'admitted' } | { readonly kind: 'paused'; readonly untilMs: number }

export type UserStore = {
  /** False when the address is another user's already. */
  readonly addUser: (user: NewUser) => Promise<boolean>
  /** Adds the user only if there never was one; several services may start at once on one store. */
  readonly addFirstUser: (user: NewUser) => Promise<boolean>
  /** Whether the first user is still to be made. */
  readonly isWithoutUsers: () => Promise<boolean>
  readonly findUser: (emailKey: string) => Promise<UserWithSecrets | undefined>
  readonly findUserById: (id: string) => Promise<UserWithSecrets | undefined>
  /** By the order of their making; of one client where it is named. */
  readonly listUsers: (clientId?: string) => Promise<readonly User[]>
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Ends every session of the user, and revokes its devices. */
  readonly setPassword: (userId: string, passwordHash: string) => Promise<boolean>
  /**
   * The same, with a session that continues; false when the password is no longer the one that was checked, or the
   * user was disabled meanwhile.
   */
  readonly changePassword: (
    userId: string,
    change: { readonly from: string; readonly to: string; readonly session: SessionRecord },
  ) => Promise<boolean>
  /** Ends every session of the user, and revokes its devices. False when there is no such user, or it was disabled before. */
  readonly disableUser: (userId: string, nowMs: number) => Promise<boolean>
  readonly enableUser: (userId: string) => Promise<boolean>
  readonly beginTotp: (userId: string, pending: { sealed: string; untilMs: number }) => Promise<void>
  /** Makes the pending secret the one that counts, and its step used; false when it is no longer that one. */
  readonly confirmTotp: (userId: string, sealed: string, step: number) => Promise<boolean>
  readonly removeTotp: (userId: string) => Promise<boolean>
  /** Uses up the code of a step and of those before it; false when it was used already. */
  readonly useTotpStep: (userId: string, step: number) => Promise<boolean>
  /** False when the password is no longer the one that was checked, or the user was disabled meanwhile. */
  readonly addSession: (session: SessionRecord, passwordHash: string) => Promise<boolean>
  readonly findSession: (
    hash: string,
  ) => Promise<{ readonly session: SessionRecord; readonly user: User } | undefined>
  readonly touchSession: (hash: string, nowMs: number) => Promise<void>
  readonly endSession: (hash: string) => Promise<void>
  /** Counts a try against every key, in one step with looking whether one of them is paused. */
  readonly chargeSignIn: (keys: readonly PauseKey[], nowMs: number, limits: PauseLimits) => Promise<Charged>
  /** Takes back one try. */
  readonly refundSignIn: (keys: readonly PauseKey[]) => Promise<void>
  readonly clearPauses: (keys: readonly string[]) => Promise<number>
  /** Clears the key and the keys of the user's own browsers and sessions. */
  readonly clearPausesOf: (userId: string, key: string) => Promise<void>
  /** Deletes what is over by the given times. */
  readonly forgetSessions: (over: {
    readonly endedBeforeMs: number
    readonly unusedSinceMs: number
    readonly pausesBeforeMs: number
    readonly addressesBeforeMs: number
  }) => Promise<void>
}
