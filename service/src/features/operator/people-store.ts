import type { Role } from '@lastro/contract/roles.ts'
import type { User } from '../users/user.ts'

export type PeopleFilter = {
  readonly clientId: string | undefined
  readonly role: Role | undefined
  readonly after: { readonly createdAtMs: number; readonly id: string } | undefined
  readonly limit: number
}

/** The people who may sign in, as the operator goes through them. */
export type PeopleStore = {
  /** Newest first. */
  readonly page: (filter: PeopleFilter) => Promise<readonly User[]>
  /** Until when each of these waits after wrong passwords; those who do not wait are missing. */
  readonly pausedUntilMs: (users: readonly User[], nowMs: number) => Promise<ReadonlyMap<string, number>>
  /** Whether any operator can sign in, besides the one that is named. */
  readonly hasOperator: (exceptId?: string) => Promise<boolean>
}
