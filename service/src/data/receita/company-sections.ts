import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { isHeavierStatus, specialStandingOf } from '@lastro/contract/reports/registration-standing.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { countMembers, groupMember, listMember, objectText, plainMember, textMember } from '../json-text.ts'
import type { SnapshotReader } from '../snapshots/snapshot-reader.ts'
import type { Company, Establishment, Partner } from './company.ts'

/** A company, and the one of its establishments whose CNPJ was asked for. */
export type CompanyView = {
  readonly company: Company
  readonly establishment: Establishment
  /** Of the data. */
  readonly date: Day
  readonly domain: SnapshotReader['domain']
  /** Without it, what needs the scope `contact-data` is left out. */
  readonly contactData: boolean
  readonly wholeLists: boolean
  /** Partner companies with negative data on file, by CNPJ. Nothing is known about the others. */
  readonly restricted?: ReadonlySet<string>
}

/** What the register of companies says of one, as the JSON of report sections. What it does not know is absent. */
export const companySections = {
  registration: registrationText,
  addresses: addressesText,
  phones: phonesText,
  identificationReport: identificationText,
  QSAReport: partnersText,
} as const satisfies Record<string, (view: CompanyView) => string | undefined>

const statusTexts: Readonly<Record<string, string>> = {
  '01': 'NULA',
  '02': 'ATIVA',
  '03': 'SUSPENSA',
  '04': 'INAPTA',
  '08': 'BAIXADA',
}

export const statusText = ({ statusCode }: Pick<Establishment, 'statusCode'>): string | undefined =>
  statusCode === undefined ? undefined : statusTexts[statusCode]

function registrationText({ company, establishment, domain, contactData }: CompanyView): string {
  const address = () =>
    textMember('city', cityOf(establishment, domain)) + plainMember('state', establishment.state)
  return objectText(
    plainMember('documentNumber', establishment.cnpj) +
      plainMember('statusRegistration', statusText(establishment)) +
      plainMember('statusDate', establishment.statusDate) +
      textMember('companyName', company.name) +
      plainMember('foundationDate', establishment.startedOn) +
      (contactData ? groupMember('address', address()) : '') +
      specialStatusMembers(company, establishment),
  )
}

/** The more serious status of the establishment and its head office: insolvency concerns the legal person. */
function specialStatusMembers({ headOffice }: Company, establishment: Establishment): string {
  const [one, other] = [establishment, headOffice].map((of) => statedStatus(of))
  const told =
    one === undefined || (other !== undefined && isHeavierStatus(other.text, one.text)) ? other : one
  return told === undefined
    ? ''
    : textMember('specialStatus', told.text) + plainMember('specialStatusDate', told.date)
}

const statedStatus = (of: Establishment | undefined) =>
  of?.specialStatus === undefined || specialStandingOf(of.specialStatus) === 'none'
    ? undefined
    : { text: of.specialStatus, date: of.specialStatusDate }

function addressesText({ establishment, date, domain }: CompanyView): string | undefined {
  const place =
    textMember('addressLine', streetOf(establishment)) +
    textMember('addressNumber', establishment.number) +
    textMember('district', establishment.district) +
    plainMember('zipCode', establishment.zipCode) +
    textMember('country', textOf(domain, 'country', establishment.countryCode)) +
    textMember('city', cityOf(establishment, domain)) +
    plainMember('state', establishment.state) +
    textMember('addressComplement', establishment.complement)
  return place === '' ? undefined : `[${objectText(place + plainMember('updateDate', date))}]`
}

function phonesText({ establishment, date }: CompanyView): string | undefined {
  if (establishment.phone === undefined) return undefined
  const phone =
    plainMember('areaCode', establishment.areaCode) + plainMember('phoneNumber', establishment.phone)
  return `[${objectText(phone + plainMember('updateDate', date))}]`
}

/**
 * Status, trade name and activity are those of the CNPJ asked for; foundation, address and phone the head office's.
 * Where that is not in the files, there is no foundation: a branch began on a day of its own.
 */
function identificationText({ company, establishment, date, domain, contactData }: CompanyView): string {
  const { headOffice = establishment } = company
  return objectText(
    plainMember('updateDate', date) +
      plainMember('statusRegistration', statusText(establishment)) +
      textMember('companyName', company.name) +
      textMember('companyAlias', establishment.alias) +
      textMember('partnership', textOf(domain, 'nature', company.legalNatureCode)) +
      plainMember('companyFoundation', company.headOffice?.startedOn) +
      plainMember('taxOption', taxOptionOf(company)) +
      textMember('economicActivity', textOf(domain, 'cnae', establishment.cnaeCode)) +
      plainMember('cnae', establishment.cnaeCode) +
      plainMember('branchOffices', String(company.branchCount)) +
      plainMember('legalNatureCode', company.legalNatureCode) +
      (contactData ? contactMembers(headOffice, domain) : '') +
      specialStatusMembers(company, establishment),
  )
}

const contactMembers = (headOffice: Establishment, domain: SnapshotReader['domain']): string =>
  groupMember(
    'address',
    textMember('addressLine', lineOf(headOffice)) +
      plainMember('zipCode', headOffice.zipCode) +
      textMember('district', headOffice.district) +
      textMember('country', textOf(domain, 'country', headOffice.countryCode)) +
      textMember('city', cityOf(headOffice, domain)) +
      plainMember('state', headOffice.state) +
      plainMember('countryCode', headOffice.countryCode),
  ) +
  groupMember(
    'phone',
    headOffice.phone === undefined
      ? ''
      : plainMember('areaCode', headOffice.areaCode) + plainMember('phoneNumber', headOffice.phone),
  )

/** Whoever is a MEI has opted for the Simples too; the narrower word is said. */
function taxOptionOf({ simples, mei }: Company): string | undefined {
  if (mei?.isOpted) return 'MEI'
  if (simples === undefined) return undefined
  return simples.isOpted ? 'SIMPLES NACIONAL' : 'NÃO OPTANTE PELO SIMPLES NACIONAL'
}

/** Partner rows in which somebody manages the company. */
const managementRoles: ReadonlySet<string | undefined> = new Set(
  '05 08 10 16 28 49 64 70 71 72 73 74'.split(' '),
)

/** Partners that are companies, whose whole number is known, in the order in which they are listed. */
export const companyPartners = ({ partners }: Company): readonly string[] =>
  partners
    .filter(({ kind, document }) => kind === 'company' && document !== undefined)
    .toSorted(newestFirst)
    .flatMap(({ document }) => document ?? [])

function partnersText({ company, date, domain, wholeLists, restricted }: CompanyView): string {
  const partners = company.partners.toSorted(newestFirst)
  const directors = partners.filter((one) => managementRoles.has(one.roleCode))
  const listed = (all: readonly Partner[]) => (wholeLists ? all : all.slice(0, listedCountMax))
  const [partnersListed, directorsListed] = [listed(partners), listed(directors)]
  const capital = company.capitalCents === undefined ? undefined : moneyText(company.capitalCents)
  return objectText(
    groupMember(
      'companyData',
      plainMember('socialCapitalValue', capital) +
        plainMember('informationUpdateDate', date) +
        textMember('nature', textOf(domain, 'nature', company.legalNatureCode)),
    ) +
      groupMember(
        'partnerCompleteReport',
        listMember(
          'partnersList',
          partnersListed.map((one) =>
            objectText(partnerMembers(one, domain) + restrictionMember(one, restricted)),
          ),
        ) + groupMember('summary', countMembers(partners.length, partnersListed.length)),
      ) +
      groupMember(
        'directorCompleteReport',
        listMember(
          'directorsList',
          directorsListed.map((one) =>
            objectText(partnerMembers(one, domain, textOf(domain, 'qualification', one.roleCode))),
          ),
        ) + groupMember('summary', countMembers(directors.length, directorsListed.length)),
      ),
  )
}

/** A person's number is published with a mask, and shown as it is published. */
const partnerMembers = (partner: Partner, domain: SnapshotReader['domain'], role?: string): string =>
  plainMember('documentType', documentTypes[partner.kind]) +
  plainMember('documentId', partner.document) +
  textMember('name', partner.name) +
  textMember('role', role) +
  plainMember('sinceDate', partner.since) +
  textMember('nationality', textOf(domain, 'country', partner.countryCode))

const documentTypes: Readonly<Record<Partner['kind'], string | undefined>> = {
  company: 'CNPJ',
  person: 'CPF',
  foreign: undefined,
}

/** Never "false": that would need complete coverage of the partner's negative data. */
const restrictionMember = ({ kind, document }: Partner, restricted: CompanyView['restricted']): string =>
  kind === 'company' && document !== undefined && restricted?.has(document)
    ? plainMember('restrictionSign', 'true')
    : ''

const newestFirst = (a: Partner, b: Partner): number => {
  const [one = '', other = ''] = [a.since, b.since]
  return one < other ? 1 : one > other ? -1 : 0
}

/** A code that its own table lacks has no text. */
const textOf = (
  domain: SnapshotReader['domain'],
  table: string,
  code: string | undefined,
): string | undefined => (code === undefined ? undefined : domain(table).get(Number(code)))

export const cityOf = (
  { municipalityCode, foreignCity }: Establishment,
  domain: SnapshotReader['domain'],
): string | undefined => foreignCity ?? textOf(domain, 'municipality', municipalityCode)

const streetOf = ({ streetType, street }: Establishment): string => joined(streetType, street)

const lineOf = (one: Establishment): string => joined(one.streetType, one.street, one.number, one.complement)

function joined(...parts: readonly (string | undefined)[]): string {
  let text = ''
  for (const one of parts) if (one !== undefined && one !== '') text += text === '' ? one : ` ${one}`
  return text
}
