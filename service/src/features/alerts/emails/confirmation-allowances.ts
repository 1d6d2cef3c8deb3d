import { hash } from 'node:crypto'
import type { AlertEmail } from '../alert.ts'
import { type Allowance, hourMs } from '../allowance.ts'

/** Whoever mistyped, removed and registered again is served; nobody's mailbox is filled with questions. */
const perAddress = 5

/** Twice as many as a client may have: enough to change them all in a day, too few to write to strangers. */
const perClient = 200

/** The first question is one: asking again is for a mail that was lost, and one that is late comes within the hour. */
const perRegistration = 1

/** How often the owner of an address is asked, in whatever case it is written, and how many one client may ask. */
export const confirmationAllowances = ({
  id,
  clientId,
  address,
}: Pick<AlertEmail, 'id' | 'clientId' | 'address'>): readonly Allowance[] => [
  { policy: 'confirmations-again', owner: id, limit: perRegistration, windowMs: hourMs },
  {
    policy: 'confirmations-of-address',
    owner: `${clientId} ${hash('sha256', address.toLowerCase(), 'base64url')}`,
    limit: perAddress,
    windowMs: 24 * hourMs,
  },
  { policy: 'confirmations', owner: clientId, limit: perClient, windowMs: 24 * hourMs },
]
