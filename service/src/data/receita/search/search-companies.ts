import { companyStatuses } from '@lastro/contract/companies/company-codes.ts'
import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import { orderOf } from '@lastro/rules/documents/company-key.ts'
import { hasWords, nameWords } from '@lastro/rules/subjects/name-words.ts'
import type {
  CompaniesFound,
  CompanyQuestion,
  CompanySearch,
} from '../../../features/public-data/search/company-search.ts'
import type { RowPosition } from '../../search/block-rows.ts'
import { searchRows } from '../../search/search-rows.ts'
import { askedToken, filterToken, headOfficeToken } from '../../search/search-tokens.ts'
import type { ServedSnapshots } from '../../snapshots/served-snapshots.ts'
import type { SnapshotReader } from '../../snapshots/snapshot-reader.ts'
import type { Company, Establishment } from '../company.ts'
import { cityOf, statusText } from '../company-sections.ts'
import { states } from '../packed-forms.ts'
import { unpackBranch, unpackCompany } from '../unpack-company.ts'

/** The index is asked for so many words at most, the longest; all are looked for in what it finds. */
const askedWordCountMax = 6

/** Companies of the snapshot of the Receita that is served. */
export const snapshotSearch =
  (snapshots: Pick<ServedSnapshots, 'isServed' | 'reading'>): CompanySearch =>
  async (question) => {
    if (!snapshots.isServed('receita')) return { kind: 'noIndex' }
    const unread: CompaniesFound = { kind: 'failed', error: new Error('a snapshot cannot be read') }
    try {
      return (await snapshots.reading('receita', (reader) => searchIn(reader, question))) ?? unread
    } catch (error) {
      return { kind: 'failed', error }
    }
  }

async function searchIn(reader: SnapshotReader, question: CompanyQuestion): Promise<CompaniesFound> {
  if (reader.blocks === undefined) return { kind: 'noIndex' }
  const cities = question.city === undefined ? undefined : citiesNamed(reader, question.city)
  if (cities?.length === 0) return { kind: 'cityUnknown' }
  const { values, next } = await searchRows<FoundCompany>(reader, {
    groups: groupsOf(question, cities),
    after: question.after,
    limit: question.limit,
    judge: async (positions) => {
      const offices = await readOffices(reader, positions)
      return offices.map((one) => one && judged(one, question.words, reader))
    },
  })
  return { kind: 'found', companies: values, date: reader.date, next }
}

/** Municipalities of several states may share a name. */
function citiesNamed(reader: SnapshotReader, name: string): readonly number[] {
  const wanted = nameWords(name).join(' ')
  return [...reader.domain('municipality')].flatMap(([code, text]) =>
    nameWords(text).join(' ') === wanted ? [code] : [],
  )
}

/** What the index is asked for. Whatever has the most letters comes first: it is rarest. */
function groupsOf(
  { words, state, status, cnae, headOfficesOnly }: CompanyQuestion,
  cities: readonly number[] | undefined,
): readonly (readonly number[])[] {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, askedWordCountMax)
  const tokens = [...new Set(longest.map(askedToken))].map((token) => [token])
  const filters = [
    ...(cities === undefined ? [] : [cities.map(filterToken.municipality)]),
    ...(cnae === undefined ? [] : [[filterToken.cnae(Number(cnae))]]),
    ...(state === undefined ? [] : [[filterToken.state(states.indexOf(state))]]),
    ...(status === undefined ? [] : [[filterToken.status(Number(companyStatuses[status]))]]),
    ...(headOfficesOnly ? [[headOfficeToken]] : []),
  ]
  return [...tokens, ...filters]
}

type Office = { readonly company: Company; readonly establishment: Establishment }

/** The establishments at these positions; undefined where the record of one is missing. */
async function readOffices(
  reader: SnapshotReader,
  positions: readonly RowPosition[],
): Promise<readonly (Office | undefined)[]> {
  const keys = [...new Set(positions.map(({ key }) => key))]
  const companies = new Map(
    await Promise.all(
      keys.map(async (key) => {
        const record = await reader.read('company', key)
        return [key, record === undefined ? undefined : unpackCompany(key, record)] as const
      }),
    ),
  )
  return Promise.all(positions.map((position) => readOffice(reader, position, companies.get(position.key))))
}

/** What is not the head office has a record of its own. */
async function readOffice(
  reader: SnapshotReader,
  { key, order }: RowPosition,
  company: Company | undefined,
): Promise<Office | undefined> {
  if (company === undefined) return undefined
  const { headOffice } = company
  if (headOffice?.cnpj.slice(8, 12) === orderOf(order)) return { company, establishment: headOffice }
  const record = await reader.read('branch', key, order)
  return record === undefined ? undefined : { company, establishment: unpackBranch(key, record) }
}

/** Undefined where the words only look like those that are asked for. */
function judged(
  { company, establishment }: Office,
  words: readonly string[],
  { domain }: SnapshotReader,
): FoundCompany | undefined {
  const { name } = company
  const { alias, state, cnaeCode, startedOn } = establishment
  if (!hasWords(nameWords(`${name ?? ''} ${alias ?? ''}`), words)) return undefined
  const city = cityOf(establishment, domain)
  const status = statusText(establishment)
  return {
    documento: establishment.cnpj,
    headOffice: establishment.isHeadOffice,
    ...(name !== undefined && { name }),
    ...(alias !== undefined && { alias }),
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(cnaeCode !== undefined && { cnae: cnaeCode }),
    ...(status !== undefined && { status }),
    ...(startedOn !== undefined && { foundationDate: startedOn }),
  }
}
