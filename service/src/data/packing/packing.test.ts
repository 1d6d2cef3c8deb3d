import assert from 'node:assert/strict'
import { addDays, type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { putDay } from '../../../testing/invented/packed-records.ts'
import { packedReader, takeCents, takeDay, takeNumber, takeText } from './packed-reader.ts'
import {
  type PackedWriter,
  packedCivilDay,
  packedWriter,
  putCents,
  putNumber,
  putText,
} from './packed-writer.ts'

const written = (put: (writer: PackedWriter) => void) => {
  const writer = packedWriter(4)
  put(writer)
  return packedReader(writer.bytes.subarray(0, writer.at))
}

test('numbers, texts and cents come back as they were', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.maxSafeNat(),
          fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) }),
          fc.option(fc.bigInt({ min: 0n, max: 10n ** 20n }), { nil: undefined }),
        ),
      ),
      (values) => {
        const reader = written((writer) => {
          for (const [number, text, cents] of values) {
            putNumber(writer, number)
            putText(writer, text)
            putCents(writer, cents)
          }
        })
        for (const [number, text, cents] of values) {
          assert.equal(takeNumber(reader), number)
          assert.equal(takeText(reader) ?? '', text)
          assert.equal(takeCents(reader), cents)
        }
        assert.equal(reader.at, reader.text.length)
      },
    ),
  )
})

test('every day since 1800 comes back as it was', () => {
  let day = '1800-01-01' as Day
  for (let count = 0; count < 120_000; count += 37) {
    const reader = written((writer) => putDay(writer, day))
    assert.equal(takeDay(reader), day)
    day = addDays(day, 37)
  }
  assert.equal(packedCivilDay(1800, 1, 1), 1)
})

test('a day that no calendar has is none', () => {
  fc.assert(
    fc.property(fc.nat(9_999), fc.nat(14), fc.nat(33), (year, month, day) => {
      const text = [
        String(year).padStart(4, '0'),
        String(month).padStart(2, '0'),
        String(day).padStart(2, '0'),
      ].join('-')
      const exists = parseDay(text) !== undefined && year >= 1800
      assert.equal(packedCivilDay(year, month, day) > 0, exists, text)
    }),
    { numRuns: 2_000 },
  )
})

test('a record that was cut is told from one that is short', () => {
  const reader = packedReader(Buffer.from([5, 65]))
  assert.throws(() => takeText(reader), /too early/)
  assert.throws(() => takeNumber(packedReader(Buffer.from([200]))), /too early/)
})
