import assert from 'node:assert/strict'
import { releaseReasons } from '@lastro/contract/listings/listing-codes.ts'
import { test } from 'vitest'
import { afterReason } from './after-release.ts'

test('of every reason it is said whether the debt may come again, and what is not barred or looked at is free', () => {
  assert.deepEqual(Object.keys(afterReason).toSorted(), Object.keys(releaseReasons).toSorted())
  const free = Object.entries(afterReason).flatMap(([code, again]) => (again === 'free' ? [code] : []))
  const early = ['03', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '18']
  assert.deepEqual(free.toSorted(), [...early, '21', '22', '24'])
})
