import assert from 'node:assert/strict'
import { test } from 'vitest'
import { comesTrue, openWire, type Wire } from '../../../testing/http/wire.ts'
import { httpServer } from '../server.ts'
import { type ConnectionLimits, usualConnectionLimits } from './connection-limits.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A server with these limits, and who may speak on it. */
async function serving(
  limits: Partial<ConnectionLimits>,
  use: (connect: (from?: string) => Promise<Caller>) => Promise<void>,
): Promise<void> {
  const server = httpServer(
    (request) => request.send({ status: 200, body: 'here' }, { requestId: 'a', close: false }),
    { limits: { ...usualConnectionLimits, ...limits } },
  )
  const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
  const connect = async (from?: string) => {
    const wire = await openWire(port, from)
    wire.socket.write(get)
    assert.ok(await comesTrue(() => wire.isClosed() || wire.heard().endsWith('here')))
    return { wire, isAdmitted: !wire.isClosed() }
  }
  try {
    await use(connect)
  } finally {
    await server.drain(0)
  }
}

type Caller = { readonly wire: Wire; readonly isAdmitted: boolean }

const leave = async ({ wire }: Caller, connect: () => Promise<Caller>): Promise<Caller> => {
  wire.socket.destroy()
  for (;;) {
    const next = await connect()
    if (next.isAdmitted) return next
  }
}

test('a process takes so many connections, and another as soon as one has gone', () =>
  serving({ connectionsMax: 2 }, async (connect) => {
    const [first, second, third] = [await connect(), await connect(), await connect('127.0.0.2')]
    assert.deepEqual([first.isAdmitted, second.isAdmitted, third.isAdmitted], [true, true, false])
    assert.ok((await leave(first, connect)).isAdmitted)
  }))

test('an address takes so many, and leaves room for others', () =>
  serving({ connectionsPerAddressMax: 2 }, async (connect) => {
    const [first, second, third] = [await connect(), await connect(), await connect()]
    assert.deepEqual([first.isAdmitted, second.isAdmitted, third.isAdmitted], [true, true, false])
    assert.ok((await connect('127.0.0.2')).isAdmitted)
    assert.ok((await leave(second, connect)).isAdmitted)
  }))

test('a trusted proxy speaks for many callers, and is bound by the limit of the process alone', () =>
  serving(
    { connectionsMax: 4, connectionsPerAddressMax: 1, trustedProxies: ['127.0.0.2/32'] },
    async (connect) => {
      const proxied = [
        await connect('127.0.0.2'),
        await connect('127.0.0.2'),
        await connect('127.0.0.2'),
        await connect(),
        await connect('127.0.0.2'),
      ]
      assert.deepEqual(
        proxied.map((one) => one.isAdmitted),
        [true, true, true, true, false],
      )
    },
  ))
