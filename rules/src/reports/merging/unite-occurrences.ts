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
  const rest = lists.map((one, source) => unlistedOf(one, source, things, today)).filter(hasMore)
  const cents = shown.reduce((sum, { amount = '0.00' }) => sum + centsOf(amount), 0n)
  return {
    items: shown.toSorted(newestFirst),
    count: Math.max(shown.length, ...rest.map((one) => one.count)),
    balanceCents: balanceOf(shown, cents, rest),
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

type Unlisted = { readonly more: number; readonly count: number; readonly cents: bigint | undefined }

const hasMore = ({ more }: Unlisted): boolean => more > 0

/** What a source counts beyond its list, less what of it may not be shown. */
function unlistedOf(
  { items, summary }: ToldList,
  source: number,
  things: readonly Thing[],
  today: Day,
): Unlisted {
  const told = Number(summary.count ?? items.length)
  const dropped = things
    .filter(({ item }) => !isReadable(item, today))
    .map(({ told: by }) => by.get(source))
    .filter((one) => one !== undefined)
  const cents = dropped.reduce((sum, { amount = '0.00' }) => sum + centsOf(amount), 0n)
  return {
    more: told - items.length,
    count: told - dropped.length,
    cents: summary.balance === undefined ? undefined : centsOf(summary.balance) - cents,
  }
}

/** Undefined where the items tell no amounts, as cheques do not, and no one source speaks for all. */
function balanceOf(
  shown: readonly Occurrence[],
  cents: bigint,
  rest: readonly Unlisted[],
): bigint | undefined {
  if (shown.length > 0 && shown.every(({ amount }) => amount === undefined)) return undefined
  return rest.reduce((most, one) => (one.cents !== undefined && one.cents > most ? one.cents : most), cents)
}
