import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import { debt } from '../../../service/testing/services/listing-service.ts'
import { talking } from '../../testing/talking.ts'

const talk = await talking()
afterAll(talk.close)
const { lastro, heard } = talk

const inserted: string[] = []
for (const contractId of ['CT-1', 'CT-2', 'CT-3', 'CT-4', 'CT-5']) {
  inserted.unshift((await lastro.listings.insert({ ...debt, contractId })).id)
  talk.pass(1_000)
}

/** How many pages were asked for while this was done. */
async function pagesOf<Value>(work: () => Promise<Value>): Promise<{ value: Value; pages: number }> {
  const before = heard.length
  const value = await work()
  return { value, pages: heard.length - before }
}

test('a list comes whole, newest first, page after page', async () => {
  const { value, pages } = await pagesOf(() => Array.fromAsync(lastro.listings.list({ limit: 2 })))
  assert.deepEqual(
    value.map((one) => one.id),
    inserted,
  )
  assert.equal(pages, 3)
})

test('who has read enough asks for no further page', async () => {
  const { value, pages } = await pagesOf(async () => {
    const seen: string[] = []
    for await (const listing of lastro.listings.list({ limit: 2 })) {
      seen.push(listing.id)
      if (seen.length === 3) break
    }
    return seen
  })
  assert.deepEqual(value, inserted.slice(0, 3))
  assert.equal(pages, 2)
})

test('nothing is asked for before the first item is', async () => {
  const { pages } = await pagesOf(async () => void lastro.listings.list())
  assert.equal(pages, 0)
})

test('a page has its cursor, and the last has none', async () => {
  const first = await lastro.listings.page({ limit: 3 })
  const last = await lastro.listings.page({ limit: 3, cursor: first.cursor })
  assert.deepEqual(
    [...first.items, ...last.items].map((one) => one.id),
    inserted,
  )
  assert.equal(last.cursor, undefined)
})

test('filters hold on every page, and no document stands in an address', async () => {
  const one = await Array.fromAsync(lastro.listings.list({ contractId: 'CT-4' }))
  assert.deepEqual(
    one.map((listing) => listing.contractId),
    ['CT-4'],
  )
  const found = await Array.fromAsync(lastro.listings.list({ documento: debt.documento, limit: 2 }))
  assert.equal(found.length, 5)
  const none = await Array.fromAsync(lastro.listings.list({ documento: '12345678909' }))
  assert.equal(none.length, 0)
  assert.ok(heard.every(({ path }) => !path.includes(debt.documento)))
})

test('a reader that gives up between pages is let go', async () => {
  const controller = new AbortController()
  const read = async () => {
    for await (const _ of lastro.listings.list({ limit: 2 }, { signal: controller.signal }))
      controller.abort()
  }
  await assert.rejects(read(), { name: 'AbortError' })
})
