import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { watchLineCountMax } from '@lastro/contract/alerts/alert-registrations.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import {
  documentos,
  productionWatcher,
  sandboxWatcher,
  watchedPerson,
} from '../../../../testing/services/alert-service.ts'
import { TestClock } from '../../../../testing/test-clock.ts'
import { SenderRefused } from '../../../http/body/still-admitted.ts'
import type { Caller } from '../../../http/caller.ts'
import type { WatchedDocument } from '../alert.ts'
import type { AlertCall } from '../alert-access.ts'
import type { WatchedDocumentStore } from '../alert-store.ts'
import { watchLines } from './watch-lines.ts'
import { watchLinesRoute } from './watch-lines-route.ts'

const admit = async () => undefined
const lotes = `${documentos}/lotes`
const ndjson = { 'Content-Type': 'application/x-ndjson' }
const csv = { 'Content-Type': 'text/csv' }

type Line = { line?: number; status?: string; id?: string; errors?: { code: string }[]; end?: object }
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((one) => JSON.parse(one))

test('blank lines count toward what a body may have, so that one of nothing else ends with it', async () => {
  for (const format of ['ndjson', 'csv'] as const) {
    let taken = 0
    const chunk = Buffer.alloc(65_536, '\n')
    // A hundred million of them.
    const body = async function* () {
      for (; taken * chunk.length < 100_000_000; taken++) yield chunk
    }
    const nothing = { insert: async () => [] }
    const sending = { format, language: 'en', watch: () => assert.fail() } as const
    const lines = linesOf(
      (
        await Array.fromAsync(
          watchLines({ documents: nothing, clock: new TestClock(), nowMs: () => 0, admit }, sending, body()),
        )
      ).join(''),
    )
    assert.deepEqual(
      lines.map(({ line, errors, end }) => end ?? [line, errors?.[0]?.code]),
      [[watchLineCountMax + 1, 'too_many_lines'], { lines: 1, created: 0, existing: 0, invalid: 1 }],
    )
    assert.ok(taken <= 3, `${taken} pieces were read`)
  }
})

test('whoever may not any more has no line watched from then on', async () => {
  let commits = 0
  const body = async function* () {
    for (const documento of [watchedPerson, '12345678909'])
      yield Buffer.from(`${JSON.stringify({ documento })}\n`)
  }
  const inserted: string[] = []
  const insert: WatchedDocumentStore['insert'] = async (all) => {
    inserted.push(...all.map(({ document }) => document))
    return all.map((document) => ({ kind: 'inserted', document }))
  }
  const watch = async ({ documento }: { readonly documento: string }) =>
    ({ id: documento, document: documento, createdAtMs: 0 }) as WatchedDocument
  const refused = async () => {
    commits += 1
    if (commits > 1) throw new SenderRefused('api_key_invalid')
  }
  const deps = { documents: { insert }, clock: new TestClock(), nowMs: () => 0, admit: refused }
  const sending = { format: 'ndjson', language: 'en', watch } as const
  await assert.rejects(Array.fromAsync(watchLines(deps, sending, body())), SenderRefused)
  assert.deepEqual(inserted, [watchedPerson])
})

test('whoever sends a body names policies by the contract of now, line by line', async () => {
  const scopes = new Set(['alertas', 'decisions'])
  const contract = { purposes: ['monitoring'] } as unknown as Caller['contract']
  const caller: Caller = { clientId: 'cli_loja', environment: 'production', contract, scopes, address: '' }
  const withoutDecisions = { ...caller, scopes: new Set(['alertas']) }
  const senders: Caller[] = []
  const asked: [Caller, string][] = []
  const body = new PassThrough()
  const said = (documento: string, policy = 'loja') => JSON.stringify({ documento, policy })
  const route = watchLinesRoute({
    documents: {
      insert: async (all: WatchedDocument[]) => all.map((document) => ({ kind: 'inserted', document })),
    },
    clock: new TestClock(),
    newId: () => 'new',
    nowMsIn: () => 0,
    sandboxAccepts: () => true,
    authenticate: () => senders.shift() ?? assert.fail('nobody was to be asked for'),
    policyOf: async (of: Caller, name: string) => {
      asked.push([of, name])
      return { documentTypes: ['CPF'] }
    },
  } as unknown as Parameters<typeof watchLinesRoute>[0])
  const call = { request: { body }, headers: { contentType: 'application/x-ndjson' }, language: 'en' }
  const outcome = await route.handle({ call, caller, register: 'production', id: '' } as unknown as AlertCall)
  assert.ok('stream' in outcome && outcome.stream)
  const answers = outcome.stream[Symbol.asyncIterator]()
  const next = async () => linesOf(String((await answers.next()).value))
  const later = { ...caller }
  for (const [sender, documento, status] of [
    [caller, watchedPerson, 'created'],
    [later, '12345678909', 'created'],
    [withoutDecisions, '00000000191', 'invalid'],
  ] as const) {
    senders.push(sender)
    body.write(`${said(documento)}\n`)
    const [line] = await next()
    assert.equal(line?.status, status, documento)
    if (status === 'invalid') assert.equal(line?.errors?.[0]?.code, 'product_not_contracted')
  }
  assert.deepEqual(
    asked.map(([of, name]) => [of === caller, of === later, name]),
    [
      [true, false, 'loja'],
      [false, true, 'loja'],
    ],
  )
  senders.push({ ...caller, scopes: new Set() })
  body.write(`${said(watchedPerson)}\n`)
  await assert.rejects(next(), SenderRefused, 'nor without the product')
  body.end()
})

test('a line is watched from its commit on, however long its body takes', async () => {
  const clock = new TestClock()
  const began = clock.nowMs()
  const body = async function* () {
    yield Buffer.from(`${JSON.stringify({ documento: watchedPerson })}\n`)
    clock.add(60 * 60_000)
    yield Buffer.from(`${JSON.stringify({ documento: '12345678909' })}\n`)
  }
  const since: number[] = []
  const documents: WatchedDocumentStore['insert'] = async (all) => {
    since.push(...all.map(({ createdAtMs }) => createdAtMs))
    return all.map((document) => ({ kind: 'inserted', document }))
  }
  const watch = async ({ documento }: { readonly documento: string }) =>
    ({ id: documento, document: documento, createdAtMs: began }) as WatchedDocument
  const sending = { format: 'ndjson', language: 'en', watch } as const
  const deps = { documents: { insert: documents }, clock, nowMs: () => clock.nowMs() + 7, admit }
  await Array.fromAsync(watchLines(deps, sending, body()))
  assert.deepEqual(since, [began + 7, began + 60 * 60_000 + 7])
})

for (const engine of engines) {
  describe(`many documents in one body, on ${engine}`, async () => {
    const watcher = await sandboxWatcher(engine)
    afterAll(watcher.service.close)
    const send = async (body: string, headers: Record<string, string>) => {
      const answer = await watcher.call(lotes, { body, headers })
      assert.equal(answer.status, 200, answer.text)
      return linesOf(answer.text)
    }

    test('each line is answered, and the last counts them; sending it again repeats nothing', async () => {
      const body = [
        JSON.stringify({ documento: watchedPerson, label: 'Um', events: ['listing.published'] }),
        '',
        JSON.stringify({ documento: '123.456.789-09' }),
        JSON.stringify({ documento: watchedPerson }),
        JSON.stringify({ documento: '11111111111' }),
        JSON.stringify({ documento: '00000000191' }),
        JSON.stringify({ document: 'x' }),
        '{',
      ].join('\n')
      const first = await send(body, ndjson)
      assert.deepEqual(
        first.map(({ line, status, errors }) =>
          [line, status, errors?.[0]?.code].filter((one) => one !== undefined),
        ),
        [
          [1, 'created'],
          [3, 'created'],
          [4, 'existing'],
          [5, 'invalid', 'repeated'],
          [6, 'invalid', 'document_not_in_sandbox'],
          [7, 'invalid', 'required'],
          [8, 'invalid', 'line_not_json'],
          [],
        ],
      )
      assert.equal(first[2]?.id, first[0]?.id)
      assert.deepEqual(first.at(-1)?.end, { lines: 7, created: 2, existing: 1, invalid: 4 })
      const again = await send(body, ndjson)
      assert.deepEqual(again.at(-1)?.end, { lines: 7, created: 0, existing: 3, invalid: 4 })
      assert.equal(again[0]?.id, first[0]?.id)
      const read = await watcher.call(`${documentos}/${first[0]?.id}`)
      assert.equal(read.at('result.label'), 'Um')
    })

    test('a CSV says in its heading what its cells are; events in a cell are separated by spaces', async () => {
      const other = await sandboxWatcher(engine)
      onTestFinished(other.service.close)
      const body = `\uFEFFdocumento;label;events;until\r\n${watchedPerson};"A; B";listing.published status.changed;2027-01-31\r\n12345678909;;;\r\n12345678909\r\n`
      const answer = await other.call(lotes, { body, headers: csv })
      const lines = linesOf(answer.text)
      assert.deepEqual(
        lines.map((one) => one.status),
        ['created', 'created', 'invalid', undefined],
      )
      const read = await other.call(`${documentos}/${lines[0]?.id}`)
      assert.deepEqual(read.at('result.events'), ['listing.published', 'status.changed'])
      assert.equal(read.at('result.label'), 'A; B')
      assert.equal(read.at('result.until'), '2027-01-31')
      const unread = linesOf((await other.call(lotes, { body: 'cpf,label\n1,2\n', headers: csv })).text)
      assert.deepEqual(unread.at(-1)?.end, { lines: 1, created: 0, existing: 0, invalid: 1 })
      assert.equal(unread[0]?.errors?.[0]?.code, 'column_unknown')
    })

    test('another type of body is refused, and the purpose is asked for', async () => {
      const json = await watcher.call(lotes, { body: { documento: watchedPerson } })
      assert.equal(json.status, 415)
    })

    test('ten thousand are taken while nobody reads the answers', async () => {
      const service = await runService({ engine })
      onTestFinished(service.close)
      const watcher = await productionWatcher(service)
      const count = 10_000
      const documents = Array.from({ length: count }, (_, at) =>
        withCheckDigits(String(100_000_000 + at * 7)),
      )
      const body = documents.map((documento) => `${JSON.stringify({ documento })}\n`).join('')
      const answer = await watcher.call(lotes, { body, headers: ndjson })
      assert.deepEqual(linesOf(answer.text).at(-1)?.end, {
        lines: count,
        created: count,
        existing: 0,
        invalid: 0,
      })
      const page = await watcher.call(`${documentos}?limit=200`)
      assert.equal((page.at('result.documents') as unknown[]).length, 200)
    })
  })
}
