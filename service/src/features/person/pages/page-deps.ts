import type { ActRecordDeps } from '../../acts/on-record.ts'
import type { AllowanceStore } from '../../alerts/allowance.ts'
import type { FileDeps } from '../person-deps.ts'
import type { Issuer, SignInRefused } from '../sign-in/issuer.ts'
import type { PersonSessionStore } from '../sign-in/person-session.ts'

export type PersonPageDeps = FileDeps &
  ActRecordDeps & {
    readonly personSessions: PersonSessionStore
    readonly allowances: AllowanceStore
    /** Who vouches for people; undefined where the operator has set nobody. */
    readonly issuer: { readonly name: string; readonly by: Issuer } | undefined
    /** Where the service is reached from outside. Under https its cookies are for https only. */
    readonly publicUrl: string | undefined
    readonly trustedProxies: readonly string[]
    /** Told of a sign-in that was refused: why, and nothing of whom. */
    readonly onRefused: (refused: SignInRefused) => void
  }
