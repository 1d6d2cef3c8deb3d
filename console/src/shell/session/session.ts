import type { Lastro } from '@lastro/client/client.ts'
import type { Session, SessionUser } from '@lastro/contract/users/sessions.ts'
import { createContext, useContext } from 'react'
import type { SessionOperations } from './session-operations.ts'

/** Who is signed in, and everything that they may ask for. */
export type SessionInUse = {
  readonly user: SessionUser
  /** Every operation, as this person and in the language of the page. */
  readonly lastro: Lastro
  readonly operations: SessionOperations
  /** After what changes the session: a new password, a code turned on or off. */
  readonly renew: (session: Session) => void
  readonly signOut: () => Promise<void>
}

export const SessionContext = createContext<SessionInUse | undefined>(undefined)

export function useSession(): SessionInUse {
  const held = useContext(SessionContext)
  if (held === undefined) throw new Error('Outside SessionGate')
  return held
}
