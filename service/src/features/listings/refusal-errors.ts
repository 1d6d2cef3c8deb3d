import { type RefusalCode, refusalReasons } from '@lastro/contract/listings/listing-codes.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { RefusedMember } from '@lastro/rules/listings/insertion/admission.ts'
import type { FieldError } from '../../http/reply.ts'

/**
 * Everything that is wrong with a debt, member by member, where it was refused for what it says of itself. A debt that
 * was refused for what is known of it, as a second one, has nothing to mend in it.
 */
export function refusalErrors(
  refusal: RefusalCode | undefined,
  refused: readonly RefusedMember[],
  language: Language,
): readonly FieldError[] {
  if (refused[0]?.code !== refusal) return []
  return refused.map(({ field, code }) => ({ field, code, message: refusalReasons[code][language] }))
}
