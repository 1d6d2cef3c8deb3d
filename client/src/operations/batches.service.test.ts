import assert from 'node:assert/strict'
import type { BatchLine } from '@lastro/contract/listings/batches.ts'
import { afterAll, test } from 'vitest'
import { debt } from '../../../service/testing/services/listing-service.ts'
import { talking } from '../../testing/talking.ts'
import { lastroClient } from '../client.ts'
import { isProblem, isUnreachable } from '../problem.ts'

const talk = await talking()
afterAll(talk.close)
const { service, session, proxy } = talk

/** Without the ear, which waits for the end of each answer. */
const lastro = lastroClient({ baseUrl: proxy.url, ...session, language: 'en' })

let contract = 0
const debts = (count: number): string =>
  Array.from({ length: count }, () => `${JSON.stringify({ ...debt, contractId: `B-${++contract}` })}\n`).join(
    '',
  )

const numbers = (lines: readonly BatchLine[]) => lines.map(({ line }) => line)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream()
}

test('each line is answered, and the end is the batch', async () => {
  const lines: BatchLine[] = []
  const body = `${debts(2)}{"amount":"5.00"}\n`
  const batch = await lastro.batches.send(body, { type: 'ndjson', onLine: (line) => lines.push(line) })
  assert.deepEqual(
    lines.map(({ status }) => status),
    ['created', 'created', 'invalid'],
  )
  assert.deepEqual([batch.status, batch.created, batch.invalid], ['done', 2, 1])
  assert.deepEqual(await lastro.batches.get(batch.id), batch)
})

test('a text, a file, a stream, and what opens one, are sent alike', async () => {
  const bodies = [debts(3), new Blob([debts(3)]), streamOf(debts(3)), () => streamOf(debts(3))]
  for (const body of bodies) {
    const lines = await Array.fromAsync(lastro.batches.lines(body, { type: 'ndjson' }))
    assert.deepEqual(
      lines.map(({ line, status }) => [line, status]),
      upTo(3).map((line) => [line, 'created']),
    )
  }
})

test('CSV is sent as such', async () => {
  const csv = 'documento,amount\n52998224725,10.00\n'
  const batch = await lastro.batches.send(csv, { type: 'csv' })
  assert.equal(batch.lines, 1)
})

test('a batch that is cut off goes on after the last line that came: none twice, none left out', async () => {
  const body = debts(2_000)
  const before = (await Array.fromAsync(lastro.listings.list({ limit: 200 }))).length
  proxy.cut({ of: '/lotes', times: 2, afterBytes: 40_000 })
  const lines: BatchLine[] = []
  const batch = await lastro.batches.send(() => streamOf(body), {
    type: 'ndjson',
    onLine: (line) => lines.push(line),
  })
  assert.equal(proxy.cuts(), 2)
  assert.deepEqual(numbers(lines), upTo(2_000))
  assert.equal(batch.created, 2_000)
  const listed = await Array.fromAsync(lastro.listings.list({ limit: 200 }))
  assert.equal(listed.length - before, 2_000)
})

test('a stream that is open already is sent once; its key goes on with the rest', async () => {
  const body = debts(500)
  proxy.cut({ of: '/lotes', times: 1, afterBytes: 10_000 })
  const options = { type: 'ndjson', idempotencyKey: 'batch-of-monday' } as const
  const error = await lastro.batches.send(streamOf(body), options).catch((caught: unknown) => caught)
  assert.ok(isUnreachable(error))
  assert.equal(error.idempotencyKey, 'batch-of-monday')
  const batch = await lastro.batches.send(body, { ...options, retries: 10 })
  assert.deepEqual([batch.status, batch.created], ['done', 500])
})

test('a refusal of the whole body is a problem', async () => {
  const stranger = lastroClient({ baseUrl: service.url, ...session, apiKey: 'lk_test_nobody' })
  await assert.rejects(stranger.batches.send(debts(1), { type: 'ndjson' }), (error) =>
    isProblem(error, 'api_key_invalid'),
  )
})

test('who reads no further, or gives up, ends the sending', async () => {
  for await (const line of lastro.batches.lines(debts(50), { type: 'ndjson' })) {
    assert.equal(line.line, 1)
    break
  }
  const controller = new AbortController()
  const sending = lastro.batches.send(debts(5_000), {
    type: 'ndjson',
    signal: controller.signal,
    onLine: () => controller.abort(),
  })
  await assert.rejects(sending, { name: 'AbortError' })
})

test('a listener that fails ends the sending with its own failure', async () => {
  const failing = () => {
    throw new Error('the table is full')
  }
  const sending = lastro.batches.send(debts(5_000), { type: 'ndjson', onLine: failing, timeoutMs: Infinity })
  await assert.rejects(sending, /the table is full/)
})

test('many documents are watched by lines, and sending them again changes nothing', async () => {
  const body = '{"documento":"52998224725"}\n{"documento":"12345678909"}\n{"documento":"1"}\n'
  const first = await lastro.alerts.documents.send(body, { type: 'ndjson' })
  assert.deepEqual(first, { lines: 3, created: 2, existing: 0, invalid: 1 })
  const again = await Array.fromAsync(lastro.alerts.documents.lines(body, { type: 'ndjson' }))
  assert.deepEqual(
    again.map(({ status }) => status),
    ['existing', 'existing', 'invalid'],
  )
})
