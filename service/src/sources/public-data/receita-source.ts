import { setImmediate as nextTurn } from 'node:timers/promises'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey, orderKey } from '@lastro/rules/documents/company-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { type Awaitable, andThen } from '../../awaitable.ts'
import {
  countMembers,
  groupMember,
  listMember,
  objectText,
  plainMember,
  textMember,
} from '../../data/json-text.ts'
import type { PackedRecord } from '../../data/packing/packed-reader.ts'
import type { Company, Establishment, Participation } from '../../data/receita/company.ts'
import { companyPartners, companySections, statusText } from '../../data/receita/company-sections.ts'
import { unpackBranch, unpackCompany, unpackParticipations } from '../../data/receita/unpack-company.ts'
import type { SnapshotReader } from '../../data/snapshots/snapshot-reader.ts'
import type { Question, SectionAnswer, SectionAnswers, Source } from '../../features/reports/source.ts'
import { type Snapshots, snapshotSource } from './snapshot-source.ts'

/** Whether there is something negative on file of a company; asked of the partners whose number is known. */
export type IsRestricted = (cnpj: DocumentNumber, today: Day) => Awaitable<boolean>

/** The register of companies of the Receita Federal. */
export const receitaSource = (snapshots: Snapshots, isRestricted?: IsRestricted): Source =>
  snapshotSource(snapshots, {
    name: 'receita',
    dataSet: 'receita',
    sections: [...companySectionIds, 'partner'],
    answer: (reader, question) => answer({ reader, isRestricted }, question),
  })

type Register = { readonly reader: SnapshotReader; readonly isRestricted: IsRestricted | undefined }

const companySectionIds = Object.keys(companySections) as readonly (keyof typeof companySections)[]

/** One read for a head office, which the embedded engine has at hand. */
function answer(register: Register, question: Question): Awaitable<SectionAnswers> {
  if (question.sections.includes('partner')) return answerWithPartner(register, question)
  const record = register.reader.read('company', rootKey(question.document))
  return andThen(record, (one) => answerOnCompany(register, question, one))
}

const rootKey = (document: DocumentNumber): number => companyKey(document.slice(0, 8))

function answerOnCompany(
  register: Register,
  question: Question,
  record: PackedRecord | undefined,
): Awaitable<SectionAnswers> {
  if (record === undefined) return answersOf(register, question, undefined)
  const company = unpackCompany(rootKey(question.document), record)
  return company.headOffice?.cnpj === question.document
    ? answersOf(register, question, { company, establishment: company.headOffice })
    : answerOnBranch(register, question, company)
}

async function answerOnBranch(
  register: Register,
  question: Question,
  company: Company,
): Promise<SectionAnswers> {
  const key = rootKey(question.document)
  const record = await register.reader.read('branch', key, orderKey(question.document.slice(8, 12)))
  const establishment = record === undefined ? undefined : unpackBranch(key, record)
  return answersOf(register, question, establishment && { company, establishment })
}

type Found = { readonly company: Company; readonly establishment: Establishment }

/** Where a company has companies as partners, these are looked up first. */
function answersOf(
  { reader, isRestricted }: Register,
  question: Question,
  found: Found | undefined,
): Awaitable<SectionAnswers> {
  const partners =
    found !== undefined && isRestricted !== undefined && question.sections.includes('QSAReport')
      ? companyPartners(found.company)
      : none
  return isRestricted === undefined || partners.length === 0
    ? answersWith(reader, question, found)
    : restrictedAmong(isRestricted, partners, question).then((restricted) =>
        answersWith(reader, question, found, restricted),
      )
}

const none: readonly string[] = []

async function restrictedAmong(
  isRestricted: IsRestricted,
  partners: readonly string[],
  { today, wholeLists }: Question,
): Promise<ReadonlySet<string>> {
  const looked = new Set(wholeLists ? partners : partners.slice(0, listedCountMax))
  const restricted = new Set<string>()
  for (const cnpj of looked) if (await isRestricted(cnpj as DocumentNumber, today)) restricted.add(cnpj)
  return restricted
}

function answersWith(
  { date, domain }: SnapshotReader,
  { sections, contactData, wholeLists }: Question,
  found: Found | undefined,
  restricted?: ReadonlySet<string>,
): SectionAnswers {
  const answers: Partial<Record<SectionId, SectionAnswer>> = {}
  const view = found && {
    company: found.company,
    establishment: found.establishment,
    date,
    domain,
    contactData,
    wholeLists,
    ...(restricted && { restricted }),
  }
  for (const section of sections) {
    if (section === 'partner') continue
    const text = view && companySections[section as keyof typeof companySections](view)
    answers[section] =
      text === undefined ? { kind: 'nothing', asOf: date } : { kind: 'found', text, asOf: date }
  }
  return answers
}

async function answerWithPartner(register: Register, question: Question): Promise<SectionAnswers> {
  const others = question.sections.filter((section) => section !== 'partner')
  const [answers, partner] = await Promise.all([
    others.length === 0 ? {} : answer(register, { ...question, sections: others, signal: question.signal }),
    partnerAnswer(register.reader, question),
  ])
  return { ...answers, partner }
}

/** The companies in which this one is a partner. All of its establishments are one partner. */
async function partnerAnswer(reader: SnapshotReader, question: Question): Promise<SectionAnswer> {
  const record = await reader.read('participation', rootKey(question.document))
  const all = record === undefined ? [] : unpackParticipations(record).toSorted(newestFirst)
  const isWhole = question.wholeLists || question.united.includes('partner')
  const listed = isWhole ? all : all.slice(0, listedCountMax)
  if (all.length === 0) return { kind: 'nothing', asOf: reader.date }
  const items: string[] = []
  for (const one of listed) {
    items.push(await participationText(reader, one))
    // Whoever takes part in thousands does not hold up the others.
    if (items.length % participationsATurn === 0) await nextTurn()
  }
  const text = objectText(
    listMember('partnershipResponse', items) + groupMember('summary', countMembers(all.length, items.length)),
  )
  return { kind: 'found', text, asOf: reader.date }
}

const participationsATurn = 100

async function participationText(reader: SnapshotReader, { root, since }: Participation): Promise<string> {
  const key = companyKey(root)
  const record = await reader.read('company', key)
  const company = record === undefined ? undefined : unpackCompany(key, record)
  return objectText(
    plainMember('companyDocument', company?.headOffice?.cnpj) +
      textMember('companyName', company?.name) +
      plainMember('statusRegistration', company?.headOffice && statusText(company.headOffice)) +
      plainMember('sinceDate', since),
  )
}

const newestFirst = (a: Participation, b: Participation): number => {
  const [one = '', other = ''] = [a.since, b.since]
  return one < other ? 1 : one > other ? -1 : a.root < b.root ? -1 : 1
}
