import type { ListingRequest } from '@lastro/contract/listings/listings.ts'

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
