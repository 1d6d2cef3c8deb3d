import { setImmediate as others } from 'node:timers/promises'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import type { LinkPlace, SearchRange, TrailStore } from './trail-store.ts'

export type TrailWanted = SearchRange & {
  readonly document: DocumentNumber | undefined
  readonly clientId: string | undefined
  readonly requestId: string | undefined
}

/** A record's place: records are passed from the newest back. */
export type RecordPlace = LinkPlace & { readonly place: number }

export type TrailPage = {
  readonly found: readonly Consultation[]
  /** Where to go on; undefined when everything was looked through. */
  readonly next: RecordPlace | undefined
}

/** Links read at a time, and in one call: a search that no index serves goes on in the next, however long the trail. */
const linkCount = 50
const linkCountMax = 2_000

/** The records of a link belong to requests that were under way together: none is older than this against its last. */
const linkSpanMs = 10 * 60_000

/** Consultations from the newest back, a page at a time: by document from its index, otherwise walking back in time. */
export async function pageOfTrail(
  trail: Pick<TrailStore, 'linksBefore' | 'ofDocument'>,
  environment: Environment,
  wanted: TrailWanted,
  { before, limit }: { readonly before: RecordPlace | undefined; readonly limit: number },
): Promise<TrailPage> {
  return wanted.document === undefined
    ? walkBack(trail, environment, wanted, { before, limit })
    : pageOfDocument(trail, environment, wanted.document, wanted, { before, limit })
}

type PageAsked = { readonly before: RecordPlace | undefined; readonly limit: number }

async function pageOfDocument(
  trail: Pick<TrailStore, 'ofDocument'>,
  environment: Environment,
  document: DocumentNumber,
  wanted: TrailWanted,
  { before, limit }: PageAsked,
): Promise<TrailPage> {
  const all = await trail.ofDocument(environment, document, wanted)
  const left = all
    .filter((one) => fits(one, wanted) && (before === undefined || isBefore(placeOf(one), before)))
    .toSorted((a, b) => (isBefore(placeOf(a), placeOf(b)) ? 1 : -1))
  const found = left.slice(0, limit)
  const last = found.at(-1)
  return { found, next: left.length > limit && last !== undefined ? placeOf(last) : undefined }
}

/** Of a document's records each stands for itself, at its own time. */
const placeOf = ({ atMs, number, place }: Consultation): RecordPlace => ({ lastAtMs: atMs, number, place })

const isBefore = (a: RecordPlace, b: RecordPlace): boolean =>
  a.lastAtMs - b.lastAtMs < 0 ||
  (a.lastAtMs === b.lastAtMs && (a.number < b.number || (a.number === b.number && a.place < b.place)))

async function walkBack(
  trail: Pick<TrailStore, 'linksBefore'>,
  environment: Environment,
  wanted: TrailWanted,
  { before, limit }: PageAsked,
): Promise<TrailPage> {
  const found: Consultation[] = []
  // A page may have ended inside a link, whose earlier records are looked at again.
  let at: RecordPlace = before ?? {
    lastAtMs: wanted.untilMs + linkSpanMs,
    number: Number.MAX_SAFE_INTEGER,
    place: 0,
  }
  for (let read = 0; read < linkCountMax; read += linkCount) {
    const from = { lastAtMs: at.lastAtMs, number: at.place > 0 ? at.number + 1 : at.number }
    const links = await trail.linksBefore(environment, from, { fromMs: wanted.fromMs, limit: linkCount })
    for (const { number, lastAtMs, records } of links) {
      const texts = records.split('\n')
      const upTo = number === at.number && lastAtMs === at.lastAtMs ? at.place : texts.length
      for (let place = upTo - 1; place >= 0; place--) {
        const text = texts[place] ?? ''
        if (!mayFit(text, wanted)) continue
        const one = { environment, number, place, ...readRecord(text) }
        if (!fits(one, wanted)) continue
        found.push(one)
        if (found.length === limit) return { found, next: { lastAtMs, number, place } }
      }
    }
    const last = links.at(-1)
    if (last === undefined || links.length < linkCount) return { found, next: undefined }
    at = { lastAtMs: last.lastAtMs, number: last.number, place: 0 }
    await others()
  }
  return { found, next: at }
}

/** A look at the text spares reading most records that are not wanted. */
const mayFit = (text: string, { clientId, requestId }: TrailWanted): boolean =>
  // Of a record that is in an archive there is no text.
  text !== '' &&
  (clientId === undefined || text.includes(clientId)) &&
  (requestId === undefined || text.includes(requestId))

const fits = (one: Consultation, { clientId, requestId, fromMs, untilMs }: TrailWanted): boolean =>
  (clientId === undefined || one.clientId === clientId) &&
  (requestId === undefined || one.requestId === requestId) &&
  one.atMs >= fromMs &&
  one.atMs <= untilMs
