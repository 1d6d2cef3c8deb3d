import { type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import { type SourceFault, sectionIncomplete, sourceFaults } from '@lastro/contract/reports/source-faults.ts'
import { isCut, listedOnly } from '@lastro/rules/reports/listed-only.ts'
import type { Json } from '@lastro/rules/reports/report-members.ts'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { compiledOnUse } from '../../compiled-on-use.ts'
import {
  failed,
  isTold,
  nothing,
  type Question,
  type SectionAnswer,
  type SectionAnswers,
  uncovered,
  withheld,
} from '../../features/reports/source.ts'
import { isAboutAnother } from '../mapping/whose-answer.ts'
import { type Called, failedBy, type ProviderAnswer, readAs } from '../outward/outward-request.ts'
import type { ProviderReport } from '../outward/provider.ts'
import { degradedSections, sectionsNamed } from './degraded-sections.ts'

type Wanted = Pick<Question, 'wholeLists' | 'united'> & { readonly sections: readonly SectionId[] }

type Members = Readonly<Record<string, unknown>>

/** What a report in the form of the source document says of each section. */
export function readReport(answer: ProviderAnswer, wanted: Wanted): Called<ProviderReport> {
  const { json } = answer
  if (!isMembers(json) || json.error !== false || !isMembers(json.result)) return failedBy('answer_malformed')
  const { document, report } = json.result
  if (typeof document !== 'string' || !isMembers(report)) return failedBy('answer_malformed')
  if (isAboutAnother(report, document)) return failedBy('other_document')
  const isDegraded = degradedSections(answer)
  const notCovered = sectionsNamed(answer.headers['x-report-sections-not-covered'])
  const answerTo = (section: SectionId): SectionAnswer => {
    if (notCovered(section)) return uncovered
    const told = answerOf(section, report, wanted)
    return isDegraded(section) ? doubtfulUnlessDated(told) : told
  }
  const answers: SectionAnswers = Object.fromEntries(
    wanted.sections.map((section) => [section, answerTo(section)]),
  )
  return readAs({ document, answers })
}

/** The day of a copy says already that it is not the last word. */
const doubtfulUnlessDated = (answer: SectionAnswer): SectionAnswer =>
  isTold(answer) && answer.copy === undefined ? { ...answer, isDoubtful: true } : answer

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function answerOf(section: SectionId, report: Members, wanted: Wanted): SectionAnswer {
  const [outer, inner] = sections[section].path
  const block = report[outer]
  if (block === undefined) return nothing
  if (!isMembers(block)) return unreadable
  const value = inner === undefined ? ownMembers(section, block) : block[inner]
  // Addresses and phones that failed are told by the error of the registration that they lie in.
  const told = isMembers(value) ? value.error : undefined
  const error = told ?? (value === undefined && ownBlocks.has(outer) ? block.error : undefined)
  if (isIncomplete(error) && value !== undefined) return incompleteOf(section, value, wanted)
  if (error !== undefined) return failed(faultOf(error))
  // Contact data that is not shown although its block is: we may not have it, whether there is some or not.
  if (value === undefined) return sections[section].gated ? withheld : nothing
  const copiedAt = copiedAtOf(value) ?? (ownBlocks.has(outer) ? block.copiedAt : undefined)
  const found = asCopied(foundOf(section, value, wanted), copiedAt)
  const isPartial = coverageOf(value) === 'partial' || (ownBlocks.has(outer) && block.coverage === 'partial')
  return isPartial && isTold(found) ? { ...found, isPartial } : found
}

const coverageOf = (value: unknown): unknown => (isMembers(value) ? value.coverage : undefined)

const isIncomplete = (error: unknown): boolean => isMembers(error) && error.code === sectionIncomplete

/** Content that the provider shows although there may be more: it is shown here too, as incomplete. */
function incompleteOf(section: SectionId, value: unknown, wanted: Wanted): SectionAnswer {
  const { error: _, copiedAt, coverage, ...told } = isMembers(value) ? value : {}
  const answer = asCopied(foundOf(section, told, wanted), copiedAt)
  if (answer.kind === 'failed') return answer
  return answer.kind === 'found' && Object.keys(told).length > 0
    ? { ...answer, missing: 'unlisted', ...(coverage === 'partial' && { isPartial: true }) }
    : failed('source_unavailable')
}

const copiedAtOf = (value: unknown): unknown => (isMembers(value) ? value.copiedAt : undefined)

/** What the provider has from a copy is no newer for having come through it: its source failed, and this is of then. */
function asCopied(answer: SectionAnswer, copiedAt: unknown): SectionAnswer {
  if (copiedAt === undefined || !isTold(answer)) return answer
  const atMs = typeof copiedAt === 'string' ? Date.parse(copiedAt) : Number.NaN
  return Number.isNaN(atMs) ? unreadable : { ...answer, copy: { atMs, fault: 'source_unavailable' } }
}

const unreadable = failed('source_answer_invalid')

/** The blocks that are sections themselves, which others lie inside of. */
const ownBlocks = new Set<string>(
  Object.values(sections).flatMap(({ path }) => (path.length === 1 ? [path[0]] : [])),
)

/** A block without the sections that lie inside it. Its error is its own only where it has nothing else to say. */
function ownMembers(section: SectionId, block: Members): Members {
  const { [section]: inside = [] } = insideOf
  const own = Object.fromEntries(Object.entries(block).filter(([name]) => !inside.includes(name)))
  const { error, ...rest } = own
  return error === undefined || Object.keys(rest).length > 0 ? rest : { error }
}

const insideOf: Readonly<Partial<Record<SectionId, readonly string[]>>> = {
  registration: ['addresses', 'phones'],
}

/** The codes that we know are passed on; any other is a provider that could not answer. */
const faultOf = (error: unknown): SourceFault => {
  const code = isMembers(error) ? error.code : undefined
  return typeof code === 'string' && Object.hasOwn(sourceFaults, code)
    ? (code as SourceFault)
    : 'source_unavailable'
}

/** Only what our contract knows of a section goes out, in its form; a provider that says something else is not believed. */
function foundOf(section: SectionId, value: unknown, { wholeLists, united }: Wanted): SectionAnswer {
  const { schema, check } = readers[section]
  const known = Value.Clean(schema, structuredClone(ofPerson(value))) as Json
  if (!check(known)) return unreadable
  // Half a list would pass for the whole once it is united with another.
  if (isCut(known) && united.includes(section)) return failed('source_refused')
  // A list may have come whole for the sake of another section.
  const text = JSON.stringify(wholeLists || united.includes(section) ? known : listedOnly(known))
  return text === sections[section].whenNothing ? nothing : { kind: 'found', text }
}

/** Without the members that describe the answer: our own answer carries its own. */
function ofPerson(value: unknown): unknown {
  if (!isMembers(value)) return value
  const { copiedAt: _, coverage: __, creditors: ___, ...told } = value
  return told
}

type Reader = { readonly schema: TSchema; readonly check: (value: unknown) => boolean }

const readers = Object.fromEntries(
  Object.entries(sections).map(([section, { schema }]) => {
    const compiled = compiledOnUse(schema as TSchema)
    return [section, { schema, check: (value: unknown) => compiled().Check(value) } satisfies Reader]
  }),
) as Readonly<Record<SectionId, Reader>>
