import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { failed, type SectionAnswer, type SectionAnswers } from '../../../features/reports/source.ts'
import { foundOccurrences, foundSection } from '../../mapping/found-section.ts'
import { readOccurrences } from '../../mapping/occurrences.ts'
import { count, isSent, text } from '../../mapping/read-leaf.ts'
import { at, type Json, listOf, objectOf, readTable, type Table } from '../../mapping/table.ts'
import { isAbout } from '../../mapping/whose-answer.ts'
import { hasUnreadableCount, readConsultations } from './consultations.ts'
import {
  addressTable,
  companyDataTable,
  companyTable,
  directorTable,
  identificationTable,
  type OccurrenceSection,
  occurrenceTables,
  participationTable,
  partnerTable,
  personTable,
  phoneTable,
  scoreTable,
} from './section-tables.ts'

export type Mapping = {
  readonly document: DocumentNumber
  readonly sections: readonly SectionId[]
  /** Those whose lists come whole. */
  readonly whole: readonly SectionId[]
  readonly today: Day
}

/**
 * What a provider's answer says of each section. An answer about somebody else, or about nobody, says nothing at all:
 * every section fails. Nothing that can be sent makes this throw.
 */
export function mapReport(answer: unknown, mapping: Mapping): SectionAnswers {
  const reports = at(answer, 'reports')
  const report = Array.isArray(reports) ? objectOf(reports[0]) : undefined
  const isReadable = report !== undefined && isAbout(reports as readonly unknown[], mapping.document)
  return Object.fromEntries(
    mapping.sections.map((section) => [
      section,
      isReadable ? mapSection(section, { report, answer }, mapping) : failed('source_answer_invalid'),
    ]),
  )
}

type Sent = { readonly report: Json; readonly answer: unknown }

function mapSection(section: SectionId, sent: Sent, mapping: Mapping): SectionAnswer {
  const isWhole = mapping.whole.includes(section)
  switch (section) {
    case 'registration':
      return foundSection(section, registration(sent.report, mapping.document))
    case 'addresses':
      return foundSection(section, contacts(sent.report, 'addresses', 'address', addressTable, 'addressLine'))
    case 'phones':
      return foundSection(section, contacts(sent.report, 'phones', 'phone', phoneTable, 'phoneNumber'))
    case 'identificationReport':
      return foundSection(section, tableOf(identificationTable, sent.report.identificationReport))
    case 'QSAReport':
      return officersSection(beside(sent, 'QSAReport'), isWhole)
    case 'listingP':
    case 'listingR':
    case 'companyListingP':
    case 'companyListingR':
    case 'collectionRecords':
    case 'check':
    case 'notary':
      return negative(section, sent.report, { today: mapping.today, isWhole })
    case 'inquiry': {
      const facts = beside(sent, 'facts')
      return foundSection(section, readConsultations(facts, isWhole), hasUnreadableCount(facts))
    }
    case 'partner':
      return participationsSection(beside(sent, 'partner'), isWhole)
    case 'score':
      return foundSection(section, score(beside(sent, 'score')))
    case 'publicDebt':
    case 'sanctions':
      return failed('source_refused')
  }
}

/** An optional feature stands in the report or beside it, by report and contract. */
const beside = ({ report, answer }: Sent, name: string): unknown =>
  report[name] ?? at(answer, `optionalFeatures.${name}`)

function tableOf(table: Table, value: unknown): Json | undefined {
  const read = readTable(table, objectOf(value) ?? {})
  return Object.keys(read).length === 0 ? undefined : read
}

const eachOf = (items: readonly unknown[], table: Table): readonly Json[] =>
  items.map((one) => tableOf(table, one)).filter((one) => one !== undefined)

/** The advanced report on a company has no registration of its own. */
function registration(report: Json, document: DocumentNumber): Json | undefined {
  const isCompany = documentType(document) === 'CNPJ'
  const table = isCompany ? companyTable : personTable
  const read = tableOf(table, report.registration) ?? tableOf(table, report.identificationReport)
  return read && { ...read, documentNumber: document, ...(isCompany && { companyDocument: document }) }
}

/** All that are told; the one of the registration where there are no others. */
function contacts(
  report: Json,
  list: string,
  single: string,
  table: Table,
  needed: string,
): readonly Json[] | undefined {
  const block = objectOf(report.registration) ?? objectOf(report.identificationReport) ?? {}
  const many = listOf(block[list])
  const read = eachOf(many.length > 0 ? many : [block[single]], table).filter(
    (one) => one[needed] !== undefined,
  )
  return read.length === 0 ? undefined : read
}

function negative(
  section: OccurrenceSection,
  report: Json,
  view: { readonly today: Day; readonly isWhole: boolean },
): SectionAnswer {
  // Without the block that holds them all, nobody has looked.
  if (objectOf(report.negativeData) === undefined) return failed('source_answer_invalid')
  const { block, ...shape } = occurrenceTables[section]
  return foundOccurrences(section, readOccurrences(at(report, block), shape, view))
}

type List = { readonly items: readonly Json[]; readonly summary: Json }

/** A list with how many there are; `listed` where it has fewer. */
function listIn(value: unknown, list: string, table: Table, isWhole: boolean): List | undefined {
  const all = eachOf(listOf(at(value, list)), table)
  // A missing count is taken from the list; an unreadable one marks the section.
  const told = count(at(value, 'summary.count'))
  const total = told === undefined ? all.length : Math.max(all.length, Number(told))
  if (total === 0) return undefined
  const items = isWhole ? all : all.slice(0, listedCountMax)
  const listed = items.length < total && { listed: String(items.length) }
  return { items, summary: { count: String(total), ...listed } }
}

const hasUnreadableTotal = (value: unknown): boolean => {
  const sent = at(value, 'summary.count')
  return isSent(sent) && count(sent) === undefined
}

function participationsSection(value: unknown, isWhole: boolean): SectionAnswer {
  const list = listIn(value, 'partnershipResponse', participationTable, isWhole)
  const read = list && { partnershipResponse: list.items, summary: list.summary }
  return foundSection('partner', read, hasUnreadableTotal(value))
}

function officersSection(value: unknown, isWhole: boolean): SectionAnswer {
  const isUnreadable = ['partnerCompleteReport', 'directorCompleteReport'].some((name) =>
    hasUnreadableTotal(at(value, name)),
  )
  return foundSection('QSAReport', officers(value, isWhole), isUnreadable)
}

function officers(value: unknown, isWhole: boolean): Json | undefined {
  const companyData = tableOf(companyDataTable, at(value, 'companyData'))
  const partners = listIn(at(value, 'partnerCompleteReport'), 'partnersList', partnerTable, isWhole)
  const directors = listIn(at(value, 'directorCompleteReport'), 'directorsList', directorTable, isWhole)
  if (companyData === undefined && partners === undefined && directors === undefined) return undefined
  const messages = at(value, 'directorCompleteReport.summary.infoMessages.message')
  const remarks = listOf(messages).flatMap((one) => text(one) ?? [])
  const none = { items: [], summary: { count: '0' } }
  const { items: partnersList, summary: partnerCount } = partners ?? none
  const { items: directorsList, summary: directorCount } = directors ?? none
  return {
    ...(companyData && { companyData }),
    partnerCompleteReport: { partnersList, summary: partnerCount },
    directorCompleteReport: {
      directorsList,
      summary: { ...directorCount, ...(remarks.length > 0 && { infoMessages: { message: remarks } }) },
    },
  }
}

/** A score that was made needs no reason. */
function score(value: unknown): Json | undefined {
  const read = tableOf(scoreTable, value)
  if (read?.score === undefined) return read
  const { reason: _, ...made } = read
  return made
}
