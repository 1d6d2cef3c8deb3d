import { canonicalText, type Members } from '../report-members.ts'
import {
  isSameOccurrence,
  keysOf,
  namesContract,
  type Occurrence,
  type OccurrenceKind,
} from './same-occurrence.ts'

/** One thing, and with what each source tells it, by the place of the source. */
export type Thing = { readonly told: ReadonlyMap<number, Occurrence> }

/**
 * Which items of several sources are the same thing, one of each source at most. The order in which sources and items
 * come decides nothing, for by the earliest day of a thing its five years run:
 *
 * 1. Rows that say the same are paired, the first of each source with the first of the others, and so on.
 * 2. Then what is the same thing on the same day.
 * 3. Then what is the same on another day, from the oldest on, each with the nearest before it.
 */
export function matchOccurrences(
  kind: OccurrenceKind,
  lists: readonly (readonly Occurrence[])[],
): readonly Thing[] {
  const rows = alikeRows(kind, lists)
  return gathered(kind, gathered(kind, rows, 'same day'), 'any day')
}

/** A thing while it is gathered; `day` is the earliest that it was told with. */
type Gathered = { readonly day: string; readonly told: Map<number, Occurrence> }

/** Sorted by day, then by what they say. */
function alikeRows(kind: OccurrenceKind, lists: readonly (readonly Occurrence[])[]): readonly Gathered[] {
  const alike = new Map<string, Map<number, Occurrence>[]>()
  for (const [source, items] of lists.entries()) {
    for (const [said, rows] of Map.groupBy(inOrder(items), (item) => saidBy(kind, item))) {
      const places = alike.get(said) ?? []
      alike.set(said, places)
      for (const [at, item] of withoutRepeats(kind, rows).entries())
        placeAt(kind, places, at, item).set(source, item)
    }
  }
  return [...alike]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, places]) => places.map((told) => ({ day: dayOf(told), told })))
}

/** In an order of their own, whatever the order in which they came. */
const inOrder = (items: readonly Occurrence[]): readonly Occurrence[] =>
  items
    .map((item) => ({ item, text: canonicalText(item as Members) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ item }) => item)

/** What two items are compared by. */
const saidBy = (kind: OccurrenceKind, item: Occurrence): string => {
  const { contractId, creditorName, creditorDocument, occurrenceDate, amount } = item
  return kind === 'debt'
    ? JSON.stringify([occurrenceDate, contractId, creditorName, creditorDocument, amount])
    : JSON.stringify([occurrenceDate, keysOf(kind, item).found])
}

/** A row that a source tells twice word for word; without a contract it may be two, such as two of the same price. */
const withoutRepeats = (kind: OccurrenceKind, rows: readonly Occurrence[]): readonly Occurrence[] =>
  kind === 'debt' && rows[0] !== undefined && namesContract(rows[0]) ? rows.slice(0, 1) : rows

/** What is not even the same as itself, for it names nothing to be known by, stays alone. */
function placeAt(
  kind: OccurrenceKind,
  places: Map<number, Occurrence>[],
  at: number,
  item: Occurrence,
): Map<number, Occurrence> {
  const known = isSameOccurrence(kind, item, item) ? places[at] : undefined
  const place = known ?? new Map<number, Occurrence>()
  if (known === undefined) places.push(place)
  return place
}

const dayOf = (told: ReadonlyMap<number, Occurrence>): string =>
  [...told.values()][0]?.occurrenceDate ?? undated

/** Behind every day. */
const undated = '~'

type Within = 'same day' | 'any day'

/** Each with the last before it that is the same and was told by none of its sources; otherwise by itself. */
function gathered(kind: OccurrenceKind, all: readonly Gathered[], within: Within): readonly Gathered[] {
  const things: Gathered[] = []
  const byKey = new Map<string, number[]>()
  for (const one of all) {
    const keys = [...one.told.values()].map((item) => keysOf(kind, item))
    const sought = new Set(keys.flatMap((of) => of.sought))
    let last = -1
    for (const key of sought)
      last = lastSame(kind, one, { things, places: byKey.get(key) ?? [], last, within })
    const place = last === -1 ? things.push({ day: one.day, told: new Map() }) - 1 : last
    for (const [source, item] of one.told) things[place]?.told.set(source, item)
    for (const key of new Set(keys.flatMap(({ found }) => found))) addTo(byKey, key, place)
  }
  return things
}

function addTo(byKey: Map<string, number[]>, key: string, place: number): void {
  const places = byKey.get(key)
  if (places === undefined) byKey.set(key, [place])
  else places.push(place)
}

type Among = {
  readonly things: readonly Gathered[]
  /** Of things that were found under one key. */
  readonly places: readonly number[]
  /** The place of the last that another key has led to. */
  readonly last: number
  readonly within: Within
}

/** Things stand in the order of their days; what joins one later is found under its place again. */
function lastSame(kind: OccurrenceKind, one: Gathered, { things, places, last, within }: Among): number {
  let found = last
  for (let at = places.length - 1; at >= 0; at--) {
    const place = places[at] ?? -1
    const other = things[place]
    if (other === undefined || place <= found) continue
    if (within === 'same day' && other.day !== one.day) continue
    if (isDisjoint(one, other) && isSameThing(kind, one, other)) found = place
  }
  return found
}

function isDisjoint(one: Gathered, other: Gathered): boolean {
  for (const source of one.told.keys()) if (other.told.has(source)) return false
  return true
}

const isSameThing = (kind: OccurrenceKind, one: Gathered, other: Gathered): boolean =>
  [...one.told.values()].some((a) => [...other.told.values()].some((b) => isSameOccurrence(kind, a, b)))
