import assert from 'node:assert/strict'
import { SealedSubject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { validator } from '../../../http/body/validate.ts'
import { sampleSubjects } from '../sample/sample-subjects.ts'
import { subjectLine } from './subject-line.ts'

const plain = validator(SealedSubject)
const subjects = [...sampleSubjects({ count: 60, seed: 5, today: '2026-11-16' as Day })]

type Holder = Record<string, unknown>

/** Every object and list in a value, itself first. */
const holdersIn = (value: unknown): Holder[] =>
  typeof value === 'object' && value !== null
    ? [value as Holder, ...Object.values(value).flatMap(holdersIn)]
    : []

const anyName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'size', '0', 'section', 'amount', 'documento'),
  fc.string({ maxLength: 8 }),
)
const anyValue = fc.constantFrom('x', '', '2026-02-30', '2026-02-28', '1.00', 7, true, null, {}, [], ['x'])

type Change = { readonly at: number; readonly name: string; readonly value: unknown; readonly how: string }

const anyChange: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  name: anyName,
  value: anyValue,
  how: fc.constantFrom('add', 'replace', 'remove'),
})

function changed(subject: unknown, { at, name, value, how }: Change): unknown {
  const copy = structuredClone(subject)
  const holders = holdersIn(copy)
  const holder = holders[at % holders.length] as Holder
  const names = Object.keys(holder)
  const there = names[at % Math.max(1, names.length)] ?? (Array.isArray(holder) ? '0' : name)
  if (how === 'remove') delete holder[there]
  // A list has items, and no members by name.
  else if (how === 'add' && Array.isArray(holder)) holder.push(value)
  else
    Object.defineProperty(holder, how === 'add' ? name : there, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  // As it would come from a line: nothing that JSON does not know.
  return JSON.parse(JSON.stringify(copy))
}

describe('the validator of a line', () => {
  test('accepts every subject of the sample at once', () => {
    for (const subject of subjects) assert.ok(subjectLine.accepts(subject, 'whole'))
  })

  test('accepts what the plain one accepts, and nothing else', () => {
    let refused = 0
    fc.assert(
      fc.property(fc.constantFrom(...subjects), anyChange, (subject, change) => {
        const value = changed(subject, change)
        const isAccepted = plain.accepts(value)
        if (!isAccepted) refused += 1
        assert.equal(subjectLine.accepts(value, 'whole'), isAccepted)
        assert.equal(subjectLine.accepts(value), isAccepted)
      }),
      { numRuns: 3_000 },
    )
    assert.ok(refused > 500)
  })

  test('takes every day for what it is', () => {
    const days = [
      '2024-02-29',
      '2023-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-12-31',
      '2026-02-30',
      '2026-00-10',
    ]
    for (const birthDate of [
      ...days,
      '2026-13-01',
      '2026-01-00',
      '2026-1-01',
      '2026-01-01\n',
      '0000-01-01',
    ]) {
      const value = { documento: '1', registration: { birthDate } }
      assert.equal(subjectLine.accepts(value, 'whole'), plain.accepts(value), birthDate)
    }
  })

  test('refuses what is no subject at all', () => {
    for (const value of [null, [], 'x', 7, true, {}, [{}]]) {
      assert.equal(subjectLine.accepts(value, 'whole'), false)
      assert.ok(subjectLine.errorsOf(value, 'en').length > 0)
    }
  })

  test('refuses half of a character, unless texts are known to be whole', () => {
    const half = { documento: '\ud800' }
    assert.equal(subjectLine.accepts(half), false)
    assert.equal(subjectLine.accepts(half, 'any'), false)
  })
})
