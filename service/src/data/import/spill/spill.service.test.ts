import assert from 'node:assert/strict'
import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'vitest'
import { newDirectory } from '../../../../testing/engines.ts'
import type { DataSet } from '../../data-set.ts'
import { packedReader, takeNumber, takeText } from '../../packing/packed-reader.ts'
import { putNumber, putRaw, putText } from '../../packing/packed-writer.ts'
import { rangeMerger } from '../merge-range.ts'
import { threadPool } from '../threads/thread-pool.ts'
import { keyRanges, type Spill } from './spill.ts'
import { spillMemory, spillWriter } from './spill-writer.ts'

/** A record of a key is its parts, one after the other. */
const joining: Pick<DataSet, 'tables' | 'merger'> = {
  tables: [{ name: 'joined', hasOrder: false }],
  merger: () => (key, parts, records) => {
    for (let part = 0; part < parts.count; part++) {
      putRaw(records.writer, parts.bytes, parts.start[part] ?? 0, parts.end[part] ?? 0)
    }
    records.commit(0, key)
  },
}

const directory = newDirectory()

type Part = { readonly key: number; readonly bytes: number }

/** Few keys, so that many parts share one; some are as large as a CNPJ with letters makes them. */
const anyPart: fc.Arbitrary<Part> = fc.record({
  key: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constantFrom(99_999_999, 100_000_001, 2.8e12)),
  bytes: fc.integer({ min: 0, max: 5_000 }),
})

function spilled(parts: readonly Part[], file: number, memoryBytes: number): Spill {
  const path = join(directory, `${file}.parts`)
  const writer = spillWriter(path, spillMemory(memoryBytes))
  for (const [number, { key, bytes }] of parts.entries()) {
    writer.nextRow()
    // What is begun and not committed is forgotten.
    putText(writer.writer, 'nothing')
    writer.nextRow()
    putNumber(writer.writer, file)
    putNumber(writer.writer, number)
    putText(writer.writer, 'x'.repeat(bytes))
    writer.commit(key, 1, number % 2 === 0)
  }
  const { runs, counted } = writer.finish()
  writer.close()
  assert.equal(counted, parts.filter((_, number) => number % 2 === 0).length)
  return { path, runs }
}

test('every part comes back once, under its key, in the order of files and rows, however memory and ranges are cut', () => {
  const files = fc.array(fc.array(anyPart, { maxLength: 120 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(
      files,
      fc.constantFrom(1, 20_000, 1 << 20),
      fc.constantFrom(1, 100_000),
      (given, memory, bytes) => {
        const spills = given.map((parts, file) => spilled(parts, file, memory))
        const merge = rangeMerger(joining, spills)
        const found = new Map<number, (readonly [file: number, number: number, bytes: number])[]>()
        const seen = given.map(() => 0)
        let before = -1
        for (const range of keyRanges(spills, 0, bytes)) {
          const merged = merge(range)
          for (const [file, count] of merged.seen.entries()) seen[file] = (seen[file] ?? 0) + count
          const [batch] = merged.batches
          assert.ok(batch)
          let start = 0
          for (let at = 0; at < batch.count; at++) {
            const key: number = batch.keys[at] ?? -1
            assert.ok(key > before && key >= range.from && key < range.until)
            before = key
            const reader = packedReader(batch.bytes.subarray(start, batch.ends[at]))
            start = batch.ends[at] ?? 0
            const held = []
            while (reader.at < reader.text.length) {
              held.push([takeNumber(reader), takeNumber(reader), (takeText(reader) ?? '').length] as const)
            }
            found.set(key, held)
          }
        }
        const expected = Map.groupBy(
          given.flatMap((parts, file) => parts.map((part, number) => ({ ...part, file, number }))),
          (part) => part.key,
        )
        assert.deepEqual(
          [...found].toSorted(([a], [b]) => a - b),
          [...expected]
            .toSorted(([a], [b]) => a - b)
            .map(([key, parts]) => [key, parts.map((one) => [one.file, one.number, one.bytes])]),
        )
        assert.deepEqual(
          seen,
          given.map((parts) => Math.ceil(parts.length / 2)),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('a thread that dies fails what it was asked, and whatever is asked later', async () => {
  const pool = threadPool('no such set', 1, () => undefined)
  await assert.rejects(pool.merge({ from: 0, until: 1 }), /started by an import/)
  await assert.rejects(pool.merge({ from: 0, until: 1 }), /started by an import/)
  await pool.stop(new Error('over'))
})
