import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { copyOf, oneZip, publicData, refusalOf, sampledReceita } from '../../../testing/public-data.ts'
import { receita } from '../receita/receita.ts'
import { type ImportDeps, importDataSet } from './import-data-set.ts'

const october = await sampledReceita(60)
const november = await sampledReceita(80, '2026-11-14', 2)

describe('an import that is refused', async () => {
  const { deps, run } = await publicData()
  await run(october.directory)

  const leavesAll = async (from: string, words: RegExp) => {
    const before = readdirSync(deps.directory).toSorted()
    assert.match(await refusalOf(run(from)), words)
    assert.deepEqual(
      (await deps.catalogue.list()).map((one) => [one.id, one.state, one.isServed]),
      [['receita-2026-10', 'ready', true]],
    )
    assert.deepEqual(readdirSync(deps.directory).toSorted(), before)
  }

  test('an empty directory, or none, says where files come from', async () => {
    await leavesAll(newDirectory(), /no files of receita/)
    await leavesAll('/nowhere/at/all', /could not be read/)
  })

  test('a month without one of its files is not complete', async () => {
    const from = copyOf(november)
    rmSync(join(from, 'Socios3.zip'))
    await leavesAll(from, /missing: Socios3\.zip\./)
  })

  test('a zip that is cut short', async () => {
    const from = copyOf(november)
    truncateSync(join(from, 'Empresas2.zip'), 400)
    await leavesAll(from, /Empresas2\.zip is cut short/)
  })

  test('a zip whose bytes were changed, which its checksum tells only in the end', async () => {
    const from = copyOf(november)
    await oneZip(
      from,
      'Empresas2.zip',
      'K3241.K03200Y2.D61114.EMPRECSV',
      '"11222333";"A";"2062";"49";"0,00";"01";""\n',
    )
    const bytes = readFileSync(join(from, 'Empresas2.zip'))
    // The checksum in the directory at the end.
    const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bytes[directory + 16] = (bytes[directory + 16] ?? 0) ^ 1
    writeFileSync(join(from, 'Empresas2.zip'), bytes)
    await leavesAll(from, /Empresas2\.zip is cut short or damaged/)
  })

  test('a zip bomb', async () => {
    const from = copyOf(november)
    const blanks = Buffer.alloc(80 << 20, 32)
    await oneZip(from, 'Simples.zip', 'F.K03200$W.SIMPLES.CSV.D61114', blanks)
    await leavesAll(from, /Simples\.zip expands beyond/)
  })

  test('a path that climbs out of the zip', async () => {
    const from = copyOf(november)
    await oneZip(from, 'Cnaes.zip', '../../etc/F.K03200$Z.D61114.CNAECSV', '"1";"X"\n')
    await leavesAll(from, /Cnaes\.zip has a path that climbs out/)
  })

  test('a file that is not Latin-1', async () => {
    const from = copyOf(november)
    const rows = Array.from({ length: 9 }, (_, at) => `"000000${at}";"Confecção de peças"\n`).join('')
    await oneZip(from, 'Cnaes.zip', 'F.K03200$Z.D61114.CNAECSV', Buffer.from(rows, 'utf8'))
    await leavesAll(from, /Cnaes\.zip is not Latin-1/)
    await oneZip(from, 'Cnaes.zip', 'F.K03200$Z.D61114.CNAECSV', Buffer.from(`\ufeff${rows}`, 'utf16le'))
    await leavesAll(from, /Cnaes\.zip is not Latin-1/)
  })

  test('a file with another number of columns', async () => {
    const from = copyOf(november)
    await oneZip(from, 'Empresas2.zip', 'K3241.K03200Y2.D61114.EMPRECSV', '"11222333";"A";"2062"\n'.repeat(9))
    await leavesAll(from, /Empresas2\.zip has other columns/)
  })

  test('a file of another month than its siblings, or of a month that nobody can tell', async () => {
    const from = copyOf(november)
    cpSync(join(october.directory, 'Empresas2.zip'), join(from, 'Empresas2.zip'))
    await leavesAll(from, /Empresas2\.zip \(2026-10\).*different periods/)
    const undated = copyOf(november)
    await oneZip(undated, 'Cnaes.zip', 'F.K03200$Z.D61345.CNAECSV', '"1";"X"\n')
    await leavesAll(undated, /Cnaes\.zip does not tell its date/)
  })

  test('a second import at the same time', async () => {
    const unlock = await deps.snapshots.lock()
    assert.ok(unlock)
    await leavesAll(november.directory, /Another import is under way/)
    await unlock()
  })

  /** What an import says on whose snapshot nothing can be written for this fault. */
  const refusedFor = (fault: Error, changed: Partial<ImportDeps> = {}) => {
    const snapshots = {
      ...deps.snapshots,
      begin: async (...args: Parameters<typeof deps.snapshots.begin>) => ({
        ...(await deps.snapshots.begin(...args)),
        write: () => {
          throw fault
        },
      }),
    }
    const request = {
      dataSet: receita,
      from: november.directory,
      threads: 1,
      isResumed: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }
    return refusalOf(importDataSet({ ...deps, snapshots, ...changed }, request))
  }
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const databaseFull = Object.assign(new Error('could not extend file'), { code: '53100' })

  test('a full disk leaves nothing half-kept, ours or the database’s', async () => {
    const before = readdirSync(deps.directory).toSorted()
    assert.match(await refusedFor(full), /^The disk is full/)
    assert.match(await refusedFor(databaseFull), /^The disk of PostgreSQL is full/)
    assert.deepEqual(readdirSync(deps.directory).toSorted(), before)
    assert.equal((await deps.catalogue.list()).length, 1)
  })

  test('a store that takes no row either keeps no file from going, and does not hide the first fault', async () => {
    const before = readdirSync(deps.directory).toSorted()
    const retire = () => Promise.reject(Object.assign(new Error('no room'), { code: 'SQLITE_FULL' }))
    const catalogue = { ...deps.catalogue, retire, remove: retire }
    assert.match(await refusedFor(full, { catalogue }), /^The disk is full/)
    assert.deepEqual(readdirSync(deps.directory).toSorted(), before)
    const [left] = (await deps.catalogue.list()).filter((one) => one.state === 'building')
    assert.equal(left?.id, 'receita-2026-11', 'the next import finds it')
    assert.match(await refusedFor(full), /^The disk is full/)
    assert.equal((await deps.catalogue.list()).length, 1)
  })

  test('a full disk before anything is built is said in the same sentence', async () => {
    const catalogue = { ...deps.catalogue, begin: () => Promise.reject(databaseFull) }
    assert.match(await refusedFor(full, { catalogue }), /^The disk of PostgreSQL is full/)
  })

  test('a file without rows beside others with thousands', async () => {
    const from = copyOf(november)
    const root = (at: number) => String(30_000_000 + at)
    const rows = Array.from({ length: 1_000 }, (_, at) => `"${root(at)}";"A";"2062";"49";"0,00";"01";""\n`)
    await oneZip(from, 'Empresas2.zip', 'K3241.K03200Y2.D61114.EMPRECSV', rows.join(''))
    await oneZip(from, 'Empresas3.zip', 'K3241.K03200Y3.D61114.EMPRECSV', '')
    await leavesAll(from, /no rows in Empresas3\.zip \(K3241\.K03200Y3\.D61114\.EMPRECSV\)/)
  })
})
