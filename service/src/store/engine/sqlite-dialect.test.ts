import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newPlace } from '../../../testing/engines.ts'

test('a long run of statements lets others have their turn', async () => {
  const store = await (await newPlace('sqlite')).open()
  after(store.close)
  let turns = 0
  let isOver = false
  const turning = setInterval(() => (turns += 1), 1)
  after(() => clearInterval(turning))
  const startedAt = performance.now()
  const run = async () => {
    for (let at = 0; performance.now() - startedAt < 500; at++) await store.clients.findClient(`nobody-${at}`)
    isOver = true
  }
  await run()
  assert.ok(isOver)
  assert.ok(turns > 20, `${turns} turns in half a second`)
})
