import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { runLoad } from './load.ts'

test('a round in which nothing was answered in time lasts until something was', async () => {
  const server = createServer((_, response) => {
    setTimeout(() => response.end('late'), 700)
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const result = await runLoad({
    port,
    connections: 2,
    seconds: 0.05,
    path: '/',
    headers: {},
    bodies: ['{}'],
  })
  assert.ok(result.p50Ms >= 650 && result.requestsPerSecond > 0, JSON.stringify(result))
  assert.equal(result.meanAnswerBytes, 4)
  assert.deepEqual(Object.keys(result.statuses), ['200'])
})
