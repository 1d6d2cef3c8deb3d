import assert from 'node:assert/strict'
import { test } from 'vitest'
import { inOrder } from './in-order.ts'

async function* numbers(count: number, failure?: Error): AsyncGenerator<number> {
  for (let at = 0; at < count; at++) yield at
  if (failure !== undefined) throw failure
}

test('what came of each is given in their order, however late it came, and no more at once than allowed', async () => {
  const waiting: PromiseWithResolvers<number>[] = []
  let mostAtOnce = 0
  const make = (_one: number) => {
    const made = Promise.withResolvers<number>()
    waiting.push(made)
    mostAtOnce = Math.max(mostAtOnce, waiting.length - given.length)
    // The last of three is done first.
    if (waiting.length % 3 === 0) for (const at of [1, 2, 3]) waiting.at(-at)?.resolve(waiting.length - at)
    return made.promise
  }
  const given: number[] = []
  for await (const one of inOrder(numbers(9), make, 3)) given.push(one)
  assert.deepEqual(given, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  assert.equal(mostAtOnce, 3)
})

test('where the source fails, what was begun is given first', async () => {
  const given: number[] = []
  await assert.rejects(async () => {
    for await (const one of inOrder(numbers(5, new Error('no more')), async (one) => one, 3)) given.push(one)
  }, /no more/)
  assert.deepEqual(given, [0, 1, 2, 3, 4])
})

test('where one fails, none after it is given, and nothing is left unhandled', async () => {
  const given: number[] = []
  const make = async (one: number) => {
    if (one >= 2) throw new Error(`failed at ${one}`)
    return one
  }
  await assert.rejects(async () => {
    for await (const one of inOrder(numbers(9), make, 4)) given.push(one)
  }, /failed at 2/)
  assert.deepEqual(given, [0, 1])
})
