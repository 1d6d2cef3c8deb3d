import { type SectionId, sectionIds, sectionName, sections } from '@lastro/contract/reports/sections.ts'
import {
  incompleteText,
  sectionIncomplete,
  sourceFaults,
  unlistedText,
  unreadableText,
} from '@lastro/contract/reports/source-faults.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { answerCoverage, hasAnswer, notCoveredIn } from '../coverage.ts'
import {
  type Copied,
  copyIn,
  isTold,
  type Missing,
  type SectionAnswer,
  type SectionAnswers,
  type ToldAnswer,
} from '../source.ts'
import type { ReportPlan } from './plan-report.ts'

export type AssembledReport =
  | {
      readonly kind: 'report'
      readonly text: string
      readonly degraded: readonly string[]
      readonly notCovered: readonly string[]
    }
  | { readonly kind: 'unanswered'; readonly code: 'sources_unavailable' | 'deadline_exceeded' }
  /** No source covers any of the sections, which is different from a report with nothing on file. */
  | { readonly kind: 'uncovered'; readonly notCovered: readonly string[] }

/**
 * Joins the answered sections into one JSON text. Sections come ready-made and in the order of the report, those of
 * one block next to each other, so this concatenates. Sections that failed or may be out of date are named as degraded,
 * and those that no source covers are absent and named as not covered.
 */
export function assembleReport(
  plan: ReportPlan,
  answers: SectionAnswers,
  language: Language,
  doubtful: readonly SectionId[] = [],
): AssembledReport {
  const failures: SectionId[] = []
  let text = ''
  let block: Block | undefined
  for (const id of plan.sections) {
    const answer = answers[id]
    if (answer === undefined || answerCoverage(id, answer) === 'none') continue
    if (answer.kind === 'failed' || isInPart(answer)) failures.push(id)
    const place = places[id]
    if (block?.name !== place.block) {
      text += blockText(block, text)
      block = {
        name: place.block,
        isShown: false,
        members: '',
        isPartial: false,
        copiedAtMs: undefined,
        error: '',
      }
    }
    const section = textOf(id, answer, plan, language)
    const copy = copyIn(answer)
    if (place.isOwn && isPartial(answer)) block.isPartial = true
    if (copy === undefined) addTo(block, place, answer, section)
    else addCopyTo(block, place, answer, section, copy)
  }
  const notCovered = notCoveredIn(plan, answers)
  if (!hasAnswer(plan, answers))
    return failures.length > 0
      ? { kind: 'unanswered', code: causeOf(failures, answers) }
      : { kind: 'uncovered', notCovered }
  return {
    kind: 'report',
    text: `{${text}${blockText(block, text)}}`,
    notCovered,
    degraded:
      failures.length + doubtful.length === 0
        ? none
        : [
            ...new Set(
              plan.sections.filter((id) => failures.includes(id) || doubtful.includes(id)).map(degradedName),
            ),
          ],
  }
}

const none: readonly string[] = []

function causeOf(failures: readonly SectionId[], answers: SectionAnswers) {
  const late = failures.every((id) => {
    const answer = answers[id]
    return answer?.kind === 'failed' && answer.code === 'source_timeout'
  })
  return late ? 'deadline_exceeded' : 'sources_unavailable'
}

/** A block is kept as the texts between its braces: inner sections are added to its end, and its own error is last. */
type Block = {
  readonly name: string
  isShown: boolean
  members: string
  /** Whether a section inside this one is partial. */
  isPartial: boolean
  /** Of the oldest copy among its sections, where they lie inside one. */
  copiedAtMs: number | undefined
  error: string
}

/** Where a section stands: its block, and the name it has inside it unless it is the block itself. */
type Place = { readonly block: string; readonly label: string | undefined; readonly isOwn: boolean }

/** The blocks that are sections themselves (registration), which others lie inside of. */
const ownBlocks = new Set(Object.values(sections).flatMap(({ path }) => (path.length === 1 ? [path[0]] : [])))

const places = Object.fromEntries(
  sectionIds.map((id) => {
    const [block, step] = sections[id].path
    return [id, { block, label: step && `"${step}":`, isOwn: ownBlocks.has(block) }]
  }),
) as Readonly<Record<SectionId, Place>>

function blockText(block: Block | undefined, before: string): string {
  if (block === undefined || !block.isShown) return ''
  const { name, isPartial, copiedAtMs, error } = block
  const members = isPartial ? joined(block.members, partialMember) : block.members
  const own = copiedAtMs === undefined ? members : withCopiedAt(members, copiedAtMs)
  const comma = own === '' || error === '' ? '' : ','
  return `${before === '' ? '' : ','}"${name}":{${own}${comma}${error}}`
}

const partialMember = '"coverage":"partial"'

const joined = (members: string, more: string): string => (members === '' ? more : `${members},${more}`)

const isPartial = (answer: SectionAnswer): boolean => isTold(answer) && answer.isPartial === true

/** Adds its coverage to a section. If its block is a section itself, the block states the coverage. */
function withCoverage(id: SectionId, text: string, answer: ToldAnswer): string {
  if (answer.isPartial !== true || places[id].isOwn) return text
  const { creditors } = answer
  const of = creditors === undefined ? '' : `,"creditors":"${creditors}"`
  return `{${joined(text.slice(1, -1), partialMember)}${of}}`
}

/** The members of a section with the day of its copy. One that tells an earlier copy itself keeps that one's. */
const withCopiedAt = (members: string, atMs: number): string =>
  members.includes('"copiedAt":') ? members : joined(members, `"copiedAt":"${instantText(atMs)}"`)

/** A copy says of when it is: in its section, or in the registration that addresses and phones lie inside of. */
function addCopyTo(
  block: Block,
  place: Place,
  answer: SectionAnswer,
  text: string | undefined,
  { atMs }: Copied,
): void {
  if (place.isOwn) {
    addTo(block, place, answer, text)
    block.copiedAtMs = Math.min(block.copiedAtMs ?? atMs, atMs)
  } else {
    const section = text === undefined ? undefined : `{${withCopiedAt(text.slice(1, -1), atMs)}}`
    addTo(block, place, answer, section)
  }
}

/** Addresses or phones that fail are told by the registration's own `error`, once. */
function addTo(block: Block, { label, isOwn }: Place, answer: SectionAnswer, text: string | undefined): void {
  const isFailed = answer.kind === 'failed'
  // What lies inside the registration is shown only with it.
  if (text === undefined || (isOwn && label !== undefined && !block.isShown && !isFailed)) return
  block.isShown = true
  if (isOwn && isFailed) {
    block.error ||= text.slice(1, -1)
    return
  }
  const members = label === undefined ? text.slice(1, -1) : label + text
  block.members = joined(block.members, members)
}

function textOf(
  id: SectionId,
  answer: SectionAnswer,
  plan: ReportPlan,
  language: Language,
): string | undefined {
  switch (answer.kind) {
    case 'found':
      return plan.contactData
        ? inPartText(id, answer, language)
        : withoutMembers(inPartText(id, answer, language), sections[id].gatedMembers)
    case 'nothing': {
      const { whenNothing } = sections[id]
      return whenNothing === undefined ? undefined : withCoverage(id, whenNothing, answer)
    }
    case 'failed':
      return errorText(answer, language)
    case 'withheld':
    case 'uncovered':
      return undefined
  }
}

const isInPart = (answer: SectionAnswer): boolean => answer.kind === 'found' && answer.missing !== undefined

/** A list that is a part says behind it why. */
function inPartText(id: SectionId, answer: SectionAnswer & { kind: 'found' }, language: Language): string {
  const text = withCoverage(id, answer.text, answer)
  const { missing } = answer
  return missing === undefined
    ? text
    : `{${joined(text.slice(1, -1), `"error":${JSON.stringify(incompleteError(missing, language))}`)}}`
}

const incompleteError = (missing: Missing, language: Language) => ({
  code: sectionIncomplete,
  message: missingText(missing)[language],
})

function missingText(missing: Missing): Text {
  if (missing === 'unlisted') return unlistedText
  if (missing === 'unreadable') return unreadableText
  return incompleteText(missing.source, missing.code)
}

const errorText = ({ code, missing }: SectionAnswer & { kind: 'failed' }, language: Language): string =>
  JSON.stringify({
    error:
      missing === 'unlisted'
        ? incompleteError(missing, language)
        : { code, message: sourceFaults[code][language] },
  })

function withoutMembers(text: string, members: readonly string[]): string {
  // A source may have left them out already.
  if (!members.some((member) => text.includes(`"${member}":`))) return text
  const value: Record<string, unknown> = JSON.parse(text)
  for (const member of members) delete value[member]
  return JSON.stringify(value)
}

/** Inside a section that is a block of its own, callers know the failure by the block's name. */
const degradedName = (id: SectionId): string => {
  const [block] = sections[id].path
  return ownBlocks.has(block) ? block : sectionName(id)
}
