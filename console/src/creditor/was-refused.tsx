import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../parts/notice.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { creditorWords } from '../words/creditor/creditor.ts'
import { actsAt, idAt, type ListingPlace, listingName } from './listing/listing-place.ts'

/** What was sent and refused, to begin a form with. */
export function useRefused({ id = '', guarantorId }: Partial<ListingPlace>) {
  const { lastro } = useSession()
  const { language } = useLanguage()
  const place = { id, guarantorId }
  return useQuery({
    queryKey: [...listingName, 'refused', id, guarantorId, language],
    queryFn: () => actsAt(lastro, place).get(idAt(place)),
    enabled: idAt(place) !== '',
    // A form begins with what was sent, and is not begun anew while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Why it is here again. */
export function WasRefused({ listing: { refusal } }: { readonly listing: ListingStatus }) {
  const say = useSay(creditorWords)
  if (refusal === undefined) return null
  return <Notice tone="warn">{say('resendTitle', { reason: refusal.reason })}</Notice>
}

/** Where a refused listing is mended: its id is in the address, and nothing of what it holds. */
export const resendPath = ({ id, guarantorId }: ListingPlace): string =>
  guarantorId === undefined
    ? `/dividas/nova?de=${encodeURIComponent(id)}`
    : `/dividas/${id}/avalistas/novo?de=${encodeURIComponent(guarantorId)}`
