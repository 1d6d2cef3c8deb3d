import { type WithheldReason, withheldReasons } from '@lastro/contract/clients/withheld-reasons.ts'
import { type SectionId, sectionIds, sectionName, sections } from '@lastro/contract/reports/sections.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import { maskCpfs } from '../documents/mask-cpfs.ts'
import {
  isEqual,
  isList,
  isMembers,
  type Json,
  leafOf,
  type Members,
  matchEqual,
  membersOf,
} from './report-members.ts'
import { standingSummary } from './standing-summary.ts'

/** A report with `X-Report-Sources`, the header that says who answered each section and of which day. */
export type ToldReport = { readonly report: Members; readonly sources: string }

export type TodayReport = ToldReport & {
  /** Whether its reader may still have what needs the scope `contact-data`. */
  readonly contactData: boolean
  /** What its features opened then, and the contract does not open now. */
  readonly closed?: ClosedParts
  /** The sources that there are for its reader now; undefined where it does not matter which they were. */
  readonly known?: ReadonlySet<string>
}

export type ClosedParts = {
  readonly sections: readonly SectionId[]
  /** How many items a list may have; undefined where the contract still opens whole lists, or did not open them then. */
  readonly listedMax: number | undefined
}

export type StandingReport = {
  readonly report: Members
  /** Why something is left out. Never what, where or how much: that would tell it after all. */
  readonly withheld: readonly WithheldReason[]
  /** The sections of which something could not be confirmed, by the names callers know. */
  readonly unconfirmed: readonly string[]
}

/**
 * What may still be read of an earlier report: that which a report of today would show in the same words. `today` is
 * asked with whole lists, so that no item is missing for its place alone.
 *
 * - An item that is gone or reads otherwise (paid, released, suspended, corrected, lapsed, withdrawn) is left out, and
 *   the summary is that of the items that stay.
 * - What today cannot say, because a source failed or is no longer there, is left out as unconfirmed.
 * - A company's own particulars out of a dated register stay when a newer edition says otherwise: the report says of
 *   which day they are, and they were right then. The same edition with another value is a correction.
 * - What the contract no longer opens is left out, whatever the day says of it.
 * - What is newer today is not added.
 * - Of when a stored copy was is no fact of the person: it stays with what it dates, and what today knows only by a
 *   copy is dated by it.
 */
export function stillReadable(kept: ToldReport, today: TodayReport): StandingReport {
  const walk = newWalk(kept, today)
  const report = standingMembers(kept.report, today.report, [], walk)
  const reasons = new Set(walk.withheld.map(({ reason }) => reason))
  return {
    report: report ?? {},
    withheld: allReasons.filter((one) => reasons.has(one)),
    unconfirmed: [
      ...new Set(
        walk.withheld.flatMap(({ reason, place }) => (reason === 'unconfirmed' ? nameAt(place) : [])),
      ),
    ],
  }
}

const allReasons = Object.keys(withheldReasons) as readonly WithheldReason[]

type Place = readonly string[]

type Walk = {
  readonly withheld: { readonly reason: WithheldReason; readonly place: Place }[]
  readonly contactData: boolean
  readonly closedPlaces: readonly string[]
  readonly listedMax: number | undefined
  /** Whether a register has come out anew since: what it said of the company itself before was right in its day. */
  readonly isSuperseded: (place: Place) => boolean
  /** Whether somebody said today what there is of this section, be it nothing, and who told it then is still there. */
  readonly isAnswered: (place: Place) => boolean
}

function newWalk(kept: ToldReport, today: TodayReport): Walk {
  const [before, now] = [labelsIn(kept.sources), labelsIn(today.sources)]
  return {
    withheld: [],
    contactData: today.contactData,
    closedPlaces: today.closed?.sections.map((id) => sections[id].path.join('.')) ?? [],
    listedMax: today.closed?.listedMax,
    isSuperseded: (place) => {
      if (!ownParticulars.some((one) => isWithin(place, one))) return false
      const name = sourceNameAt(place)
      return isNewerEdition(before.get(name), now.get(name))
    },
    isAnswered: (place) => {
      const name = sourceNameAt(place)
      return now.has(name) && sourcesOf(before.get(name)).every((one) => today.known?.has(one) !== false)
    },
  }
}

/** What a register says of the company itself. Its partners are people, of whom only today's say counts. */
const ownParticulars: readonly Place[] = [
  ['registration'],
  ['identificationReport'],
  ['QSAReport', 'companyData'],
]

const isWithin = (place: Place, outer: Place): boolean => outer.every((step, at) => place[at] === step)

/**
 * `receita@2026-10-11` before `receita@2026-11-08`: the same public register, and a later edition. The dates of other
 * sources are those of loads and answers, and a value that changed there was corrected.
 */
function isNewerEdition(before: string | undefined, now: string | undefined): boolean {
  const [source, date] = (before ?? '').split('@')
  const [sourceNow, dateNow] = (now ?? '').split('@')
  if (source !== publicRegister || source !== sourceNow) return false
  return date !== undefined && dateNow !== undefined && date < dateNow
}

/** The one public register whose editions describe the company itself. */
const publicRegister = 'receita'

/** `bureau+receita@2026-10-11`: who answered a section together. */
const sourcesOf = (label: string | undefined): readonly string[] =>
  label === undefined ? [] : label.split('+').map((one) => one.split('@')[0] ?? '')

const labelsIn = (header: string): ReadonlyMap<string, string> =>
  new Map(
    header.split(', ').flatMap((entry) => {
      const [section = '', label] = entry.split('=')
      return label === undefined ? [] : [[section, label] as const]
    }),
  )

/** The section that a place lies in. Two reports have their own sections of one name, which is all the same here. */
const sectionAt = (place: Place): SectionId | undefined =>
  sectionIds.findLast((id) => isWithin(place, sections[id].path))

const nameAt = (place: Place): readonly string[] => {
  const id = sectionAt(place)
  return id === undefined ? [] : [sectionName(id)]
}

const sourceNameAt = (place: Place): string => nameInSources(nameAt(place)[0] ?? '')

/** Where contact data stands in a report. */
const contactPlaces: readonly string[] = sectionIds.flatMap((id) => {
  const { path, gated, gatedMembers } = sections[id]
  return [...(gated ? [path.join('.')] : []), ...gatedMembers.map((name) => [...path, name].join('.'))]
})

/** Members that describe the answer, not the person, and so stay as they were on the report's day. */
const aboutAnswer: ReadonlySet<string> = new Set(['error', 'copiedAt', 'coverage', 'creditors'])

function standingMembers(
  kept: Members,
  today: Members | undefined,
  place: Place,
  walk: Walk,
): Members | undefined {
  const standing: Record<string, Json> = {}
  const countBefore = walk.withheld.length
  for (const [name, value] of Object.entries(kept)) {
    if (name === 'summary') continue
    const inner = [...place, name]
    const found = aboutAnswer.has(name) ? value : standingValue(value, today, inner, walk)
    if (found !== undefined) standing[name] = found
  }
  if (isMembers(kept.summary)) {
    const summary = standingSummary({ kept, standing, today })
    if (summary.summary !== undefined) standing.summary = summary.summary
    if (summary.isCut) withhold(walk, place, today)
    shorten(standing, place, walk)
  }
  // What could not be asked today says so, in the place of what it said before.
  if (walk.withheld.length > countBefore && today?.error !== undefined) standing.error ??= today.error
  if (today?.copiedAt !== undefined) standing.copiedAt ??= today.copiedAt
  const isEmpty = Object.keys(standing).every((name) => aboutAnswer.has(name) && name !== 'error')
  return isEmpty && Object.keys(kept).length > 0 ? undefined : standing
}

/** Without whole lists in the contract, a list is its newest items, and its summary says how many those are. */
function shorten(standing: Record<string, Json>, place: Place, walk: Walk): void {
  const { listedMax } = walk
  if (listedMax === undefined) return
  for (const [name, items] of Object.entries(standing)) {
    if (!isList(items) || items.length <= listedMax) continue
    standing[name] = items.slice(0, listedMax)
    standing.summary = { ...membersOf(standing.summary), listed: String(listedMax) }
    walk.withheld.push({ reason: 'not_contracted', place })
  }
}

function standingValue(value: Json, today: Members | undefined, place: Place, walk: Walk): Json | undefined {
  const name = place.at(-1) ?? ''
  if (!walk.contactData && contactPlaces.includes(place.join('.'))) {
    walk.withheld.push({ reason: 'contact_data', place })
    return undefined
  }
  if (walk.closedPlaces.includes(place.join('.'))) {
    walk.withheld.push({ reason: 'not_contracted', place })
    return undefined
  }
  const now = today?.[name]
  if (isList(value)) return standingList(value, now, today, place, walk)
  if (isMembers(value)) return standingMembers(value, isMembers(now) ? now : ofSection(today), place, walk)
  if (value === now) return value
  if (typeof now === 'string' && walk.isSuperseded(place)) return names.has(name) ? maskCpfs(value) : value
  return withhold(walk, place, today)
}

/** A sole trader's name may end with a CPF, which earlier editions were kept with. */
const names: ReadonlySet<string> = new Set(['companyName', 'companyAlias', 'consumerName'])

/** Where a part is absent because its whole section failed, its error is what there is to say. */
const ofSection = (today: Members | undefined): Members | undefined =>
  today?.error === undefined ? undefined : { error: today.error }

function standingList(
  items: readonly Json[],
  now: Json | undefined,
  today: Members | undefined,
  place: Place,
  walk: Walk,
): readonly Json[] | undefined {
  const isStanding = isList(now) ? stillThere(place, items, now) : items.map(() => false)
  const standing = items.filter((_, at) => isStanding[at])
  if (standing.length < items.length) withhold(walk, place, today)
  return isList(now) || items.length === 0 ? standing : undefined
}

/** Consultations of a month are only ever added to; every other item has to read as it did. */
const stillThere = (place: Place, items: readonly Json[], now: readonly Json[]): readonly boolean[] =>
  place.includes('inquiry')
    ? items.map((item) => now.some((one) => isCountedStill(item, one)))
    : matchEqual(items, now).isMatched

const isCountedStill = (item: Json, now: Json): boolean =>
  isEqual(leafOf(item, 'month'), leafOf(now, 'month')) &&
  isEqual(leafOf(item, 'segment'), leafOf(now, 'segment')) &&
  Number(leafOf(item, 'count')) <= Number(leafOf(now, 'count'))

function withhold(walk: Walk, place: Place, today: Members | undefined): undefined {
  const isUnknown = today?.error !== undefined || !walk.isAnswered(place)
  walk.withheld.push({ reason: isUnknown ? 'unconfirmed' : 'no_longer_shown', place })
}
