import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { openSnapshots } from '../snapshots/open-snapshots.ts'
import type { SnapshotReader } from '../snapshots/snapshot-reader.ts'
import type { NewSnapshot, RecordBatch } from '../snapshots/snapshot-writer.ts'
import { blockCollector } from './block-collector.ts'
import type { RowPosition } from './block-rows.ts'
import { searchRows } from './search-rows.ts'
import { searchTable } from './search-table.ts'

const snapshot: NewSnapshot = {
  location: 'receita-2026-10',
  dataSet: 'receita',
  period: '2026-10',
  date: '2026-10-11' as Day,
  tables: [{ name: 'company', hasOrder: false }, searchTable],
}

const [common, rare, odd, even] = [41_000_001, 41_000_002, 100_000_001, 100_000_002]
const lettered = companyKey('ZZZZZZZZ')
const rowsInBlock = 500
const blockCount = 40

/** Rows 0 to 19,999, two establishments a company, in blocks of 500; the last block ends with a lettered CNPJ. */
const positionOf = (row: number): RowPosition => ({ key: 1_000 + (row >> 1), order: 1 + (row & 1) })

const isRare = (row: number): boolean => row % 3_001 === 7

function blockOf(number: number): RecordBatch {
  const collector = blockCollector()
  for (let at = 0; at < rowsInBlock; at++) {
    const row = number * rowsInBlock + at
    const { key, order } = positionOf(row)
    collector.add(key, order, [common, common, row % 2 === 0 ? even : odd, ...(isRare(row) ? [rare] : [])])
  }
  if (number === blockCount - 1) collector.add(lettered, 7, [common, rare])
  return collector.batch(number === 0 ? 0 : positionOf(number * rowsInBlock).key)
}

/** Every row is worth its position, so that what is judged is what was found. */
const judge = async (positions: readonly RowPosition[]) => positions

for (const engine of engines) {
  describe(`a search on ${engine}`, async () => {
    const snapshots = await openSnapshots(await newPlace(engine))
    afterAll(() => snapshots.close())
    const writer = await snapshots.begin(snapshot)
    for (let number = 0; number < blockCount; number++) {
      await writer.write([blockOf(number)], { nextKey: number, seen: [], merged: [] })
    }
    await writer.finish()
    await writer.close()
    const reader: SnapshotReader = await snapshots.open(snapshot)
    afterAll(() => reader.close())
    const search = (groups: number[][], after: RowPosition | undefined, limit: number) =>
      searchRows(reader, { groups, after, limit, judge })

    test('pages go through all rows of a token, each once and in order', async () => {
      const seen: RowPosition[] = []
      let next: RowPosition | undefined
      do {
        const page = await search([[rare]], next, 2)
        assert.ok(page.values.length <= 2)
        seen.push(...page.values)
        next = page.next
      } while (next !== undefined)
      const rows = Array.from({ length: rowsInBlock * blockCount }, (_, row) => row).filter(isRare)
      assert.deepEqual(seen, [...rows.map(positionOf), { key: lettered, order: 7 }])
    })

    test('a token that every row has costs a page of them, also far behind', async () => {
      const page = await search([[common]], undefined, 3)
      assert.deepEqual(page, { values: [positionOf(0), positionOf(1), positionOf(2)], next: positionOf(2) })
      const later = await search([[common]], positionOf(15_001), 2)
      assert.deepEqual(later.values, [positionOf(15_002), positionOf(15_003)])
    })

    test('all groups have to be met, and of a group one is enough', async () => {
      const { values } = await search([[rare], [even]], undefined, 50)
      assert.ok(values.length > 0 && values.every((one) => one.order === 1))
      const both = await search([[rare], [even, odd]], undefined, 50)
      const alone = await search([[rare]], { key: 0, order: 0 }, 50)
      assert.equal(both.values.length, alone.values.length - 1)
    })

    test('two tokens that are everywhere and never together end without a row', async () => {
      assert.deepEqual(await search([[odd], [even]], undefined, 50), { values: [], next: undefined })
    })

    test('a token that nobody has finds nothing, and neither does a position past the end', async () => {
      assert.deepEqual(await search([[5]], undefined, 50), { values: [], next: undefined })
      assert.deepEqual(await search([[rare], [6, 7]], undefined, 50), { values: [], next: undefined })
      assert.deepEqual(await search([[common]], { key: lettered, order: 7 }, 50), {
        values: [],
        next: undefined,
      })
    })

    test('where nothing that is found is meant, a search ends after so many rows and says where to go on', async () => {
      let judged = 0
      const page = await searchRows(reader, {
        groups: [[common]],
        after: undefined,
        limit: 10,
        judge: async (positions) => {
          judged += positions.length
          return positions.map(() => undefined)
        },
      })
      assert.deepEqual(page.values, [])
      assert.ok(judged >= 2_000 && judged < 2_100, String(judged))
      assert.deepEqual(page.next, positionOf(judged - 1))
    })

    test('one that was begun without an index is not gone on with for one that has it', async () => {
      const other = { ...snapshot, location: 'receita-2026-11' }
      const begun = await snapshots.begin({ ...other, tables: snapshot.tables.slice(0, 1) })
      await begun.close()
      assert.equal(await snapshots.resume(other), undefined)
    })
  })
}
