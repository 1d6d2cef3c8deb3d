import { type SectionId, sectionIds } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Cheque, NegativeItem, Protest, Subject } from '@lastro/contract/reports/subject.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import type { Scenario } from './scenario.ts'

/** Invented facts that several scenarios share. Nobody here exists. */

export const daysBefore = (today: Day, days: number): Day => addDays(today, -days)

export const person = (name: string, over: Partial<NonNullable<Subject['registration']>> = {}) => ({
  consumerName: name,
  motherName: 'MARIA INVENTADA DOS TESTES',
  consumerGender: 'F',
  birthDate: '1985-04-12',
  statusRegistration: 'REGULAR',
  statusDate: '2024-01-15',
  address: { city: 'CAMPINAS', state: 'SP' },
  addresses: [
    {
      addressLine: 'RUA DOS EXEMPLOS',
      addressTypeCode: '01',
      addressTypeDescription: 'RESIDENCIAL',
      addressNumber: '120',
      district: 'JARDIM FICTICIO',
      zipCode: '13010000',
      country: 'BRASIL',
      city: 'CAMPINAS',
      state: 'SP',
      addressComplement: 'APTO 31',
      updateDate: '2025-06-30',
    },
  ],
  phones: [
    {
      regionCode: '55',
      areaCode: '19',
      phoneNumber: '900000000',
      phoneType: 'CELULAR',
      phoneTypeCode: '03',
      updateDate: '2025-06-30',
    },
  ],
  ...over,
})

export const companyRegistration = (
  name: string,
  over: Partial<NonNullable<Subject['registration']>> = {},
) => ({
  companyName: name,
  foundationDate: '2009-08-03',
  statusRegistration: 'ATIVA',
  statusDate: '2009-08-03',
  address: { city: 'SAO PAULO', state: 'SP' },
  ...over,
})

export const identification = (name: string, over: Partial<NonNullable<Subject['identification']>> = {}) => ({
  updateDate: '2026-06-13',
  statusRegistration: 'ATIVA',
  companyName: name,
  companyAlias: name.split(' ').slice(0, 2).join(' '),
  companyUrl: 'www.exemplo.invalid',
  partnership: 'SOCIEDADE EMPRESARIA LIMITADA',
  companyRegister: '35200000001',
  companyRegisterDate: '2009-08-03',
  companyFoundation: '2009-08-03',
  numberEmployees: '48',
  taxOption: 'LUCRO PRESUMIDO',
  stateRegistration: '110000000110',
  economicActivity: 'COMERCIO VAREJISTA DE FERRAGENS E FERRAMENTAS',
  importPurchases: '12.50',
  exportSales: '3.00',
  cnae: '4744001',
  serasaActiveCode: '0744',
  branchOffices: '2',
  nireNumber: '35200000001',
  legalNatureCode: '2062',
  address: {
    addressLine: 'AVENIDA DAS AMOSTRAS 1500',
    zipCode: '01310000',
    district: 'CENTRO',
    country: 'BRASIL',
    city: 'SAO PAULO',
    state: 'SP',
    countryCode: '105',
  },
  phone: { areaCode: '11', phoneNumber: '30000000' },
  predecessorList: [{ predecessorName: 'FERRAGENS DE EXEMPLO ANTIGA LTDA', predecessorDate: '2014-02-28' }],
  ...over,
})

export const partners = (): NonNullable<Subject['partners']> => ({
  companyData: {
    socialCapitalValue: '500000.00',
    accomplishedValue: '450000.00',
    informationUpdateDate: '2026-06-13',
    countryOrigin: 'BRASIL',
    controlType: 'PRIVADO',
    nature: 'NACIONAL',
  },
  partnersList: [
    {
      documentType: 'CPF',
      documentId: '52998224725',
      name: 'ANA CLARA DE EXEMPLO',
      sinceDate: '2009-08-03',
      nationality: 'BRASILEIRA',
      restrictionSign: 'false',
      documentConsistency: 'true',
      capitalTotalValue: '60.00',
      capitalVoterValue: '60.00',
    },
    {
      documentType: 'CPF',
      documentId: '12345678909',
      name: 'BRUNO DE EXEMPLO',
      sinceDate: '2015-05-20',
      nationality: 'BRASILEIRA',
      restrictionSign: 'true',
      documentConsistency: 'true',
      capitalTotalValue: '40.00',
      capitalVoterValue: '40.00',
    },
  ],
  directorsList: [
    {
      documentType: 'CPF',
      documentId: '52998224725',
      name: 'ANA CLARA DE EXEMPLO',
      role: 'SOCIO ADMINISTRADOR',
      maritalStatus: 'CASADA',
      sinceDate: '2009-08-03',
      mandateStart: '2025-01-01',
      mandateEnd: '2027-12-31',
      nationality: 'BRASILEIRA',
      restrictionSign: 'false',
      documentConsistency: 'true',
      informationUpdateDate: '2026-06-13',
      typeOfMandate: 'DETERMINADO',
    },
  ],
  messages: ['ADMINISTRACAO EXERCIDA ISOLADAMENTE'],
})

export const debt = (
  section: NegativeItem['section'],
  occurrenceDate: Day,
  over: Partial<NegativeItem> = {},
) => ({
  section,
  occurrenceDate,
  legalNatureId: 'CD',
  contractId: 'CTR-0001',
  creditorName: 'LOJA FICTICIA DE MOVEIS LTDA',
  amount: '1520.33',
  legalSquare: 'CAMPINAS',
  federalUnit: 'SP',
  ...noticed(occurrenceDate),
  ...over,
})

/** Whoever had this before us told the debtor. */
const noticed = (occurrenceDate: Day) => ({ notifiedBy: 'BIRO INVENTADO SA', notifiedOn: occurrenceDate })

export const cheque = (occurrenceDate: Day, over: Partial<Cheque> = {}): Cheque => ({
  occurrenceDate,
  alinea: '12',
  bankId: '999',
  bankName: 'BANCO INVENTADO SA',
  bankAgencyId: '0001',
  checkNumber: '000123',
  checkCount: '1',
  city: 'CAMPINAS',
  federalUnit: 'SP',
  amount: '350.00',
  ...noticed(occurrenceDate),
  ...over,
})

export const protest = (occurrenceDate: Day, over: Partial<Protest> = {}): Protest => ({
  occurrenceDate,
  amount: '2780.90',
  officeNumber: '01',
  city: 'CAMPINAS',
  federalUnit: 'SP',
  ...over,
})

/** Debts of growing age and amount, newest first, more than a list shows. */
export const manyDebts = (section: NegativeItem['section'], today: Day, count: number): NegativeItem[] =>
  Array.from({ length: count }, (_, at) =>
    debt(section, daysBefore(today, 20 + at * 30), {
      contractId: `CTR-${String(at + 1).padStart(4, '0')}`,
      amount: `${100 + at * 10}.${String(at).padStart(2, '0')}`,
    }),
  )

/** One of everything that is negative. */
export const everySection = (today: Day): Pick<Subject, 'negativeItems' | 'cheques' | 'protests'> => ({
  negativeItems: [
    debt('listingP', daysBefore(today, 200)),
    debt('listingR', daysBefore(today, 400), {
      legalNatureId: 'FI',
      creditorName: 'FINANCEIRA IMAGINARIA SA',
    }),
    debt('collectionRecords', daysBefore(today, 90), { legalNatureId: 'CT', amount: '640.10' }),
  ],
  cheques: [cheque(daysBefore(today, 150))],
  protests: [protest(daysBefore(today, 300))],
})

export const everySourceDown = Object.fromEntries(
  sectionIds.map((id) => [id, 'source_unavailable']),
) as Record<SectionId, SourceFault>

export const everySourceSilent: NonNullable<Scenario['delays']> = {
  registry: 'never',
  debts: 'never',
  bank: 'never',
  notary: 'never',
  publicRecords: 'never',
}
