import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { recordsIn } from '@lastro/rules/trail/cut-link.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import { laneIn } from '../../features/trail/archive/month-manifest.ts'
import type { SearchRange, TrailStore } from '../../features/trail/trail-store.ts'
import { linksOf, type MonthArchive } from './month-archive.ts'

type Searched = Pick<TrailStore, 'linksWithin' | 'ofDocument'>

/** The trail as if what lies in these archives had never left: a record that stayed as well is found once. */
export function withArchives(trail: Searched, archives: readonly MonthArchive[]): Searched {
  const isInThem = (environment: Environment, number: number): boolean =>
    archives.some(({ manifest }) => {
      const range = laneIn(manifest, environment, laneOf(number))
      return range !== undefined && number > range.from.number && number <= range.until.number
    })
  const archived = async function* (environment: Environment, range: SearchRange): AsyncGenerator<Link> {
    for (const archive of archives) yield* linksWithin(archive, environment, range)
  }
  return {
    linksWithin: async function* (environment, range) {
      yield* archived(environment, range)
      for await (const link of trail.linksWithin(environment, range))
        if (!isInThem(environment, link.number)) yield link
    },
    ofDocument: async (environment, document, range) => {
      const found: Consultation[] = []
      for await (const link of archived(environment, range)) {
        // Most links do not have it, and reading their records would be most of the work.
        if (!link.records.includes(document)) continue
        for (const { place, text } of recordsIn(link)) {
          const one = { environment, number: link.number, place, ...readRecord(text) }
          if (one.document === document && one.atMs >= range.fromMs && one.atMs <= range.untilMs)
            found.push(one)
        }
      }
      const here = await trail.ofDocument(environment, document, range)
      return [...found, ...here.filter(({ number }) => !isInThem(environment, number))].toSorted(
        (a, b) => a.atMs - b.atMs || a.number - b.number || a.place - b.place,
      )
    },
  }
}

/** The links of a month that hold a time, in the order in which they ended: each lane is a file, and nearly in order. */
async function* linksWithin(
  archive: MonthArchive,
  environment: Environment,
  { fromMs, untilMs }: SearchRange,
): AsyncGenerator<Link> {
  const lanes = archive.manifest[environment].lanes
    .filter((range) => range.lastAtMs >= fromMs && range.firstAtMs <= untilMs)
    .map((range) => linksOf(archive, environment, range))
  const waiting = await Promise.all(lanes.map((lane) => lane.next()))
  for (;;) {
    const next = earliestOf(waiting)
    if (next === undefined) return
    const { lastAtMs, firstAtMs } = next.link
    if (lastAtMs >= fromMs && firstAtMs <= untilMs) yield next.link
    const lane = lanes[next.at]
    if (lane !== undefined) waiting[next.at] = await lane.next()
  }
}

function earliestOf(waiting: readonly IteratorResult<Link>[]) {
  let first: { readonly at: number; readonly link: Link } | undefined
  for (const [at, { done, value: link }] of waiting.entries())
    if (!done && (first === undefined || link.lastAtMs < first.link.lastAtMs)) first = { at, link }
  return first
}
