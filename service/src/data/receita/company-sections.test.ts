import assert from 'node:assert/strict'
import { sealed } from '@lastro/contract/leaves.ts'
import { sections } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import {
  inventedBranch,
  inventedCompany,
  inventedDomains,
  inventedEstablishment,
  inventedPartner,
} from '../../../testing/invented/invented-company.ts'
import { validator } from '../../http/body/validate.ts'
import type { Company, Establishment, Partner } from './company.ts'
import { companySections } from './company-sections.ts'

const date = '2026-10-11' as Day
const domain = (table: string) => inventedDomains[table] ?? new Map<number, string>()
const partner = inventedPartner
const headOffice = inventedEstablishment()
const branch = inventedBranch()
const company = inventedCompany()

const view = { company, establishment: headOffice, date, domain, contactData: true, wholeLists: false }
const read = (section: keyof typeof companySections, over: Partial<typeof view> = {}) => {
  const text = companySections[section]({ ...view, ...over })
  return text === undefined ? undefined : JSON.parse(text)
}

test('a company is identified by what the register knows, and what it does not know is absent', () => {
  assert.deepEqual(read('identificationReport'), {
    updateDate: '2026-10-11',
    statusRegistration: 'ATIVA',
    companyName: 'FERRAGENS INVENTADAS LTDA',
    companyAlias: 'FERRAGENS',
    partnership: 'Sociedade Empresária Limitada',
    companyFoundation: '2009-08-03',
    taxOption: 'SIMPLES NACIONAL',
    economicActivity: 'Comércio varejista de ferragens e ferramentas',
    cnae: '4744001',
    branchOffices: '1',
    legalNatureCode: '2062',
    address: {
      addressLine: 'RUA DAS "AMOSTRAS" 15 SALA 2',
      zipCode: '01310000',
      district: 'CENTRO',
      city: 'SAO PAULO',
      state: 'SP',
    },
    phone: { areaCode: '11', phoneNumber: '30001000' },
  })
})

test('a branch has a status and a trade name of its own; the company was founded with its head office', () => {
  const identified = read('identificationReport', { establishment: branch })
  assert.equal(identified.statusRegistration, 'BAIXADA')
  assert.equal(identified.companyAlias, 'FILIAL')
  assert.equal(identified.companyFoundation, '2009-08-03')
  assert.equal(identified.address.zipCode, '01310000')
  const registered = read('registration', { establishment: branch })
  assert.equal(registered.documentNumber, branch.cnpj)
  assert.equal(registered.foundationDate, '2015-01-02')
  assert.equal(read('addresses', { establishment: branch })[0].zipCode, '20000000')
})

test('without a head office nobody knows when the company was founded', () => {
  const headless = { ...company, headOffice: undefined }
  const identified = read('identificationReport', { company: headless, establishment: branch })
  assert.equal('companyFoundation' in identified, false)
  assert.equal(identified.statusRegistration, 'BAIXADA')
})

test('capital keeps its cents, and whoever manages is a director', () => {
  const { companyData, partnerCompleteReport, directorCompleteReport } = read('QSAReport')
  assert.deepEqual(companyData, {
    socialCapitalValue: '1061004829.23',
    informationUpdateDate: '2026-10-11',
    nature: 'Sociedade Empresária Limitada',
  })
  assert.deepEqual(partnerCompleteReport.partnersList, [
    { documentType: 'CPF', documentId: '***982247**', name: 'ANA DE EXEMPLO', sinceDate: '2009-08-03' },
    {
      documentType: 'CNPJ',
      documentId: withCheckDigits('445556660001'),
      name: 'ANA DE EXEMPLO',
      sinceDate: '2009-08-03',
    },
  ])
  assert.deepEqual(directorCompleteReport, {
    directorsList: [
      {
        documentType: 'CPF',
        documentId: '***982247**',
        name: 'ANA DE EXEMPLO',
        role: 'Sócio-Administrador',
        sinceDate: '2009-08-03',
      },
    ],
    summary: { count: '1' },
  })
})

test('lists show the newest 25 and count all; whole lists show all', () => {
  const day = (at: number) => `2020-01-${String(at + 1).padStart(2, '0')}` as Day
  const many = { ...company, partners: Array.from({ length: 30 }, (_, at) => partner({ since: day(at) })) }
  const cut = read('QSAReport', { company: many })
  assert.equal(cut.partnerCompleteReport.partnersList.length, 25)
  assert.equal(cut.partnerCompleteReport.partnersList[0].sinceDate, '2020-01-30')
  assert.deepEqual(cut.partnerCompleteReport.summary, { count: '30', listed: '25' })
  assert.deepEqual(cut.directorCompleteReport.summary, { count: '30', listed: '25' })
  const whole = read('QSAReport', { company: many, wholeLists: true })
  assert.equal(whole.directorCompleteReport.directorsList.length, 30)
  assert.deepEqual(whole.partnerCompleteReport.summary, { count: '30' })
})

test('contact data is left out for whoever may not see it', () => {
  for (const section of ['registration', 'identificationReport'] as const)
    for (const member of sections[section].gatedMembers)
      assert.equal(read(section, { contactData: false })[member], undefined)
})

test('an establishment abroad has its city and country; a MEI is called one', () => {
  const abroad = {
    ...headOffice,
    state: undefined,
    municipalityCode: '9707',
    foreignCity: 'MIAMI',
    countryCode: '249',
  }
  assert.deepEqual(read('registration', { establishment: abroad }).address, { city: 'MIAMI' })
  assert.equal(read('addresses', { establishment: abroad })[0].country, 'ESTADOS UNIDOS')
  const mei = { ...company, mei: { isOpted: true } }
  assert.equal(read('identificationReport', { company: mei }).taxOption, 'MEI')
  const none = { ...company, simples: { isOpted: false } }
  assert.equal(read('identificationReport', { company: none }).taxOption, 'NÃO OPTANTE PELO SIMPLES NACIONAL')
})

const anyOf = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined })
const latin = fc.string({
  minLength: 1,
  maxLength: 40,
  unit: fc.nat(255).map((at) => String.fromCharCode(at)),
})
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((one) => one.toISOString().slice(0, 10) as Day)

const anyEstablishment: fc.Arbitrary<Establishment> = fc.record({
  cnpj: fc.constant(headOffice.cnpj),
  isHeadOffice: fc.boolean(),
  alias: anyOf(latin),
  statusCode: anyOf(fc.constantFrom('01', '02', '03', '04', '08', '99')),
  statusDate: anyOf(day),
  reasonCode: anyOf(digits(2)),
  foreignCity: anyOf(latin),
  countryCode: anyOf(fc.constantFrom('249', '998')),
  startedOn: anyOf(day),
  cnaeCode: anyOf(fc.constantFrom('4744001', '0000001')),
  otherCnaeCodes: fc.array(digits(7), { maxLength: 3 }),
  streetType: anyOf(latin),
  street: anyOf(latin),
  number: anyOf(latin),
  complement: anyOf(latin),
  district: anyOf(latin),
  zipCode: anyOf(digits(8)),
  state: anyOf(fc.constantFrom('SP', 'RJ')),
  municipalityCode: anyOf(fc.constantFrom('7107', '0001')),
  areaCode: anyOf(digits(2)),
  phone: anyOf(digits(8)),
  specialStatus: anyOf(latin),
  specialStatusDate: anyOf(day),
})

const anyPartner: fc.Arbitrary<Partner> = fc.record({
  kind: fc.constantFrom('company', 'person', 'foreign'),
  document: anyOf(fc.constantFrom('***982247**', headOffice.cnpj)),
  name: anyOf(latin),
  roleCode: anyOf(fc.constantFrom('49', '22', '05', '99')),
  since: anyOf(day),
  countryCode: anyOf(fc.constantFrom('249', '998')),
  representative: fc.constant(undefined),
})

const anyCompany: fc.Arbitrary<Company> = fc.record({
  root: fc.constant('11222333'),
  name: anyOf(latin),
  legalNatureCode: anyOf(fc.constantFrom('2062', '0000')),
  capitalCents: anyOf(fc.bigInt({ min: 0n, max: 99_999_999_999_999n })),
  sizeCode: anyOf(fc.constantFrom('00', '01')),
  simples: anyOf(fc.record({ isOpted: fc.boolean() })),
  mei: anyOf(fc.record({ isOpted: fc.boolean() })),
  headOffice: anyOf(anyEstablishment),
  branchCount: fc.nat(10_000),
  partners: fc.array(anyPartner, { maxLength: 40 }),
})

test('whatever the register says, every text is the JSON that its section promises', () => {
  const sealedSections = Object.fromEntries(
    Object.keys(companySections).map((id) => [
      id,
      validator(sealed(sections[id as keyof typeof companySections].schema)),
    ]),
  )
  fc.assert(
    fc.property(
      anyCompany,
      anyEstablishment,
      fc.boolean(),
      fc.boolean(),
      (one, at, contactData, wholeLists) => {
        for (const [id, section] of Object.entries(companySections)) {
          const text = section({ ...view, company: one, establishment: at, contactData, wholeLists })
          if (text === undefined) continue
          const value: unknown = JSON.parse(text)
          assert.equal(JSON.stringify(value), text, 'nothing is told twice, and no blank is wasted')
          const check = sealedSections[id]
          assert.ok(check?.accepts(value), `${id}: ${text} ${JSON.stringify(check?.errorsOf(value, 'en'))}`)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('shows the special status in both sections, for a branch also that of its head office', () => {
  const distress = { specialStatus: 'EM RECUPERACAO JUDICIAL', specialStatusDate: '2025-03-10' as Day }
  const statusIn = (over: { establishment: Partial<Establishment>; headOffice?: Partial<Establishment> }) => {
    const headOffice = inventedEstablishment(over.headOffice ?? {})
    const establishment = { ...inventedBranch(), ...over.establishment }
    return (['registration', 'identificationReport'] as const).map((section) => {
      const { specialStatus, specialStatusDate } = read(section, {
        company: inventedCompany({ headOffice }),
        establishment,
      })
      return [specialStatus, specialStatusDate]
    })
  }
  const shown = ['EM RECUPERACAO JUDICIAL', '2025-03-10']
  assert.deepEqual(statusIn({ establishment: distress }), [shown, shown])
  assert.deepEqual(statusIn({ establishment: {}, headOffice: distress }), [shown, shown])
  assert.deepEqual(statusIn({ establishment: { specialStatus: 'ESPOLIO' }, headOffice: distress }), [
    shown,
    shown,
  ])
  const none = [undefined, undefined]
  for (const specialStatus of [undefined, '********', 'NENHUMA'])
    assert.deepEqual(statusIn({ establishment: { specialStatus } }), [none, none], String(specialStatus))
})
