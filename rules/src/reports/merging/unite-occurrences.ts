import type { Day } from '../../calendar/day.ts'
import { centsOf, moneyText } from '../../money/cents.ts'
import { lastShownDay } from '../../subjects/negative-items.ts'
import { matchOccurrences, type Thing } from './match-occurrences.ts'
import type { Occurrence, OccurrenceKind } from './same-occurrence.ts'

/** What one source has of a section, its list whole as far as it goes. */
export type ToldList = {
  readonly items: readonly Occurrence[]
  readonly summary: ToldSummary
  /** What it also tells, past its five years: in no list and no figure, but the day of what another tells as younger. */
  readonly lapsed?: readonly Occurrence[] | undefined
  /** The day of its data, where it has one for all of it. */
  readonly asOf?: Day | undefined
}

export type ToldSummary = { readonly count?: string; readonly balance?: string }

export type United = {
  readonly items: readonly Occurrence[]
  readonly count: number
  /** Undefined where no source tells it, and the items do not. */
  readonly balanceCents: bigint | undefined
  /** Why the figures are lower bounds: an amount is unknown, or more is counted than listed. */
  readonly lowerBound: 'unreadable' | 'unlisted' | undefined
}

/**
 * The lists of several sources as one, in the order of precedence: each thing once, newest first. Nothing is added up
 * from summaries, which overlap: what was united is counted. Where a source counts more than it lists, the larger of
 * the two figures stands, as the least there is.
 */
export function uniteOccurrences(kind: OccurrenceKind, lists: readonly ToldList[], today: Day): United {
  const things = eachOnce(kind, lists)
  const shown = things.filter(({ item }) => isReadable(item, today)).map(({ item }) => item)
  const told = lists.map((one, source) => figuresOf(one, source, things, today))
  const rest = told.filter((one) => one.more > 0)
  const balanceCents = mostOf(
    shown.every(hasAmount) ? [listedSum(shown), ...rest] : [listedSum(shown), ...told],
  )
  const [alone, ...others] = told.filter((one) => one.count > 0)
  // The sum stated by a single source is taken as exact.
  const isExact = others.length === 0 && alone?.cents !== undefined
  const isUnknown = !shown.every(hasAmount) && balanceCents !== undefined
  return {
    items: shown.toSorted(newestFirst),
    count: Math.max(shown.length, ...rest.map((one) => one.count)),
    balanceCents: isExact && !shown.every(hasAmount) ? alone.cents : balanceCents,
    lowerBound: isExact ? undefined : isUnknown ? 'unreadable' : rest.length > 0 ? 'unlisted' : undefined,
  }
}

/** The sum of the known amounts; undefined if none is known. */
function listedSum(items: readonly Occurrence[]): Pick<Figures, 'cents'> {
  const told = items.filter(hasAmount)
  return told.length === 0 && items.length > 0
    ? { cents: undefined }
    : { cents: told.reduce((sum, { amount = '' }) => sum + centsOf(amount), 0n) }
}

/** As a section shows it: cut to so many, with its summary. */
export function unitedSection(
  { items, count, balanceCents }: United,
  { listField, listedMax }: { readonly listField: string; readonly listedMax: number },
): object {
  const listed = items.slice(0, listedMax)
  const [newest] = items
  return {
    [listField]: listed,
    summary: {
      count: String(count),
      ...(listed.length < count && { listed: String(listed.length) }),
      ...(balanceCents !== undefined && { balance: moneyText(balanceCents) }),
      ...(newest !== undefined && {
        firstOccurrence: items.at(-1)?.occurrenceDate,
        lastOccurrence: newest.occurrenceDate,
      }),
    },
  }
}

type ShownThing = Thing & { readonly item: Occurrence }

/** In the order in which the sources tell them, where their day is the same. */
function eachOnce(kind: OccurrenceKind, lists: readonly ToldList[]): readonly ShownThing[] {
  const places = new Map(lists.flatMap(({ items }) => items).map((item, at) => [item, at]))
  const placeOf = ({ told }: Thing) => Math.min(...[...told.values()].map((item) => places.get(item) ?? 0))
  return matchOccurrences(
    kind,
    lists.map(({ items, lapsed = [] }) => [...items, ...lapsed]),
  )
    .map((thing) => ({ ...thing, item: shownItem(thing, lists), place: placeOf(thing) }))
    .toSorted((a, b) => a.place - b.place)
}

/** The fresher one's fields; what it leaves out is the other's. A due date never moves forward. */
function shownItem({ told }: Thing, lists: readonly ToldList[]): Occurrence {
  const sources = [...told.keys()].toSorted((a, b) => a - b)
  const items = freshestFirst(sources, lists).map((source) => told.get(source) ?? {})
  const [first] = items
    .map(({ occurrenceDate }) => occurrenceDate)
    .filter((day) => day !== undefined)
    .toSorted()
  return {
    ...Object.assign({}, ...items.toReversed()),
    ...(first !== undefined && { occurrenceDate: first }),
  }
}

/** By the day of their data; what tells none is not old, it stays in its place. */
function freshestFirst(sources: readonly number[], lists: readonly ToldList[]): readonly number[] {
  const asOf = (source: number) => lists[source]?.asOf
  const dated = sources
    .filter((source) => asOf(source) !== undefined)
    .toSorted((a, b) =>
      (asOf(a) ?? '') < (asOf(b) ?? '') ? 1 : (asOf(a) ?? '') > (asOf(b) ?? '') ? -1 : a - b,
    )
  return sources.map((source) => (asOf(source) === undefined ? source : (dated.shift() ?? source)))
}

/** CDC art. 43 §1, whoever tells it; what tells no day cannot be said to be younger. */
const isReadable = ({ occurrenceDate }: Occurrence, today: Day): boolean =>
  occurrenceDate !== undefined && today <= lastShownDay({ occurrenceDate })

const newestFirst = (a: Occurrence, b: Occurrence): number => {
  const [one = '', other = ''] = [a.occurrenceDate, b.occurrenceDate]
  return one < other ? 1 : one > other ? -1 : 0
}

/** What a source says of how many there are and what they come to, less what of it may not be shown. */
type Figures = { readonly more: number; readonly count: number; readonly cents: bigint | undefined }

function figuresOf(
  { items, summary }: ToldList,
  source: number,
  things: readonly ShownThing[],
  today: Day,
): Figures {
  const told = Number(summary.count ?? items.length)
  const counted = new Set(items)
  const dropped = things
    .filter(({ item }) => !isReadable(item, today))
    .map(({ told: by }) => by.get(source))
    .filter((one) => one !== undefined)
    .filter((one) => counted.has(one))
  return {
    more: told - items.length,
    count: told - dropped.length,
    cents: summary.balance === undefined ? undefined : lessened(centsOf(summary.balance), dropped),
  }
}

/** Undefined where it still holds an amount that nobody tells: a sum gives away what is left out of it. */
const lessened = (cents: bigint, dropped: readonly Occurrence[]): bigint | undefined =>
  dropped.every(hasAmount)
    ? dropped.reduce((sum, { amount = '0.00' }) => sum - centsOf(amount), cents)
    : undefined

const hasAmount = ({ amount }: Occurrence): boolean => amount !== undefined

/** The largest of several sums that overlap. Cheques tell no amounts, so that theirs is only what a source says. */
const mostOf = (all: readonly Pick<Figures, 'cents'>[]): bigint | undefined =>
  all.reduce<bigint | undefined>(
    (most, { cents }) => (cents !== undefined && (most === undefined || cents > most) ? cents : most),
    undefined,
  )
