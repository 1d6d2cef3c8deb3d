import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { type PackedRecord, recordBytes } from '../packing/packed-reader.ts'
import { openSnapshots, publicDataDirectory } from './open-snapshots.ts'
import { SnapshotGone } from './snapshot-gone.ts'
import type { NewSnapshot, RecordBatch, SnapshotEngine, WriteProgress } from './snapshot-writer.ts'

const snapshot: NewSnapshot = {
  location: 'receita-2026-10',
  dataSet: 'receita',
  period: '2026-10',
  date: '2026-10-11' as Day,
  tables: [
    { name: 'company', hasOrder: false },
    { name: 'branch', hasOrder: true },
  ],
}

type Kept = { readonly key: number; readonly order?: number; readonly text: string }

function batch(table: string, kept: readonly Kept[]): RecordBatch {
  const records = kept.map(({ text }) => Buffer.from(text))
  let end = 0
  return {
    table,
    count: kept.length,
    keys: Float64Array.from(kept, ({ key }) => key),
    orders: table === 'branch' ? Float64Array.from(kept, ({ order }) => order ?? 0) : undefined,
    ends: Uint32Array.from(records, ({ length }) => (end += length)),
    bytes: Buffer.concat(records),
  }
}

const reached = (nextKey: number): WriteProgress => ({ nextKey, seen: [nextKey], merged: [0] })

const ofCompanies = (keys: readonly number[]) => [
  batch(
    'company',
    keys.map((key) => ({ key, text: `company ${key}` })),
  ),
  batch('branch', []),
]

const textOf = (record: PackedRecord | undefined) =>
  record === undefined ? undefined : recordBytes(record).toString()

for (const engine of engines) {
  describe(`snapshots on ${engine}`, () => {
    const opened = async (): Promise<SnapshotEngine> => {
      const snapshots = await openSnapshots(await newPlace(engine))
      cleanUp(() => snapshots.close())
      return snapshots
    }

    test('what was written is read by key and order, letters in a CNPJ included', async () => {
      const snapshots = await opened()
      const writer = await snapshots.begin(snapshot)
      const lettered = companyKey('ZZZZZZZZ')
      const last = 36 ** 4 - 1
      await writer.writeDomains(new Map([['cnae', new Map([[111_301, 'Cultivo de arroz: ção']])]]))
      await writer.write(
        [
          batch('company', [
            { key: 0, text: 'the first' },
            { key: 191, text: 'Banco \0 \xff' },
          ]),
          batch('branch', [
            { key: 191, order: 2, text: 'a branch' },
            { key: 191, order: 3, text: '' },
          ]),
        ],
        reached(192),
      )
      await writer.write(
        [
          batch('company', [{ key: lettered, text: 'the last' }]),
          batch('branch', [{ key: lettered, order: last, text: 'the last of all' }]),
        ],
        reached(lettered + 1),
      )
      await writer.finish()
      await writer.close()

      const reader = await snapshots.open(snapshot)
      assert.deepEqual([reader.dataSet, reader.period, reader.date], ['receita', '2026-10', '2026-10-11'])
      const found = await Promise.all([
        reader.read('company', 0),
        reader.read('company', 1),
        reader.read('company', 191),
        reader.read('company', lettered),
        reader.read('branch', 191, 2),
        reader.read('branch', 191, 3),
        reader.read('branch', 191, 4),
        reader.read('branch', lettered, last),
        reader.read('company', 191),
      ])
      assert.deepEqual(found.map(textOf), [
        'the first',
        undefined,
        'Banco \0 \xff',
        'the last',
        'a branch',
        '',
        undefined,
        'the last of all',
        'Banco \0 \xff',
      ])
      assert.equal(reader.domain('cnae').get(111_301), 'Cultivo de arroz: ção')
      assert.equal(reader.domain('none').size, 0)
      assert.ok((await snapshots.sizeBytes(snapshot.location)) > 0)
      await reader.close()
    })

    test('a record comes back byte by byte, whatever its bytes are', async () => {
      const snapshots = await opened()
      const writer = await snapshots.begin(snapshot)
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      await writer.write(
        [{ ...batch('company', [{ key: 1, text: '' }]), ends: Uint32Array.of(bytes.length), bytes }],
        reached(2),
      )
      await writer.finish()
      await writer.close()
      const reader = await snapshots.open(snapshot)
      const record = await reader.read('company', 1)
      assert.ok(record !== undefined)
      assert.deepEqual([...recordBytes(record)], [...bytes])
      await reader.close()
    })

    test('one that was not finished cannot be opened, nor one that is not there', async () => {
      const snapshots = await opened()
      await assert.rejects(async () => snapshots.open(snapshot), SnapshotGone)
      const writer = await snapshots.begin(snapshot)
      await writer.write(ofCompanies([1]), reached(2))
      await writer.close()
      await assert.rejects(async () => snapshots.open(snapshot), SnapshotGone)
    })

    test('one that cannot be looked at is not taken for one that is gone', async () => {
      const snapshots = await openSnapshots(await newPlace(engine))
      await snapshots.close()
      // A closed pool has no connection; a name that is too long is no missing file.
      const location = engine === 'postgres' ? 'receita-1' : 'x'.repeat(300)
      const error = await snapshots.open({ location }).catch((one: unknown) => one)
      assert.ok(error instanceof Error && !(error instanceof SnapshotGone), String(error))
    })

    if (engine === 'sqlite')
      test('one whose file is no database any more is gone', async () => {
        const place = await newPlace(engine)
        const snapshots = await openSnapshots(place)
        const path = join(publicDataDirectory(place.dataDirectory), 'receita-2026-10.sqlite')
        writeFileSync(path, 'x'.repeat(8_192))
        await assert.rejects(async () => snapshots.open(snapshot), SnapshotGone)
      })

    if (engine === 'sqlite')
      test('one that an earlier version imported is read on, and not gone on with', async () => {
        const place = await newPlace(engine)
        const snapshots = await openSnapshots(place)
        onTestFinished(() => snapshots.close())
        const writer = await snapshots.begin(snapshot)
        await writer.write(ofCompanies([1]), reached(2))
        await writer.finish()
        await writer.close()
        const path = join(publicDataDirectory(place.dataDirectory), 'receita-2026-10.sqlite')
        const db = new DatabaseSync(path)
        db.exec(
          "update meta set value = '1' where name = 'form'; update company set record = cast(record as blob)",
        )
        db.close()
        const reader = await snapshots.open(snapshot)
        assert.equal(textOf(await reader.read('company', 1)), 'company 1')
        await reader.close()
        assert.equal(await snapshots.resume(snapshot), undefined)
      })

    test('one that was left goes on after its last range, and is whole in the end', async () => {
      const snapshots = await opened()
      assert.equal(await snapshots.resume(snapshot), undefined)
      const first = await snapshots.begin(snapshot)
      assert.equal(first.progress, undefined)
      await first.write(ofCompanies([1, 2]), reached(3))
      await first.close()

      assert.equal(await snapshots.resume({ ...snapshot, date: '2026-11-08' as Day }), undefined)
      const second = await snapshots.resume(snapshot)
      assert.deepEqual(second?.progress, reached(3))
      await second?.write(ofCompanies([3]), reached(4))
      await second?.finish()
      await second?.close()
      const reader = await snapshots.open(snapshot)
      const texts = await Promise.all([1, 2, 3].map(async (key) => textOf(await reader.read('company', key))))
      assert.deepEqual(texts, ['company 1', 'company 2', 'company 3'])
      await reader.close()
    })

    test('one that was stopped after its end, or while it was indexed, ends again as it is', async () => {
      const snapshots = await opened()
      const first = await snapshots.begin(snapshot)
      await first.write(ofCompanies([1, 2]), reached(3))
      await first.finish()
      await first.close()
      const again = await snapshots.resume(snapshot)
      assert.deepEqual(again?.progress, reached(3))
      await again?.finish()
      await again?.close()
      const reader = await snapshots.open(snapshot)
      assert.equal(textOf(await reader.read('company', 2)), 'company 2')
      await reader.close()
    })

    test('writes at once become progress in their order, and none after one that failed', async () => {
      const snapshots = await opened()
      const writer = await snapshots.begin(snapshot)
      const many = Array.from({ length: 20 }, (_, at) =>
        Array.from({ length: 50 }, (_, one) => at * 50 + one),
      )
      for (let at = 0; at < many.length; at += writer.writesAtOnce) {
        const some = many.slice(at, at + writer.writesAtOnce)
        await Promise.all(
          some.map(async (keys) => writer.write(ofCompanies(keys), reached((keys[0] ?? 0) + 50))),
        )
      }
      const unknown = [
        batch('company', [{ key: 1_000, text: 'x' }]),
        { ...batch('branch', []), table: 'none', count: 1 },
      ]
      const failed = [
        (async () => writer.write(unknown, reached(1_001)))(),
        ...(writer.writesAtOnce > 1
          ? [(async () => writer.write(ofCompanies([1_001]), reached(1_002)))()]
          : []),
      ]
      assert.ok((await Promise.allSettled(failed)).every(({ status }) => status === 'rejected'))
      await writer.close()
      const resumed = await snapshots.resume(snapshot)
      assert.equal(resumed?.progress?.nextKey, 1_000)
      await resumed?.finish()
      await resumed?.close()
      const reader = await snapshots.open(snapshot)
      assert.equal(textOf(await reader.read('company', 999)), 'company 999')
      assert.equal(await reader.read('company', 1_000), undefined)
      assert.equal(await reader.read('company', 1_001), undefined)
      await reader.close()
    })

    test('what was discarded is gone, and leaves the others; nothing happens where there is none', async () => {
      const snapshots = await opened()
      const older = { ...snapshot, location: 'receita-2026-09' }
      for (const one of [snapshot, older]) {
        const writer = await snapshots.begin(one)
        await writer.write(ofCompanies([7]), reached(8))
        await writer.finish()
        await writer.close()
      }
      await snapshots.discard(older.location)
      await snapshots.discard(older.location)
      await assert.rejects(async () => snapshots.open(older), SnapshotGone)
      const reader = await snapshots.open(snapshot)
      assert.equal(textOf(await reader.read('company', 7)), 'company 7')
      await reader.close()
    })

    test('only one imports at a time, and whoever ends lets the next one in', async () => {
      const place = await newPlace(engine)
      const [one, other] = [await openSnapshots(place), await openSnapshots(place)]
      onTestFinished(async () => {
        await Promise.all([one.close(), other.close()])
      })
      const unlock = await one.lock()
      assert.ok(unlock)
      assert.equal(await other.lock(), undefined)
      await unlock()
      const next = await other.lock()
      assert.ok(next)
      await next()
    })
  })
}
