import assert from 'node:assert/strict'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { readySubject } from '@lastro/rules/subjects/ready-sections.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { debt } from '../../features/sandbox/invented.ts'
import { rowOf } from './subject-row.ts'

const nowMs = Date.parse('2026-11-16T12:00:00-03:00')

const personOf = (at: number) => withCheckDigits(String(400_000_000 + at)) as DocumentNumber

/** What a load brings of a person: one debt of this day, with the notice that lets it be shown or without. */
function loaded(document: DocumentNumber, day: string, isNoticed = true) {
  const { notifiedBy: _, notifiedOn: __, ...untold } = debt('listingP', day as Day, { contractId: 'CT-1' })
  const notice = isNoticed ? { notifiedBy: 'OUTRO BIRO', notifiedOn: '2024-02-01' } : {}
  const facts = { documento: document, negativeItems: [{ ...untold, ...notice }] }
  const ready = readySubject(document, facts, { today: dayAt(nowMs), wholeLists: false })
  return rowOf({ document, facts, partners: [], ...ready })
}

for (const engine of engines) {
  describe(`the days of debts that are loaded, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    afterAll(store.close)
    const dayOf = async (document: DocumentNumber) =>
      (await store.subjects.readFacts(document))?.negativeItems?.[0]?.occurrenceDate

    test('are the earliest ever told, though a load between told nothing that may be shown', async () => {
      const person = personOf(1)
      await store.subjects.saveSubjects([loaded(person, '2023-01-10')], nowMs)
      await store.subjects.saveSubjects([loaded(person, '2024-01-10', false)], nowMs)
      assert.equal(await dayOf(person), '2023-01-10')
      await store.subjects.saveSubjects([loaded(person, '2024-01-10')], nowMs)
      assert.equal(await dayOf(person), '2023-01-10')
    })

    test('are the earliest of two lines of one file', async () => {
      const person = personOf(2)
      const rows = [
        loaded(person, '2023-01-10'),
        loaded(personOf(3), '2024-05-05'),
        loaded(person, '2024-01-10'),
      ]
      await store.subjects.saveSubjects(rows, nowMs)
      assert.equal(await dayOf(person), '2023-01-10')
      assert.equal(await dayOf(personOf(3)), '2024-05-05')
    })

    if (engine === 'postgres')
      test('are the earliest of two loads that are made at once', async () => {
        const other = await place.open()
        for (let round = 0; round < 10; round++) {
          const people = Array.from({ length: 20 }, (_, at) => personOf(1_000 + 20 * round + at))
          await Promise.all([
            store.subjects.saveSubjects(
              people.map((one) => loaded(one, '2023-01-10')),
              nowMs,
            ),
            other.subjects.saveSubjects(
              people.map((one) => loaded(one, '2024-01-10')),
              nowMs,
            ),
          ])
          const days = new Set(await Promise.all(people.map(dayOf)))
          assert.deepEqual([...days], ['2023-01-10'])
        }
        await other.close()
      })
  })
}
