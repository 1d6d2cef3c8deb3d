import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import { newDirectory, newPlace } from '../../../../../testing/engines.ts'
import { queryOn, releaseTold } from '../../../../../testing/invented/old-trail.ts'
import { archive, asked } from '../../../../../testing/services/archived-trail.ts'
import { verifyTrail } from '../../../../features/trail/seals/verify-trail.ts'
import { openSqlite } from '../../../engine/sqlite.ts'

test('records that left for an archive while they were held do not go into the index, but those that stay do', async () => {
  const place = await newPlace('sqlite')
  // A hundredth of what a service holds: what is flushed, and when, is the same for any number.
  const service = await openSqlite(place.dataDirectory, { memoryRecordsMax: 650 })
  for (let at = 1; at <= 30; at++)
    await service.trail.append('production', [
      queryOn('2021-10-05', 2 * at),
      releaseTold('2021-10-05', 2 * at + 1),
    ])
  await service.trail.append('production', [queryOn('2026-11-16', 1_000)])
  const operator = await place.open()
  await archive(operator, newDirectory())
  await operator.close()
  // Enough that all that was held before has been flushed.
  for (let from = 0; from < 1_020; from += 5)
    await service.trail.append(
      'production',
      Array.from({ length: 5 }, (_, at) => queryOn('2026-11-16', 10_000 + from + at)),
    )
  assert.ok((await service.trail.indexedUpTo('production')) > 31)
  const old = { fromMs: 0, untilMs: Date.parse('2021-11-01T00:00:00-03:00') }
  const { broken, besides, archived } = await verifyTrail(service.trail, 'production', {
    today: asked.today,
  })
  assert.deepEqual([broken, besides, archived.recordsKept], [undefined, [], 30])
  const document = releaseTold('2021-10-05', 3).document as DocumentNumber
  assert.equal((await service.trail.ofDocument('production', document, old)).length, 1)
  const gone = queryOn('2021-10-05', 2).document as DocumentNumber
  assert.deepEqual(await service.trail.ofDocument('production', gone, old), [])
  await service.close()
})
