import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newPlace } from '../../testing/engines.ts'
import { withPublicData } from './with-public-data.ts'

test('where the list of editions cannot be read nothing is told, for it would seem that there is none', async () => {
  const place = await newPlace('sqlite')
  const failing = { dataCatalogue: { served: async () => assert.fail('the store is away') } }
  const work = async () => assert.fail('nothing is read')
  await assert.rejects(() => withPublicData(place, failing as never, work), /the store is away/)
})
