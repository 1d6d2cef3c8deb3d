import type { ReleaseReason, ReviewCause } from '@lastro/contract/listings/listing-codes.ts'

/**
 * What an ended listing says of the same debt coming again: `never`, whoever asks; not until the operator has lifted
 * it, with the number of a court's `order` or with a `reason`; after a `review`; or `free`, with a new notice.
 */
export type ComingAgain = 'never' | 'order' | 'reason' | ReviewCause | 'free'

export const afterReason: Readonly<Record<ReleaseReason, ComingAgain>> = {
  '01': 'never',
  '02': 'never',
  '03': 'free',
  '04': 'order',
  '05': 'free',
  '06': 'free',
  '07': 'free',
  '08': 'free',
  '09': 'free',
  '10': 'free',
  '11': 'free',
  '12': 'free',
  '13': 'free',
  '14': 'free',
  '15': 'free',
  '16': 'free',
  '17': 'free',
  '18': 'free',
  '19': 'never',
  '20': 'never',
  '21': 'free',
  '22': 'free',
  '23': 'never',
  '24': 'free',
  '25': 'ended_before',
  '40': 'reason',
  '41': 'ended_before',
  '42': 'ended_before',
  '43': 'never',
  '44': 'estate_claim',
  '45': 'reason',
  '96': 'order',
  '97': 'never',
}
