import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { verifyTrail } from '../../src/features/trail/seals/verify-trail.ts'
import { searchTrail } from '../../src/features/trail/search-trail.ts'
import { type ArchiveDeps, archiveTrail } from '../../src/store/archive/archive-trail.ts'
import { openArchives } from '../../src/store/archive/month-archive.ts'
import { withArchives } from '../../src/store/archive/search-archives.ts'
import { verifyArchives } from '../../src/store/archive/verify-archives.ts'
import type { Store } from '../../src/store/store.ts'
import { copyOf, newDirectory, newPlace, type Place } from '../engines.ts'
import { writeOldTrail } from '../invented/old-trail.ts'
import { TestClock } from '../test-clock.ts'

const clock = new TestClock('2026-12-16T10:00:00-03:00')

/** Three of the four months of the old trail. */
export const asked = { before: '2021-11', today: '2026-12-16' as Day }

export const everything = {
  fromMs: 0,
  untilMs: Number.MAX_SAFE_INTEGER,
  document: undefined,
  clientId: undefined,
}

export const archive = (
  { trail, archiving }: Store,
  to: string,
  over: Partial<typeof asked> = {},
  onStep?: ArchiveDeps['onStep'],
) => archiveTrail({ trail, archiving, clock, ...(onStep && { onStep }) }, { ...asked, ...over, to })

/** All that a search finds, in the store and, where it is pointed at them, in archives. */
export const found = (store: Store, to?: string): Promise<Consultation[]> =>
  Array.fromAsync(
    searchTrail(
      to === undefined ? store.trail : withArchives(store.trail, openArchives([to])),
      'production',
      everything,
    ),
  )

export const names = (all: readonly Consultation[]): readonly string[] =>
  all.map(({ requestId }) => requestId).toSorted()

/** Both chains of the store hold, and its archives do, with it and without. */
export async function assertWhole(store: Store, to?: string, today = asked.today): Promise<void> {
  for (const environment of ['production', 'sandbox'] as const) {
    const { broken, besides } = await verifyTrail(store.trail, environment, { today })
    assert.deepEqual([broken, besides], [undefined, []], environment)
  }
  if (to === undefined) return
  const archives = openArchives([to])
  assert.deepEqual((await verifyArchives({ archives, trail: store.trail })).faults, [])
  assert.deepEqual((await verifyArchives({ archives })).faults, [])
}

let onPostgres: Promise<Place> | undefined

async function writtenPlace(engine: Place['engine']): Promise<Place> {
  const place = await newPlace(engine)
  await writeOldTrail(place)
  return place
}

/** A store with an old trail, what it holds, and an empty place for archives. On PostgreSQL it is written once. */
export async function oldTrail(engine: Place['engine']) {
  if (engine === 'postgres') onPostgres ??= writtenPlace(engine)
  const place = await (onPostgres === undefined || engine === 'sqlite'
    ? writtenPlace(engine)
    : copyOf(await onPostgres))
  const store = await place.open()
  after(() => store.close())
  return { place, store, to: join(newDirectory(), 'archives'), before: await found(store) }
}
