import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Place } from '../engines.ts'
import { draftOf } from './chained.ts'

export const atNoon = (day: string): number => Date.parse(`${day}T12:00:00-03:00`)

/** A query of a day. Each serial is another document and another request. */
export const queryOn = (day: string, serial: number, over: Partial<ConsultationDraft> = {}) =>
  draftOf({
    atMs: atNoon(day) + serial,
    requestId: `request-${serial}`,
    document: withCheckDigits(String(100_000_000 + serial)),
    clientId: serial % 2 === 0 ? 'cli_ana' : 'cli_bia',
    ...over,
  })

/** An alert that told of a release, which is kept for fifteen years. */
export const releaseTold = (day: string, serial: number) =>
  queryOn(day, serial, {
    product: 'alertas',
    features: 'listing.released',
    outcome: 'alerted',
    priceCents: undefined,
  })

/** Months of which each has queries, an alert that is kept longer, and seals, in as many lanes as the engine makes. */
export const oldMonths = ['2021-08', '2021-09', '2021-10', '2021-11'] as const

/** Writes a trail that began five years ago: two processes, both environments, seals between. */
export async function writeOldTrail(place: Place): Promise<void> {
  const [store, other] = [await place.open(), await place.open()]
  let serial = 0
  const next = () => ++serial
  for (const month of oldMonths) {
    for (const day of ['05', '17', '28']) {
      const on = `${month}-${day}`
      const drafts = () => [queryOn(on, next()), releaseTold(on, next()), queryOn(on, next())]
      await store.trail.append('production', drafts())
      await other.trail.append('production', drafts())
      await store.trail.append('production', [queryOn(on, next())])
      if (day !== '17') await other.trail.append('sandbox', drafts())
      await store.trail.seal(atNoon(on) + 60_000, 'always')
    }
  }
  await other.close()
  await store.close()
}
