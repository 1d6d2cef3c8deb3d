import assert from 'node:assert/strict'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { DataFault } from '../src/data/data-fault.ts'
import { type ImportRequest, importDataSet } from '../src/data/import/import-data-set.ts'
import { receita } from '../src/data/receita/receita.ts'
import { writeSample } from '../src/data/sample/write-sample.ts'
import { openSnapshots, publicDataDirectory } from '../src/data/snapshots/open-snapshots.ts'
import { writeZip } from '../src/data/zip/write-zip.ts'
import { cleanUp } from './clean-up.ts'
import { newDirectory, newPlace } from './engines.ts'

/** Noon of 16 November 2026 in São Paulo. */
export const importedAtMs = Date.UTC(2026, 10, 16, 15)

/** A store with its snapshots beside it, into which tests import. */
export async function publicData() {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const snapshots = await openSnapshots(place)
  cleanUp(async () => {
    await snapshots.close()
    await store.close()
  })
  let nowMs = importedAtMs
  const deps = {
    catalogue: store.dataCatalogue,
    snapshots,
    directory: publicDataDirectory(place.dataDirectory),
    // Every look at the time is a second later, so that one import is after another.
    clock: { nowMs: () => (nowMs += 1_000) },
  }
  const run = (from: string, more: Partial<ImportRequest> = {}) =>
    importDataSet(deps, {
      dataSet: receita,
      from,
      threads: 1,
      isResumed: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...more,
    })
  return { place, store, deps, run }
}

/** A directory with a month of invented files. */
export async function sampledReceita(companies: number, date = '2026-10-11', seed = 1) {
  const directory = newDirectory()
  const written = await writeSample(receita, { companies, seed, date: date as Day }, directory)
  return { directory, lies: written.lies }
}

/** Writes one zip with one inner file. */
export async function oneZip(directory: string, zip: string, inner: string, content: string | Buffer) {
  mkdirSync(directory, { recursive: true })
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  await writeZip(join(directory, zip), { name: zip, files: [{ name: inner, chunks: [bytes] }] })
}

/** A copy of a month that a test may spoil. */
export function copyOf({ directory }: { readonly directory: string }): string {
  const copy = newDirectory()
  cpSync(directory, copy, { recursive: true })
  return copy
}

/** What an import that must be refused says, in English; it says it in Portuguese too. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (found: unknown) => found,
  )
  assert.ok(error instanceof DataFault, String((error as Error).stack))
  assert.ok(error.text.pt.length > 20 && error.text.en.length > 20)
  return error.text.en
}
