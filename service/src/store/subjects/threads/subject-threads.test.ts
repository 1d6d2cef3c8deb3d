import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { newDirectory } from '../../../../testing/engines.ts'
import type { Line } from '../../../csv/read-lines.ts'
import { readBatch } from '../../../features/bureau/read-batch.ts'
import { sampleSubjects } from '../../../features/bureau/sample/sample-subjects.ts'
import type { SubjectRow } from '../../../features/bureau/subject-store.ts'
import { rowOf } from '../subject-row.ts'
import { readingShare, subjectThreads } from './subject-threads.ts'

const today = '2026-11-16' as Day
const how = { today, language: 'en' } as const

const sampleLines: readonly Line[] = [...sampleSubjects({ count: 40, seed: 3, today })].map(
  (subject, at) => ({
    number: at + 1,
    bytes: Buffer.from(JSON.stringify(subject)),
  }),
)
const documentIn = ({ bytes }: Line): string => JSON.parse(String(bytes)).documento

const lines: readonly Line[] = [
  ...sampleLines,
  { number: 41, bytes: undefined },
  { number: 42, bytes: Buffer.alloc(0) },
  { number: 43, bytes: Buffer.from('{"documento":"é') },
]

const threads = (threadCount: number) => ({ threadCount, hereEvery: Infinity })

const plain = (batch: unknown): unknown =>
  JSON.parse(JSON.stringify(batch, (_, value) => (value instanceof Uint8Array ? [...value] : value)))

const bytesOnly = (row: SubjectRow) => ({
  ...row,
  sections: new Uint8Array(row.sections),
  packed: new Uint8Array(row.packed),
})

describe('reading lines on threads', () => {
  test('one core reads all by itself, two share, and of more one is left to write', () => {
    assert.deepEqual(readingShare(1), { threadCount: 0, hereEvery: 1 })
    assert.deepEqual(readingShare(2), { threadCount: 1, hereEvery: 4 })
    assert.deepEqual(readingShare(4), { threadCount: 3, hereEvery: Infinity })
    assert.equal(readingShare(64).threadCount, 8)
  })

  for (const cores of [1, 2, 3]) {
    test(`gives each batch what is its own, on ${cores} cores`, async () => {
      const load = subjectThreads(readingShare(cores))
      try {
        const batches = sampleLines.slice(0, 10).map((line) => load.read([line], how))
        const documents = (await Promise.all(batches)).map(({ rows }) => rows[0]?.document)
        assert.deepEqual(documents, sampleLines.slice(0, 10).map(documentIn))
      } finally {
        await load.end()
      }
    })
  }

  test('gives what reading them here gives, refusals included', async () => {
    const load = subjectThreads(threads(2))
    try {
      const expected = plain({
        ...readBatch(rowOf, lines, how),
        rows: readBatch(rowOf, lines, how).rows.map(bytesOnly),
      })
      const batches = await Promise.all([1, 2, 3, 4, 5].map(() => load.read(lines, how)))
      for (const { rows, ...rest } of batches) {
        assert.deepEqual(plain({ ...rest, rows: rows.map(bytesOnly) }), expected)
        assert.equal(rest.refused.length, 3)
      }
    } finally {
      await load.end()
    }
  })

  test('what the caller holds stays its own', async () => {
    const load = subjectThreads(threads(1))
    const before = sampleLines[0]?.bytes?.toString()
    await load.read(sampleLines, how)
    await load.read(sampleLines, how)
    await load.end()
    assert.equal(sampleLines[0]?.bytes?.toString(), before)
  })

  for (const [what, code, message] of [
    ['throws', `throw new Error('out of order')`, /A thread that reads lines has failed/],
    ['ends', 'process.exit(3)', /A thread that reads lines has ended/],
    [
      'throws at its work',
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', () => { throw new Error('out of order') })`,
      /A thread that reads lines has failed/,
    ],
  ] as const) {
    test(`a thread that ${what} fails what it was asked, and what it is asked later`, async () => {
      const file = join(newDirectory(), 'thread.mjs')
      writeFileSync(file, code)
      const load = subjectThreads(threads(1), pathToFileURL(file))
      await load.read(sampleLines, how)
      const asked = await Promise.allSettled([load.read(sampleLines, how), load.read(sampleLines, how)])
      for (const one of asked) assert.match(String(one.status === 'rejected' && one.reason), message)
      await assert.rejects(load.read(sampleLines, how), message)
      await load.end()
    })
  }

  test('a load that is ended fails what is under way', async () => {
    const load = subjectThreads(threads(1))
    await load.read(sampleLines, how)
    const asked = assert.rejects(load.read(sampleLines, how), /has ended/)
    await load.end()
    await asked
  })
})
