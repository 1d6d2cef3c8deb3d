import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countLines } from './count-lines.ts'

test('lines that hold something are counted, without a heading, however they end', async () => {
  const counted = (text: string, hasHeading = true) => countLines(new Blob([text]), hasHeading)
  assert.equal(await counted('documento\n1\n2\n'), 2)
  assert.equal(await counted('\uFEFFdocumento\r\n1\r\n\r\n  \r\n2'), 2)
  assert.equal(await counted('documento'), 0)
  assert.equal(await counted(''), 0)
  assert.equal(await counted('{"documento":"1"}\n{"documento":"2"}', false), 2)
})

test('a file that comes in many parts is counted as one', async () => {
  const parts = Array.from({ length: 30_000 }, (_, at) => `5299822${String(at).padStart(5, '0')}\n`)
  assert.equal(await countLines(new Blob(['documento\n', ...parts]), true), 30_000)
})
