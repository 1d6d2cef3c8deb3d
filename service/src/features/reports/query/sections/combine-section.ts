import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { isHeavierStatus } from '@lastro/contract/reports/registration-standing.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { plainName } from '@lastro/rules/subjects/plain-name.ts'
import type { Precedence } from '../../precedence.ts'
import {
  copyIn,
  isDoubtful,
  isTold,
  type MissingSource,
  type SectionAnswer,
  type ToldAnswer,
  uncovered,
  withheld,
} from '../../source.ts'
import { combineOccurrences } from './combine-occurrences.ts'
import type { Combined, CombinedFor, FoundAnswer, OneAnswer, SourceTold } from './combined.ts'

/**
 * Combines the answers of several sources, in order of precedence, into the one answer to a section. It is "nothing on
 * file" only if every source that covers the document says so: one that failed or withholds its answer may have
 * something. It is partial if every source that answered has only part of the data.
 */
export function combineSection(
  precedence: Precedence,
  all: readonly OneAnswer[],
  view: CombinedFor,
): Combined {
  const said = all.filter(({ answer }) => answer.kind !== 'uncovered')
  if (said.length === 0) return { answer: uncovered, from: '', isDoubtful: false }
  const answers = said.filter(({ answer }) => answer.kind !== 'withheld')
  const found = answers.filter(isFound)
  const failure = answers.find(({ answer }) => answer.kind === 'failed')
  if (found.length === 0 && failure !== undefined)
    return precedence.rule === 'occurrences' ? failedInPart(failure, answers) : failureOf(failure)
  if (found.length === 0) return answers.length < said.length ? withheldByOne : nothingOf(answers, view.today)
  switch (precedence.rule) {
    case 'united':
      // Half a list would pass for the whole.
      return failure === undefined
        ? dated(united(precedence, answers, found, view), answers)
        : failureOf(failure)
    case 'occurrences':
      return dated(unitedOccurrences(precedence, answers, view), answers)
    case 'first':
    case 'newest':
      return chosen(precedence, answers, found, view.today)
  }
}

type Occurrences = Extract<Precedence, { rule: 'occurrences' }>

/** What some have told is shown while another failed, as a part: never as nothing. */
function unitedOccurrences(
  precedence: Occurrences,
  answers: readonly OneAnswer[],
  view: CombinedFor,
): Combined {
  const combined = combineOccurrences(precedence, answers.filter(hasAnswered), view)
  const failure = answers.find(({ answer }) => answer.kind === 'failed')
  const missing = failure && missingOf(failure)
  if (missing === undefined || failure === undefined)
    return { from: combined.answer.kind === 'failed' ? '' : labels(answers, view.today), ...combined }
  if (combined.answer.kind !== 'found') return failedInPart(failure, answers)
  const told = answers.filter(({ answer }) => answer.kind !== 'failed')
  return { from: labels(told, view.today), answer: { ...combined.answer, missing }, isDoubtful: true }
}

function failedInPart(failure: OneAnswer, answers: readonly OneAnswer[]): Combined {
  const missing = missingOf(failure)
  const isAlone = answers.every(({ answer }) => answer.kind === 'failed')
  return isAlone || missing === undefined
    ? failureOf(failure)
    : { answer: { kind: 'failed', code: missing.code, missing }, from: '', isDoubtful: false }
}

const missingOf = ({ source, answer }: OneAnswer): MissingSource | undefined =>
  answer.kind === 'failed' ? { source, code: answer.code } : undefined

const hasAnswered = (one: OneAnswer): one is SourceTold => isTold(one.answer)

const isFound = (one: OneAnswer): one is FoundAnswer => one.answer.kind === 'found'

const withheldByOne: Combined = { answer: withheld, from: '', isDoubtful: false }

const failureOf = ({ answer }: OneAnswer): Combined => ({ answer, from: '', isDoubtful: false })

const nothingOf = (answers: readonly OneAnswer[], today: Day): Combined =>
  dated({ answer: { kind: 'nothing' }, from: labels(answers, today), isDoubtful: false }, answers)

/**
 * A combined answer is as old as the oldest copy in it, as doubtful as the most doubtful of its answers, and partial
 * only if all of them are.
 */
function dated(together: Combined, answers: readonly OneAnswer[]): Combined {
  const doubted = answers.some(({ answer }) => isDoubtful(answer))
    ? { ...together, isDoubtful: true }
    : together
  const combined =
    isTold(doubted.answer) && areAllPartial(answers.map(({ answer }) => answer))
      ? { ...doubted, answer: { ...doubted.answer, isPartial: true as const } }
      : doubted
  const copies = answers.flatMap(({ answer }) => copyIn(answer) ?? [])
  const [first] = copies
  const { answer } = combined
  if (first === undefined || !isTold(answer)) return combined
  const atMs = Math.min(...copies.map((one) => one.atMs))
  const fault = copies.find((one) => one.fault !== undefined)?.fault
  return { ...combined, answer: { ...answer, copy: { atMs, ...(fault !== undefined && { fault }) } } }
}

/** Whether every source that answered has only part of the data. */
export function areAllPartial(answers: readonly SectionAnswer[]): boolean {
  const told = answers.filter(isTold)
  return told.length > 0 && told.every((answer: ToldAnswer) => answer.isPartial === true)
}

/** A source with the day of its data: the day of the stored copy, or today if the source was asked live. */
export const labelOf = ({ source, answer }: OneAnswer, today: Day): string => {
  const copy = copyIn(answer)
  const asOf = isTold(answer) ? (answer.asOf ?? answer.loadedOn) : undefined
  return `${source}@${asOf ?? (copy === undefined ? today : dayAt(copy.atMs))}`
}

const labels = (answers: readonly OneAnswer[], today: Day): string =>
  answers.map((one) => labelOf(one, today)).join('+')

type Choosing = Extract<Precedence, { rule: 'first' | 'newest' }>

/** The newest where all that stand before it tell their dates; otherwise the first. */
function chosen(
  precedence: Choosing,
  answers: readonly OneAnswer[],
  found: readonly FoundAnswer[],
  today: Day,
): Combined {
  const [first] = found
  if (first === undefined) throw new Error('Nothing was found to choose from')
  let best = first
  let bestDate = dateOf(precedence, first)
  for (const one of found.slice(1)) {
    if (bestDate === undefined) break
    const date = dateOf(precedence, one)
    if (date === undefined || date <= bestDate) continue
    best = one
    bestDate = date
  }
  const place = answers.indexOf(best)
  return {
    ...withSpecialStatus(precedence, best, found, today),
    isDoubtful: answers.some(
      ({ answer }, at) =>
        (answer.kind === 'failed' || isDoubtful(answer)) && (at < place || bestDate !== undefined),
    ),
  }
}

/**
 * The chosen answer with the most serious special status that any source states, so that distress known to one source
 * is not lost because another is newer. The source of that status is named next to the chosen one.
 */
function withSpecialStatus(
  { specialStatusBy = [] }: Choosing,
  best: FoundAnswer,
  found: readonly FoundAnswer[],
  today: Day,
): Pick<Combined, 'answer' | 'from'> {
  const others = specialStatusBy.length === 0 ? [] : found.filter((one) => one !== best)
  const heavier = others.reduce(heavierStatus, best)
  const named = others.filter((one) => one === heavier || specialStatusBy.includes(one.source))
  const from = labels([best, ...named], today)
  if (heavier === best) return { answer: best.answer, from }
  const { specialStatus: _, specialStatusDate: __, ...members } = JSON.parse(best.answer.text)
  const text = JSON.stringify({ ...members, ...statusMembers(heavier) })
  return { answer: { ...best.answer, text }, from }
}

const heavierStatus = (one: FoundAnswer, other: FoundAnswer): FoundAnswer => {
  const [was, is] = [statusMembers(one).specialStatus, statusMembers(other).specialStatus]
  return is !== undefined && (was === undefined || isHeavierStatus(is, was)) ? other : one
}

type SpecialStatus = { readonly specialStatus?: string; readonly specialStatusDate?: string }

function statusMembers({ answer: { text } }: FoundAnswer): SpecialStatus {
  if (!text.includes('"specialStatus":')) return {}
  const { specialStatus, specialStatusDate }: SpecialStatus = JSON.parse(text)
  return {
    ...(specialStatus !== undefined && { specialStatus }),
    ...(specialStatusDate !== undefined && { specialStatusDate }),
  }
}

/** The date of the source's data, or the one in the section; undefined if the first source wins whatever its date. */
function dateOf(precedence: Choosing, { answer }: FoundAnswer): string | undefined {
  if (precedence.rule === 'first') return undefined
  if (answer.asOf !== undefined) return answer.asOf
  const told = precedence.datedBy.reduce<unknown>(
    (value, member) => (value as Readonly<Record<string, unknown>> | undefined)?.[member],
    JSON.parse(answer.text),
  )
  return typeof told === 'string' ? told : undefined
}

type Item = Readonly<Record<string, string>>
type Uniting = Extract<Precedence, { rule: 'united' }>

/** Everything that was found, each thing once, as the first source that has it tells it; the newest first. */
function united(
  precedence: Uniting,
  answers: readonly OneAnswer[],
  found: readonly FoundAnswer[],
  { wholeLists, today }: CombinedFor,
): Combined {
  const sections: readonly unknown[] = found.map(({ answer }) => JSON.parse(answer.text))
  const [first] = sections
  const value = Array.isArray(first)
    ? unitedItems(precedence, sections as Item[][])
    : unitedList(precedence, sections as Readonly<Record<string, unknown>>[], wholeLists)
  return {
    answer: { kind: 'found', text: JSON.stringify(value) },
    from: labels(answers, today),
    isDoubtful: false,
  }
}

/** A list with its summary, which counts all that is united. */
function unitedList(
  precedence: Uniting,
  sections: readonly Readonly<Record<string, unknown>>[],
  wholeLists: boolean,
): object {
  const [listField = ''] = Object.keys(sections[0] ?? {})
  const items = unitedItems(
    precedence,
    sections.map((one) => (one[listField] ?? []) as Item[]),
  )
  const listed = wholeLists ? items : items.slice(0, listedCountMax)
  const summary = {
    count: String(items.length),
    ...(listed.length < items.length && { listed: String(listed.length) }),
  }
  return { ...sections[0], [listField]: listed, summary }
}

function unitedItems({ sameBy, newestBy }: Uniting, lists: readonly (readonly Item[])[]): readonly Item[] {
  const items = new Map<string | Item, Item>()
  for (const item of lists.flat()) {
    // Sources write the same street in their own ways: accents, case and marks tell no two things apart.
    const told = sameBy.map((member) => plainName(item[member] ?? ''))
    // What tells nothing to know it by, such as a company without a head office, is the same as nothing else.
    const identity = told.every((one) => one === '') ? item : told.join('\n')
    if (!items.has(identity)) items.set(identity, item)
  }
  return [...items.values()].toSorted((a, b) => compareTexts(b[newestBy] ?? '', a[newestBy] ?? ''))
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
