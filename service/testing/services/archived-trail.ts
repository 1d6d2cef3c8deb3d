import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { verifyTrail } from '../../src/features/trail/seals/verify-trail.ts'
import { searchTrail } from '../../src/features/trail/search-trail.ts'
import { type ArchiveDeps, archiveTrail } from '../../src/store/archive/archive-trail.ts'
import { openArchives } from '../../src/store/archive/month-archive.ts'
import { withArchives } from '../../src/store/archive/search-archives.ts'
import { verifyArchives } from '../../src/store/archive/verify-archives.ts'
import type { Store } from '../../src/store/store.ts'
import { cleanUp } from '../clean-up.ts'
import { copyOf, emptyPlace, newDirectory, newPlace, type Place } from '../engines.ts'
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

/** A store that was written once, with what left it for archives; each test gets a copy of both. */
type Written = { readonly newPlace: () => Promise<Place>; readonly layArchives: Laying }

const written = new Map<string, Promise<Written>>()

function once(name: string, write: () => Promise<Written>): Promise<Written> {
  const writing = written.get(name) ?? write()
  written.set(name, writing)
  return writing
}

const oldOf = (engine: Place['engine']) =>
  once(`old ${engine}`, async () => {
    const place = await newPlace(engine)
    await writeOldTrail(place)
    return { newPlace: copier(place), layArchives: () => undefined }
  })

const archivedOf = (engine: Place['engine']) =>
  once(`archived ${engine}`, async () => {
    const place = await (await oldOf(engine)).newPlace()
    const store = await place.open()
    const to = join(newDirectory(), 'archives')
    await archive(store, to)
    await store.close()
    return { newPlace: copier(place), layArchives: laying(to) }
  })

async function opened({ newPlace, layArchives }: Written) {
  const place = await newPlace()
  const to = join(newDirectory(), 'archives')
  layArchives(to)
  const store = await place.open()
  cleanUp(() => store.close())
  return { place, store, to }
}

/** A store with an old trail, what it holds, and an empty place for archives. */
export async function oldTrail(engine: Place['engine']) {
  const old = await opened(await oldOf(engine))
  return { ...old, before: await found(old.store) }
}

/** The same after three of its months have left for archives. */
export const archivedTrail = async (engine: Place['engine']) => opened(await archivedOf(engine))

/** Makes places with what one holds, to which nobody is connected; it may be gone by then, with its test. */
function copier(place: Place): () => Promise<Place> {
  if (place.engine === 'postgres') return () => copyOf(place)
  const lay = laying(place.dataDirectory)
  return async () => {
    const copy = await emptyPlace(place.engine)
    lay(copy.dataDirectory)
    return copy
  }
}

/** Writes files into a directory. */
type Laying = (directory: string) => void

/** The files that are below a directory now, held in memory. */
function laying(directory: string): Laying {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => ({ path: relative(directory, path), bytes: readFileSync(path) }))
  return (to) => {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(to, path)), { recursive: true })
      writeFileSync(join(to, path), bytes)
    }
  }
}
