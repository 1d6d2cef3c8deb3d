import assert from 'node:assert/strict'
import { watchLineCountMax } from '@lastro/contract/alerts/alert-registrations.ts'
import { batchLineCountMax } from '@lastro/contract/listings/batches.ts'
import { queryBatchLineCountMax } from '@lastro/contract/query-batches/query-batches.ts'
import { test } from 'vitest'
import { watchLines } from '../features/alerts/documents/watch-lines.ts'
import { readBatch } from '../features/listings/batches/read-batch.ts'
import { readDocuments } from '../features/reports/batches/read-documents.ts'
import { readBody } from './read-body.ts'

const inOnePiece = async function* (text: string) {
  yield Buffer.from(text)
}

type Answered = readonly [line: number, code: string | undefined]
type Format = 'text/csv' | 'application/x-ndjson'

/** Whoever takes a body of lines: how many it may have, and the code that each line is answered with. */
const takers: Readonly<
  Record<string, readonly [number, (text: string, format: Format) => Promise<Answered[]>]>
> = {
  'debts in a batch': [
    batchLineCountMax,
    async (text, format) =>
      (await Array.fromAsync(readBatch(inOnePiece(text), { format, language: 'en' })))
        .flat()
        .map(({ line, content }) => [line, 'documento' in content ? undefined : content[0]?.code]),
  ],
  'documents to ask about': [
    queryBatchLineCountMax,
    async (text, format) =>
      (await Array.fromAsync(readDocuments(inOnePiece(text), { format, language: 'en' })))
        .flat()
        .map(({ read }) => [read.line, read.status === 'invalid' ? read.fault.errors?.[0]?.code : undefined]),
  ],
  'documents to watch': [
    watchLineCountMax,
    async (text, format) => {
      const clock = { nowMs: () => 0 }
      const deps = {
        documents: { insert: async () => [] },
        clock,
        nowMs: clock.nowMs,
        admit: async () => undefined,
      }
      const watch = async () => ({ code: 'document_not_in_sandbox' }) as const
      const csvOrJson = format === 'text/csv' ? 'csv' : 'ndjson'
      const sending = { format: csvOrJson, language: 'en', watch } as const
      const answers = (await Array.fromAsync(watchLines(deps, sending, inOnePiece(text)))).join('')
      return answers
        .trimEnd()
        .split('\n')
        .slice(0, -1)
        .map((one) => JSON.parse(one))
        .map(({ line, errors }) => [line, errors?.[0]?.code])
    },
  ],
}

for (const [what, [countMax, read]] of Object.entries(takers)) {
  /** All but the last, blank: they count as much, and are read in no time. */
  const allButOne = '\n'.repeat(countMax - 1)

  test(`${what}: the last line that a body may have is read, and one more ends it`, async () => {
    const [last, more, ...others] = await read(`${allButOne}{\n{\n{\n`, 'application/x-ndjson')
    assert.deepEqual(
      [last, more],
      [
        [countMax, 'line_not_json'],
        [countMax + 1, 'too_many_lines'],
      ],
    )
    assert.deepEqual(others, [])
  })

  test(`${what}: the heading of a CSV takes no line's place`, async () => {
    const [last, more, ...others] = await read(`documento\n${allButOne}x,y\nx,y\nx,y\n`, 'text/csv')
    assert.deepEqual(
      [last, more],
      [
        [countMax + 1, 'cells_differ'],
        [countMax + 2, 'too_many_lines'],
      ],
    )
    assert.deepEqual(others, [])
  })

  test(`${what}: after a heading that cannot be read nothing is`, async () => {
    assert.deepEqual(await read('unheard\n52998224725\n', 'text/csv'), [[1, 'column_unknown']])
  })
}

test('a digest stands for its line and all before it, however the body is cut', async () => {
  const digests = async (text: string, bytes = 99) => {
    const pieces = async function* () {
      const all = Buffer.from(text)
      for (let from = 0; from < all.length; from += bytes) yield all.subarray(from, from + bytes)
    }
    const read = () => ({ kind: 'value' })
    const lines = await Array.fromAsync(
      readBody(pieces(), { lineBytesMax: 20, lineCountMax: 9, read, past: { kind: 'unreadable' } }),
    )
    return lines.flat().map((one) => one.digest)
  }
  const whole = await digests('a\nb\n\nc')
  assert.deepEqual(await digests('a\nb\n\nc', 1), whole)
  assert.deepEqual((await digests('a\nb\n\nd')).slice(0, 2), whole.slice(0, 2))
  const lasts = await Promise.all(['a\nb', 'c\nb', '\nb', 'a\n\nb', 'ab', 'a\nb '].map((one) => digests(one)))
  assert.equal(new Set(lasts.map((one) => one.at(-1))).size, 6)
})
