import { type PolicyValueName, policyValues } from '@lastro/contract/policies/policy-values.ts'
import { from, type Span, unknown } from '../span.ts'
import { no, type Test, type Truth, testSpan, yes } from '../truth.ts'

/**
 * Every way in which a value can be known, as far as the comparisons of one policy can tell them apart: one stands for
 * all that answer every comparison alike. A set of states is the bits of a number.
 */
export type ValueStates = { readonly spans: readonly Span[]; readonly all: bigint }

/** `choices` are those that a choice has; the type of the document has only what the policy is for. */
export function statesOf(
  name: PolicyValueName,
  tests: readonly Test[],
  choices: readonly string[],
): ValueStates {
  const known = new Map<string, Span>()
  for (const span of spansOf(name, tests, choices)) {
    const answers = tests.map((test) => testSpan(test, span)).join('')
    if (!known.has(answers)) known.set(answers, span)
  }
  const spans = [...known.values()]
  return { spans, all: (1n << BigInt(spans.length)) - 1n }
}

/** How many ways there are before those that answer alike are one. */
export const spanCount = (
  name: PolicyValueName,
  tests: readonly Test[],
  choices: readonly string[],
): number => {
  if (policyValues[name].unit === 'choice') return choices.length + 1
  const count = figuresBetween(tests, policyValues[name].most).length
  const bounds = boundsOf(name)
  return count + (bounds === 'both' ? (count * (count + 1)) / 2 : bounds === 'least' ? count : 0) + 2
}

/** The plainest first, for they are shown as examples: figures, then bounds, then nothing known. */
function spansOf(name: PolicyValueName, tests: readonly Test[], choices: readonly string[]): readonly Span[] {
  const { unit, choices: all } = policyValues[name]
  if (unit === 'choice') {
    const places = choices.map((one) => ({ least: all.indexOf(one), most: all.indexOf(one) }))
    return name === 'document.type' ? places : [...places, unknown]
  }
  const figures = figuresBetween(tests, policyValues[name].most)
  const exact = figures.map((figure) => ({ least: figure, most: figure }))
  const bounds = { both: boundsAmong(figures), least: figures.map(from), none: [] }[boundsOf(name)]
  // A sum beyond what a double counts is "at least so much", whatever it is of; no count goes that far.
  const beyond = unit === 'money' || unit === 'percent' ? [from(Number.MAX_SAFE_INTEGER)] : []
  return [...exact, ...bounds, ...beyond, unknown]
}

const boundsAmong = (figures: readonly number[]): readonly Span[] =>
  figures.flatMap((least, place) =>
    [...figures.slice(place + 1), Number.POSITIVE_INFINITY].map((most) => ({ least, most })),
  )

/**
 * A value read from a list may have any bounds. Any other figure of a report may be "at least" because of partial
 * coverage. Values sent by the caller are exact or unknown.
 */
function boundsOf(name: PolicyValueName): 'both' | 'least' | 'none' {
  const { leaves } = policyValues[name]
  if (leaves.some((leaf) => leaf.includes('*'))) return 'both'
  return leaves.length > 0 ? 'least' : 'none'
}

/** Each constant, and its neighbours: figures are whole, and none is below nought or beyond the most there is. */
function figuresBetween(tests: readonly Test[], most = Number.POSITIVE_INFINITY): readonly number[] {
  const constants = tests.filter(({ operator }) => operator !== 'known').flatMap((test) => test.constants)
  const near = constants.flatMap((one) => [one - 1, one, one + 1]).filter((one) => one >= 0 && one <= most)
  const ends = Number.isFinite(most) ? [0, most] : [0]
  return [...new Set([...ends, ...near])].toSorted((one, other) => one - other)
}

/** The states in which a comparison is true, and those in which it is not false. */
export function statesWhere(test: Test, states: ValueStates): WhereStates {
  const key = JSON.stringify(test)
  const ofValue = whereKnown.get(states) ?? new Map<string, WhereStates>()
  whereKnown.set(states, ofValue)
  const known = ofValue.get(key)
  if (known !== undefined) return known
  const truths = states.spans.map((span) => testSpan(test, span))
  const made = {
    isTrue: setOf(truths, (truth) => truth === yes),
    mayBe: setOf(truths, (truth) => truth !== no),
  }
  ofValue.set(key, made)
  return made
}

type WhereStates = { readonly isTrue: bigint; readonly mayBe: bigint }

/** The same comparison stands in many rules, and is looked at from several sides. */
const whereKnown = new WeakMap<ValueStates, Map<string, WhereStates>>()

/** The first is the lowest bit. */
const setOf = (truths: readonly Truth[], isIn: (truth: Truth) => boolean): bigint =>
  BigInt(
    `0b0${truths
      .map((truth) => (isIn(truth) ? '1' : '0'))
      .toReversed()
      .join('')}`,
  )

/** The plainest state of a set. */
export const plainestIn = (states: bigint, { spans }: ValueStates): Span =>
  spans.find((_, place) => (states & (1n << BigInt(place))) !== 0n) ?? unknown
