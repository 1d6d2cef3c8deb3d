import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { describe, test } from 'vitest'
import { newDirectory } from '../../../../testing/engines.ts'
import type { Line } from '../../../csv/read-lines.ts'
import { readBatch } from '../../../features/bureau/read-batch.ts'
import { sampleSubjects } from '../../../features/bureau/sample/sample-subjects.ts'
import type { SubjectRow } from '../../../features/bureau/subject-store.ts'
import { rowOf } from '../subject-row.ts'
import { subjectThreads } from './subject-threads.ts'

const today = '2026-11-16' as Day
const load = { generation: 1, day: today, declared: { CPF: [], CNPJ: [] } }
const how = { today, load, language: 'en', isFast: true } as const

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

const threads = (count: number, module?: URL) => subjectThreads(newDirectory(), count, module)

const plain = (batch: unknown): unknown =>
  JSON.parse(JSON.stringify(batch, (_, value) => (value instanceof Uint8Array ? [...value] : value)))

const bytesOnly = (row: SubjectRow) => ({
  ...row,
  sections: new Uint8Array(row.sections),
  packed: new Uint8Array(row.packed),
})

describe('reading lines on threads', () => {
  for (const count of [0, 1, 2]) {
    test(`gives each batch what is its own, with ${count} threads beside this one`, async () => {
      const load = threads(count)
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
    const load = threads(2)
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

  test('each batch goes to whoever has the least to read', async () => {
    const file = join(newDirectory(), 'thread.mjs')
    // It answers none but the first, and says how many it was asked.
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads'
       const nothing = { documents: [], validUntils: [], withDebts: [], partners: [], lengths: [], refused: [] }
       let asked = 0
       parentPort.on('message', ({ id }) => {
         asked += 1
         if (asked === 1 || asked === 4) {
           for (let one = asked === 1 ? 1 : 2; one <= id; one += 1)
             parentPort.postMessage({ ...nothing, id: one, bytes: new ArrayBuffer(0), withoutNotice: asked })
         }
       })`,
    )
    const load = threads(1, pathToFileURL(file))
    const [line] = sampleLines
    assert.ok(line)
    const read = () => load.read([line], how)
    const isHere = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.length === 1
    assert.ok(isHere(await read()))
    // While it starts the thread has one, and the rest is read here.
    const starting = await Promise.all([read(), read(), read()])
    assert.deepEqual(starting.map(isHere), [false, true, true])
    const shared = await Promise.all(Array.from({ length: 6 }, read))
    assert.deepEqual(shared.map(isHere), [false, true, false, true, false, true])
    await load.end()
  })

  test('what the caller holds stays its own', async () => {
    const load = threads(1)
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
      const load = threads(1, pathToFileURL(file))
      await load.read(sampleLines, how)
      const asked = await Promise.allSettled([load.read(sampleLines, how), load.read(sampleLines, how)])
      // One of the two was read here.
      const [failed, none] = asked.filter((one) => one.status === 'rejected')
      assert.match(String(failed?.reason), message)
      assert.equal(none, undefined)
      await assert.rejects(load.read(sampleLines, how), message)
      await load.end()
    })
  }

  test('a load that is ended fails what is under way', async () => {
    const load = threads(1)
    await load.read(sampleLines, how)
    const asked = assert.rejects(load.read(sampleLines, how), /has ended/)
    await load.end()
    await asked
  })
})
