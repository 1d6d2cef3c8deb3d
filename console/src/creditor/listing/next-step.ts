import type { Listing } from '@lastro/contract/listings/listings.ts'
import { dateText } from '@lastro/reading/value-text.ts'

/** What happens next, in the service's words, with its day as people write it. */
export const nextStepText = ({ text, on }: Listing['nextStep']): string =>
  on === undefined ? text : text.replace(on, dateText(on))
