import type { Refusal } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'
import { type ReadSession, signedInTo } from './sessions/read-session.ts'

/** Who runs the service, as an operation of the operator's sees it. */
export type Operator = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly address: string
}

/** Lets an operator in, and nobody else: a session, its token where more than reading is asked, and the role. */
export type AuthenticateOperator = (call: Call) => Promise<Operator | Refusal>

export const operatorAuthenticator =
  (sessions: Pick<ReadSession, 'read'>): AuthenticateOperator =>
  (call) =>
    signedInTo<Operator>(sessions, call, async ({ user, address }) =>
      user.roles.includes('operator')
        ? { userId: user.id, name: user.name, email: user.email, address }
        : { code: 'role_not_allowed', values: { roles: 'operator' } },
    )
