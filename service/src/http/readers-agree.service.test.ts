import assert from 'node:assert/strict'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { requestsOfAnyShape, requestsOfOneOddity } from '../../testing/http/requests-of-any-shape.ts'
import { answersIn, comesTrue, openWire, type Wire } from '../../testing/http/wire.ts'

import { type BodyFault, readBody } from './body/body.ts'
import type { ArrivedRequest } from './request.ts'
import { httpServer } from './server.ts'

/** Says back how a request was understood, at once or after a while, as its address asks. */
function echo(request: ArrivedRequest): void {
  const { method, url, version, headers } = request
  const send = (body: Buffer | BodyFault) => {
    const understood = { method, url, version, headers, body: body.toString('latin1') }
    // Encoded, so that nothing in it looks like an answer.
    const text = Buffer.from(JSON.stringify(understood)).toString('base64')
    request.send({ status: 200, body: text }, { requestId: 'echo', close: headers.host === undefined })
  }
  const sendWhenDue = async () => {
    const body = await readBody({ request, headers })
    if (url.startsWith('/soon')) await nextTurn()
    if (url.startsWith('/later')) await wait(3)
    send(body)
  }
  if (url.startsWith('/unread') && Buffer.isBuffer(request.body)) send(request.body)
  else void sendWhenDue()
}

describe('a request means the same to us and to node:http', async () => {
  const ours = httpServer(echo)
  const { port } = await ours.listen({ host: '127.0.0.1', port: 0 })
  const node = httpServer(echo, { isFast: false })
  const { port: nodePort } = await node.listen({ host: '127.0.0.1', port: 0 })
  afterAll(() => Promise.all([ours.drain(0), node.drain(0)]))

  /** Says the same to both and compares all that comes back, before and after the caller closes its side. */
  const compare = async (pieces: readonly Piece[]) => {
    const [us, them] = await Promise.all([openWire(port), openWire(nodePort)])
    await Promise.all([say(us, pieces), say(them, pieces)])
    const said = pieces.map((one) => one.text).join('|')
    await assertSame(us, them, { said, stateOf })
    us.socket.end()
    them.socket.end()
    await assertSame(us, them, { said, stateOf: lastStateOf })
    us.socket.destroy()
    them.socket.destroy()
  }

  test('with any one oddity, between two requests that have none', async () => {
    const plain = 'GET /soon HTTP/1.1\r\nHost: a\r\n\r\n'
    const texts = requestsOfOneOddity().map((odd) => plain + odd + plain)
    for (let at = 0; at < texts.length; at += 20) {
      await Promise.all(texts.slice(at, at + 20).map((text) => compare([{ text, pauseMs: 0 }])))
    }
  })

  test('however its bytes are cut and whatever comes before and after it', async () => {
    const conversations = fc.array(fc.tuple(requestsOfAnyShape(), cuts).map(cutUp), {
      minLength: 1,
      maxLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(conversations, async (all) => void (await Promise.all(all.map(compare)))),
      // Two that differ are waited for as long as may be: too long to look for a shorter case again and again.
      { numRuns: 50, endOnFailure: true },
    )
  })
})

type Piece = { readonly text: string; readonly pauseMs: number }

const cuts = fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), pauseMs: fc.nat(4) }), {
  maxLength: 5,
})

/** Cuts a text at some places, each a part of its length, with a pause at every cut. */
function cutUp([text, places]: [string, { at: number; pauseMs: number }[]]): Piece[] {
  const ordered = places.toSorted((a, b) => a.at - b.at)
  const ends = [...ordered.map(({ at }) => Math.floor(at * text.length)), text.length]
  return ends.map((end, place) => ({
    text: text.slice(ends[place - 1] ?? 0, end),
    pauseMs: ordered[place]?.pauseMs ?? 0,
  }))
}

async function say({ socket }: Wire, pieces: readonly Piece[]): Promise<void> {
  for (const { text, pauseMs } of pieces) {
    if (socket.writable) socket.write(text, 'latin1')
    if (pauseMs > 0) await wait(pauseMs)
  }
}

/** So many looks in a row, some milliseconds apart, at which nothing new has come: then nothing more comes. */
const quietLooks = 10

const stateOf = (one: Wire) => ({ isClosed: one.isClosed(), answers: answersIn(one.heard()) })

/** Whether an answer says that it is the last depends on whether it or its caller was faster to close. */
const lastStateOf = (one: Wire) => {
  const { isClosed, answers } = stateOf(one)
  return { isClosed, answers: answers.map((text) => text.replaceAll(/^(Connection|Keep-Alive): .*\n/gm, '')) }
}

type Comparison = { readonly said: string; readonly stateOf: typeof stateOf }

async function assertSame(us: Wire, them: Wire, { said, stateOf }: Comparison): Promise<void> {
  const sizes = () => [us.heard().length, them.heard().length, us.isClosed(), them.isClosed()].join()
  let seen = ''
  let looks = 0
  const isSame = () => {
    const isChanged = seen !== sizes()
    seen = sizes()
    looks = isChanged ? 0 : looks + 1
    return looks >= quietLooks && isDeepStrictEqual(stateOf(us), stateOf(them))
  }
  await comesTrue(isSame)
  assert.deepEqual({ said, ...stateOf(us) }, { said, ...stateOf(them) })
}
