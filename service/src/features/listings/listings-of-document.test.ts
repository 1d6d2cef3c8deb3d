import assert from 'node:assert/strict'
import { test } from 'node:test'
import { debt, personOf } from '../../../testing/invented/invented-debt.ts'
import { listingsAlone, shop } from '../../../testing/services/listings-alone.ts'
import { insertGuarantor } from './insert-debt.ts'
import { listingsOfDocument } from './listings-of-document.ts'

test('all listings of a person are found, as debtor and guarantor, however many, and no others', async () => {
  const { deps, clock, inserted } = await listingsAlone()
  const documento = '11144477735'
  const found = async () => (await listingsOfDocument(deps, 'production', documento)).map(({ id }) => id)
  assert.deepEqual(await found(), [])

  const { id } = await inserted()
  const request = { ...debt, ...personOf(documento), documento }
  const guarantor = await insertGuarantor(deps, { ...shop, id, request, requestKey: undefined })
  assert.ok(typeof guarantor !== 'string')
  await inserted({ documento }, { register: 'cli_caixa', clientId: 'cli_caixa' })
  const ids = [guarantor.id]
  while (ids.length < 201) {
    // Two of each moment, so that a page ends between them.
    if (ids.length % 2 === 0) clock.add(1_000)
    ids.push((await inserted({ documento, contractId: `CT-${ids.length}` })).id)
    if (ids.length === 200) assert.deepEqual((await found()).toSorted(), ids.toSorted())
  }
  assert.deepEqual((await found()).toSorted(), ids.toSorted())
})
