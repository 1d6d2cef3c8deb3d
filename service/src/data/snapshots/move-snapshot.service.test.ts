import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { onTestFinished, test } from 'vitest'
import { emptyPlace, newPlace } from '../../../testing/engines.ts'
import { importSample } from '../../../testing/imported-data.ts'
import { systemClock } from '../../clock.ts'
import { ceis } from '../ceis/ceis.ts'
import { type PackedRecord, recordBytes } from '../packing/packed-reader.ts'
import { receita } from '../receita/receita.ts'
import { searchTable } from '../search/search-table.ts'
import { moveSnapshot } from './move-snapshot.ts'
import { openSnapshots, publicDataDirectory } from './open-snapshots.ts'
import { splitRowNumber } from './sqlite/row-number.ts'

const sample = { companies: 60, seed: 5, date: '2026-10-10' as Day }

test('a snapshot that is moved holds every record and every text, also where a move before was cut off', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  onTestFinished(store.close)
  const target = await openSnapshots(await emptyPlace('postgres'))
  onTestFinished(target.close)
  for (const dataSet of [receita, ceis]) {
    const isSearchable = dataSet === receita
    const id = await importSample({ place, store, clock: systemClock }, dataSet, { ...sample, isSearchable })
    const path = join(publicDataDirectory(place.dataDirectory), `${id}.sqlite`)
    const facts = { location: id, dataSet: dataSet.name, period: '2026-10', date: sample.date }
    const half = await target.begin({ ...facts, tables: dataSet.tables })
    await half.close()

    await moveSnapshot(path, id, target)
    const moved = await target.open({ location: id })
    const kept = await (await openSnapshots(place)).open({ location: id })
    assert.deepEqual([moved.dataSet, moved.period, moved.date], [kept.dataSet, kept.period, kept.date])
    const db = new DatabaseSync(path, { readOnly: true, readBigInts: true })
    for (const { name } of db.prepare('select distinct name from domain').all())
      assert.deepEqual(moved.domain(String(name)), kept.domain(String(name)))
    let records = 0
    for (const table of [...dataSet.tables, ...(isSearchable ? [searchTable] : [])]) {
      for (const row of db.prepare(`select * from "${table.name}"`).all()) {
        const { key, order } = table.isUnsorted
          ? { key: Number(row.key), order: Number(row.order) }
          : table.hasOrder
            ? splitRowNumber(row.id as bigint)
            : { key: Number(row.id), order: undefined }
        const found = await moved.read(table.name, key, order)
        assert.ok(found !== undefined)
        assert.deepEqual(recordBytes(found), recordBytes(row.record as PackedRecord), table.name)
        records += 1
      }
    }
    assert.ok(records > 0)
    db.close()
    await moved.close()
    await kept.close()
  }
})
