import type { Listing, Register } from '@lastro/rules/listings/listing.ts'
import type { ListingStore } from './listing-store.ts'

/** As many as are read at a time: nearly everybody has fewer. */
const pageCount = 200

/** Every listing of a document in a register, ended ones and guarantors too. */
export async function listingsOfDocument(
  { listings }: { readonly listings: Pick<ListingStore, 'list'> },
  register: Register,
  document: string,
): Promise<readonly Listing[]> {
  const all: Listing[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await listings.list({
      register,
      clientId: undefined,
      document,
      withGuarantors: true,
      limit: pageCount,
      ...(last !== undefined && { after: { createdAtMs: last.createdAtMs, id: last.id } }),
    })
    all.push(...page)
    if (page.length < pageCount) return all
  }
}
