import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { failed, type SectionAnswer, type SectionAnswers } from '../../features/reports/source.ts'
import { foundOccurrences, foundSection } from '../mapping/found-section.ts'
import { readOccurrences } from '../mapping/occurrences.ts'
import { code, count, date, money, text } from '../mapping/read-leaf.ts'
import { type Json, leaf, objectOf, readTable, type Table } from '../mapping/table.ts'

export type Mapping = {
  readonly document: DocumentNumber
  readonly sections: readonly SectionId[]
  /** Those whose lists come whole. */
  readonly whole: readonly SectionId[]
  readonly today: Day
}

/** What the provider calls a block when it is ordered, and where its answer has it. */
type Block = { readonly order: string; readonly member: string }

const blocks: Readonly<Partial<Record<SectionId, Block>>> = {
  registration: { order: 'CADASTRO', member: 'cadastro' },
  check: { order: 'CHEQUES', member: 'cheques' },
  notary: { order: 'PROTESTOS', member: 'protestos' },
}

export const coveredSections = Object.keys(blocks) as readonly SectionId[]

export const blockNames = (sections: readonly SectionId[]): readonly string[] =>
  sections.flatMap((section) => blocks[section]?.order ?? [])

/** What a finished order says of each section. A block that was ordered and is not there was not looked at. */
export const mapResult = (result: Json, mapping: Mapping): SectionAnswers =>
  Object.fromEntries(
    mapping.sections.map((section) => {
      const block = objectOf(result[blocks[section]?.member ?? ''])
      return [
        section,
        block === undefined ? failed('source_answer_invalid') : mapBlock(section, block, mapping),
      ]
    }),
  )

function mapBlock(section: SectionId, block: Json, mapping: Mapping): SectionAnswer {
  if (block.erro !== undefined) return failed('source_unavailable')
  if (section === 'registration') return foundSection(section, registration(block, mapping.document))
  const item = section === 'check' ? cheque : protest
  const { lista, quantidade, valorTotal, primeira, ultima } = block
  const told = {
    lista,
    summary: { count: quantidade, balance: valorTotal, firstOccurrence: primeira, lastOccurrence: ultima },
  }
  const view = { today: mapping.today, isWhole: mapping.whole.includes(section) }
  return foundOccurrences(section, readOccurrences(told, { list: 'lista', item }, view))
}

function registration(block: Json, document: DocumentNumber): Json | undefined {
  const isCompany = documentType(document) === 'CNPJ'
  const read = readTable(isCompany ? company : person, block)
  if (Object.keys(read).length === 0) return undefined
  return { ...read, documentNumber: document, ...(isCompany && { companyDocument: document }) }
}

const standing: Table = {
  statusRegistration: leaf(text, 'situacao'),
  statusDate: leaf(date, 'situacaoEm'),
}

const person: Table = {
  ...standing,
  consumerName: leaf(text, 'nome'),
  motherName: leaf(text, 'nomeMae'),
  birthDate: leaf(date, 'nascimento'),
}

const company: Table = {
  ...standing,
  companyName: leaf(text, 'nome'),
  foundationDate: leaf(date, 'abertura'),
  specialStatus: leaf(text, 'situacaoEspecial'),
  specialStatusDate: leaf(date, 'situacaoEspecialEm'),
}

const place: Table = { city: leaf(text, 'municipio'), federalUnit: leaf(text, 'uf') }

const protest: Table = {
  occurrenceDate: leaf(date, 'data'),
  amount: leaf(money, 'valor'),
  officeNumber: leaf(text, 'cartorio'),
  ...place,
}

const cheque: Table = {
  occurrenceDate: leaf(date, 'data'),
  alinea: leaf(code(2), 'alinea'),
  bankId: leaf(code(3), 'banco'),
  bankName: leaf(text, 'nomeBanco'),
  bankAgencyId: leaf(text, 'agencia'),
  checkNumber: leaf(text, 'numero'),
  checkCount: leaf(count, 'quantidade'),
  ...place,
}
