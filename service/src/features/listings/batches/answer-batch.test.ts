import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Batch } from '@lastro/contract/listings/batches.ts'
import { describe, test } from 'vitest'
import { answerBatch, batchView } from './answer-batch.ts'
import type { BatchAnswerLine, KeptBatch } from './batch-store.ts'
import type { Receiving } from './receive-batch.ts'

const kept: KeptBatch = {
  id: 'B1',
  clientId: 'cli_loja',
  format: 'text/csv',
  lastLine: 9,
  digest: '',
  lines: 8,
  created: 5,
  refused: 2,
  invalid: 1,
  createdAtMs: 7_000,
  claimedUntilMs: 1_000,
  isDone: false,
}
const view = (changes: Partial<KeptBatch> = {}, nowMs = 0): Batch =>
  batchView({ ...kept, ...changes }, nowMs, (atMs) => `at ${atMs}`)

describe('a batch as its sender sees it', () => {
  test('says how far it has come', () => {
    assert.deepEqual(view(), {
      id: 'B1',
      status: 'receiving',
      lines: 8,
      created: 5,
      refused: 2,
      invalid: 1,
      lastLine: 9,
      createdAt: 'at 7000',
    })
  })

  test('is received while somebody holds it, interrupted when nobody does, done for good', () => {
    assert.equal(view({}, 999).status, 'receiving')
    assert.equal(view({}, 1_000).status, 'interrupted')
    assert.equal(view({ isDone: true }, 999).status, 'done')
    assert.equal(view({ isDone: true }, 1_000).status, 'done')
  })
})

/** A batch that a test takes in line by line. */
function receivingBatch() {
  const lines: BatchAnswerLine[] = []
  let isOver = false
  let next = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => undefined)
  const ring = () => {
    next.resolve()
    next = Promise.withResolvers<void>()
  }
  const receiving: Receiving = {
    isSame: Promise.resolve(true),
    ended: ended.promise,
    isOver: () => isOver,
    moved: () => (isOver ? Promise.resolve() : next.promise),
  }
  return {
    receiving,
    take: (count: number, line = lines.length + 1) => {
      for (let at = 0; at < count; at++) lines.push({ line: line + at, answer: `{"line":${line + at}}` })
      ring()
    },
    finish: () => {
      isOver = true
      ended.resolve()
      ring()
    },
    breakOff: () => {
      isOver = true
      ended.reject(new Error('the body broke off'))
      ring()
    },
    answers: async (batchId: string, after: number, limit: number) =>
      batchId === 'B1' ? lines.filter(({ line }) => line > after).slice(0, limit) : [],
    lines,
  }
}

const answerOf = ({ receiving, answers }: ReturnType<typeof receivingBatch>, end = async () => view()) =>
  answerBatch({ answers }, 'B1', receiving, end)

async function textOf(answer: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of answer) text += part
  return text
}

const linesIn = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe('the answer of a batch', () => {
  test('is its lines in order, each on a line of its own, and the batch itself last', async () => {
    const batch = receivingBatch()
    batch.take(2)
    batch.finish()
    const text = await textOf(answerOf(batch))
    assert.deepEqual(linesIn(text), [{ line: 1 }, { line: 2 }, { batch: view() }])
  })

  test('is the batch alone where there are no lines', async () => {
    const batch = receivingBatch()
    batch.finish()
    const parts: string[] = []
    for await (const part of answerOf(batch)) parts.push(part)
    assert.deepEqual(parts, [`${JSON.stringify({ batch: view() })}\n`])
  })

  test('of more lines than are read at a time has each of them once', async () => {
    for (const count of [499, 500, 501, 1_000, 1_203]) {
      const batch = receivingBatch()
      batch.take(count)
      batch.finish()
      const lines = linesIn(await textOf(answerOf(batch)))
      assert.deepEqual(
        lines.slice(0, -1).map(({ line }) => line),
        batch.lines.map(({ line }) => line),
      )
    }
  })

  test('goes out as lines are kept, blank ones left out, without waiting for the last', async () => {
    const batch = receivingBatch()
    batch.take(1)
    const answer = answerOf(batch)
    assert.deepEqual(linesIn((await answer.next()).value), [{ line: 1 }])
    const waiting = answer.next()
    batch.take(1, 5)
    assert.deepEqual(linesIn((await waiting).value), [{ line: 5 }])
    const last = answer.next()
    batch.finish()
    assert.deepEqual(linesIn((await last).value), [{ batch: view() }])
    assert.equal((await answer.next()).done, true)
  })

  test('waits for a first line that takes its time, and asks for nothing meanwhile', async () => {
    const batch = receivingBatch()
    let asked = 0
    const answers: typeof batch.answers = (...of) => {
      asked += 1
      return batch.answers(...of)
    }
    const answer = answerOf({ ...batch, answers })
    const first = answer.next()
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    assert.equal(asked, 1)
    batch.take(2)
    assert.deepEqual(linesIn((await first).value), [{ line: 1 }, { line: 2 }])
    batch.finish()
    assert.deepEqual(linesIn(await textOf(answer)), [{ batch: view() }])
  })

  test('misses nothing that is kept just before the end', async () => {
    const batch = receivingBatch()
    batch.take(1)
    const answers: typeof batch.answers = async (...of) => {
      const page = await batch.answers(...of)
      if (batch.lines.length === 1) {
        batch.take(1)
        batch.finish()
      }
      return page
    }
    const lines = linesIn(await textOf(answerOf({ ...batch, answers })))
    assert.deepEqual(lines, [{ line: 1 }, { line: 2 }, { batch: view() }])
  })

  test('is looked at as it stands in the end, not as it began', async () => {
    const batch = receivingBatch()
    batch.finish()
    const text = await textOf(answerOf(batch, async () => view({ isDone: true })))
    assert.equal(linesIn(text).at(-1)?.batch.status, 'done')
  })

  test('of a body that broke off has its lines, and no batch at its end', async () => {
    const batch = receivingBatch()
    batch.take(1)
    batch.breakOff()
    const answer = answerOf(batch)
    assert.deepEqual(linesIn((await answer.next()).value), [{ line: 1 }])
    await assert.rejects(answer.next(), /broke off/)
  })
})
