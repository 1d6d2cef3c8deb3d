import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { runService } from '../../../testing/running-service.ts'
import { readShared } from './shared-read.ts'

test('this Node has what sockets need to share a buffer; one that is not open, or has no such members, says no', () => {
  const names = Object.getOwnPropertySymbols(new Socket()).map(({ description }) => description)
  assert.ok(names.includes('kBuffer') && names.includes('kBufferCb'))
  assert.equal(
    readShared(new Socket(), () => assert.fail()),
    false,
  )
  assert.equal(
    readShared({ _handle: { useUserBuffer: () => assert.fail() } } as unknown as Socket, () => assert.fail()),
    false,
  )
})

test('a server whose sockets share no buffer answers all the same', async (t) => {
  t.mock.method(Object, 'getOwnPropertySymbols', () => [])
  const service = await runService()
  assert.equal((await service.call('/healthz')).status, 200)
  await service.close()
})
