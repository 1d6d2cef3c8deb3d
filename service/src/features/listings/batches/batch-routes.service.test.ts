import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { describe, test } from 'vitest'
import { debt } from '../../../../testing/invented/invented-debt.ts'
import { listingsAlone, shopCreditor } from '../../../../testing/services/listings-alone.ts'
import { manyTurns } from '../../../../testing/until.ts'
import { paceOf } from '../../../http/body/long-body.ts'
import { SenderRefused } from '../../../http/body/still-admitted.ts'
import type { Caller, CredentialRefusal } from '../../../http/caller.ts'
import type { CallHeaders } from '../../../http/headers/call-headers.ts'
import type { PlainCode, Refusal, Reply } from '../../../http/reply.ts'
import { type Call, isRefusal } from '../../../http/route.ts'
import { type BatchRouteDeps, batchRoutes } from './batch-routes.ts'

const ndjson = { contentType: 'application/x-ndjson' }
const csv = { contentType: 'text/csv' }
const line = (contractId: string, changes: object = {}) =>
  `${JSON.stringify({ ...debt, contractId, ...changes })}\n`

/** A body that a test sends piece by piece; its sender waits for it to be read. */
function slowBody(...pieces: readonly string[]) {
  const stream = new Readable({ read: () => undefined })
  for (const piece of pieces) stream.push(piece)
  return stream
}

/** A body that breaks off as soon as it is read. */
const brokenBody = (error: Error) =>
  new Readable({
    read() {
      this.destroy(error)
    },
  })
const aborted = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })

const caller = (environment: Environment, changes: Partial<Caller> = {}): Caller => ({
  clientId: environment === 'production' ? 'cli_loja' : 'cli_caixa',
  environment,
  contract: { ...wholeContract, creditors: [shopCreditor] },
  scopes: new Set(['negativacao']),
  address: '127.0.0.1',
  ...changes,
})

type Sent = {
  readonly environment?: Environment
  readonly headers?: Partial<CallHeaders>
  readonly body?: string | Readable
  readonly as?: Partial<Caller>
  /** Who is found to call, each time that it is looked at. */
  readonly callerNow?: () => Caller | CredentialRefusal
  readonly language?: Call['language']
}

describe('a batch that is sent', async () => {
  const { deps: listings, batches, clock } = await listingsAlone()
  const deps: Omit<BatchRouteDeps, 'authenticate'> = {
    ...listings,
    batches,
    sandboxAccepts: (document) => document === debt.documento,
  }

  function called(method: 'GET' | 'POST', path: string, sent: Sent, using = deps) {
    const { environment = 'production', headers = {}, body = '', as = {}, language = 'en' } = sent
    const { callerNow = () => caller(environment, as) } = sent
    const routes = batchRoutes({ ...using, authenticate: callerNow })
    const pattern = path.replace(/\?.*$/, '').replace(/lotes\/[^/]+/, 'lotes/{id}')
    const route = routes.find((one) => one.method === method && one.path === pattern)
    assert.ok(route, `${method} ${path}`)
    const request = { url: path, body: typeof body === 'string' ? Buffer.from(body) : body }
    const call = { request, headers, language, operation: route.operation }
    return Promise.resolve(route.handle(call as unknown as Call))
  }
  const pathOf = (environment: Environment = 'production') =>
    `${environment === 'sandbox' ? '/sandbox' : ''}/negativacao/v2/lotes`
  const post = (sent: Sent, using = deps) => called('POST', pathOf(sent.environment), sent, using)
  const get = (id: string, sent: Sent = {}) => called('GET', `${pathOf(sent.environment)}/${id}`, sent)

  async function refusalOf(outcome: ReturnType<typeof post>): Promise<Refusal> {
    const refusal = await outcome
    assert.ok(isRefusal(refusal))
    return refusal
  }
  async function replyOf(outcome: ReturnType<typeof post>) {
    const reply = await outcome
    assert.ok(!isRefusal(reply), JSON.stringify(reply))
    return reply
  }
  async function linesOf({ stream }: Reply) {
    let text = ''
    for await (const part of stream ?? []) text += part
    return text
      .split('\n')
      .slice(0, -1)
      .map((one) => JSON.parse(one))
  }
  const answered = async (sent: Sent) => linesOf(await replyOf(post(sent)))

  test('is answered line by line, with the batch itself last and where to find it', async () => {
    const reply = await replyOf(post({ headers: ndjson, body: `${line('A1')}${line('A2')}` }))
    const { status, contentType, body } = reply
    assert.deepEqual([status, contentType, body], [200, 'application/x-ndjson; charset=utf-8', ''])
    const lines = await linesOf(reply)
    assert.deepEqual(
      lines.slice(0, -1).map((one) => [one.line, one.status]),
      [
        [1, 'created'],
        [2, 'created'],
      ],
    )
    const { batch } = lines[2]
    assert.deepEqual([batch.status, batch.lines, batch.created], ['done', 2, 2])
    assert.deepEqual(reply.headers, { Location: `/negativacao/v2/lotes/${batch.id}` })
    const listing = await listings.listings.findListing(lines[0].id)
    assert.deepEqual(
      [listing?.register, listing?.clientId, listing?.creditor, listing?.contractId],
      ['production', 'cli_loja', shopCreditor, 'A1'],
    )
  })

  test('ends where its sender is revoked under way, and goes on where only the token has grown old', async () => {
    const refused = (code: PlainCode): CredentialRefusal => ({
      code,
      clientId: 'cli_loja',
      environment: 'production',
      address: '127.0.0.1',
    })
    for (const [at, meanwhile, code] of [
      ['R1', refused('api_key_invalid'), 'api_key_invalid'],
      ['R2', refused('token_invalid'), 'token_invalid'],
      ['R3', caller('production', { scopes: new Set() }), 'product_not_contracted'],
      ['R4', refused('token_expired'), undefined],
      ['R5', caller('production'), undefined],
    ] as const) {
      let now: Caller | CredentialRefusal = caller('production')
      const body = slowBody(line(`${at}-FIRST`))
      const reply = await replyOf(post({ headers: ndjson, body, callerNow: () => now }))
      const lines = (reply.stream ?? assert.fail())[Symbol.asyncIterator]()
      assert.match(String((await lines.next()).value), /"created"/)
      now = meanwhile
      body.push(line(`${at}-SECOND`))
      body.push(null)
      const next = lines.next()
      if (code === undefined) assert.match(String((await next).value), /"created"/)
      else await assert.rejects(next, new SenderRefused(code))
    }
  })

  test('takes debts for those creditors alone that the contract has by then', async () => {
    let creditors = [shopCreditor]
    const body = slowBody(line('N1'))
    const callerNow = () => caller('production', { contract: { ...wholeContract, creditors } })
    const reply = await replyOf(post({ headers: ndjson, body, callerNow }))
    const lines = (reply.stream ?? assert.fail())[Symbol.asyncIterator]()
    assert.match(String((await lines.next()).value), /"created"/)
    creditors = []
    body.push(line('N2'))
    body.push(null)
    assert.match(String((await lines.next()).value), /"refused"/)
    await lines.return?.()
  })

  test('of the sandbox has its place there, in the client’s own register', async () => {
    const reply = await replyOf(post({ environment: 'sandbox', headers: ndjson, body: line('S1') }))
    const lines = await linesOf(reply)
    assert.equal(reply.headers?.Location, `/sandbox/negativacao/v2/lotes/${lines[1].batch.id}`)
    assert.equal((await listings.listings.findListing(lines[0].id))?.register, 'cli_caixa')
  })

  test('may be CSV', async () => {
    const lines = await answered({ headers: csv, body: 'documento;name\nx\n' })
    assert.deepEqual([lines[0].line, lines[0].status], [2, 'invalid'])
  })

  test('is answered in its sender’s language', async () => {
    const body = `${line('L1', { amount: '9.99' })}nada\n`
    const english = await answered({ headers: ndjson, body })
    const portuguese = await answered({ headers: ndjson, body, language: 'pt' })
    assert.equal(english[0].refusal.reason, 'The value is below R$ 10.00.')
    assert.equal(portuguese[0].refusal.reason, 'O valor é menor que R$ 10,00.')
    assert.equal(english[1].errors[0].message, 'The line is not valid JSON.')
    assert.equal(portuguese[1].errors[0].message, 'A linha não é um JSON válido.')
  })

  test('in any other media type is refused, with those that would do', async () => {
    for (const headers of [{}, { contentType: 'application/json' }, { ...csv, contentEncoding: 'gzip' }]) {
      const { code, values } = await refusalOf(post({ headers, body: line('M') }))
      assert.equal(code, 'media_type_unsupported')
      assert.deepEqual(values, { mediaTypes: 'application/x-ndjson, text/csv' })
    }
  })

  test('by whom nothing lets list debts is refused before anything is read', async () => {
    for (const as of [{ scopes: new Set<string>() }]) {
      assert.equal((await refusalOf(post({ as, headers: ndjson }))).code, 'product_not_contracted')
      assert.equal((await refusalOf(get('any', { as }))).code, 'product_not_contracted')
    }
  })

  test('is in the list of its client, newest first, by pages, and in no other client’s', async () => {
    const as = { clientId: 'cli_lista' }
    const ids: string[] = []
    for (const contractId of ['H1', 'H2', 'H3']) {
      const [, { batch }] = await answered({ as, headers: ndjson, body: line(contractId) })
      ids.unshift(batch.id)
      clock.add(1)
    }
    const page = async (query: string, sent: Sent = { as }) => {
      const { body } = await replyOf(called('GET', `${pathOf(sent.environment)}${query}`, sent))
      return JSON.parse(String(body)).result as { batches: { id: string }[]; cursor?: string }
    }
    const idsOf = ({ batches: shown }: { batches: readonly { id: string }[] }) => shown.map(({ id }) => id)
    const first = await page('?limit=2')
    assert.deepEqual(idsOf(first), ids.slice(0, 2))
    const second = await page(`?limit=2&cursor=${first.cursor}`)
    assert.deepEqual([idsOf(second), second.cursor], [ids.slice(2), undefined])
    assert.deepEqual(idsOf(await page('', { as: { clientId: 'cli_nobody' } })), [])
    assert.deepEqual(idsOf(await page('', { environment: 'sandbox', as })), [])
  })

  test('two of the same instant are both in the list, each once', async () => {
    const as = { clientId: 'cli_instant' }
    for (const contractId of ['I1', 'I2', 'I3'])
      await answered({ as, headers: ndjson, body: line(contractId) })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body } = await replyOf(called('GET', `${pathOf()}?limit=1${query}`, { as }))
      const { result } = JSON.parse(String(body))
      seen.push(...result.batches.map(({ id }: { id: string }) => id))
      cursor = result.cursor
    } while (cursor !== undefined)
    assert.equal(new Set(seen).size, 3)
    assert.equal(seen.length, 3)
  })

  test('list asked for wrongly is told what is wrong', async () => {
    for (const [query, field] of [
      ['?limit=0', 'limit'],
      ['?limit=201', 'limit'],
      ['?cursor=x', 'cursor'],
      ['?state=done', 'state'],
    ]) {
      const { code, errors } = await refusalOf(called('GET', `${pathOf()}${query}`, {}))
      assert.deepEqual([code, errors?.map((one) => one.field)], ['query_invalid', [field]])
    }
    const nobody = { scopes: new Set<string>() }
    assert.equal((await refusalOf(called('GET', pathOf(), { as: nobody }))).code, 'product_not_contracted')
  })

  test('under a key that is none is refused', async () => {
    const headers = { ...ndjson, idempotencyKey: 'não' }
    assert.equal((await refusalOf(post({ headers, body: line('K') }))).code, 'idempotency_key_invalid')
  })

  test('without a key is a batch of its own each time', async () => {
    const [, first] = await answered({ headers: ndjson, body: line('NK') })
    const [, second] = await answered({ headers: ndjson, body: line('NK') })
    assert.notEqual(first.batch.id, second.batch.id)
  })

  test('again under its key is answered as before, and says so', async () => {
    const sent = { headers: { ...ndjson, idempotencyKey: 'again' }, body: line('R1') }
    const first = await answered(sent)
    const repeated = await replyOf(post(sent))
    assert.equal(repeated.headers?.['Idempotency-Replayed'], 'true')
    assert.deepEqual(await linesOf(repeated), first)
  })

  test('again under its key with another body, or in another format, is refused', async () => {
    const headers = { ...ndjson, idempotencyKey: 'reused' }
    await answered({ headers, body: line('O1') })
    assert.equal((await refusalOf(post({ headers, body: line('O2') }))).code, 'idempotency_key_reused')
    const other = { ...csv, idempotencyKey: 'reused' }
    assert.equal((await refusalOf(post({ headers: other, body: line('O1') }))).code, 'idempotency_key_reused')
  })

  test('is begun anew under a key whose day is over', async () => {
    const sent = { headers: { ...ndjson, idempotencyKey: 'old' }, body: line('D1') }
    const [, first] = await answered(sent)
    clock.add(24 * 60 * 60_000 - 1)
    const [, same] = await answered(sent)
    assert.equal(same.batch.id, first.batch.id)
    clock.add(2)
    const [, other] = await answered(sent)
    assert.notEqual(other.batch.id, first.batch.id)
  })

  test('while it is still coming in is not taken in twice, until ninety seconds of silence', async () => {
    const headers = { ...ndjson, idempotencyKey: 'twice' }
    const slow = slowBody(line('W1'))
    const first = await replyOf(post({ headers, body: slow }))
    const refusal = await refusalOf(post({ headers, body: line('W1') }))
    assert.equal(refusal.code, 'idempotency_key_in_flight')
    assert.deepEqual(refusal.headers, { 'Retry-After': '5' })
    const started = first.stream?.[Symbol.asyncIterator]()
    await started?.next()
    clock.add(90_000 - 1)
    assert.equal((await refusalOf(post({ headers, body: line('W1') }))).code, 'idempotency_key_in_flight')
    clock.add(1)
    const lines = await answered({ headers, body: line('W1') })
    assert.deepEqual([lines.length, lines[1].batch.status], [2, 'done'])
    slow.push(null)
  })

  test('of which nothing has come yet is not taken in by another either, until ninety seconds of silence', async () => {
    const headers = { ...ndjson, idempotencyKey: 'silent' }
    const silent = slowBody()
    await replyOf(post({ headers, body: silent }))
    clock.add(90_000 - 1)
    assert.equal((await refusalOf(post({ headers, body: line('S1') }))).code, 'idempotency_key_in_flight')
    clock.add(1)
    const lines = await answered({ headers, body: line('S1') })
    assert.deepEqual([lines.length, lines[1].batch.status], [2, 'done'])
    silent.push(null)
  })

  test('that broke off is gone on with at once, by whoever sends it again', async () => {
    const headers = { ...ndjson, idempotencyKey: 'cut' }
    const cut = slowBody(line('C1'))
    const reply = await replyOf(post({ headers, body: cut }))
    const answer = reply.stream?.[Symbol.asyncIterator]()
    await answer?.next()
    cut.destroy(aborted())
    await assert.rejects(async () => answer?.next(), /aborted/)
    await manyTurns()
    const lines = await answered({ headers, body: `${line('C1')}${line('C2')}` })
    assert.deepEqual([lines.length, lines[2].batch.created], [3, 2])
    // What broke off before it could be compared with what was kept.
    const refusal = await refusalOf(post({ headers, body: brokenBody(aborted()) }))
    assert.equal(refusal.code, 'request_malformed')
  })

  test('whose reading fails on our side is a failure, and no fault of its sender’s', async () => {
    const headers = { ...ndjson, idempotencyKey: 'fails' }
    await answered({ headers, body: line('F1') })
    for (const error of [new Error('disk'), Object.assign(new Error('disk'), { code: 'EIO' })]) {
      await assert.rejects(post({ headers, body: brokenBody(error) }), /disk/)
    }
  })

  test('may take as long as it needs, and is read to its end though nothing of it is wanted', async () => {
    const body = slowBody('documento;nome\n')
    const reply = await replyOf(post({ headers: csv, body }))
    const lines = await linesOf(reply)
    assert.deepEqual(lines[0].errors[0].code, 'column_unknown')
    assert.ok(paceOf(body))
    const ended = new Promise((resolve, reject) => {
      body.once('end', resolve)
      body.once('close', () => reject(new Error('its sender was cut off')))
    })
    body.push('the rest')
    body.push(null)
    await ended
  })

  test('takes debts of the sandbox’s test documents alone there, and of anybody in production', async () => {
    const body = `${line('T1')}${line('T2', { documento: '11144477735' })}${line('T3', { documento: '52998224726' })}`
    const played = await answered({ environment: 'sandbox', headers: ndjson, body })
    assert.deepEqual(
      played.slice(0, -1).map((one) => one.status),
      ['created', 'invalid', 'refused'],
    )
    assert.equal(played[1].errors[0].code, 'document_not_in_sandbox')
    assert.equal(played[2].refusal.code, '029')
    const real = await answered({ headers: ndjson, body })
    assert.deepEqual(
      real.slice(0, -1).map((one) => one.status),
      ['created', 'created', 'refused'],
    )
  })

  test('is found by its id, by its own client alone', async () => {
    const lines = await answered({ headers: ndjson, body: line('P1') })
    const { batch } = lines[1]
    const { status, body } = await replyOf(get(batch.id))
    assert.equal(status, 200)
    assert.deepEqual(JSON.parse(body), { error: false, result: batch })
    assert.equal((await refusalOf(get(batch.id, { as: { clientId: 'cli_outra' } }))).code, 'batch_unknown')
    assert.equal((await refusalOf(get(batch.id, { environment: 'sandbox' }))).code, 'batch_unknown')
    assert.equal((await refusalOf(get('nowhere'))).code, 'batch_unknown')
  })

  test('tells again what it did not take, to its own client alone, page by page and in the reader’s language', async () => {
    const body = `${line('RF1')}${line('RF2', { amount: '1.00', legalNatureId: 'ZZ' })}nada\n${line('RF1')}`
    const sent = await answered({ headers: ndjson, body })
    const { batch } = sent[4]
    const refused = async (query = '', of: Sent = {}) =>
      JSON.parse((await replyOf(get(`${batch.id}/recusadas${query}`, of))).body).result
    const { lines, cursor } = await refused()
    assert.deepEqual(
      lines.map((one: { line: number; status: string }) => [one.line, one.status]),
      [
        [2, 'refused'],
        [3, 'invalid'],
        [4, 'refused'],
      ],
    )
    assert.equal(cursor, undefined)
    const [two, three, four] = lines
    assert.deepEqual([two.listing.documento, two.listing.contractId], [debt.documento, 'RF2'])
    assert.deepEqual(
      two.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
      ['legalNatureId 035', 'amount 057'],
    )
    // Of what could not be read, nothing was kept but where it stands and what is wrong.
    assert.deepEqual(Object.keys(three), ['line', 'status', 'errors'])
    assert.equal(four.refusal.code, '059')
    assert.equal(four.refusal.earlierListingId, sent[0].id)
    const portuguese = await refused('', { language: 'pt' })
    assert.equal(portuguese.lines[0].errors[1].message, 'O valor é menor que R$ 10,00.')
    const page = await refused('?limit=2')
    assert.deepEqual([page.lines.length, typeof page.cursor], [2, 'string'])
    assert.equal(typeof (await refused('?limit=1')).cursor, 'string')
    const rest = await refused(`?limit=2&cursor=${page.cursor}`)
    assert.deepEqual([rest.lines.length, rest.lines[0].line, rest.cursor], [1, 4, undefined])
    for (const other of [{ as: { clientId: 'cli_outra' } }, { environment: 'sandbox' }] as const) {
      assert.equal((await refusalOf(get(`${batch.id}/recusadas`, other))).code, 'batch_unknown')
    }
    assert.equal((await refusalOf(get(`${batch.id}/recusadas?limit=0`))).code, 'query_invalid')
    const unscoped = { as: { scopes: new Set<never>() } }
    assert.deepEqual(
      await refusalOf(get(`${batch.id}/recusadas`, unscoped)),
      await refusalOf(get(batch.id, unscoped)),
    )
  })

  test('is told as São Paulo’s clock has it', async () => {
    clock.set('2026-12-01T02:30:00Z')
    const [, { batch }] = await answered({ headers: ndjson, body: line('I1') })
    assert.equal(batch.createdAt, '2026-11-30T23:30:00-03:00')
  })

  test('is known to logs and metrics by what it does, and says what it answers with', () => {
    const routes = batchRoutes({ ...deps, authenticate: () => caller('production') })
    assert.deepEqual(
      routes.map(({ operation, method, path, produces }) => [operation, method, path, ...produces]),
      ['', '/sandbox'].flatMap((prefix) => [
        ['lotesInclui', 'POST', `${prefix}/negativacao/v2/lotes`, 'application/x-ndjson'],
        ['lotesLista', 'GET', `${prefix}/negativacao/v2/lotes`, 'application/json'],
        ['lotesSituacao', 'GET', `${prefix}/negativacao/v2/lotes/{id}`, 'application/json'],
        ['lotesRecusadas', 'GET', `${prefix}/negativacao/v2/lotes/{id}/recusadas`, 'application/json'],
      ]),
    )
  })
})
