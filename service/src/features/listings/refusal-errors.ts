import { type RefusalCode, refusalReasons } from '@lastro/contract/listings/listing-codes.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { RefusedMember } from '@lastro/rules/listings/insertion/admission.ts'
import { describeCharacter, forbiddenCharacter } from '@lastro/rules/listings/insertion/contract-number.ts'
import type { FieldError } from '../../http/reply.ts'

type Refused = { readonly contractId?: string | undefined }

/** Why a debt was refused; for a contract number, with the character that is not accepted. */
export function refusalText(code: RefusalCode, { contractId = '' }: Refused, language: Language): string {
  const reason = refusalReasons[code][language]
  const character = code === 'contract_character' ? forbiddenCharacter(contractId) : undefined
  if (character === undefined) return reason
  const named = describeCharacter(character)[language]
  return `${reason} ${language === 'pt' ? 'Não aceito' : 'Not accepted'}: ${named}.`
}

/**
 * All errors of a debt, member by member, if it was refused for its own content. A debt refused for another reason,
 * such as a duplicate, has no member to correct.
 */
export function refusalErrors(
  refusal: RefusalCode | undefined,
  refused: readonly RefusedMember[],
  of: Refused,
  language: Language,
): readonly FieldError[] {
  if (refused[0]?.code !== refusal) return []
  return refused.map(({ field, code }) => ({ field, code, message: refusalText(code, of, language) }))
}
