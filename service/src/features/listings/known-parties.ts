import type { GuarantorRequest } from '@lastro/contract/listings/listings.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { identityOf, isSameDebt } from '@lastro/rules/listings/insertion/debt-identity.ts'
import { type KnownParty, mailboxOf, nothingKnown } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { ListingDeps } from './change-debt.ts'

export type Party = Pick<GuarantorRequest, 'documento' | 'contact'>

/** What is known of each besides what its creditor tells; of several that are sent together, from each other too. */
export async function knownParties(
  { listings, registeredAs }: Pick<ListingDeps, 'listings' | 'registeredAs'>,
  register: Register,
  parties: readonly Party[],
): Promise<readonly KnownParty[]> {
  const asked = parties.map(({ documento, contact = {} }) => {
    const parsed = parseDocument(documento)
    const document = parsed.kind === 'document' ? parsed.document : undefined
    return { document, mailbox: mailboxOf(contact) }
  })
  const written = asked.flatMap(({ document, mailbox }) =>
    document === undefined || mailbox === undefined ? [] : [{ document, mailbox }],
  )
  const [shared, registrations] = await Promise.all([
    listings.sharedMailboxes(register, written),
    Promise.all(
      asked.map(async ({ document }) =>
        document === undefined ? undefined : registeredAs(register, document),
      ),
    ),
  ])
  const first = new Map<string, string>()
  return asked.map(({ document, mailbox }, at): KnownParty => {
    const registered = registrations[at]
    if (document === undefined || mailbox === undefined) return { registered, isMailboxShared: false }
    const owner = first.get(mailbox) ?? document
    first.set(mailbox, owner)
    const isMailboxShared = owner !== document || shared.has(`${mailbox} ${document}`)
    return { registered, isMailboxShared }
  })
}

export async function knownParty(
  deps: Pick<ListingDeps, 'listings' | 'registeredAs'>,
  register: Register,
  party: Party,
): Promise<KnownParty> {
  const [known] = await knownParties(deps, register, [party])
  return known ?? nothingKnown
}

/** The birth dates that other listings of the same debt have told of its debtor. */
export async function toldBirthDates(
  { listings }: Pick<ListingDeps, 'listings'>,
  listing: Listing,
): Promise<readonly string[]> {
  const identity = identityOf(listing)
  if (identity === undefined) return []
  const known = await listings.known(listing.register, [identity])
  return known.listings.flatMap((one) => {
    const other = one.id === listing.id ? undefined : identityOf(one)
    return other !== undefined && isSameDebt(other, identity) ? (one.birthDate ?? []) : []
  })
}
