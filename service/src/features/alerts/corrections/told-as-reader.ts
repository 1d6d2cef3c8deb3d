import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import type { Occurrence } from '../alert.ts'

/**
 * Whoever was shown what was wrong is told because it was shown it, which is no consultation. Whoever watches is told
 * as of any other change.
 */
export const isToldAsReader = ({
  event,
  registrationId,
}: Pick<Occurrence, 'event' | 'registrationId'>): boolean =>
  event === correctionEvent && registrationId === ''
