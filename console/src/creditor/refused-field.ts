import { isProblem } from '@lastro/client/problem.ts'
import { useWrongFields, type WrongFields } from '../parts/forms/use-wrong-fields.ts'

/** Which field each refusal is about, so that it is said where it can be mended. */
const fieldOf: Readonly<Record<string, string>> = {
  '014': 'dueDate',
  '016': 'dueDate',
  '017': 'dueDate',
  '029': 'documento',
  '035': 'legalNatureId',
  '057': 'amount',
  '059': 'contractId',
  '085': 'contractId',
  '089': 'creditorDocument',
  '109': 'address.addressLine',
  '110': 'address.district',
  '111': 'address.city',
  '112': 'address.state',
  '113': 'address.zipCode',
  '121': 'birthDate',
  '286': 'creditorDocument',
  '381': 'amount',
  '491': 'address.zipCode',
}

export const fieldOfRefusal = (code: string): string | undefined =>
  Object.hasOwn(fieldOf, code) ? fieldOf[code] : undefined

/** What is wrong with a debt, by field: faults of form, or the rule that refused it. */
export function useRefusedFields(error: unknown): WrongFields {
  const wrong = useWrongFields(error)
  // A debt that was refused for what it says of itself has all that is wrong by field already.
  if (!isProblem(error, 'listing_refused') || error.errors.length > 0) return wrong
  const field = fieldOfRefusal(error.refusal?.code ?? '')
  if (field === undefined) return wrong
  return { [field]: error.refusal?.reason ?? error.detail }
}
