import { hash } from 'node:crypto'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { findScenario } from '../../src/features/sandbox/test-documents.ts'

/** Clean in the sandbox: whatever its report shows was listed by the test. */
export const cleanPerson = '52998224725'

export const debt: ListingRequest = {
  documento: cleanPerson,
  name: 'ANA CLARA DE EXEMPLO',
  birthDate: '1980-05-20',
  amount: '1520.33',
  dueDate: '2026-03-10',
  contractId: 'CT-1',
  legalNatureId: 'CP',
  address: {
    addressLine: 'RUA DE EXEMPLO',
    number: '100',
    district: 'CENTRO',
    city: 'SAO PAULO',
    state: 'SP',
    zipCode: '01001000',
  },
  contact: { email: 'ana@exemplo.com.br' },
}

/** As the sandbox has somebody registered, with a mailbox of its own: nothing that an operator would look at. */
export function personOf(
  documento = cleanPerson,
): Partial<Pick<GuarantorRequest, 'name' | 'birthDate' | 'contact'>> {
  const parsed = parseDocument(documento)
  if (parsed.kind === 'fault' || parsed.document === cleanPerson) return {}
  const { registration } = findScenario(parsed.document)?.subject?.('2026-11-16' as Day) ?? {}
  const name = registration?.consumerName ?? registration?.companyName
  return {
    ...(name !== undefined && { name }),
    ...(registration?.birthDate !== undefined && { birthDate: registration.birthDate }),
    contact: { email: `${hash('sha256', parsed.document).slice(0, 12)}@exemplo.com.br` },
  }
}

const natureCodes = Object.keys(natures).filter((one) => one !== debt.legalNatureId)
const natureByContract = new Map([[debt.contractId, debt.legalNatureId]])

/**
 * A different nature for each contract of a test: otherwise all debts would have the same terms, and those inserted
 * after a payment would go to review.
 */
export function natureFor(contractId = debt.contractId): Pick<ListingRequest, 'legalNatureId'> {
  const next = natureCodes[(natureByContract.size - 1) % natureCodes.length] ?? debt.legalNatureId
  const legalNatureId = natureByContract.get(contractId) ?? next
  natureByContract.set(contractId, legalNatureId)
  return { legalNatureId }
}
