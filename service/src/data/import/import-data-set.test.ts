import assert from 'node:assert/strict'
import { cpSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import fc from 'fast-check'
import { newDirectory } from '../../../testing/engines.ts'
import { oneZip, publicData, sampledReceita } from '../../../testing/public-data.ts'
import { totalsOf } from '../../features/public-data/accounting.ts'
import { switchedTopic } from '../../features/public-data/data-catalogue.ts'
import { DataFault } from '../data-fault.ts'
import { inventCompany } from '../receita/sample/invent-company.ts'

const october = await sampledReceita(60)
const november = await sampledReceita(80, '2026-11-14', 2)

/** A copy of a month that a test may spoil. */
function copyOf({ directory }: { readonly directory: string }): string {
  const copy = newDirectory()
  cpSync(directory, copy, { recursive: true })
  return copy
}

const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => assert.fail('it was not refused'),
    (found: unknown) => found,
  )
  assert.ok(error instanceof DataFault, String((error as Error).stack))
  assert.ok(error.text.pt.length > 20 && error.text.en.length > 20)
  return error.text.en
}

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
    await leavesAll(from, /missing: partners \(9\/10\)/)
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
    const { readFileSync, writeFileSync } = await import('node:fs')
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

  test('a full disk leaves nothing half-kept', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const snapshots = {
      ...deps.snapshots,
      begin: async (...args: Parameters<typeof deps.snapshots.begin>) => ({
        ...(await deps.snapshots.begin(...args)),
        write: () => {
          throw full
        },
      }),
    }
    const { importDataSet } = await import('./import-data-set.ts')
    const { receita } = await import('../receita/receita.ts')
    const before = readdirSync(deps.directory).toSorted()
    const said = await refusalOf(
      importDataSet(
        { ...deps, snapshots },
        {
          dataSet: receita,
          from: november.directory,
          threads: 1,
          isResumed: false,
          signal: new AbortController().signal,
          onProgress: () => undefined,
        },
      ),
    )
    assert.match(said, /disk is full/)
    assert.deepEqual(readdirSync(deps.directory).toSorted(), before)
    assert.equal((await deps.catalogue.list()).length, 1)
  })
})

describe('snapshots', async () => {
  const { deps, store, run } = await publicData()
  const states = async () =>
    (await deps.catalogue.list()).map((one) => `${one.id} ${one.isServed ? 'served' : one.state}`)
  const told = async () =>
    (await store.outbox.read(switchedTopic, 20)).map(({ payload }) => [
      payload.from,
      payload.to,
      payload.isForward,
    ])

  test('each import is served once it is whole, and the switch is told once', async () => {
    await run(october.directory)
    await run(november.directory)
    assert.deepEqual(await states(), ['receita-2026-11 served', 'receita-2026-10 ready'])
    assert.deepEqual(await told(), [
      [null, 'receita-2026-10', false],
      ['receita-2026-10', 'receita-2026-11', true],
    ])
  })

  test('the same month again is another snapshot, which goes neither forward nor back', async () => {
    for (const { id } of await store.outbox.read(switchedTopic, 20)) await store.outbox.done(id, 1)
    const { removed } = await run(november.directory)
    assert.deepEqual(await states(), ['receita-2026-11-2 served', 'receita-2026-11 ready'])
    assert.deepEqual(removed, ['receita-2026-10'])
    assert.deepEqual((await told()).at(-1), ['receita-2026-11', 'receita-2026-11-2', false])
  })

  test('what a switch still has to compare is not removed before it was', async () => {
    await run(october.directory)
    // November's second is compared with its first, and October with that.
    assert.deepEqual(
      (await states()).toSorted(),
      ['receita-2026-10 served', 'receita-2026-11 ready', 'receita-2026-11-2 ready'].toSorted(),
    )
    assert.equal((await told()).at(-1)?.[2], false)
  })

  test('an older one is opened beside the newer and reads what it held', async () => {
    const reader = await deps.snapshots.open({ location: 'receita-2026-11' })
    assert.deepEqual([reader.dataSet, reader.period, reader.date], ['receita', '2026-11', '2026-11-14'])
    assert.ok(await reader.read('company', companyKey(inventCompany(2, 70, false).root)))
    assert.equal(await reader.read('company', 99_999_999), undefined)
    await reader.close()
  })

  test('one that is missing or half-built is not opened', async () => {
    await assert.rejects(deps.snapshots.open({ location: 'receita-2019-01' }), /missing/)
    const writer = await deps.snapshots.begin({
      location: 'receita-2019-02',
      dataSet: 'receita',
      period: '2019-02',
      date: '2019-02-01' as never,
      tables: [],
    })
    await writer.close()
    await assert.rejects(deps.snapshots.open({ location: 'receita-2019-02' }), /finished/)
    await deps.snapshots.discard('receita-2019-02')
  })
})

describe('an import that was stopped', async () => {
  const { deps, run } = await publicData()
  await run(october.directory)
  const ids = async () => (await deps.catalogue.list()).map((one) => [one.id, one.state])

  /** Stops as soon as something was read, and again as soon as something was written. */
  const stoppedAt = async (step: 'reading' | 'writing', isResumed: boolean, from = november.directory) => {
    const stop = new AbortController()
    const said = await refusalOf(
      run(from, {
        isResumed,
        signal: stop.signal,
        onProgress: (progress) => {
          if (progress.step === step) stop.abort()
        },
      }),
    )
    assert.match(said, /--resume/)
  }

  test('leaves what was served, and goes on where it was', async () => {
    await stoppedAt('reading', false)
    assert.deepEqual(await ids(), [
      ['receita-2026-11', 'building'],
      ['receita-2026-10', 'ready'],
    ])
    await stoppedAt('writing', true)
    let readAgain = 0
    const { accounting } = await run(november.directory, {
      isResumed: true,
      onProgress: ({ step, rows }) => {
        if (step === 'reading') readAgain += rows
      },
    })
    assert.equal(readAgain, 0, 'what was read before is used again')
    const whole = await (await publicData()).run(november.directory)
    assert.deepEqual(accounting, whole.accounting)
    assert.equal(totalsOf(accounting).read, totalsOf(whole.accounting).read)
  })

  test('begins anew without being asked to go on, and where a zip is another now', async () => {
    await stoppedAt('writing', false)
    const changed = copyOf(november)
    utimesSync(join(changed, 'Socios1.zip'), 1_000, 1_000)
    await stoppedAt('writing', true, changed)
    const { accounting } = await run(changed)
    for (const one of accounting.files) assert.equal(one.read, one.kept + one.merged + one.quarantined)
    assert.ok((await ids()).every(([, state]) => state === 'ready'))
    assert.deepEqual(
      readdirSync(deps.directory).filter((one) => one.endsWith('.work')),
      [],
    )
  })
})

/** Rows of Empresas as they may come, and what is expected of each. */
const anyRow = fc.record({
  root: fc
    .integer({ min: 1, max: 12 })
    .map((number) => `${number < 4 ? 'A' : '1'}${String(number).padStart(7, '0')}`),
  form: fc.constantFrom(
    'good',
    'good',
    'good',
    'short root',
    'columns',
    'blank',
    'unclosed',
    'line break',
    'nul',
  ),
})

test('whatever the rows are, every one of them is accounted for, also those that repeat one of another file', async () => {
  const { deps, run } = await publicData()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyRow, { maxLength: 12 }), { minLength: 3, maxLength: 3 }),
      async (files) => {
        const from = copyOf(october)
        const good = new Set<string>()
        let [goodRows, badRows] = [0, 0]
        for (const [number, rows] of files.entries()) {
          let text = ''
          for (const { root, form } of rows) {
            const name = form === 'line break' ? 'A\nB' : form === 'nul' ? 'A\0B' : 'AB'
            if (form === 'blank') text += '\n'
            else if (form === 'short root') text += `"123";"${name}";"2062";"49";"1,00";"01";""\n`
            else if (form === 'columns') text += `"${root}";"${name}"\n`
            else if (form === 'unclosed') text += `"${root}";"${name};"2062\n`
            else {
              text += `"${root}";"${name}";"2062";"49";"1,00";"01";""\n`
              good.add(root)
              goodRows++
              continue
            }
            if (form !== 'blank') badRows++
          }
          // So that some row has the right columns.
          text += `"900000${number}0";"FIM";"2062";"49";"1,00";"01";""\n`
          goodRows++
          good.add(`900000${number}0`)
          await oneZip(from, `Empresas${number}.zip`, `K3241.K03200Y${number}.D61011.EMPRECSV`, text)
        }
        const { accounting, snapshot } = await run(from)
        const accounts = accounting.files.filter((one) => /^Empresas[0-2]\.zip$/.test(one.zip))
        for (const one of accounting.files) assert.equal(one.read, one.kept + one.merged + one.quarantined)
        const sums = totalsOf({ files: accounts })
        assert.deepEqual(sums, {
          read: goodRows + badRows,
          kept: good.size,
          merged: goodRows - good.size,
          quarantined: badRows,
        })
        const reader = await deps.snapshots.open(snapshot)
        for (const root of good) assert.ok(await reader.read('company', companyKey(root)), root)
        await reader.close()
      },
    ),
    { numRuns: 6 },
  )
})
