import { isMailbox } from '@lastro/contract/mailbox.ts'
import type { Role } from '@lastro/contract/roles.ts'
import type { Language } from '@lastro/contract/text.ts'

/** A person who signs in. An operator belongs to no client; everyone else belongs to one. */
export type User = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly clientId: string | undefined
  readonly language: Language | undefined
  readonly createdAtMs: number
  readonly disabledAtMs: number | undefined
  /** Whether signing in takes a code besides the password. */
  readonly hasTotp: boolean
}

/** A user with what signing in is checked against. */
export type UserWithSecrets = User & {
  readonly passwordHash: string
  /** Incremented to revoke all known devices of the user. */
  readonly deviceEpoch: number
  /** Sealed; undefined while no code is asked for. */
  readonly totpSealed: string | undefined
  /** Shown and not confirmed yet. */
  readonly totpPending: { readonly sealed: string; readonly untilMs: number } | undefined
}

/** One mailbox, however it is typed: what addresses are compared by. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

/** Whether it is exactly one mailbox, ignoring surrounding spaces. */
export const isEmail = (email: string): boolean => isMailbox(email.replace(/^ +| +$/g, ''))
