import assert from 'node:assert/strict'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { describe, test } from 'vitest'
import { changeRows } from '../../../../testing/change-rows.ts'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { verifyTrail } from './verify-trail.ts'

const noonMs = Date.parse('2026-11-16T12:00:00-03:00')

/** Where a page of the walk ends, its neighbours, the middle of a page, and the ends of the lane. */
const linkCount = 203
const places = [1, 77, 199, 200, 201, linkCount]

for (const engine of engines) {
  describe(`a second link under a number that is given, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    for (let at = 1; at <= linkCount; at++)
      await store.trail.append('production', [
        draftOf({ atMs: noonMs + at, document: withCheckDigits(String(100_000_000 + at)) }),
      ])
    const [head] = await store.trail.heads('production')
    await store.close()
    const lane = laneOf(head?.number ?? assert.fail())

    /** The link of this place once more, with a record of somebody else, and another time: the key allows it. */
    const doubled = (at: number, byMs: number) =>
      `insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
       select environment, number, first_at_ms, last_at_ms + ${byMs},
         replace(records, 'cli_ana', 'cli_bia'), record_hashes, hash
       from trail_link where environment = 'production' and number = ${laneStart(lane).number + at}`
    const undo = (at: number, byMs: number) =>
      `delete from trail_link where environment = 'production' and records like '%cli_bia%'
         and number = ${laneStart(lane).number + at} and last_at_ms = ${noonMs + at + byMs}`

    for (const at of places) {
      for (const byMs of [1, -1]) {
        test(`is named: link ${at}, ${byMs} ms away`, async () => {
          if (engine === 'sqlite') return assert.rejects(changeRows(place, 'trail.db', doubled(at, byMs)))
          await changeRows(place, 'trail.db', doubled(at, byMs))
          const bent = await place.open()
          const { broken } = await verifyTrail(bent.trail, 'production')
          const walked = await Array.fromAsync(bent.trail.links('production'))
          await bent.close()
          await changeRows(place, 'trail.db', undo(at, byMs))
          assert.equal(walked.length, linkCount + 1)
          // A later one comes after the link whose number it has, where the next was due; an earlier one in its place.
          const number = laneStart(lane).number + (byMs > 0 ? at + 1 : at)
          assert.deepEqual(broken, { number, place: 0 })
        })
      }
    }

    test('a walk that begins in the middle leaves out the link it begins after', async () => {
      const again = await place.open()
      const from = laneStart(lane).number + 200
      const numbers = await Array.fromAsync(again.trail.links('production', from), ({ number }) => number)
      await again.close()
      assert.deepEqual(numbers, [from + 1, from + 2, from + 3])
    })
  })
}
