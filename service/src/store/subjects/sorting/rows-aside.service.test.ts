import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { describe, test } from 'vitest'
import { newDirectory } from '../../../../testing/engines.ts'
import type { SubjectRow } from '../../../features/bureau/subject-store.ts'
import { rowsAside } from './rows-aside.ts'

/** A person, a company, or a company with letters, by turns; each document comes again after 9,000 rows. */
function documentAt(at: number): DocumentNumber {
  const number = 1 + (((at % 9_000) * 7_919) % 1_000_003)
  if (at % 3 === 0) return withCheckDigits(String(number).padStart(9, '0'))
  return withCheckDigits(`${at % 3 === 1 ? '1' : 'Z'}${String(number).padStart(7, '0')}0001`)
}

const rowAt = (at: number): SubjectRow => ({
  document: documentAt(at),
  validUntil: '2026-11-18' as Day,
  hasDebts: at % 5 === 0,
  sections: Buffer.from(`${'é'.repeat(at % 40)} ${at}`),
  packed: Buffer.from([at & 255, (at >> 8) & 255, at >> 16]),
  partners: at % 3 === 1 ? [{ document: documentAt(0), participation: `{"at":${at}}` }] : [],
})

const rowsFrom = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => rowAt(from + at))

const plain = ({ sections, packed, ...rest }: SubjectRow) => ({
  ...rest,
  sections: String(Buffer.from(sections)),
  packed: [...packed],
})

const mebibyte = 1024 ** 2

const inOrder = (rows: readonly SubjectRow[]) =>
  rows.toSorted((one, other) => Number(documentKey(one.document)) - Number(documentKey(other.document)))

describe('rows of a load', () => {
  for (const count of [0, 1, 7_999, 8_000, 20_500]) {
    test(`${count} are given back whole, in the order of the store, those of a document in theirs`, () => {
      const aside = rowsAside(newDirectory())
      const rows = rowsFrom(0, count)
      for (let from = 0; from < count; from += 250) aside.add(rows.slice(from, from + 250))
      const commits = [...aside.commits()]
      assert.deepEqual(commits.flat().map(plain), inOrder(rows).map(plain))
      assert.ok(commits.every(({ length }, at) => length === 8_000 || at === commits.length - 1))
      assert.deepEqual([...aside.commits()], [])
      aside.end()
    })
  }

  test('after they were given back others are laid aside, and only those are given', () => {
    const aside = rowsAside(newDirectory())
    aside.add(rowsFrom(0, 16_500))
    assert.equal([...aside.commits()].flat().length, 16_500)
    aside.add(rowsFrom(20_000, 29_000))
    assert.deepEqual([...aside.commits()].flat().map(plain), inOrder(rowsFrom(20_000, 29_000)).map(plain))
    aside.end()
  })

  test('their file has no name, and there is none for a few', () => {
    const directory = newDirectory()
    const aside = rowsAside(directory)
    aside.add(rowsFrom(0, 9_000))
    assert.deepEqual(readdirSync(directory), [])
    aside.end()
    const file = join(newDirectory(), 'a-file')
    writeFileSync(file, '')
    const unwritable = rowsAside(join(file, 'below'))
    unwritable.add(rowsFrom(0, 7_999))
    assert.equal([...unwritable.commits()].flat().length, 7_999)
    assert.throws(() => unwritable.add(rowsFrom(0, 8_000)), { code: 'ENOTDIR', syscall: 'mkdir' })
  })

  test('they are full where they take as much room as they may, and not after they were given back', () => {
    const aside = rowsAside(newDirectory(), 500_000)
    assert.equal(aside.isFull(), false)
    aside.add(rowsFrom(0, 8_000))
    assert.equal(aside.isFull(), true)
    assert.equal([...aside.commits()].flat().length, 8_000)
    assert.equal(aside.isFull(), false)
    aside.end()
  })

  test('long ones are laid aside, and kept, a few at a time', () => {
    const aside = rowsAside(newDirectory(), 70 * mebibyte)
    for (let at = 0; at < 100; at++) {
      const long = { ...rowAt(at), packed: Buffer.alloc(mebibyte) }
      aside.add([long])
      assert.equal(aside.isFull(), at >= 95, `${at}`)
    }
    const sizes = [...aside.commits()].map(({ length }) => length)
    assert.deepEqual(sizes, [32, 32, 32, 4])
    aside.end()
  })

  test('one as long as a line may be comes back', () => {
    const aside = rowsAside(newDirectory())
    const long = { ...rowAt(1), sections: Buffer.alloc(mebibyte, 'x') }
    aside.add([...rowsFrom(2, 8_001), long])
    assert.ok([...aside.commits()].flat().some(({ sections }) => sections.length === mebibyte))
    aside.end()
  })
})
