import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { debt } from '../../../../testing/invented/invented-debt.ts'
import { listingsAlone, shop } from '../../../../testing/services/listings-alone.ts'
import { manyTurns, soon } from '../../../../testing/until.ts'
import type { Keeping, KeptBatch } from './batch-store.ts'
import { BatchTakenOver, claimMs, type ReceiveDeps, receiveBatch } from './receive-batch.ts'

const line = (contractId: string) => JSON.stringify({ ...debt, contractId })
const bodyOf = (count: number) => Array.from({ length: count }, (_, at) => `${line(`CT-${at}`)}\n`).join('')

/** A body in the pieces in which it arrives. */
async function* arriving(...pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}
async function* breakingOff(...pieces: readonly string[]): AsyncGenerator<Buffer> {
  yield* arriving(...pieces)
  throw new Error('the body broke off')
}

describe('the body of a batch', async () => {
  const { batches, clock } = await listingsAlone()
  let sendings = 0

  /** Answers each debt with its contract; what becomes of debts is tried elsewhere. */
  const decide: ReceiveDeps['decide'] = async (debts) => ({
    lines: debts.map(({ line: number, request }) => ({
      line: number,
      kind: 'invalid',
      answer: String(request.contractId),
    })),
    known: { register: 'production', debts: [], listings: [] },
  })

  async function opened(key: string) {
    const claim = `claim ${sendings++}`
    const nowMs = clock.nowMs()
    const claimed = { claim, claimedUntilMs: nowMs + claimMs, keyExpiresAtMs: nowMs + 1e9 }
    const format = 'application/x-ndjson'
    const outcome = await batches.open({ id: claim, ...shop, key, format, ...claimed }, nowMs)
    assert.ok(outcome.kind === 'opened')
    return { batch: outcome.batch, claim, format, language: 'en' } as const
  }

  async function sent(key: string, body: AsyncIterable<Buffer>, played: Partial<ReceiveDeps> = {}) {
    const sending = await opened(key)
    const keepings: Keeping[] = []
    const keep: typeof batches.keep = (keeping) => {
      keepings.push(keeping)
      return batches.keep(keeping)
    }
    const deps = { batches: { ...batches, keep }, clock, decide, ...played }
    const receiving = receiveBatch(deps, sending, body)
    return { ...sending, keepings, receiving }
  }
  const found = async ({ id }: Pick<KeptBatch, 'id'>): Promise<KeptBatch> => {
    const batch = await batches.find({ ...shop, id })
    assert.ok(batch)
    return batch
  }
  const answersOf = async ({ id }: Pick<KeptBatch, 'id'>) =>
    (await batches.answers(id, 0, 2_000)).map(({ line: number, answer }) => `${number} ${answer}`)
  /** Half a batch: its sender was cut off after so many lines. */
  async function half(key: string, body: string) {
    const { receiving, batch, claim } = await sent(key, breakingOff(body))
    await assert.rejects(soon(receiving.ended), /broke off/)
    await batches.release(batch.id, claim)
  }

  test('is kept line by line, and the batch is done at its end', async () => {
    const { receiving, batch } = await sent('whole', arriving(bodyOf(3)))
    assert.equal(await soon(receiving.isSame), true)
    await soon(receiving.ended)
    assert.deepEqual(await answersOf(batch), ['1 CT-0', '2 CT-1', '3 CT-2'])
    const { isDone, lastLine } = await found(batch)
    assert.deepEqual([isDone, lastLine], [true, 3])
  })

  test('has its invalid lines answered in their place', async () => {
    const { receiving, batch } = await sent('invalid', arriving(`${line('A')}\nnada\n${line('B')}\n`))
    await soon(receiving.ended)
    const [one, two, three] = await answersOf(batch)
    assert.deepEqual([one, three], ['1 A', '3 B'])
    const { line: number, status, errors } = JSON.parse((two ?? '').slice(2))
    assert.deepEqual([number, status, errors[0].code], [2, 'invalid', 'line_not_json'])
    assert.equal((await found(batch)).invalid, 3)
  })

  test('hands lines to the store in their order, whichever were invalid', async () => {
    const { receiving, keepings } = await sent('order', arriving(`nada\n${line('A')}\nnada\n${line('B')}\n`))
    await soon(receiving.ended)
    assert.deepEqual(
      keepings.map(({ settled }) => settled.lines.map((one) => one.line)),
      [[1, 2, 3, 4]],
    )
  })

  test('is kept 250 lines at a time, each time with how far it has come and a claim that lasts', async () => {
    const { receiving, keepings, batch, claim } = await sent('many', arriving(bodyOf(600)))
    await soon(receiving.ended)
    assert.deepEqual(
      keepings.map(({ settled, lastLine }) => [settled.lines.length, lastLine]),
      [
        [250, 250],
        [250, 500],
        [100, 600],
      ],
    )
    for (const keeping of keepings) {
      assert.equal(keeping.claim, claim)
      assert.equal(keeping.claimedUntilMs, clock.nowMs() + 90_000)
    }
    assert.equal(new Set(keepings.map(({ digest }) => digest)).size, 3)
    assert.equal((await answersOf(batch)).length, 600)
  })

  test('without any line is a batch without any', async () => {
    const { receiving, batch } = await sent('empty', arriving())
    assert.equal(await soon(receiving.isSame), true)
    await soon(receiving.ended)
    assert.equal((await found(batch)).isDone, true)
  })

  test('that broke off leaves what was kept, and the batch unfinished', async () => {
    const { receiving, batch } = await sent('cut', breakingOff(bodyOf(2)))
    assert.equal(await soon(receiving.isSame), true)
    await assert.rejects(soon(receiving.ended), /broke off/)
    assert.equal(receiving.isOver(), true)
    const { isDone, lastLine } = await found(batch)
    assert.deepEqual([isDone, lastLine], [false, 2])
  })

  test('that broke off before its first line is taken for the same', async () => {
    const { receiving } = await sent('cut at once', breakingOff())
    assert.equal(await soon(receiving.isSame), true)
    await assert.rejects(soon(receiving.ended), /broke off/)
  })

  test('that breaks off while nobody asks for its end breaks nothing else', async () => {
    const { receiving } = await sent('unasked', breakingOff(bodyOf(1)))
    await soon(receiving.moved().then(() => receiving.moved()))
    await manyTurns()
    await assert.rejects(soon(receiving.ended), /broke off/)
  })

  test('sent again is known to be the same as soon as it has come that far, not only at its end', async () => {
    await half('soon', bodyOf(2))
    const gate = Promise.withResolvers<void>()
    async function* body() {
      yield Buffer.from(bodyOf(2))
      await gate.promise
    }
    const { receiving } = await sent('soon', body())
    assert.equal(await soon(receiving.isSame), true)
    assert.equal(receiving.isOver(), false)
    gate.resolve()
    await soon(receiving.ended)
  })

  test('sent again goes on where it was cut, and keeps no line twice', async () => {
    await half('again', bodyOf(2))
    const { receiving, batch, keepings } = await sent('again', arriving(bodyOf(4)))
    assert.equal(await soon(receiving.isSame), true)
    await soon(receiving.ended)
    assert.deepEqual(
      keepings.map(({ settled }) => settled.lines.map((one) => one.line)),
      [[3, 4]],
    )
    assert.deepEqual(await answersOf(batch), ['1 CT-0', '2 CT-1', '3 CT-2', '4 CT-3'])
    assert.equal((await found(batch)).isDone, true)
  })

  test('sent again piece by piece is known by its last line that was kept', async () => {
    await half('pieces', bodyOf(2))
    const body = arriving(`${line('CT-0')}\n`, `${line('CT-1')}\n`, `${line('CT-2')}\n`)
    const { receiving, batch } = await sent('pieces', body)
    assert.equal(await soon(receiving.isSame), true)
    await soon(receiving.ended)
    assert.equal((await found(batch)).lastLine, 3)
  })

  test('sent again with nothing new finishes what was only cut', async () => {
    await half('finish', bodyOf(2))
    const { receiving, batch, keepings } = await sent('finish', arriving(bodyOf(2)))
    assert.equal(await soon(receiving.isSame), true)
    await soon(receiving.ended)
    assert.equal(keepings.length, 0)
    assert.equal((await found(batch)).isDone, true)
  })

  test('that begins with other lines is another, and nothing of it is kept', async () => {
    await half('other', bodyOf(2))
    for (const body of [
      `${line('X')}\n${line('CT-1')}\n${line('CT-2')}\n`,
      `${line('CT-0')}\n${line('X')}\n`,
      // Fewer lines than were kept already.
      bodyOf(1),
      '',
    ]) {
      const { receiving, batch, claim, keepings } = await sent('other', arriving(body))
      assert.equal(await soon(receiving.isSame), false, body)
      await soon(receiving.ended)
      assert.equal(keepings.length, 0)
      const { isDone, lastLine } = await found(batch)
      assert.deepEqual([isDone, lastLine], [false, 2])
      await batches.release(batch.id, claim)
    }
  })

  test('of a batch that is done is compared to its last line, and answered as before', async () => {
    const first = await sent('done', arriving(bodyOf(2)))
    await soon(first.receiving.ended)
    const repeated = await sent('done', arriving(bodyOf(2)), {
      batches: { ...batches, finish: () => Promise.reject(new Error('it was finished before')) },
    })
    assert.equal(repeated.batch.isDone, true)
    assert.equal(await soon(repeated.receiving.isSame), true)
    await soon(repeated.receiving.ended)
    assert.equal(repeated.keepings.length, 0)
  })

  test('of a batch that is done, with more lines than it had, is another', async () => {
    const first = await sent('longer', arriving(bodyOf(2)))
    await soon(first.receiving.ended)
    for (const body of [arriving(bodyOf(3)), arriving(bodyOf(2), `${line('CT-2')}\n`)]) {
      const { receiving, keepings } = await sent('longer', body)
      assert.equal(await soon(receiving.isSame), false)
      await soon(receiving.ended)
      assert.equal(keepings.length, 0)
    }
    const none = await sent('nothing', arriving())
    await soon(none.receiving.ended)
    const some = await sent('nothing', arriving(bodyOf(1)))
    assert.equal(await soon(some.receiving.isSame), false)
  })

  test('whose batch another sending took over ends at once', async () => {
    const { receiving } = await sent('lost', arriving(bodyOf(1)), {
      batches: { ...batches, keep: async () => 'lost' },
    })
    await assert.rejects(soon(receiving.ended), BatchTakenOver)
    assert.equal(await soon(receiving.isSame), true)
  })

  test('is decided on again when something came to what was known of its debts, and kept then', async () => {
    let turns = 0
    const keep: typeof batches.keep = async (keeping) => (turns++ < 2 ? 'again' : batches.keep(keeping))
    let decisions = 0
    const { receiving, batch } = await sent('decided again', arriving(bodyOf(2)), {
      batches: { ...batches, keep },
      decide: (debts) => {
        decisions += 1
        return decide(debts)
      },
    })
    await soon(receiving.ended)
    assert.deepEqual([turns, decisions], [3, 3])
    assert.deepEqual(await answersOf(batch), ['1 CT-0', '2 CT-1'])
  })

  test('tells whoever waits that more was kept, and that nothing more will be', async () => {
    const gate = Promise.withResolvers<void>()
    async function* body() {
      yield Buffer.from(bodyOf(1))
      await gate.promise
    }
    const { receiving, batch } = await sent('slow', body())
    const moved = receiving.moved()
    assert.equal(receiving.isOver(), false)
    await soon(moved)
    assert.equal((await answersOf(batch)).length, 1)
    const ended = receiving.moved()
    let isTold = false
    void ended.then(() => (isTold = true))
    await manyTurns()
    assert.equal(isTold, false, 'nothing was kept since')
    gate.resolve()
    await soon(ended)
    assert.equal(receiving.isOver(), true)
    await soon(receiving.moved())
    await soon(receiving.ended)
  })
})
