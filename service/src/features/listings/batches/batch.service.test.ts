import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import type { Batch } from '@lastro/contract/listings/batches.ts'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import {
  creditorOf,
  debt,
  dividas,
  productionCreditor,
  TestClock,
} from '../../../../testing/services/listing-service.ts'
import { until } from '../../../../testing/until.ts'
import { batchLinesOver } from './refused-lines.ts'

const lotes = '/negativacao/v2/lotes'
const ndjson = { 'Content-Type': 'application/x-ndjson' }
const csv = { 'Content-Type': 'text/csv' }

type Line = {
  readonly line: number
  readonly status: string
  readonly id?: string
  readonly errors?: readonly { readonly field: string; readonly code: string }[]
  readonly refusal?: { readonly code: string }
}
type Read = { readonly lines: readonly Line[]; readonly batch: Batch | undefined }

function read(text: string): Read {
  const all = text
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one))
  const last = all.at(-1)
  return last?.batch === undefined
    ? { lines: all, batch: undefined }
    : { lines: all.slice(0, -1), batch: last.batch }
}

const debts = (count: number, prefix: string, changes: Partial<ListingRequest> = {}): ListingRequest[] =>
  Array.from({ length: count }, (_, at) => ({ ...debt, contractId: `${prefix}${at + 1}`, ...changes }))

const asLines = (rows: readonly object[]): string => rows.map((one) => `${JSON.stringify(one)}\n`).join('')

const statusesOf = ({ lines }: Read): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status } of lines) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

for (const engine of engines) {
  describe(`batches on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    afterAll(service.close)
    const creditor = creditorOf(service, await service.newSession())
    const { session } = creditor

    const sendAll = async (
      body: string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = ndjson,
    ) => {
      const answer = await creditor.call(lotes, { body, headers })
      return { answer, ...read(answer.text) }
    }
    const keyed = (key: string, type = ndjson) => ({ ...type, 'Idempotency-Key': key })
    const activeCount = async (contractPrefix: string): Promise<number> => {
      let count = 0
      for (let cursor = ''; ; ) {
        const page = await creditor.call(`${dividas}?limit=200${cursor}`)
        const listings = page.at('result.listings') as { contractId?: string; state: string }[]
        count += listings.filter(
          (one) => one.contractId?.startsWith(contractPrefix) && one.state !== 'refused',
        ).length
        const next = page.at('result.cursor') as string | undefined
        if (next === undefined) return count
        cursor = `&cursor=${next}`
      }
    }

    /** A sending over a connection of its own, so that it can be slow, half-done or cut. */
    const opened = (key: string): { request: ClientRequest; response: Promise<IncomingMessage> } => {
      const request = httpRequest(`${service.url}/sandbox${lotes}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${session.token}`,
          'x-api-key': session.apiKey,
          ...keyed(key),
        },
      })
      const response = once(request, 'response').then(([one]) => one as IncomingMessage)
      response.catch(() => undefined)
      request.on('error', () => undefined)
      return { request, response }
    }

    test('a line that no store can keep is invalid, and those around it are taken', async () => {
      const [one, two, three] = debts(3, 'NUL')
      const body = [one, { ...two, contractId: 'A\0' }, three].map((line) => JSON.stringify(line)).join('\n')
      const { lines } = await sendAll(body)
      assert.deepEqual(
        lines.map(({ status }) => status),
        ['created', 'invalid', 'created'],
      )
    })

    test('each line is answered by its number: created, refused or invalid', async () => {
      const [one, two] = debts(2, 'A')
      const body = `${JSON.stringify(one)}\n\n${JSON.stringify({ ...two, amount: '9.99' })}\n{"documento":1}\nnada\n`
      const { lines, batch, answer } = await sendAll(body)
      assert.equal(answer.status, 200)
      assert.deepEqual(
        lines.map(({ line, status }) => [line, status]),
        [
          [1, 'created'],
          [3, 'refused'],
          [4, 'invalid'],
          [5, 'invalid'],
        ],
      )
      assert.equal(lines[1]?.refusal?.code, '057')
      const fields = lines[2]?.errors?.map(({ field }) => field)
      assert.ok(fields?.includes('documento') && fields.includes('amount'))
      assert.deepEqual(
        lines[3]?.errors?.map(({ code }) => code),
        ['line_not_json'],
      )
      assert.ok(batch !== undefined)
      const { id, createdAt: _, ...counts } = batch
      assert.deepEqual(counts, { status: 'done', lines: 4, created: 1, refused: 1, invalid: 2, lastLine: 5 })
      assert.equal(answer.headers.get('location'), `/sandbox${lotes}/${id}`)
      const progress = await creditor.call(`${lotes}/${id}`)
      assert.deepEqual(progress.at('result'), batch)
    })

    test('a line becomes the very listing that it would become alone', async () => {
      const { lines } = await sendAll(asLines(debts(1, 'SAME')))
      const status = await creditor.status(String(lines[0]?.id))
      const alone = await creditor.insert({ contractId: 'SAME-ALONE' })
      for (const member of ['state', 'nextStep', 'publishOn', 'expiresOn', 'amount', 'creditorName']) {
        assert.deepEqual(status.at(`result.${member}`), alone.at(`result.${member}`), member)
      }
      const aloneStatus = await creditor.status(String(alone.at('result.id')))
      const changes = (answer: typeof status) =>
        (answer.at('result.history') as { change: string }[]).map(({ change }) => change)
      assert.deepEqual(changes(status), changes(aloneStatus))
      assert.equal((status.at('result.notices') as unknown[]).length, 1)
    })

    test('a refused line is on record under its id', async () => {
      const { lines } = await sendAll(asLines(debts(1, 'OLD', { dueDate: '2019-01-01' })))
      const status = await creditor.status(String(lines[0]?.id))
      assert.equal(status.at('result.state'), 'refused')
      assert.equal(status.at('result.refusal.code'), '017')
    })

    test('the second of two equal debts is refused, in one body or over two', async () => {
      const [first] = debts(1, 'TWICE')
      const body = asLines([first ?? {}, first ?? {}])
      assert.deepEqual(
        (await sendAll(body)).lines.map(({ status, refusal }) => [status, refusal?.code]),
        [
          ['created', undefined],
          ['refused', '059'],
        ],
      )
      assert.deepEqual(statusesOf(await sendAll(body)), { refused: 2 })
      assert.equal(await activeCount('TWICE'), 1)
    })

    test('CSV is read by its heading, with either separator', async () => {
      const cells: Record<string, string> = {
        documento: debt.documento,
        name: '"SILVA, ANA ""NINA"""',
        birthDate: '1980-05-20',
        amount: '99.90',
        dueDate: debt.dueDate,
        legalNatureId: 'CP',
        'address.addressLine': 'RUA DE EXEMPLO',
        'address.district': 'CENTRO',
        'address.city': 'SAO PAULO',
        'address.state': 'SP',
        'address.zipCode': '01001000',
        'contact.email': '',
      }
      const row = (contractId: string, separator: string, over: Record<string, string> = {}) => {
        const all: Record<string, string> = { ...cells, contractId, ...over }
        return batchColumns.map((column) => all[column] ?? '').join(separator)
      }
      const commas = `\uFEFF${batchColumns.join(',')}\r\n${row('CSV1', ',')}\r\n${row('CSV2', ',', { amount: 'x' })}\r\n`
      const first = await sendAll(commas, csv)
      assert.deepEqual(
        first.lines.map(({ line, status }) => [line, status]),
        [
          [2, 'created'],
          [3, 'invalid'],
        ],
      )
      const kept = await creditor.status(String(first.lines[0]?.id))
      assert.equal(kept.at('result.name'), 'SILVA, ANA "NINA"')
      const semicolons = `${batchColumns.join(';')}\n${row('CSV3', ';')}\na;b\n"x${row('CSV4', ';')}\n`
      const second = await sendAll(semicolons, { 'Content-Type': 'text/csv; charset=utf-8' })
      assert.deepEqual(statusesOf(second), { created: 1, invalid: 2 })
    })

    test('a CSV whose heading cannot be read is answered once, and nothing of it is taken', async () => {
      const { lines, batch } = await sendAll('documento,nome,name,name\n52998224725,ANA,ANA,ANA\n', csv)
      assert.deepEqual(
        lines[0]?.errors?.map(({ field, code }) => [field, code]),
        [
          ['nome', 'column_unknown'],
          ['name', 'column_repeated'],
        ],
      )
      assert.deepEqual([lines.length, batch?.status, batch?.created], [1, 'done', 0])
    })

    test('bytes that are not UTF-8, and lines that never end, spoil themselves only', async () => {
      const [good, last] = debts(2, 'BYTES').map((one) => Buffer.from(`${JSON.stringify(one)}\n`))
      const body = Buffer.concat([
        good as Buffer,
        Buffer.from([0x7b, 0xff, 0x0a]),
        Buffer.alloc(40_000, 'x'),
        Buffer.from('\n'),
        last as Buffer,
      ])
      const { lines } = await sendAll(new Uint8Array(body))
      assert.deepEqual(
        lines.map(({ status, errors }) => errors?.[0]?.code ?? status),
        ['created', 'line_not_utf8', 'line_too_long', 'created'],
      )
    })

    test('an empty batch is done, with nothing in it', async () => {
      const { lines, batch } = await sendAll('\n \n')
      assert.deepEqual([lines.length, batch?.status, batch?.lines], [0, 'done', 0])
    })

    test('the sandbox takes its test documents only', async () => {
      const { lines } = await sendAll(asLines(debts(1, 'REAL', { documento: '11144477735' })))
      assert.equal(lines[0]?.errors?.[0]?.code, 'document_not_in_sandbox')
    })

    test('a batch sent again with its key repeats its answer and does nothing twice', async () => {
      const body = asLines(debts(600, 'AGAIN'))
      const first = await sendAll(body, keyed('again-1'))
      const second = await sendAll(body, keyed('again-1'))
      assert.deepEqual(statusesOf(first), { created: 600 })
      assert.equal(second.answer.text, first.answer.text)
      assert.equal(second.answer.headers.get('idempotency-replayed'), 'true')
      assert.equal(await activeCount('AGAIN'), 600)
    })

    test('the same key with another body, more lines, fewer lines or another format is refused', async () => {
      const rows = debts(3, 'KEY')
      await sendAll(asLines(rows), keyed('key-1'))
      const others = [
        asLines([...rows, ...debts(1, 'KEY-MORE')]),
        asLines(rows.slice(0, 2)),
        asLines(debts(3, 'OTHER')),
        '',
      ]
      for (const body of others) {
        const { answer } = await sendAll(body, keyed('key-1'))
        assert.deepEqual([answer.status, answer.at('code')], [409, 'idempotency_key_reused'])
      }
      const { answer } = await sendAll('documento\n', keyed('key-1', csv))
      assert.equal(answer.at('code'), 'idempotency_key_reused')
      assert.equal(await activeCount('KEY-MORE'), 0)
    })

    test('a key is good for a day; after it the same body is a new batch, and its debts are known', async () => {
      const { call, renew } = await productionCreditor(service)
      const sent = async () => {
        const answer = await call(lotes, { body: asLines(debts(1, 'DAY')), headers: keyed('day-1') })
        return read(answer.text)
      }
      const first = await sent()
      const { batches } = service.store
      const answers = () => batches.answers(first.batch?.id ?? '', 0, 10)
      clock.add(23 * 60 * 60_000)
      await batches.forget(batchLinesOver(clock.nowMs()))
      await renew()
      assert.equal((await sent()).batch?.id, first.batch?.id)
      assert.equal((await answers()).length, 1)
      clock.add(2 * 60 * 60_000)
      await batches.forget(batchLinesOver(clock.nowMs()))
      await renew()
      assert.deepEqual(await answers(), [])
      const again = await sent()
      assert.notEqual(again.batch?.id, first.batch?.id)
      assert.deepEqual(statusesOf(again), { refused: 1 })
      clock.add(-25 * 60 * 60_000)
    })

    test('what was not taken is told for a month, what was taken for a day, and the counts for good', async () => {
      const { call, renew } = await productionCreditor(service)
      const [one, two] = debts(2, 'MONTH')
      const body = `${JSON.stringify(one)}\n${JSON.stringify({ ...two, amount: '1.00' })}\nnada\n`
      const { batch } = read((await call(lotes, { body, headers: keyed('month-1') })).text)
      const { batches } = service.store
      const lineNumbers = async () =>
        ((await call(`${lotes}/${batch?.id}/recusadas`)).at('result.lines') as { line: number }[]).map(
          (refused) => refused.line,
        )
      const kept = async () => (await batches.answers(batch?.id ?? '', 0, 10)).map((answer) => answer.line)
      const forget = () => batches.forget(batchLinesOver(clock.nowMs()))
      const dayMs = 24 * 60 * 60_000
      assert.deepEqual(await kept(), [1, 2, 3])
      clock.add(2 * dayMs)
      await forget()
      await forget()
      await renew()
      assert.deepEqual(
        [await kept(), await lineNumbers()],
        [
          [2, 3],
          [2, 3],
        ],
      )
      clock.add(30 * dayMs)
      await forget()
      await renew()
      assert.deepEqual([await kept(), await lineNumbers()], [[], []])
      const { refused, invalid } = (await call(`${lotes}/${batch?.id}`)).at('result') as Batch
      assert.deepEqual([refused, invalid], [1, 1])
      clock.add(-32 * dayMs)
    })

    test('a batch that was cut goes on from where it was, and doubles nothing', async () => {
      const rows = debts(1_500, 'CUT')
      const body = asLines(rows)
      const key = randomUUID()
      const half = body.slice(0, Math.floor(body.length * 0.6))
      const { request, response } = opened(key)
      request.write(half)
      const { headers } = await response
      const path = String(headers.location).replace('/sandbox', '')
      await until(async () => Number((await creditor.call(path)).at('result.lines')) > 800)
      assert.equal((await creditor.call(path)).at('result.status'), 'receiving')
      request.destroy()
      await until(async () => (await creditor.call(path)).at('result.status') === 'interrupted')
      const second = await sendAll(body, keyed(key))
      assert.deepEqual(statusesOf(second), { created: 1_500 })
      assert.deepEqual(
        second.lines.map(({ line }) => line),
        rows.map((_, at) => at + 1),
      )
      assert.equal(second.batch?.id, path.split('/').at(-1))
      assert.equal(await activeCount('CUT'), 1_500)
    })

    test('a cut batch is not continued by another body', async () => {
      const key = randomUUID()
      const { request, response } = opened(key)
      request.write(asLines(debts(300, 'BASE')))
      const path = String((await response).headers.location).replace('/sandbox', '')
      await until(async () => Number((await creditor.call(path)).at('result.lines')) === 300)
      request.destroy()
      await until(async () => (await creditor.call(path)).at('result.status') === 'interrupted')
      const { answer } = await sendAll(asLines(debts(600, 'OTHERBASE')), keyed(key))
      assert.equal(answer.at('code'), 'idempotency_key_reused')
      assert.equal(await activeCount('OTHERBASE'), 0)
      assert.deepEqual(statusesOf(await sendAll(asLines(debts(400, 'BASE')), keyed(key))), { created: 400 })
    })

    test('two sendings of a key at once: one goes on, the other is told to wait', async () => {
      const key = randomUUID()
      const { request, response } = opened(key)
      request.write(asLines(debts(1, 'FLIGHT')))
      await response
      const { answer } = await sendAll(asLines(debts(1, 'FLIGHT')), keyed(key))
      assert.deepEqual([answer.status, answer.at('code')], [409, 'idempotency_key_in_flight'])
      assert.ok(answer.headers.get('retry-after'))
      request.end()
      assert.equal(read(await textOf(await response)).batch?.status, 'done')
    })

    test('a sending that lost its claim writes nothing more', async () => {
      const key = randomUUID()
      const { request, response } = opened(key)
      request.write(asLines(debts(1, 'LOST')))
      const path = String((await response).headers.location).replace('/sandbox', '')
      await until(async () => (await creditor.call(path)).at('result.lines') === 1)
      await service.store.batches.abandon()
      const other = await sendAll(asLines(debts(1, 'LOST')), keyed(key))
      assert.equal(other.batch?.status, 'done')
      request.write(asLines(debts(2, 'LOST').slice(1)))
      request.end()
      await assert.rejects(textOf(await response))
      assert.equal(await activeCount('LOST'), 1)
    })

    test('lines are answered while more are still to come', async () => {
      const { request, response } = opened(randomUUID())
      request.write(asLines(debts(1, 'LIVE')))
      const answered = await response
      const [first] = (await once(answered, 'data')) as [Buffer]
      assert.deepEqual(read(first.toString()).lines[0]?.line, 1)
      request.end(asLines(debts(2, 'LIVE').slice(1)))
      assert.equal(read(await textOf(answered)).batch?.created, 2)
    })

    test('a caller that sends everything before it reads anything is answered whole', async () => {
      const { request, response } = opened(randomUUID())
      const answered = response.then((one) => one.pause())
      request.end(asLines(debts(1_200, 'DEAF')))
      await once(request, 'finish')
      const { headers } = await answered
      const path = String(headers.location).replace('/sandbox', '')
      await until(async () => (await creditor.call(path)).at('result.status') === 'done')
      const { lines, batch } = read(await textOf(await answered))
      assert.deepEqual([lines.length, batch?.created], [1_200, 1_200])
    })

    test("another client's batch is unknown", async () => {
      const { batch } = await sendAll(asLines(debts(1, 'MINE')), keyed('mine-1'))
      const other = creditorOf(service, await service.newSession())
      const progress = await other.call(`${lotes}/${batch?.id ?? ''}`)
      assert.deepEqual([progress.status, progress.at('code')], [404, 'batch_unknown'])
      const same = await other.call(lotes, { body: asLines(debts(1, 'MINE')), headers: keyed('mine-1') })
      assert.notEqual(read(same.text).batch?.id, batch?.id)
    })

    test('a body that is neither, and a key that is none, are refused', async () => {
      const { answer } = await sendAll('{}', { 'Content-Type': 'application/json' })
      assert.deepEqual([answer.status, answer.at('code')], [415, 'media_type_unsupported'])
      assert.match(String(answer.at('detail')), /application\/x-ndjson, text\/csv/)
      const keyless = await sendAll(asLines(debts(1, 'X')), keyed('a b'))
      assert.equal(keyless.answer.at('code'), 'idempotency_key_invalid')
    })

    test('a name with quotes, line separators and letters of any script comes through as it is', async () => {
      const name = 'ANA "NINA" \\ \u2028 Ω 中 👩‍🌾'
      const { lines } = await sendAll(asLines(debts(1, 'NAME', { name })))
      const status = await creditor.status(String(lines[0]?.id))
      assert.equal(status.at('result.name'), name)
    })
  })
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  message.setEncoding('utf8')
  for await (const chunk of message) text += chunk
  return text
}
