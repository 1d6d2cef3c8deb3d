import type { ReviewCause } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingContact } from '@lastro/contract/listings/listings.ts'
import type { NegativeItem } from '@lastro/contract/reports/subject.ts'
import { plainName } from '../../subjects/plain-name.ts'
import type { Listing } from '../listing.ts'
import { reviewOf } from './admission.ts'
import { cityFits } from './capital-postcodes.ts'

/** What the bureau knows of a debtor or guarantor besides what its creditor tells. */
export type KnownParty = {
  readonly registered: Registered | undefined
  /** Its e-mail address was given for somebody with another document too. */
  readonly isMailboxShared: boolean
  /** Told of it before, with the same debt. */
  readonly birthDates?: readonly string[]
}

/** How a document is registered: under any of these names, none where nothing is known. */
export type Registered = {
  readonly names: readonly string[]
  readonly birthDate: string | undefined
  /** The debts that were loaded of it, shown or not. */
  readonly debts?: readonly NegativeItem[]
}

/** Contradicts nothing. */
export const nothingKnown: KnownParty = { registered: undefined, isMailboxShared: false }

/** Everything that the operator looks at before somebody is told, in the order in which it is shown. */
export function reviewsOf(listing: Listing, known: KnownParty): readonly ReviewCause[] {
  const { document, birthDate, dueDate } = listing
  const age = reviewOf(document, birthDate, dueDate)
  const causes: readonly (ReviewCause | undefined)[] = [
    age,
    isOtherName(listing, known) ? 'name_differs' : undefined,
    isOtherBirthDate(listing, known) ? 'birth_date_differs' : undefined,
    known.isMailboxShared ? 'mailbox_shared' : undefined,
    isOtherCity(listing) ? 'city_differs' : undefined,
  ]
  return causes.filter((one) => one !== undefined)
}

/** As long as a name may be when it is sent: a longer one arrives cut. */
const nameLengthMax = 70

function isOtherName({ name }: Listing, { registered }: KnownParty): boolean {
  const names = (registered?.names ?? []).map(plainName).filter((one) => one !== '')
  const told = plainName(name)
  const isCut = name.length >= nameLengthMax
  return names.length > 0 && !names.some((one) => one === told || (isCut && one.startsWith(told)))
}

const isOtherBirthDate = ({ birthDate }: Listing, { registered, birthDates = [] }: KnownParty): boolean =>
  birthDate !== undefined &&
  [registered?.birthDate ?? birthDate, ...birthDates].some((one) => one !== birthDate)

/** An address without one of these was refused before. */
const isOtherCity = ({ address: { city, state, zipCode } }: Listing): boolean =>
  city !== undefined && state !== undefined && zipCode !== undefined && !cityFits({ city, state, zipCode })

/** An e-mail address as it is compared with others. */
export const mailboxOf = ({ email }: ListingContact): string | undefined => email?.toLowerCase()
