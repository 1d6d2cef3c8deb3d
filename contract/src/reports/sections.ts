import type { TSchema } from 'typebox'
import { IdentificationReport, QSAReport } from './company.ts'
import {
  Check,
  CollectionRecords,
  CompanyListingP,
  CompanyListingR,
  Inquiry,
  ListingP,
  ListingR,
  Notary,
  Partner,
  PublicDebt,
  Sanctions,
} from './occurrences.ts'
import { Registration } from './registration.ts'
import { Score } from './score.ts'

export type DocumentType = 'CPF' | 'CNPJ'

/** A block of a report that one source answers as a whole: the unit of asking, storing, failing and gating. */
export type Section = {
  /** Where it stands in the report. A second step lies inside the block named by the first. */
  readonly path: readonly [string] | readonly [string, string]
  readonly schema: TSchema
  readonly documentTypes: readonly DocumentType[]
  /** What a reader sees when the source covers the section and has nothing on file; undefined is absence. */
  readonly whenNothing: string | undefined
  /** Members shown only to callers with the scope `contact-data`. */
  readonly gatedMembers: readonly string[]
  /** True when the whole section needs the scope `contact-data`. */
  readonly gated: boolean
}

const both: readonly DocumentType[] = ['CPF', 'CNPJ']
const company: readonly DocumentType[] = ['CNPJ']

const block = (of: Pick<Section, 'path' | 'schema'> & Partial<Section>): Section => ({
  documentTypes: both,
  whenNothing: undefined,
  gatedMembers: [],
  gated: false,
  ...of,
})

const negative = (name: string, schema: TSchema, documentTypes = both): Section =>
  block({
    path: ['negativeData', name],
    schema,
    documentTypes,
    whenNothing: `{"${name}Response":[],"summary":{"count":"0","balance":"0.00"}}`,
  })

/** Every section there is, in the order in which a report shows them. */
export const sections = {
  registration: block({
    path: ['registration'],
    schema: Registration,
    gatedMembers: ['motherName', 'address'],
  }),
  addresses: block({
    path: ['registration', 'addresses'],
    schema: Registration.properties.addresses,
    whenNothing: '[]',
    gated: true,
  }),
  phones: block({
    path: ['registration', 'phones'],
    schema: Registration.properties.phones,
    whenNothing: '[]',
    gated: true,
  }),
  identificationReport: block({
    path: ['identificationReport'],
    schema: IdentificationReport,
    documentTypes: company,
    gatedMembers: ['address', 'phone'],
  }),
  QSAReport: block({ path: ['QSAReport'], schema: QSAReport, documentTypes: company }),
  listingP: negative('listingP', ListingP),
  listingR: negative('listingR', ListingR),
  companyListingP: negative('listingP', CompanyListingP, company),
  companyListingR: negative('listingR', CompanyListingR, company),
  collectionRecords: negative('collectionRecords', CollectionRecords),
  check: negative('check', Check),
  notary: negative('notary', Notary),
  inquiry: block({
    path: ['facts', 'inquiry'],
    schema: Inquiry,
    whenNothing: '{"inquiryResponse":[],"summary":{"count":"0"}}',
  }),
  partner: block({
    path: ['partner'],
    schema: Partner,
    whenNothing: '{"partnershipResponse":[],"summary":{"count":"0"}}',
  }),
  publicDebt: block({
    path: ['publicDebt'],
    schema: PublicDebt,
    whenNothing: '{"publicDebtResponse":[],"summary":{"count":"0","balance":"0.00"}}',
  }),
  sanctions: block({
    path: ['sanctions'],
    schema: Sanctions,
    whenNothing: '{"sanctionsResponse":[],"summary":{"count":"0"}}',
  }),
  score: block({ path: ['score'], schema: Score }),
} as const satisfies Record<string, Section>

export type SectionId = keyof typeof sections

export const sectionIds = Object.keys(sections) as readonly SectionId[]

/** The name callers know a section by: the last step of its path. */
export const sectionName = (id: SectionId): string => sections[id].path.at(-1) ?? id
