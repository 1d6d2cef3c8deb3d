import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { isHeavierStatus } from '@lastro/contract/reports/registration-standing.ts'
import { plainName } from '@lastro/rules/subjects/plain-name.ts'
import type { Precedence } from '../../precedence.ts'
import { copyIn, isDoubtful, type MissingSource, withheld } from '../../source.ts'
import { combineOccurrences } from './combine-occurrences.ts'
import type { Combined, CombinedFor, FoundAnswer, OneAnswer, SourceTold } from './combined.ts'

/**
 * The one answer to a section that several sources were asked for; they come in the order of precedence.
 * "Nothing on file" is said only when all of them say so: one that failed, or that withholds it, may have something.
 */
export function combineSection(
  precedence: Precedence,
  said: readonly OneAnswer[],
  view: CombinedFor,
): Combined {
  const answers = said.filter(({ answer }) => answer.kind !== 'withheld')
  const found = answers.filter(isFound)
  const failure = answers.find(({ answer }) => answer.kind === 'failed')
  if (found.length === 0 && failure !== undefined)
    return precedence.rule === 'occurrences' ? failedInPart(failure, answers) : failureOf(failure)
  if (found.length === 0) return answers.length < said.length ? withheldByOne : nothingOf(answers)
  switch (precedence.rule) {
    case 'united':
      // Half a list would pass for the whole.
      return failure === undefined
        ? dated(united(precedence, answers, found, view.wholeLists), answers)
        : failureOf(failure)
    case 'occurrences':
      return dated(unitedOccurrences(precedence, answers, view), answers)
    case 'first':
    case 'newest':
      return chosen(precedence, answers, found)
  }
}

type Occurrences = Extract<Precedence, { rule: 'occurrences' }>

/** What some have told is shown while another failed, as a part: never as nothing. */
function unitedOccurrences(
  precedence: Occurrences,
  answers: readonly OneAnswer[],
  view: CombinedFor,
): Combined {
  const combined = combineOccurrences(precedence, answers.filter(isTold), view)
  const failure = answers.find(({ answer }) => answer.kind === 'failed')
  const missing = failure && missingOf(failure)
  if (missing === undefined || failure === undefined)
    return { from: combined.answer.kind === 'failed' ? '' : labels(answers), ...combined }
  if (combined.answer.kind !== 'found') return failedInPart(failure, answers)
  const told = answers.filter(({ answer }) => answer.kind !== 'failed')
  return { from: labels(told), answer: { ...combined.answer, missing }, isDoubtful: true }
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

const isTold = (one: OneAnswer): one is SourceTold => isFound(one) || one.answer.kind === 'nothing'

const isFound = (one: OneAnswer): one is FoundAnswer => one.answer.kind === 'found'

const withheldByOne: Combined = { answer: withheld, from: '', isDoubtful: false }

const failureOf = ({ answer }: OneAnswer): Combined => ({ answer, from: '', isDoubtful: false })

const nothingOf = (answers: readonly OneAnswer[]): Combined =>
  dated({ answer: { kind: 'nothing' }, from: labels(answers), isDoubtful: false }, answers)

/** What is put together of several answers is as old as the oldest copy among them, and as doubtful as any. */
function dated(together: Combined, answers: readonly OneAnswer[]): Combined {
  const combined = answers.some(({ answer }) => isDoubtful(answer))
    ? { ...together, isDoubtful: true }
    : together
  const copies = answers.flatMap(({ answer }) => copyIn(answer) ?? [])
  const [first] = copies
  const { answer } = combined
  if (first === undefined || answer.kind === 'failed' || answer.kind === 'withheld') return combined
  const atMs = Math.min(...copies.map((one) => one.atMs))
  const fault = copies.find((one) => one.fault !== undefined)?.fault
  return { ...combined, answer: { ...answer, copy: { atMs, ...(fault !== undefined && { fault }) } } }
}

export const labelOf = ({ source, answer }: OneAnswer): string =>
  answer.kind === 'failed' || answer.kind === 'withheld' || answer.asOf === undefined
    ? source
    : `${source}@${answer.asOf}`

const labels = (answers: readonly OneAnswer[]): string => answers.map(labelOf).join('+')

type Choosing = Extract<Precedence, { rule: 'first' | 'newest' }>

/** The newest where all that stand before it tell their dates; otherwise the first. */
function chosen(
  precedence: Choosing,
  answers: readonly OneAnswer[],
  found: readonly FoundAnswer[],
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
    ...withSpecialStatus(precedence, best, found),
    isDoubtful: answers.some(
      ({ answer }, at) =>
        (answer.kind === 'failed' || isDoubtful(answer)) && (at < place || bestDate !== undefined),
    ),
  }
}

/**
 * The chosen answer with the heaviest special status that any source states: distress that one of them knows of is not
 * lost because another one is newer. Whoever was needed for that is named beside the chosen one.
 */
function withSpecialStatus(
  { specialStatusBy = [] }: Choosing,
  best: FoundAnswer,
  found: readonly FoundAnswer[],
): Pick<Combined, 'answer' | 'from'> {
  const others = specialStatusBy.length === 0 ? [] : found.filter((one) => one !== best)
  const heavier = others.reduce(heavierStatus, best)
  const named = others.filter((one) => one === heavier || specialStatusBy.includes(one.source))
  const from = labels([best, ...named])
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

/** Of the source's data, or what the section itself tells; undefined where the first is to be shown whatever its date. */
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
  wholeLists: boolean,
): Combined {
  const sections: readonly unknown[] = found.map(({ answer }) => JSON.parse(answer.text))
  const [first] = sections
  const value = Array.isArray(first)
    ? unitedItems(precedence, sections as Item[][])
    : unitedList(precedence, sections as Readonly<Record<string, unknown>>[], wholeLists)
  return {
    answer: { kind: 'found', text: JSON.stringify(value) },
    from: labels(answers),
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
