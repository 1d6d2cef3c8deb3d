import { mailboxOf } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import type { ListingStore } from '../listing-store.ts'

export type OthersMailboxDeps = { readonly listings: Pick<ListingStore, 'sharedMailboxes'> }

/**
 * Whether the e-mail address of a listing was given for somebody with another document too: what is written to it may
 * be read by another. What the operator has looked at, and taken, is the debtor's.
 */
export async function isOthersMailbox({ listings }: OthersMailboxDeps, listing: Listing): Promise<boolean> {
  const { register, document, contact, reviewed } = listing
  const mailbox = mailboxOf(contact)
  if (mailbox === undefined || reviewed.includes('mailbox_shared')) return false
  return (await listings.sharedMailboxes(register, [{ mailbox, document }])).size > 0
}
