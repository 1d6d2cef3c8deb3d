import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { test } from 'vitest'
import { usualConnectionLimits } from './connection-limits.ts'
import { UnreadAnswers } from './unread-answers.ts'
import { pieceLength, writeAnswer } from './write-answer.ts'

type Taking = (error?: Error) => void

/** A socket whose system takes a piece when it is told to, or at once. */
class Line extends Duplex {
  readonly remoteAddress = '192.0.2.1'
  readonly pieces: string[] = []
  readonly held: Taking[] = []
  readonly #takes: (piece: string, taken: Taking) => void

  constructor(takes: (this: Line, piece: string, taken: Taking) => void) {
    super({ decodeStrings: false, read: () => undefined })
    this.#takes = takes
    this.on('error', () => undefined)
  }

  override _write(piece: string | Buffer, _encoding: BufferEncoding, taken: Taking): void {
    this.pieces.push(piece.toString())
    this.#takes.call(this, piece.toString(), taken)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    for (const taken of this.held.splice(0)) taken(new Error('ECANCELED'))
    done(error)
  }
}

const atOnce = (): Line => new Line((_, taken) => taken())
const whenTold = (): Line =>
  new Line(function (_, taken) {
    this.held.push(taken)
  })

/** Writes an answer, and says what was made of it. */
function writing(line: Line, text: string | Buffer, requestBytes = 0) {
  const unread = new UnreadAnswers({ ...usualConnectionLimits, unreadBytesMax: 1 })
  const taken: (Error | null | undefined)[] = []
  const end = Promise.withResolvers<void>()
  writeAnswer(text, {
    socket: line as unknown as Socket,
    unread,
    requestBytes,
    onTaken: (error) => {
      taken.push(error)
      end.resolve()
    },
  })
  return { unread, taken, ended: end.promise }
}

test('an answer that the system takes as it is written has gone before anything else happens', () => {
  for (const text of ['short', 'x'.repeat(3 * pieceLength + 1), Buffer.alloc(2 * pieceLength, 'x'), '']) {
    const line = atOnce()
    const { unread, taken } = writing(line, text)
    assert.deepEqual(taken, [undefined])
    assert.equal(line.pieces.join(''), text.toString())
    assert.equal(unread.bytes, 0)
  }
})

test('a long answer goes piece by piece as it is taken, and what waits is counted meanwhile', async () => {
  const line = whenTold()
  const { unread, taken, ended } = writing(line, 'x'.repeat(2 * pieceLength + 5), 100)
  assert.equal(line.pieces.join('').length, pieceLength)
  assert.equal(unread.bytes, 2 * pieceLength + 5 + 100)
  let waited = unread.bytes
  while (taken.length === 0) {
    const next = line.held.shift()
    assert.ok(next !== undefined)
    next()
    await new Promise(setImmediate)
    assert.ok(unread.bytes <= waited)
    waited = unread.bytes
  }
  await ended
  assert.deepEqual([line.pieces.join('').length, unread.bytes], [2 * pieceLength + 5, 0])
})

// Whoever is counted as not reading is cut when its time is over.
test('a caller that was slow at first and then reads all at once is not counted as one that does not read', async () => {
  let isSlow = true
  const line = new Line(function (_, taken) {
    if (isSlow) this.held.push(taken)
    else taken()
  })
  const { unread, ended } = writing(line, 'x'.repeat(4 * pieceLength))
  assert.ok(unread.bytes > 0)
  isSlow = false
  line.held.shift()?.()
  await ended
  assert.deepEqual([line.pieces.join('').length, unread.bytes], [4 * pieceLength, 0])
})

test('an answer waits for what was written before it, also when there is nothing in it', async () => {
  for (const text of ['', 'body']) {
    const line = whenTold()
    line.write('head')
    const { taken, ended } = writing(line, text)
    assert.deepEqual(taken, [])
    const taking = setInterval(() => line.held.shift()?.(), 0)
    await ended
    clearInterval(taking)
    assert.equal(line.pieces.join(''), `head${text}`)
  }
})

test('whoever writes to a caller that has gone is told so, and nothing is held for it', async () => {
  const gone = atOnce().destroy()
  const { unread, taken, ended } = writing(gone, 'answer', 100)
  assert.deepEqual([taken, unread.bytes], [[], 0])
  await ended
  assert.ok(taken[0] instanceof Error)
})

test('whoever writes to a caller that goes with the first byte, or while it waits, is told so', async () => {
  const breaking = new Line((_, taken) => taken(new Error('EPIPE')))
  const leaving = whenTold()
  const [broken, left] = [writing(breaking, 'answer'), writing(leaving, 'x'.repeat(5 * pieceLength))]
  leaving.destroy()
  await Promise.all([broken.ended, left.ended])
  for (const { taken, unread } of [broken, left]) {
    assert.ok(taken[0] instanceof Error)
    assert.equal(unread.bytes, 0)
  }
})

test('a character of two halves is not cut between pieces', () => {
  for (const before of [pieceLength - 1, pieceLength - 2, pieceLength]) {
    const line = atOnce()
    const text = `${'x'.repeat(before)}💶${'y'.repeat(10)}`
    writing(line, text)
    assert.equal(Buffer.from(line.pieces.map((one) => Buffer.from(one).toString()).join('')).toString(), text)
  }
})
