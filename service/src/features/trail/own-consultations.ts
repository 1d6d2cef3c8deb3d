import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import type { TrailStore } from './trail-store.ts'

/** Where a page ended: what follows stands before this place in the chain. */
export type TrailPlace = Pick<Consultation, 'number' | 'place'>

export type OwnPage = {
  readonly found: readonly Consultation[]
  /** Where the next page begins; undefined when there is no more. */
  readonly next: TrailPlace | undefined
}

/** How many links one call reads at most: what it costs is bounded, whatever the trail holds of others. */
const linkCountMax = 50

type Own = { readonly clientId: string; readonly userId: string | undefined }

/** A client's own consultations, or those of one of its users, newest first. */
export async function ownConsultations(
  trail: Pick<TrailStore, 'linksOf'>,
  environment: Environment,
  own: Own,
  { limit, before }: { readonly limit: number; readonly before: TrailPlace | undefined },
): Promise<OwnPage> {
  const upTo = before === undefined ? Number.MAX_SAFE_INTEGER : before.number
  const count = Math.min(limit + 1, linkCountMax)
  const { links, next } = await trail.linksOf(environment, own.userId ?? own.clientId, { upTo, count })
  const found: Consultation[] = []
  for (const { number, records } of links) {
    const end = number === before?.number ? before.place : Number.POSITIVE_INFINITY
    for (const one of ownRecords(records, own, end)) {
      found.push({ environment, number, ...one })
      if (found.length > limit) return cut(found, limit)
    }
  }
  return { found, next: next === undefined ? undefined : { number: next + 1, place: 0 } }
}

function cut(found: readonly Consultation[], limit: number): OwnPage {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { found: page, next: last && { number: last.number, place: last.place } }
}

/** The records of one link that are one's own, the newest first. */
function* ownRecords(records: string, { clientId, userId }: Own, end: number) {
  const texts = records.split('\n')
  for (let place = Math.min(end, texts.length) - 1; place >= 0; place--) {
    const text = texts[place] as string
    // Most records of a busy link are of others, and finding a name in a text costs less than reading it.
    if (!text.includes(userId ?? clientId)) continue
    const record = readRecord(text)
    const isOwn = record.clientId === clientId && (userId === undefined || record.userId === userId)
    if (isOwn) yield { place, ...record }
  }
}
