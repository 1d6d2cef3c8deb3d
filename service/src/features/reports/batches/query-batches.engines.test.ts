import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { newUser, signedIn } from '../../../../testing/http/signed-in.ts'
import { runService, type Session } from '../../../../testing/running-service.ts'
import { cleanPerson, creditorOf, TestClock } from '../../../../testing/services/listing-service.ts'
import { batchSender, lotes, ndjsonOf } from '../../../../testing/services/query-batches.ts'
import { countLines, linesAtOnce, linesAtOnceMax } from './batch-pace.ts'

const people = (count: number, from = 100_000_000): string[] =>
  Array.from({ length: count }, (_, at) => withCheckDigits(String(from + at)))

const company = '11222333000181'
const prices = { relatorioBasico: 150, relato: 300 }

for (const engine of engines) {
  describe(`batches of queries on ${engine}`, async () => {
    const clock = new TestClock('2026-11-16T12:00:00-03:00')
    const service = await runService({ engine, clock })
    afterAll(service.close)

    const client = async (contract: object = {}) => {
      const session = await service.newSession('production')
      await service.store.clients.setContract(session.clientId, { ...wholeContract, prices, ...contract })
      const own: { -readonly [Member in keyof Session]: Session[Member] } = { ...session }
      /** A token of the contract as it stands, and of this hour. */
      const signIn = async () => {
        const { clientId: client_id, clientSecret: client_secret } = session
        const body = { grant_type: 'client_credentials', client_id, client_secret }
        own.token = String((await service.call('/oauth/token', { body })).at('access_token'))
      }
      await signIn()
      return { session: own, signIn, ...batchSender(service, own) }
    }
    const usedBy = async (of: Awaited<ReturnType<typeof client>>) =>
      (await of.call('/conta/v2/consumo')).at('result.lines') as Record<string, unknown>[]

    test('every line is a query with its own record and price, and the result has its report', async () => {
      const own = await client()
      const documents = people(40)
      const id = await own.sent(ndjsonOf(documents))
      assert.deepEqual((await own.batch(id)).left, 40)
      await service.runJobs()
      const batch = await own.batch(id)
      assert.deepEqual(
        [batch.state, batch.answered, batch.billed, batch.left, batch.cost],
        ['done', 40, 40, 0, '60.00'],
      )
      const lines = await own.result(id)
      assert.deepEqual(
        lines.map(({ documento }) => documento),
        documents,
      )
      for (const { report, status } of lines) assert.ok(status === 'answered' && report !== undefined)
      const consultations = await own.call('/conta/v2/consultas?limit=200')
      const records = consultations.at('result.consultations') as Record<string, unknown>[]
      const answered = records.filter(({ outcome }) => outcome === 'answered')
      assert.equal(answered.length, 40)
      assert.equal(new Set(answered.map(({ requestId }) => requestId)).size, 40)
      // Whoever fetched the result is on record too, and it counts nowhere.
      const { links } = await service.store.trail.linksOf('production', own.session.clientId, {
        from: undefined,
        count: 100,
      })
      const texts = links.flatMap(({ records: some }) => some.split('\n'))
      assert.equal(texts.filter((text) => readRecord(text).outcome === 'reopened').length, 40)
      assert.equal((await usedBy(own))[0]?.billed, 40)
    })

    test("a line's id is nobody's key: sent as one, it makes no query free", async () => {
      const own = await client({ repeatWindowHours: 0 })
      const [one = '', two = ''] = people(2, 900_000_000)
      const id = await own.sent(ndjsonOf([one, two]))
      await service.runJobs()
      const ask = (product: string, documento: string, key: string) =>
        own.call(`/${product}/v2/consulta`, { body: { documento }, headers: { 'Idempotency-Key': key } })
      assert.equal((await ask('relatorioBasico', one, `${id}-1`)).headers.get('x-billed'), 'true')
      assert.equal((await ask('relatorioAvancado', two, `${id}-2`)).headers.get('x-billed'), 'true')
      const named = await ask('relatorioAvancado', two, `lote ${id}-2`)
      assert.equal(named.at('code'), 'idempotency_key_invalid', 'the one that it has nobody can send')
    })

    test('bad lines have their own errors, and a document that repeats is asked once', async () => {
      const own = await client()
      const [one = '', two = ''] = people(2, 200_000_000)
      const body = [
        JSON.stringify({ documento: one }),
        'nonsense',
        JSON.stringify({ documento: '52998224726' }),
        '',
        JSON.stringify({
          documento: `${one.slice(0, 3)}.${one.slice(3, 6)}.${one.slice(6, 9)}-${one.slice(9)}`,
        }),
        JSON.stringify({ documento: two, reference: 'x' }),
        `{"documento":"${two}","documento":"${one}"}`,
        JSON.stringify({ documento: company }),
      ].join('\n')
      const id = await own.sent(body, { features: 'QSA_COMPLETO' })
      await service.runJobs()
      const { lines, answered, invalid, repeated, refused } = await own.batch(id)
      assert.deepEqual({ lines, invalid, repeated }, { lines: 7, invalid: 4, repeated: 1 })
      assert.equal(answered + refused, 2)
      const result = await own.result(id)
      assert.deepEqual(
        result.map(({ line, status, repeats }) => [line, status, repeats]),
        [
          [1, 'refused', undefined],
          [2, 'invalid', undefined],
          [3, 'invalid', undefined],
          [5, 'repeated', 1],
          [6, 'invalid', undefined],
          [7, 'invalid', undefined],
          [8, result[6]?.status, undefined],
        ],
      )
      assert.equal(result[0]?.code, 'feature_not_for_document')
      const errors = await own.call(`${lotes}/${id}/linhas?status=invalid`)
      const found = errors.at('result.lines') as { errors: { code: string }[] }[]
      assert.deepEqual(
        found.map((line) => line.errors[0]?.code),
        ['line_not_json', 'check_digits', 'unknown_member', 'member_repeated'],
      )
      assert.ok(!errors.text.includes('52998224726'))
    })

    test('a CSV is taken and given', async () => {
      const own = await client()
      const documents = people(3, 210_000_000)
      const id = await own.sent(`documento\r\n${documents.join('\r\n')}\r\n`, {
        headers: { 'Content-Type': 'text/csv' },
      })
      await service.runJobs()
      const answer = await own.call(`${lotes}/${id}/resultado`, { headers: { Accept: 'text/csv' } })
      const [heading, ...rows] = answer.text.trimEnd().split('\r\n')
      assert.match(heading ?? '', /^"line","documento","status",/)
      assert.deepEqual(
        rows.map((row) => row.split(',').slice(0, 3)),
        documents.map((documento, at) => [String(at + 2), documento, 'answered'].map((cell) => `"${cell}"`)),
      )
    })

    test('nobody who may not ask one document may ask many', async () => {
      const own = await client({ products: ['relato'], features: [], purposes: ['credit_analysis'] })
      const codeOf = async (options: Parameters<typeof own.send>[1]) =>
        (await own.send(ndjsonOf(people(1)), options)).at('code')
      assert.equal(await codeOf({}), 'product_not_contracted')
      assert.equal(await codeOf({ product: 'relato', features: 'SANCOES' }), 'feature_not_contracted')
      assert.equal(await codeOf({ product: 'relato', features: 'SANCAO' }), 'feature_unknown')
      assert.equal(
        await codeOf({ product: 'relato', headers: { 'x-finalidade': 'fraud_prevention' } }),
        'purpose_not_allowed',
      )
      assert.equal(await codeOf({ product: 'nenhum' }), 'query_invalid')
      assert.equal(
        await codeOf({ product: 'relato', headers: { 'Content-Type': 'application/json' } }),
        'media_type_unsupported',
      )
      assert.equal((await service.call(lotes)).status, 401)
    })

    test('a batch is unknown to every other client, and to the other environment', async () => {
      const own = await client()
      const other = await client()
      const sandbox = batchSender(service, await service.newSession('sandbox'))
      const id = await own.sent(ndjsonOf(people(2, 220_000_000)))
      for (const stranger of [other, sandbox]) {
        for (const path of ['', '/linhas', '/resultado']) {
          assert.equal((await stranger.call(`${lotes}/${id}${path}`)).at('code'), 'batch_unknown')
        }
        for (const verb of ['pausa', 'retomada', 'cancelamento', 'repeticao']) {
          assert.equal((await stranger.act(id, verb)).at('code'), 'batch_unknown')
        }
        assert.deepEqual((await stranger.call(lotes)).at('result.batches'), [])
      }
      assert.equal((await own.batch(id)).state, 'running')
      await own.act(id, 'cancelamento')
    })

    test('the same body under its key is one batch; another body or question is refused', async () => {
      const own = await client()
      const body = ndjsonOf(people(5, 230_000_000))
      const headers = { 'Idempotency-Key': 'carteira' }
      const id = await own.sent(body, { headers })
      const again = await own.send(body, { headers })
      assert.deepEqual([again.at('result.id'), again.headers.get('idempotency-replayed')], [id, 'true'])
      for (const [other, options] of [
        [ndjsonOf(people(6, 230_000_000)), {}],
        [ndjsonOf(people(4, 230_000_000)), {}],
        [ndjsonOf(people(5, 240_000_000)), {}],
        [body, { product: 'relato' }],
        [body, { features: 'SANCOES' }],
      ] as const) {
        const refused = await own.send(other, { headers, ...options })
        assert.equal(refused.at('code'), 'idempotency_key_reused')
      }
      await service.runJobs()
      assert.equal((await own.batch(id)).answered, 5)
      assert.equal(((await own.call(lotes)).at('result.batches') as unknown[]).length, 1)
    })

    test('paused it asks nothing, resumed it goes on, cancelled it asks nothing ever', async () => {
      const own = await client()
      const id = await own.sent(ndjsonOf(people(30, 250_000_000)))
      assert.equal((await own.act(id, 'pausa')).at('result.state'), 'paused')
      await service.runJobs()
      assert.equal((await own.batch(id)).answered, 0)
      assert.equal((await own.act(id, 'pausa')).at('code'), 'query_batch_state')
      assert.equal((await own.act(id, 'retomada')).at('result.state'), 'running')
      await service.runJobs()
      assert.equal((await own.batch(id)).answered, 30)
      assert.equal((await own.act(id, 'cancelamento')).at('code'), 'query_batch_state')
      const second = await own.sent(ndjsonOf(people(5, 260_000_000)))
      assert.equal((await own.act(second, 'cancelamento')).at('result.state'), 'cancelled')
      await service.runJobs()
      const { state, answered, left } = await own.batch(second)
      assert.deepEqual({ state, answered, left }, { state: 'cancelled', answered: 0, left: 5 })
      assert.equal((await own.act(second, 'retomada')).at('code'), 'query_batch_state')
    })

    test('it is never faster than the contract, and no line fails for it', async () => {
      const own = await client({ requestsPerSecond: 7 })
      const id = await own.sent(ndjsonOf(people(20, 270_000_000)))
      const counts: number[] = []
      for (let second = 0; second < 4; second++) {
        clock.add(1_500)
        await service.runJobs()
        counts.push((await own.batch(id)).answered)
      }
      assert.ok(
        counts.every((count, at) => count <= 7 * (at + 1)),
        String(counts),
      )
      const { state, answered, refused } = await own.batch(id)
      assert.deepEqual({ state, answered, refused }, { state: 'done', answered: 20, refused: 0 })
    })

    test('batches that cannot go on now keep no place from those that can', async () => {
      const slow = await client({ requestsPerSecond: 1 })
      const stuck: string[] = []
      for (let at = 0; at < 6; at++) stuck.push(await slow.sent(ndjsonOf(people(9, 275_000_000 + 10 * at))))
      clock.add(1)
      const own = await client()
      const id = await own.sent(ndjsonOf(people(3, 276_000_000)))
      clock.add(1)
      for (let round = 0; round < 3; round++) {
        await service.runJobs()
        clock.add(1)
      }
      assert.equal((await own.batch(id)).state, 'done')
      for (const one of stuck) {
        assert.notEqual((await slow.batch(one)).state, 'done')
        await slow.act(one, 'cancelamento')
      }
    })

    test('when the quota is over it waits and says so, and goes on when there is more', async () => {
      const own = await client({ monthlyQuota: 6 })
      const id = await own.sent(ndjsonOf(people(10, 280_000_000)))
      await service.runJobs()
      const waiting = await own.batch(id)
      assert.deepEqual(
        [waiting.state, waiting.waitsFor, waiting.answered, waiting.left, waiting.refused],
        ['waiting', 'quota_exceeded', 6, 4, 0],
      )
      await service.store.clients.setContract(own.session.clientId, {
        ...wholeContract,
        prices,
        monthlyQuota: 100,
      })
      clock.add(61_000)
      await service.runJobs()
      const { state, answered, billed, unknown } = await own.batch(id)
      assert.deepEqual(
        { state, answered, billed, unknown },
        { state: 'done', answered: 10, billed: 10, unknown: 0 },
      )
    })

    test('whoever may no longer ask waits, and nothing is asked in their name', async () => {
      const own = await client()
      const id = await own.sent(ndjsonOf(people(3, 290_000_000)))
      await service.store.clients.setContract(own.session.clientId, { ...wholeContract, products: [] })
      await service.runJobs()
      await service.store.clients.setContract(own.session.clientId, { ...wholeContract, prices })
      clock.add(10_000)
      assert.equal((await own.batch(id)).waitsFor, 'access_ended')
      assert.equal((await own.batch(id)).answered, 0)
      clock.add(61_000)
      await service.runJobs()
      assert.equal((await own.batch(id)).answered, 3)
      const last = await own.sent(ndjsonOf(people(3, 295_000_000)))
      await service.store.clients.revokeClient(own.session.clientId, clock.nowMs())
      await service.runJobs()
      const found = await service.store.queryBatches.find({
        environment: 'production',
        clientId: own.session.clientId,
        id: last,
      })
      assert.deepEqual([found?.waitsFor, found?.answered], ['access_ended', 0])
    })

    test('a line whose process died has an unknown outcome, and is asked again only on request, for free', async () => {
      const own = await client({ repeatWindowHours: 0 })
      const documents = people(6, 300_000_000)
      const id = await own.sent(ndjsonOf(documents))
      const { queryBatches } = service.store
      const nowMs = clock.nowMs()
      const claim = { batchId: id, claim: 'dead', limit: 2, nowMs, claimedUntilMs: nowMs + 60_000 }
      assert.deepEqual(
        (await queryBatches.claim(claim)).map(({ line }) => line),
        [1, 2],
      )
      // Of the first the record was written, and its process died before the outcome was.
      const paid = await own.call('/relatorioBasico/v2/consulta', { body: { documento: documents[0] } })
      assert.equal(paid.headers.get('x-billed'), 'true')
      await service.runJobs()
      assert.deepEqual([(await own.batch(id)).answered, (await own.batch(id)).left], [4, 2])
      clock.add(60_001)
      await service.runJobs()
      const ended = await own.batch(id)
      assert.deepEqual([ended.state, ended.unknown, ended.answered], ['done', 2, 4])
      const unknown = await own.call(`${lotes}/${id}/linhas?status=unknown`)
      assert.match(unknown.text, /source_outcome_unknown/)
      clock.add(48 * 3_600_000)
      await own.signIn()
      await service.runJobs()
      assert.equal((await own.batch(id)).answered, 4)
      // Somebody who was given up for dead comes back late: its outcome is nobody's any more.
      assert.equal((await own.act(id, 'repeticao')).at('result.state'), 'running')
      await service.runJobs()
      const { state, answered, unknown: left, billed } = await own.batch(id)
      assert.deepEqual({ state, answered, left, billed }, { state: 'done', answered: 6, left: 0, billed: 5 })
      const until = (await own.batch(id)).resultUntil
      clock.add(1_000)
      assert.equal((await own.act(id, 'repeticao')).at('result.resultUntil'), until)
    })

    test('the cost of a batch is the sum billed on its records, even if outcomes were lost', async () => {
      const own = await client({ repeatWindowHours: 0 })
      const id = await own.sent(ndjsonOf(people(6, 310_000_000)))
      const { queryBatches } = service.store
      const { settle } = queryBatches
      const onRecord = async () => {
        const [line] = await usedBy(own)
        return { billed: line?.billed, cost: line?.amount }
      }
      const inBatch = async () => {
        const { billed, cost } = await own.batch(id)
        return { billed, cost }
      }
      const late: Parameters<typeof settle>[] = []
      Object.assign(queryBatches, {
        settle: async (...settling: Parameters<typeof settle>) => {
          late.push(settling)
        },
      })
      await service.runJobs()
      Object.assign(queryBatches, { settle })
      assert.deepEqual(await onRecord(), { billed: 6, cost: '9.00' })
      clock.add(60_001)
      await service.runJobs()
      assert.equal((await own.batch(id)).unknown, 6)
      assert.deepEqual(await inBatch(), await onRecord())
      await own.act(id, 'repeticao')
      await service.runJobs()
      const { state, answered } = await own.batch(id)
      assert.deepEqual({ state, answered }, { state: 'done', answered: 6 })
      assert.deepEqual(await inBatch(), await onRecord())
      for (const settling of late) await settle(...settling)
      assert.deepEqual(await inBatch(), { billed: 6, cost: '9.00' })
      for (const line of await own.result(id)) if ('line' in line) assert.equal(line.billed, true)
    })

    test('two that work at once never ask the same line', async () => {
      const own = await client()
      const id = await own.sent(ndjsonOf(people(100, 310_000_000)))
      await own.act(id, 'pausa')
      await own.act(id, 'retomada')
      const { queryBatches } = service.store
      const nowMs = clock.nowMs()
      const taken = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          queryBatches.claim({ batchId: id, claim: `w${at}`, limit: 16, nowMs, claimedUntilMs: nowMs + 1 }),
        ),
      )
      const lines = taken.flat().map(({ line }) => line)
      assert.deepEqual([lines.length, new Set(lines).size], [100, 100])
      await own.act(id, 'cancelamento')
    })

    test('the result is sealed, is for seven days, and is destroyed with its documents', async () => {
      const own = await client()
      const documents = people(3, 320_000_000)
      const id = await own.sent(ndjsonOf(documents))
      await service.runJobs()
      const [line] = await service.store.queryBatches.lines({ batchId: id, after: 0, limit: 1, sealed: true })
      assert.match(line?.sealing?.sealed ?? '', /^v1\./)
      assert.doesNotMatch(line?.sealing?.sealed ?? '', /registration/)
      clock.add(7 * 86_400_000 - 1)
      await service.store.queryBatches.destroy(clock.nowMs())
      clock.add(-7 * 86_400_000 + 1)
      assert.equal((await own.result(id)).length, 3)
      await service.store.queryBatches.destroy(clock.nowMs() + 7 * 86_400_000)
      assert.equal((await own.call(`${lotes}/${id}/resultado`)).at('code'), 'query_batch_result_gone')
      assert.equal((await own.call(`${lotes}/${id}/linhas`)).at('code'), 'query_batch_result_gone')
      assert.equal((await own.act(id, 'repeticao')).at('code'), 'query_batch_state')
      assert.deepEqual(await service.store.queryBatches.lines({ batchId: id, after: 0, limit: 9 }), [])
      assert.equal((await own.batch(id)).answered, 3)
    })

    test('what may no longer be read is left out of a result that is fetched later', async () => {
      const session = await service.newSession('sandbox')
      const own = { ...creditorOf(service, session), ...batchSender(service, session) }
      const creditor = creditorOf(service, session)
      const listed = await creditor.inserted({ contractId: 'CT-LOTE', documento: cleanPerson })
      await creditor.advance('P20D')
      const id = await own.sent(ndjsonOf([cleanPerson]))
      await service.runJobs()
      assert.match(JSON.stringify(await own.result(id)), /CT-LOTE/)
      await creditor.act(listed, 'baixa', { reason: '01' })
      const [line] = await own.result(id)
      assert.doesNotMatch(JSON.stringify(line), /CT-LOTE/)
      assert.deepEqual(line?.withheld, ['no_longer_shown'])
    })

    test('what a feature showed is left out of a result once the contract no longer has it', async () => {
      const own = await client()
      const id = await own.sent(ndjsonOf(people(1, 220_000_000)), { features: 'CONSULTAS_ANTERIORES' })
      await service.runJobs()
      assert.match(JSON.stringify(await own.result(id)), /inquiry/)
      const contract = { ...wholeContract, prices, features: [] }
      await service.store.clients.setContract(own.session.clientId, contract)
      clock.add(6_000)
      const [line] = await own.result(id)
      assert.deepEqual([line?.status, line?.withheld], ['answered', ['not_contracted']])
      assert.doesNotMatch(JSON.stringify(line?.report), /inquiry/)
    })

    test('a person sends a batch by session, its records name them, and it waits once they may not ask', async () => {
      const { clientId } = await service.newSession('sandbox')
      const user = await newUser(service, ['analyst'], clientId)
      const analyst = await signedIn(service, user)
      const send = (documento: string) =>
        analyst.call(`/sandbox${lotes}?product=relatorioBasico`, {
          method: 'POST',
          body: ndjsonOf([documento]),
          headers: { 'Content-Type': 'application/x-ndjson' },
        })
      const first = await send(cleanPerson)
      assert.equal(first.status, 202, first.text)
      await service.runJobs()
      const mine = await analyst.call('/sandbox/conta/v2/consultas?mine=true')
      assert.equal(mine.at('result.consultations.0.requestId'), `${String(first.at('result.id'))}-1`)
      const second = await send('12345678909')
      await service.store.users.disableUser(analyst.user.userId, clock.nowMs())
      await service.runJobs()
      const id = String(second.at('result.id'))
      const found = await service.store.queryBatches.find({ environment: 'sandbox', clientId, id })
      assert.deepEqual([found?.waitsFor, found?.answered], ['access_ended', 0])
    })

    test('a source that takes few at once, or rests, sets the pace', () => {
      const at = (atOnceMax: number, restsUntilMs = 0, inAllMax = 10) => ({
        name: 'parceiro',
        pace: () => ({ atOnceMax, inAllMax, restsUntilMs }),
      })
      const none = { name: 'bureau' }
      const idle = new Map()
      assert.equal(linesAtOnce([none], 0, idle), linesAtOnceMax)
      assert.equal(linesAtOnce([at(5), none, at(3)], 0, idle), 3)
      assert.equal(linesAtOnce([at(1_000, 0, 1_000)], 0, idle), linesAtOnceMax)
      assert.equal(linesAtOnce([at(5), at(5, 100)], 99, idle), 0)
      assert.equal(linesAtOnce([at(5, 100)], 100, idle), 5)
    })

    test('one line of all batches tries a source that may be back, and none beside it', () => {
      const back = { name: 'parceiro', pace: () => ({ atOnceMax: 5, inAllMax: 1, restsUntilMs: 0 }) }
      const other = { name: 'outra', pace: () => ({ atOnceMax: 5, inAllMax: 10, restsUntilMs: 0 }) }
      const underWay = new Map()
      assert.equal(linesAtOnce([back, other], 0, underWay), 1)
      countLines([back, other, { name: 'bureau' }], 1, underWay)
      assert.equal(linesAtOnce([back, other], 0, underWay), 0)
      assert.equal(linesAtOnce([other], 0, underWay), 5)
      countLines([other], 12, underWay)
      assert.equal(linesAtOnce([other], 0, underWay), 0)
    })

    test('no document is in the log', () => {
      for (const line of service.logLines) assert.doesNotMatch(line, /\b\d{11}\b/)
    })
  })
}
