import type { ListingAddress } from '@lastro/contract/listings/listings.ts'
import { plainName } from '../../subjects/plain-name.ts'
import { mailboxOf } from '../insertion/known-party.ts'
import type { Listing } from '../listing.ts'
import type { Notice } from './notice.ts'

/**
 * Whether an address or e-mail address is another than the one that a notice was given by: told for the first time,
 * or only spelt otherwise, it corrects nothing.
 */
export function isContactCorrected(before: Listing, after: Listing): boolean {
  const isNoticed = before.deliveredOn !== undefined || before.state === 'notice_sent'
  return isNoticed && isOtherContact(before, after)
}

/** Of a notice that was sent while its listing was being changed. */
export const wentElsewhere = ({ recipient }: Notice, { address, contact }: Listing): boolean =>
  isOtherContact(
    {
      address: recipient.address ?? {},
      contact: { ...(recipient.email !== undefined && { email: recipient.email }) },
    },
    { address, contact },
  )

type Contacted = Pick<Listing, 'address' | 'contact'>

function isOtherContact(before: Contacted, after: Contacted): boolean {
  const mailbox = mailboxOf(before.contact)
  const isOtherMailbox = mailbox !== undefined && mailbox !== mailboxOf(after.contact)
  return isOtherMailbox || addressText(before.address) !== addressText(after.address)
}

const addressText = ({ addressLine, number, complement, district, city, state, zipCode }: ListingAddress) =>
  [addressLine, number, complement, district, city, state, zipCode]
    .map((one) => plainName(one ?? ''))
    .join('\n')
