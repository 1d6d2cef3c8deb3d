import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { newPlace } from '../../testing/engines.ts'
import { type SanctionRegister, unpackSanctions } from './cgu/sanctions.ts'
import { dataSetNamed, dataSets } from './data-sets.ts'
import { entryTables } from './entries/entries.ts'
import { inventedCnpj } from './entries/invented.ts'
import { importDataSet } from './import/import-data-set.ts'
import { unpackPublicDebts } from './pgfn/public-debts.ts'
import { writeSample } from './sample/write-sample.ts'
import { openSnapshots, publicDataDirectory } from './snapshots/open-snapshots.ts'

const request = { companies: 3_000, seed: 7, date: '2026-10-11' as Day }
const clock = { nowMs: () => Date.parse('2026-10-12T12:00:00-03:00') }

/** Writes an invented sample of a set, and imports it. */
async function imported(name: string) {
  const dataSet = dataSetNamed(name) ?? assert.fail(name)
  const place = await newPlace('sqlite')
  const from = join(place.dataDirectory, 'zips')
  const { lies } = await writeSample(dataSet, request, from)
  const store = await place.open()
  const snapshots = await openSnapshots({ databaseUrl: undefined, dataDirectory: place.dataDirectory })
  const directory = publicDataDirectory(place.dataDirectory)
  const deps = { catalogue: store.dataCatalogue, snapshots, directory, clock }
  const asked = { dataSet, from, threads: 2, isResumed: false, signal: AbortSignal.timeout(60_000) }
  const result = await importDataSet(deps, { ...asked, onProgress: () => undefined })
  const reader = await snapshots.open(result.snapshot)
  const close = async () => {
    await reader.close()
    await snapshots.close()
    await store.close()
  }
  return { lies, directory, reader, close, ...result }
}

type Counts = Record<string, number>

/** Everything that an import counts against a zip, by reason. */
function countedBy(files: Awaited<ReturnType<typeof imported>>['accounting']['files'], zip: string): Counts {
  const sums: Counts = {}
  for (const file of files.filter((one) => one.zip === zip)) {
    const { quarantinedBy, fields, merged } = file
    for (const [reason, count] of [
      ...Object.entries(quarantinedBy),
      ...Object.entries(fields),
      ['merged', merged] as const,
    ]) {
      sums[reason] = (sums[reason] ?? 0) + count
    }
  }
  return sums
}

/** Sets of one table of entries: a new one is tried by being listed. */
const names = dataSets.filter((one) => one.tables === entryTables).map((one) => one.name)

for (const name of names) {
  describe(`an import of ${name}`, async () => {
    const { lies, accounting, directory, reader, snapshot, quarantinePath, close } = await imported(name)
    after(close)

    test('counts every lie that the sample tells, and no other', () => {
      assert.ok(Object.keys(lies).length > 0)
      for (const [zip, told] of Object.entries(lies))
        assert.deepEqual(countedBy(accounting.files, zip), told, zip)
    })

    test('accounts for every row', () => {
      for (const { read, kept, merged, quarantined, file } of accounting.files) {
        assert.ok(kept > 0, file)
        assert.equal(read, kept + merged + quarantined, file)
      }
    })

    test('keeps what it counts as kept, under the company', async () => {
      let entries = 0
      for (let at = 0; at < request.companies; at++) {
        const cnpj = inventedCnpj(request, at)
        const key = companyKey(cnpj.slice(0, 8))
        const record = await reader.read('entry', key)
        if (record === undefined) continue
        const found = name === 'pgfn' ? unpackPublicDebts(key, record) : sanctionsOf(key, record)
        entries += found.length
        for (const one of found) assert.equal(one.cnpj, cnpj)
      }
      const kept = accounting.files.reduce((sum, one) => sum + one.kept, 0)
      assert.equal(entries, kept)
    })
    const sanctionsOf = (key: number, record: Uint8Array) =>
      unpackSanctions(name.toUpperCase() as SanctionRegister, key, record)

    test('keeps nobody who is a person, and sets none aside either', () => {
      const written = globSync('**/*', { cwd: directory, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => readFileSync(join(one.parentPath, one.name)))
      assert.ok(written.length > 0)
      for (const hidden of ['52998224725', '529.982.247-25', 'PESSOA DE EXEMPLO']) {
        for (const bytes of written) assert.ok(!bytes.includes(hidden), hidden)
      }
      const setAside = readFileSync(quarantinePath ?? assert.fail(), 'latin1')
      assert.ok(!setAside.includes('982247') && !setAside.includes('982.247'))
    })

    test('has the period and the day of its files', () => {
      const [period, date] = name === 'pgfn' ? ['2026-09', '2026-09-30'] : ['2026-10-11', '2026-10-11']
      assert.deepEqual([snapshot.period, snapshot.date], [period, date])
    })
  })
}
