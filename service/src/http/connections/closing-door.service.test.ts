import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'vitest'
import { settled, until } from '../../../testing/until.ts'
import { closingDoor } from './closing-door.ts'

test('whoever connects while the door closes is taken in, and heard when nobody listens any more', async () => {
  const taken: Socket[] = []
  const others = Promise.withResolvers<void>()
  const door = closingDoor({ take: (socket) => void taken.push(socket) }, () => others.promise)
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    door.take(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const before = connect(port, '127.0.0.1')
  await until(() => taken.length === 1, 'a connection is taken before')

  const closed = new Promise<void>((resolve) =>
    door.close(() => {
      server.close()
      resolve()
    }, 60_000),
  )
  const [during, gone] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  gone.on('error', () => undefined).on('connect', () => gone.resetAndDestroy())
  await settled(closed, 'the door closes')
  assert.equal(connections, 3)
  assert.equal(taken.length, 1)
  assert.equal(server.listening, false)
  others.resolve()
  await until(() => taken.length === 2, 'whoever waited is heard')
  for (const socket of [before, during, ...taken]) socket.destroy()
})
