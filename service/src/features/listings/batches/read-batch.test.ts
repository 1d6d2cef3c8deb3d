import assert from 'node:assert/strict'
import { batchLineCountMax } from '@lastro/contract/listings/batches.ts'
import { test } from 'vitest'
import { type BatchEntry, readBatch } from './read-batch.ts'
import type { BatchFormat } from './read-batch-line.ts'

async function* inChunks(text: string, bytes: number): AsyncGenerator<Buffer> {
  const all = Buffer.from(text)
  for (let from = 0; from < all.length; from += bytes) yield all.subarray(from, from + bytes)
}

async function entriesOf(text: string, format: BatchFormat = 'application/x-ndjson', bytes = 65_536) {
  const entries: BatchEntry[] = []
  for await (const some of readBatch(inChunks(text, bytes), { format, language: 'en' })) entries.push(...some)
  return entries
}

const codesOf = ({ content }: BatchEntry) => Array.isArray(content) && content.map(({ code }) => code)

/** All but the last line that a batch may have, blank: they count as much, and are read in no time. */
const allButOne = '\n'.repeat(batchLineCountMax - 1)

test('a batch ends at one line more than it may have', async () => {
  const entries = await entriesOf(`${allButOne}${'x\n'.repeat(5)}`)
  assert.deepEqual(
    entries.map(({ line }) => line),
    [batchLineCountMax, batchLineCountMax + 1],
  )
  assert.deepEqual(entries.map(codesOf), [['line_not_json'], ['too_many_lines']])
  const { content } = entries[1] as BatchEntry
  assert.deepEqual(content, [
    {
      field: '(line)',
      code: 'too_many_lines',
      message:
        'It is past 100000 lines: this one and those after it were not read. Send them in another batch.',
    },
  ])
})

test('blank lines count toward what a batch may have, so that a body of nothing else ends with it', async () => {
  const chunk = Buffer.alloc(65_536, '\n')
  for (const [blank, format] of [
    [chunk, 'application/x-ndjson'],
    [chunk, 'text/csv'],
    [Buffer.from(' \r\n'.repeat(20_000)), 'application/x-ndjson'],
  ] as const) {
    let taken = 0
    // A hundred million of them.
    const body = async function* () {
      for (; taken * chunk.length < 100_000_000; taken++) yield blank
    }
    const entries: BatchEntry[] = []
    for await (const some of readBatch(body(), { format, language: 'en' })) entries.push(...some)
    assert.deepEqual(entries.map(codesOf), [['too_many_lines']])
    assert.equal(entries[0]?.line, batchLineCountMax + 1)
    assert.ok(taken <= 6, `${taken} pieces were read`)
  }
})

test('the heading of a CSV takes no debt’s place', async () => {
  const entries = await entriesOf(`documento;name\n${allButOne}${'x\n'.repeat(5)}`, 'text/csv')
  assert.deepEqual(entries.map(codesOf), [['cells_differ'], ['too_many_lines']])
  assert.equal(entries[0]?.line, batchLineCountMax + 1)
})

test('a line too long to keep is answered as such, and the next is read', async () => {
  const entries = await entriesOf(`${'x'.repeat(16 * 1024 + 1)}\n{\n`)
  assert.deepEqual(entries.map(codesOf), [['line_too_long'], ['line_not_json']])
})

test('a byte order mark alone makes no line', async () => {
  assert.deepEqual(await entriesOf('\uFEFF', 'text/csv'), [])
  const [entry] = await entriesOf('\uFEFF\r\ndocumento\nx', 'text/csv')
  assert.equal(entry?.line, 3)
})

test('the digest of a line is the same however the body is cut into pieces', async () => {
  const text = '{"a":1}\n\n{"b":"é"}\r\nx'
  const whole = await entriesOf(text)
  for (const bytes of [1, 2, 3, 7]) assert.deepEqual(await entriesOf(text, undefined, bytes), whole)
  assert.deepEqual(
    whole.map(({ line }) => line),
    [1, 3, 4],
  )
})

test('the digest of a line changes with any line before it, blank ones too', async () => {
  const last = async (text: string) => (await entriesOf(text)).at(-1)?.digest
  const digests = await Promise.all(['a\nb', 'c\nb', '\nb', 'a\n\nb', 'ab', 'a\nb '].map(last))
  assert.equal(new Set(digests).size, digests.length)
})

test("a heading's own words are not repeated whole", async () => {
  const [entry] = await entriesOf(`52998224725;${'NOME'.repeat(30)}\n`, 'text/csv')
  const fields = Array.isArray(entry?.content) ? entry.content.map(({ field }) => field) : []
  assert.deepEqual(fields, ['###########', 'NOME'.repeat(30).slice(0, 30)])
})
