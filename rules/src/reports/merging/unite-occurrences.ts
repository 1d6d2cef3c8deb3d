import type { Day } from '../../calendar/day.ts'
import { centsOf, moneyText } from '../../money/cents.ts'
import { lastShownDay } from '../../subjects/negative-items.ts'
import { isSameOccurrence, keysOf, type Occurrence, type OccurrenceKind } from './same-occurrence.ts'

/** What one source has of a section, its list whole as far as it goes. */
export type ToldList = {
  readonly items: readonly Occurrence[]
  readonly summary: ToldSummary
  /** The day of its data, where it has one for all of it. */
  readonly asOf?: Day | undefined
}

export type ToldSummary = { readonly count?: string; readonly balance?: string }

export type United = {
  readonly items: readonly Occurrence[]
  readonly count: number
  /** Undefined where no source tells it, and the items do not. */
  readonly balanceCents: bigint | undefined
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
  const cents = shown.reduce((sum, { amount = '0.00' }) => sum + centsOf(amount), 0n)
  return {
    items: shown.toSorted(newestFirst),
    count: Math.max(shown.length, ...rest.map((one) => one.count)),
    balanceCents: shown.every(hasAmount) ? mostOf([{ cents }, ...rest]) : mostOf(told),
  }
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

/** One thing, and which sources have told it with what. */
type Thing = { item: Occurrence; asOf: Day | undefined; readonly told: Map<number, Occurrence> }

function eachOnce(kind: OccurrenceKind, lists: readonly ToldList[]): readonly Thing[] {
  const things: Thing[] = []
  const byKey = new Map<string, Set<Thing>>()
  for (const [source, { items, asOf }] of lists.entries()) {
    const rows = new Set<string>()
    for (const item of items) {
      if (isRepeated(rows, item)) continue
      const keys = keysOf(kind, item)
      const same = sameThing(kind, item, source, keys, byKey)
      const thing = same ?? { item, asOf, told: new Map() }
      if (same === undefined) things.push(thing)
      else unite(same, item, asOf)
      thing.told.set(source, item)
      for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(thing))
    }
  }
  return things
}

/** A row that a source tells twice word for word; without a contract it may be two, such as two of the same price. */
function isRepeated(
  rows: Set<string>,
  { contractId, creditorName, occurrenceDate, amount }: Occurrence,
): boolean {
  if (contractId === undefined) return false
  const row = [contractId, creditorName, occurrenceDate, amount].join('\n')
  if (rows.has(row)) return true
  rows.add(row)
  return false
}

/** Two of one source are two: each matches one of another's, that of the same day first. */
function sameThing(
  kind: OccurrenceKind,
  item: Occurrence,
  source: number,
  keys: readonly string[],
  byKey: ReadonlyMap<string, ReadonlySet<Thing>>,
): Thing | undefined {
  let first: Thing | undefined
  for (const key of keys) {
    for (const thing of byKey.get(key) ?? []) {
      if (thing.told.has(source) || !isSameOccurrence(kind, thing.item, item)) continue
      if (thing.item.occurrenceDate === item.occurrenceDate) return thing
      first ??= thing
    }
  }
  return first
}

/** The fresher one's fields; what it leaves out is the other's. A due date never moves forward. */
function unite(thing: Thing, item: Occurrence, asOf: Day | undefined): void {
  const isFresher = asOf !== undefined && thing.asOf !== undefined && thing.asOf < asOf
  const [first] = [thing.item.occurrenceDate, item.occurrenceDate].filter(isKnown).toSorted()
  thing.item = {
    ...(isFresher ? { ...thing.item, ...item } : { ...item, ...thing.item }),
    ...(first !== undefined && { occurrenceDate: first }),
  }
  if (isFresher) thing.asOf = asOf
}

const isKnown = (value: string | undefined): value is string => value !== undefined

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
  things: readonly Thing[],
  today: Day,
): Figures {
  const told = Number(summary.count ?? items.length)
  const dropped = things
    .filter(({ item }) => !isReadable(item, today))
    .map(({ told: by }) => by.get(source))
    .filter((one) => one !== undefined)
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
