import type { GuarantorRequest } from '@lastro/contract/listings/listings.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { type KnownParty, mailboxOf, nothingKnown } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Register } from '@lastro/rules/listings/listing.ts'
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
    return { registered, isMailboxShared: owner !== document || shared.has(`${mailbox} ${document}`) }
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
