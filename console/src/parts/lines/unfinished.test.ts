import assert from 'node:assert/strict'
import { test } from 'vitest'
import { finishBody, keyOfBody } from './unfinished.ts'

function memoryOf(text: string | null = null) {
  let held = text
  return {
    getItem: () => held,
    setItem: (_: string, value: string) => {
      held = value
    },
  }
}

const hourMs = 3_600_000

test('a body whose end never came keeps its key for a day; another body has another', () => {
  const memory = memoryOf()
  const key = keyOfBody(memory, 'a', 0)
  assert.notEqual(keyOfBody(memory, 'b', 0), key)
  assert.equal(keyOfBody(memory, 'a', 23 * hourMs), key)
  assert.notEqual(keyOfBody(memory, 'a', 24 * hourMs), key)
})

test('a body that ended is a new sending the next time', () => {
  const memory = memoryOf()
  const key = keyOfBody(memory, 'a', 0)
  finishBody(memory, 'a')
  assert.notEqual(keyOfBody(memory, 'a', 0), key)
})

test('a memory that holds something else does no harm', () => {
  for (const text of ['{', '7', '[null, {"checksum":"a","key":1}]']) {
    assert.match(keyOfBody(memoryOf(text), 'a', 0), /^[0-9a-f]{32}$/, text)
  }
})
