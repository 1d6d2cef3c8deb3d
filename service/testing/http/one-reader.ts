import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { usualConnectionLimits } from '../../src/http/connections/connection-limits.ts'
import type { ConnectionReader, ReaderDeps } from '../../src/http/connections/connection-reader.ts'
import { type HttpTimeouts, usualTimeouts } from '../../src/http/connections/http-timeouts.ts'
import { UnreadAnswers } from '../../src/http/connections/unread-answers.ts'
import type { ArrivedRequest } from '../../src/http/request.ts'
import { openWire, type Wire } from './wire.ts'

/** One reader on loopback, with nothing behind it: it is tried in milliseconds. */
export type OneReader = {
  readonly reader: ConnectionReader
  readonly unread: UnreadAnswers
  /** Our side of each connection, in the order they came. */
  readonly sockets: readonly Socket[]
  readonly open: () => Promise<Wire>
  /** A new connection on which this is sent at once. */
  readonly say: (text: string) => Promise<Wire>
}

export async function withReader(
  made: (deps: Omit<ReaderDeps, 'answer'>) => ConnectionReader,
  use: (one: OneReader) => Promise<void>,
  timeouts: Partial<HttpTimeouts> = {},
): Promise<void> {
  const unread = new UnreadAnswers(usualConnectionLimits)
  const reader = made({ unread, timeouts: { ...usualTimeouts, lingerMs: 5, ...timeouts } })
  const sockets: Socket[] = []
  const wires: Wire[] = []
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.push(socket)
    reader.take(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const wire = await openWire(port)
    wires.push(wire)
    await soon(() => sockets.length >= wires.length)
    return wire
  }
  const say = async (text: string) => {
    const wire = await open()
    wire.socket.write(text, 'latin1')
    return wire
  }
  try {
    await use({ reader, unread, sockets, open, say })
  } finally {
    reader.stop()
    for (const { socket } of wires) socket.destroy()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

/** Looks, each with a turn of its own and most a millisecond apart, after which nothing more comes by loopback. */
const looksMax = 400

/** Whether it comes to be so: all that it waits for is in this process, so that a slow machine looks slowly too. */
export async function soon(isSo: () => boolean): Promise<boolean> {
  for (let looks = 0; looks < looksMax && !isSo(); looks++) {
    if (looks > 20) await wait(1)
    await nextTurn()
  }
  return isSo()
}

/** Lets what is about to come, come. */
export async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await nextTurn()
}

export const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

export const send = (request: ArrivedRequest, body: string, close = false): void =>
  request.send({ status: 200, body }, { requestId: 'an-id', close })

/** Begins an answer of two parts, of which the second goes out once it is let go. */
export function sendInParts(request: ArrivedRequest): {
  readonly sent: Promise<void>
  readonly letGo: () => void
} {
  const { promise, resolve } = Promise.withResolvers<void>()
  const texts = async function* () {
    yield 'a'
    await promise
    yield 'b'
  }
  const sent = request.sendStream({ status: 200, body: '' }, texts(), { requestId: 'a', close: false })
  return { sent, letGo: resolve }
}
