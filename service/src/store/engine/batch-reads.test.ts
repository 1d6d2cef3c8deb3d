import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'vitest'
import { batchReads } from './batch-reads.ts'

/** A database whose statements end when the test says so. */
function heldReads() {
  const statements: {
    readonly asked: readonly number[]
    readonly end: () => void
    readonly fail: (error: Error) => void
  }[] = []
  const readMany = (asked: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      statements.push({ asked, end: () => resolve(asked.map((one) => `found ${one}`)), fail: reject })
    })
  return { statements, read: batchReads(readMany) }
}

test('what is asked in one turn is read together, and each gets its own', async () => {
  const { statements, read } = heldReads()
  const answers = [read(3), read(1), read(3)]
  await turn()
  assert.deepEqual(
    statements.map(({ asked }) => asked),
    [[3, 1, 3]],
  )
  statements[0]?.end()
  assert.deepEqual(await Promise.all(answers), ['found 3', 'found 1', 'found 3'])
})

test('while four statements are under way, what is asked waits and shares the next', async () => {
  const { statements, read } = heldReads()
  const early: Promise<string>[] = []
  for (let at = 0; at < 4; at++) {
    early.push(read(at))
    await turn()
  }
  const late = [read(10), read(11)]
  await turn()
  await turn()
  assert.equal(statements.length, 4)
  statements[2]?.end()
  assert.equal(await early[2], 'found 2')
  await turn()
  assert.deepEqual(statements[4]?.asked, [10, 11])
  for (const one of statements) one.end()
  assert.deepEqual(await Promise.all(late), ['found 10', 'found 11'])
})

test('two hundred and one are two statements, in their order', async () => {
  const { statements, read } = heldReads()
  const answers = Array.from({ length: 201 }, (_, at) => read(at))
  await turn()
  await turn()
  assert.deepEqual(
    statements.map(({ asked }) => asked.length),
    [200, 1],
  )
  for (const one of statements) one.end()
  assert.equal((await Promise.all(answers)).at(-1), 'found 200')
})

test('a statement that fails fails those who share it, and nobody after them', async () => {
  const { statements, read } = heldReads()
  const broken = [read(1), read(2)]
  await turn()
  statements[0]?.fail(new Error('the database is gone'))
  for (const one of broken) await assert.rejects(one, /the database is gone/)
  const next = read(3)
  await turn()
  statements[1]?.end()
  assert.equal(await next, 'found 3')
})
