import assert from 'node:assert/strict'
import { test } from 'vitest'
import { chunksOf } from './file-chunks.ts'

test('whoever waits gets a turn while a large file is read, and the file comes whole', async () => {
  const chunks = Array.from({ length: 12 }, () => 'x'.repeat(100 * 1024))
  const stream = new ReadableStream<string>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let turns = 0
  const turn = setInterval(() => {
    turns += 1
  })
  const read = await Array.fromAsync(chunksOf(stream))
  clearInterval(turn)
  assert.deepEqual(read, chunks)
  assert.ok(turns > 0)
})
