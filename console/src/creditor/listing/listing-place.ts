import type { Lastro } from '@lastro/client/client.ts'
import type { ListingActs } from '@lastro/client/operations/listings.ts'
import type { GuarantorPatch, ListingStatus } from '@lastro/contract/listings/listings.ts'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'

/** A debt, or a guarantor of it. */
export type ListingPlace = { readonly id: string; readonly guarantorId?: string | undefined }

/** What the dialog of any act on a listing is given. */
export type ActProps = {
  readonly place: ListingPlace
  readonly listing: ListingStatus
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The same verbs, on the debt or on the guarantor. */
export const actsAt = (lastro: Lastro, { id, guarantorId }: ListingPlace): ListingActs<GuarantorPatch> =>
  guarantorId === undefined ? lastro.listings : lastro.listings.guarantors(id)

export const idAt = ({ id, guarantorId }: ListingPlace): string => guarantorId ?? id

/** Every listing that has been opened; what changes one may have changed its principal too. */
export const listingName = ['listing']

export function useListing(place: ListingPlace) {
  const { lastro } = useSession()
  const { language } = useLanguage()
  return useQuery({
    queryKey: [...listingName, place.id, place.guarantorId, language],
    queryFn: () => actsAt(lastro, place).get(idAt(place)),
  })
}
