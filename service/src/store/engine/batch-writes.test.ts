import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'vitest'
import { batchWrites } from './batch-writes.ts'

test('what comes together is written together, in its order, and no more than fits', async () => {
  const batches: (readonly number[])[] = []
  const add = batchWrites(async (batch: readonly number[]) => void batches.push(batch), 3)
  await Promise.all([1, 2, 3, 4, 5].map(add))
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5],
  ])
})

test('nobody is answered before what they brought is written', async () => {
  let isWritten = false
  const add = batchWrites(async () => {
    await nextTurn()
    isWritten = true
  }, 10)
  await add('one')
  assert.ok(isWritten)
})

test('a batch that fails fails for everyone in it, and for nobody after', async () => {
  let isBroken = true
  const add = batchWrites(async (batch: readonly string[]) => {
    if (isBroken) throw new Error(`cannot write ${batch.length}`)
  }, 10)
  const outcomes = await Promise.allSettled([add('a'), add('b')])
  assert.deepEqual(
    outcomes.map((one) => one.status),
    ['rejected', 'rejected'],
  )
  isBroken = false
  await add('c')
})
