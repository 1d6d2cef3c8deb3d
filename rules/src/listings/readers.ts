import assert from 'node:assert/strict'
import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { ListingChange } from '@lastro/contract/listings/listing-codes.ts'
import { type Day, dayAt } from '../calendar/day.ts'
import type { Draft, LastTold, Listing, ShownListing, Step } from './listing.ts'
import { shownListing } from './shown-listing.ts'
import { isActive } from './states.ts'
import { isVisible } from './visible.ts'

/** What the readers of one listing are told of one change: of its own, or of its principal's. */
export type Telling = {
  readonly listing: Listing
  /** Of a guarantor: the version of its principal that made the difference. */
  readonly principalVersion: number | undefined
  readonly event: AlertEvent
  readonly change: ListingChange
  readonly on: Day
  /** Whether it can be read from here on. */
  readonly isShown: boolean
  /** As it can be read; of one that cannot be any more, as it last could. */
  readonly shown: ShownListing | undefined
  /** Whoever begins to watch after this moment never could read it. */
  readonly untilMs: number
  /** Told of a load and of no change of the debt: of which, counted from one. */
  readonly lapse?: number
}

/** What a load has done to a debt that is looked at. */
export type ByLoad = {
  readonly today: Day
  readonly nowMs: number
  /** By their ids, the parties whose five years a load has ended, and the last moment at which each could be read. */
  readonly lapsed: ReadonlyMap<string, number>
}

export type ReadersTold = { readonly drafts: readonly Draft[]; readonly tellings: readonly Telling[] }

/**
 * What readers are told of the changes of a debt. At each change, in the order in which they took effect, what can be
 * read of each party is held against what its readers know: whatever differs is told, once, and nothing else is. A
 * guarantor is looked at again when its principal changes. What readers know is kept with each draft. What a load has
 * ended is told first, and what it has given back last.
 */
export function tellReaders(drafts: readonly Draft[], byLoad?: ByLoad): ReadersTold {
  const parties = new Map(drafts.map((one) => [one.listing.id, one.steps[0]?.before ?? one.listing]))
  const known = new Map(drafts.map((one) => [one.listing.id, one.listing.told]))
  const tellings: Telling[] = []
  const tell = (listing: Listing, tellingTo: (told: LastTold | undefined) => Telling | undefined) => {
    const told = known.get(listing.id)
    const telling = tellingTo(told)
    if (telling === undefined) return
    tellings.push(telling)
    known.set(listing.id, knownAfter(telling, told))
  }
  for (const listing of parties.values()) tell(listing, (told) => lapseOf(listing, told, byLoad))
  for (const step of inOrder(drafts)) {
    parties.set(step.after.id, step.after)
    for (const listing of affected(step, parties)) {
      const isLapsed = lapsedUntil(listing, byLoad) !== undefined
      const party = { listing, principal: principalOf(listing, parties), isLapsed }
      tell(listing, (told) => tellingOf(step, party, told))
    }
  }
  for (const listing of parties.values()) {
    tell(listing, (told) => givenBack(listing, principalOf(listing, parties), told, byLoad))
  }
  return {
    drafts: drafts.map((one) => ({ ...one, listing: { ...one.listing, told: known.get(one.listing.id) } })),
    tellings: untilHidden(tellings),
  }
}

function principalOf({ principalId }: Listing, parties: ReadonlyMap<string, Listing>): Listing | undefined {
  if (principalId === undefined) return undefined
  const principal = parties.get(principalId)
  assert.ok(principal !== undefined, 'a debt is told of as a whole')
  return principal
}

/**
 * By when each took effect, however late they are recorded; a listing's own stay in their order. Of one moment a
 * guarantor's own come before its principal's, so that whoever is released is told so, and not that it was hidden.
 */
function inOrder(drafts: readonly Draft[]): Step[] {
  return drafts
    .toReversed()
    .flatMap(({ steps }) => {
      let lastMs = 0
      return steps.map((step) => {
        lastMs = Math.max(lastMs, step.fromMs)
        return { ...step, fromMs: lastMs }
      })
    })
    .toSorted((a, b) => a.fromMs - b.fromMs)
}

/** The listing that changed, and the guarantors that stand or fall with it. */
const affected = ({ after }: Step, parties: ReadonlyMap<string, Listing>): readonly Listing[] => [
  after,
  ...[...parties.values()].filter((one) => one.principalId === after.id),
]

/** A guarantor is shown no longer than its principal. */
const lapsedUntil = ({ id, principalId }: Listing, byLoad: ByLoad | undefined): number | undefined =>
  byLoad?.lapsed.get(id) ?? byLoad?.lapsed.get(principalId ?? '')

function lapseOf(
  listing: Listing,
  told: LastTold | undefined,
  byLoad: ByLoad | undefined,
): Telling | undefined {
  const untilMs = lapsedUntil(listing, byLoad)
  if (byLoad === undefined || untilMs === undefined) return undefined
  if (told === undefined || told.untilMs !== undefined) return undefined
  const lapse = (told.lapseCount ?? 0) + 1
  const common = { listing, principalVersion: undefined, on: byLoad.today, isShown: false, shown: told.shown }
  return { ...common, event: 'listing.expired', change: 'expired', untilMs, lapse }
}

/** A later load told the debt no more, and reports show the listing again. */
function givenBack(
  listing: Listing,
  principal: Listing | undefined,
  told: LastTold | undefined,
  byLoad: ByLoad | undefined,
): Telling | undefined {
  if (byLoad === undefined || lapsedUntil(listing, byLoad) !== undefined) return undefined
  if (told?.lapseCount === undefined || !told.isOver) return undefined
  if (!isReadable(listing, principal, byLoad.today)) return undefined
  const common = { listing, principalVersion: undefined, on: byLoad.today, untilMs: byLoad.nowMs }
  const shown = { isShown: true, shown: shownListing(listing) }
  return { ...common, ...shown, event: 'listing.published', change: 'published', lapse: told.lapseCount }
}

type Party = {
  readonly listing: Listing
  readonly principal: Listing | undefined
  readonly isLapsed: boolean
}

function tellingOf(
  { entry, after, fromMs, isByDate }: Step,
  { listing, principal, isLapsed }: Party,
  told: LastTold | undefined,
): Telling | undefined {
  const common = {
    listing,
    principalVersion: after.id === listing.id ? undefined : after.version,
    change: entry.change,
    on: entry.on,
  }
  if (!isLapsed && isReadable(listing, principal, dayAt(fromMs))) {
    const shown = shownListing(listing)
    const now = { ...common, isShown: true, shown, untilMs: entry.atMs }
    if (told === undefined) return { ...now, event: 'listing.published', change: 'published' }
    if (told.isOver) return { ...now, event: 'listing.published' }
    if (told.untilMs !== undefined) return { ...now, event: shownAgain(entry.change) }
    return isSame(told.shown, shown) ? undefined : { ...now, event: 'listing.changed' }
  }
  if (told === undefined || told.isOver) return undefined
  const untilMs = told.untilMs ?? (isByDate ? fromMs - 1 : fromMs)
  const hidden = { ...common, isShown: false, shown: told.shown, untilMs }
  if (listing.state === 'expired') return { ...hidden, event: 'listing.expired' }
  if (!isActive(listing.state)) return { ...hidden, event: 'listing.released' }
  return told.untilMs === undefined ? { ...hidden, event: 'listing.changed' } : undefined
}

/** By what is recorded: a publication that is due, and not recorded yet, is told when it is. */
const isReadable = (listing: Listing, principal: Listing | undefined, day: Day): boolean =>
  listing.state === 'published' &&
  (principal === undefined || principal.state === 'published') &&
  isVisible(listing, principal, day)

/** After a new notice it is published anew. */
const shownAgain = (change: ListingChange): AlertEvent =>
  change === 'published' ? 'listing.published' : 'listing.changed'

const isSame = (one: ShownListing | undefined, other: ShownListing): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function knownAfter(
  { listing, event, isShown, shown, untilMs, lapse }: Telling,
  before: LastTold | undefined,
): LastTold {
  const lapseCount = lapse ?? before?.lapseCount
  return {
    shown,
    untilMs: isShown ? undefined : untilMs,
    isOver: !isActive(listing.state) || event === 'listing.expired',
    ...(lapseCount !== undefined && { lapseCount }),
  }
}

/** What was hidden again by a later change of the same record could be read only until then. */
function untilHidden(tellings: readonly Telling[]): readonly Telling[] {
  const until = new Map<string, number>()
  return tellings
    .toReversed()
    .map((one) => {
      const untilMs = Math.min(one.untilMs, until.get(one.listing.id) ?? one.untilMs)
      until.set(one.listing.id, untilMs)
      return { ...one, untilMs }
    })
    .toReversed()
}
