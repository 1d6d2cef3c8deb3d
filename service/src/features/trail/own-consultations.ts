import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { reopenedOutcome } from '@lastro/rules/trail/billing.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import type { RecordPlace } from './page-of-trail.ts'
import type { LinkPlace, TrailStore } from './trail-store.ts'

export type OwnPage = {
  readonly found: readonly Consultation[]
  /** Where the next page begins: what follows stands before this place. Undefined when there is no more. */
  readonly next: RecordPlace | undefined
}

/** How many links one call reads at most: what it costs is bounded, whatever the trail holds of others. */
const linkCountMax = 50

type Own = { readonly clientId: string; readonly userId: string | undefined }

type Found = { readonly one: Consultation; readonly at: RecordPlace }

/** A client's own consultations, or those of one of its users, newest first. */
export async function ownConsultations(
  trail: Pick<TrailStore, 'linksOf'>,
  environment: Environment,
  own: Own,
  { limit, before }: { readonly limit: number; readonly before: RecordPlace | undefined },
): Promise<OwnPage> {
  const count = Math.min(limit + 1, linkCountMax)
  const from = before && { lastAtMs: before.lastAtMs, number: before.number }
  const { links, next } = await trail.linksOf(environment, own.userId ?? own.clientId, { from, count })
  const found: Found[] = []
  for (const { number, lastAtMs, records } of links) {
    const end = number === before?.number ? before.place : Number.POSITIVE_INFINITY
    for (const one of ownRecords(records, own, end)) {
      found.push({ one: { environment, number, ...one }, at: { lastAtMs, number, place: one.place } })
      if (found.length > limit)
        return { found: found.slice(0, limit).map((of) => of.one), next: found[limit - 1]?.at }
    }
  }
  return { found: found.map(({ one }) => one), next: next && pastLink(next) }
}

/** The place before all records of a link. */
const pastLink = ({ lastAtMs, number }: LinkPlace): RecordPlace => ({ lastAtMs, number, place: 0 })

/** The records of one link that are one's own queries, the newest first. To open a report again is no query. */
function* ownRecords(records: string, { clientId, userId }: Own, end: number) {
  const texts = records.split('\n')
  for (let place = Math.min(end, texts.length) - 1; place >= 0; place--) {
    const text = texts[place] as string
    // Most records of a busy link are of others, and finding a name in a text costs less than reading it.
    if (!text.includes(userId ?? clientId)) continue
    const record = readRecord(text)
    const isOwn = record.clientId === clientId && (userId === undefined || record.userId === userId)
    if (isOwn && record.outcome !== reopenedOutcome) yield { place, ...record }
  }
}
