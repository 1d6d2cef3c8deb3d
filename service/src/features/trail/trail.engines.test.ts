import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { chainStart, linkOf, readRecord } from '@lastro/rules/trail/chain.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { afterAll, describe, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, fastRepeats, newPlace, type Place } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { asBeforeOwners, trailNames } from '../../../testing/trail-names.ts'
import { manyTurns } from '../../../testing/until.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { people } from '../sandbox/people.ts'
import { ownConsultations } from './own-consultations.ts'
import type { RecordPlace } from './page-of-trail.ts'
import { recorder } from './recorder.ts'
import { verifyTrail } from './seals/verify-trail.ts'
import { searchTrail } from './search-trail.ts'

const everySourceDown = people.find((one) => one.title.en === 'Every source down')?.document ?? ''

const bank = '00000000191' as DocumentNumber

const noonMs = Date.parse('2026-11-16T12:00:00-03:00')
const hourMs = 3_600_000

const draft = (over: Partial<ConsultationDraft> = {}): ConsultationDraft => ({
  atMs: noonMs,
  clientId: 'cli_a',
  purpose: 'credit_analysis',
  document: '12345678909' as DocumentNumber,
  product: 'relatorioBasico',
  features: '',
  listings: '',
  address: '127.0.0.1',
  requestId: 'request-1',
  outcome: 'answered',
  priceCents: 150,
  key: '',
  repeatWindowMs: 24 * hourMs,
  ...over,
})

/** Changes what is kept, as nobody should be able to without being noticed. */
const tamper = (place: Place, statement: string) => changeRows(place, 'trail.db', statement)

/** Posts nothing, with headers that may come twice; the status of the answer. */
function headersSent(url: string, headers: Record<string, string | string[]>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject).end()
  })
}

for (const engine of engines) {
  describe(`the trail on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    afterAll(() => store.close())
    const { trail } = store
    const everything = {
      fromMs: 0,
      untilMs: Number.MAX_SAFE_INTEGER,
      document: undefined,
      clientId: undefined,
    }

    test('a query is billed once in its window, and again when it has passed', async () => {
      const ask = (over: Partial<ConsultationDraft>) => trail.append('sandbox', [draft(over)])
      assert.deepEqual(await ask({}), ['billed'])
      assert.deepEqual(await ask({ atMs: noonMs + 1 }), ['repeat'])
      assert.deepEqual(await ask({ atMs: noonMs + 24 * hourMs - 1 }), ['repeat'])
      assert.deepEqual(await ask({ atMs: noonMs + 24 * hourMs }), ['billed'])
    })

    test('another client, document, product or set of features is another query', async () => {
      const others = [
        { clientId: 'cli_b' },
        { document: '52998224725' as DocumentNumber },
        { product: 'cadastral' },
        { features: 'MAIS_ANOTACOES' },
      ]
      for (const over of others) assert.deepEqual(await trail.append('sandbox', [draft(over)]), ['billed'])
      assert.deepEqual(await trail.append('production', [draft()]), ['billed'])
    })

    test('within one commit a repeat is seen too; refusals are never billed and open no window', async () => {
      const fresh = { clientId: 'cli_c' }
      const refused = draft({ ...fresh, outcome: 'sources_unavailable', priceCents: undefined })
      assert.deepEqual(await trail.append('sandbox', [refused, draft(fresh), draft(fresh)]), [
        'unbilled',
        'billed',
        'repeat',
      ])
    })

    test('without a window every query is billed, but what a key has paid for is not paid for again', async () => {
      const never = { clientId: 'cli_k', repeatWindowMs: 0 }
      const ask = (over: Partial<ConsultationDraft>) =>
        trail.append('sandbox', [draft({ ...never, ...over })])
      assert.deepEqual(await ask({ key: 'k1' }), ['billed'])
      assert.deepEqual(await ask({ atMs: noonMs + 1 }), ['billed'])
      assert.deepEqual(await ask({ atMs: noonMs + 2, key: 'k1' }), ['repeat'])
      assert.deepEqual(await ask({ atMs: noonMs + 3, key: 'k2' }), ['billed'])
      assert.deepEqual(await ask({ atMs: noonMs + 24 * hourMs + 1, key: 'k1' }), ['billed'])
    })

    test('a key stands for one query: it makes no other product or feature free', async () => {
      const ask = (over: Partial<ConsultationDraft>) =>
        trail.append('sandbox', [draft({ clientId: 'cli_o', key: 'k1', repeatWindowMs: 0, ...over })])
      assert.deepEqual(await ask({}), ['billed'])
      assert.deepEqual(await ask({ product: 'relatorioAvancado' }), ['billed'])
      assert.deepEqual(await ask({ features: 'MAIS_ANOTACOES' }), ['billed'])
      assert.deepEqual(await ask({ atMs: noonMs + 1 }), ['repeat'])
    })

    test('what a copy answers is free if the same query was paid since the copy was made', async () => {
      const dayMs = 24 * hourMs
      const ask = (days: number, copyDays: number | undefined, over: Partial<ConsultationDraft> = {}) =>
        trail.append('sandbox', [
          draft({
            clientId: 'cli_copies',
            atMs: noonMs + days * dayMs,
            ...(copyDays !== undefined && { copiedAtMs: noonMs + (days - copyDays) * dayMs }),
            ...over,
          }),
        ])
      assert.deepEqual(await ask(0, undefined), ['billed'])
      assert.deepEqual(await ask(10, 10), ['repeat'])
      assert.deepEqual(await ask(10, 10, { product: 'relatorioAvancado' }), ['billed'])
      assert.deepEqual(await ask(12, 10), ['billed'], 'nobody has paid for it since')
    })

    test('the edges of both windows hold for a trail that was closed and opened again', async () => {
      const lasting = await newPlace(engine)
      const queries = [
        { product: 'relatorioBasico', repeatWindowMs: 1_000, key: '', freeMs: 1_000 },
        { product: 'cadastral', repeatWindowMs: 0, key: 'k1', freeMs: 24 * hourMs },
        { product: 'relato', repeatWindowMs: 48 * hourMs, key: 'k2', freeMs: 48 * hourMs },
        { product: 'relatorioAvancado', repeatWindowMs: 1_000, key: 'k3', freeMs: 24 * hourMs },
      ]
      const ask = async (afterMs: (freeMs: number) => number) => {
        const opened = await lasting.open()
        const drafts = queries.map(({ freeMs, ...over }) =>
          draft({ ...over, atMs: noonMs + afterMs(freeMs) }),
        )
        const billings = []
        for (const one of drafts) billings.push(...(await opened.trail.append('sandbox', [one])))
        await opened.close()
        return billings
      }
      assert.deepEqual(await ask(() => 0), Array(4).fill('billed'))
      assert.deepEqual(await ask((freeMs) => freeMs - 1), Array(4).fill('repeat'))
      assert.deepEqual(await ask((freeMs) => freeMs), Array(4).fill('billed'))
    })

    test('a key that has lived its day makes nothing free, however long the window of another query is', async () => {
      const month = { clientId: 'cli_m', key: 'k1', repeatWindowMs: 720 * hourMs }
      const ask = (over: Partial<ConsultationDraft>) =>
        trail.append('sandbox', [draft({ ...month, ...over })])
      assert.deepEqual(await ask({}), ['billed'])
      assert.deepEqual(await ask({ atMs: noonMs + 25 * hourMs, product: 'relatorioAvancado' }), ['billed'])
      assert.deepEqual(await ask({ atMs: noonMs + 26 * hourMs }), ['repeat'])
    })

    test('a query without a window and without a key is billed each time, and has no key in common', async () => {
      const ask = (over: Partial<ConsultationDraft>) =>
        trail.append('sandbox', [draft({ clientId: 'cli_w', repeatWindowMs: 0, ...over })])
      assert.deepEqual(await ask({ key: '' }), ['billed'])
      assert.deepEqual(await ask({ key: '' }), ['billed'])
      assert.deepEqual(await ask({ key: '', atMs: noonMs + 1 }), ['billed'])
    })

    test('records written together differ in one thing each, and read back as they were handed in', async () => {
      const first = draft({ clientId: 'cli_f', document: withCheckDigits('300000003') })
      const changes: Partial<ConsultationDraft>[] = [
        { purpose: 'monitoring' },
        { product: 'cadastral' },
        { features: 'SANCOES' },
        { listings: 'l1:2' },
        { address: '198.51.100.9' },
        { outcome: 'degraded' },
        { key: 'k' },
        { userId: 'usr_1' },
        { requestId: 'another' },
        { atMs: noonMs + 1 },
        { document: withCheckDigits('300000004') },
        { clientId: 'cli_g' },
      ]
      const drafts = changes.flatMap((over) => [first, { ...first, ...over }])
      await trail.append('production', drafts)
      const kept = await Array.fromAsync(trail.links('production'))
      const texts = (kept.at(-1)?.records ?? '').split('\n').map(readRecord)
      const fields = ({ billed: _, cents: __, ...rest }: ReturnType<typeof readRecord>) => rest
      const sent = ({ priceCents: _, repeatWindowMs: __, ...rest }: ConsultationDraft) => rest
      assert.deepEqual(texts.map(fields), drafts.map(sent))
    })

    test('a CPF and a CNPJ of the same digits are two documents, in the index and in what is billed', async () => {
      for (const stem of ['000000001', '100000000', '999999998']) {
        const both = [withCheckDigits(stem), withCheckDigits(stem.padStart(12, '0'))]
        for (const document of both) {
          const asked = draft({ clientId: 'cli_h', document })
          assert.deepEqual(await trail.append('production', [asked]), ['billed'], document)
        }
        for (const document of both) {
          const found = await trail.ofDocument('production', document, { fromMs: 0, untilMs: noonMs })
          assert.deepEqual(
            found.map((one) => one.document),
            [document],
          )
        }
      }
    })

    test('many at once, from two services, make one whole chain with nothing billed twice', async () => {
      const second = await place.open()
      const records = [recorder(trail), recorder(second.trail)]
      const asked = Array.from({ length: 400 }, async (_, at) =>
        records[at % 2]?.(
          'production',
          draft({
            clientId: 'cli_d',
            document: withCheckDigits(`1000000${10 + (at % 50)}`),
            requestId: `r${at}`,
          }),
        ),
      )
      const billings = await Promise.all(asked)
      assert.equal(billings.filter((one) => one === 'billed').length, 50)
      const found = await verifyTrail(trail, 'production')
      assert.equal(found.broken, undefined)
      const kept = await Array.fromAsync(
        searchTrail(trail, 'production', { ...everything, clientId: 'cli_d' }),
      )
      assert.deepEqual(
        kept.map((one) => one.requestId).toSorted(),
        Array.from({ length: 400 }, (_, at) => `r${at}`).toSorted(),
      )
      assert.ok(found.links < 400, 'records share commits')
      await second.close()
    })

    test('a record reads back as it was handed in, by document, client and time', async () => {
      const whole = draft({
        clientId: 'cli_e',
        document: bank,
        features: 'A,B',
        listings: 'l1.2',
        atMs: noonMs + 5,
      })
      await trail.append('sandbox', [whole])
      const byDocument = await Array.fromAsync(
        searchTrail(trail, 'sandbox', { ...everything, document: bank }),
      )
      assert.equal(byDocument.length, 1)
      const { number: _, place: __, environment, cents, billed, ...fields } = byDocument[0] ?? assert.fail()
      const { priceCents: ___, repeatWindowMs: ____, ...sent } = whole
      assert.deepEqual(fields, sent)
      assert.deepEqual({ environment, cents, billed }, { environment: 'sandbox', cents: 150, billed: true })
      const within = { ...everything, clientId: 'cli_e', fromMs: noonMs + 5, untilMs: noonMs + 5 }
      assert.equal((await Array.fromAsync(searchTrail(trail, 'sandbox', within))).length, 1)
      const before = { ...within, untilMs: noonMs + 4, fromMs: 0 }
      assert.equal((await Array.fromAsync(searchTrail(trail, 'sandbox', before))).length, 0)
    })

    test('usage adds up by day, product and features', async () => {
      const lines = (await trail.usage('sandbox', '2026-11', 'cli_a')).map(({ clientId: _, ...line }) => line)
      assert.deepEqual(lines[0], {
        day: '2026-11-16',
        product: 'cadastral',
        features: '',
        billed: 1,
        unbilled: 0,
        cents: 150,
      })
      const basic = lines.find(
        (one) => one.product === 'relatorioBasico' && one.features === '' && one.day === '2026-11-16',
      )
      assert.deepEqual([basic?.billed, basic?.unbilled, basic?.cents], [2, 1, 300])
      assert.deepEqual(await trail.usage('sandbox', '2026-12'), [])
    })

    test('a hash that was written down is found again, until the chain is cut before it', async () => {
      const { head } = await verifyTrail(trail, 'sandbox')
      await trail.append('sandbox', [draft({ clientId: 'cli_z' })])
      assert.equal((await verifyTrail(trail, 'sandbox', { expected: head })).holdsExpected, true)
      assert.equal((await verifyTrail(trail, 'sandbox', { expected: 'f'.repeat(64) })).holdsExpected, false)
    })

    test('an empty chain is whole', async () => {
      const fresh = await newPlace(engine)
      const empty = await fresh.open()
      assert.deepEqual(await verifyTrail(empty.trail, 'sandbox'), {
        links: 0,
        records: 0,
        head: '0'.repeat(64),
        holdsExpected: undefined,
        broken: undefined,
        brokenElsewhere: [],
        seals: { count: 0, upTo: undefined, isHeld: false, recordsAfter: 0 },
        archived: { months: [], leaving: undefined, recordsKept: 0 },
        besides: [],
      })
      await empty.close()
    })
  })

  test(`on ${engine} a changed, removed or reordered record is named`, async () => {
    const first = trailNames(engine).firstLink
    const isLink = (position: number) => `number = ${first + position - 1}`
    const changes: [string, { number: number; place: number }][] = [
      [
        `update trail_link set records = replace(records, 'request-2b', 'request-XX') where ${isLink(2)}`,
        { number: first + 1, place: 1 },
      ],
      [
        `update trail_link set records = replace(records, '150', '999') where ${isLink(3)}`,
        { number: first + 2, place: 0 },
      ],
      [`delete from trail_link where ${isLink(2)}`, { number: first + 1, place: 0 }],
      [`update trail_link set number = number + 100 where ${isLink(1)}`, { number: first, place: 0 }],
      [`update trail_link set hash = 'f' where ${isLink(3)}`, { number: first + 2, place: 0 }],
      ["update trail_link set environment = 'production'", { number: first, place: 0 }],
      [`update trail_link set last_at_ms = 1 where ${isLink(2)}`, { number: first + 1, place: 0 }],
      [`update trail_link set number = -1 where ${isLink(1)}`, { number: 1, place: 0 }],
    ]
    for (const [statement, broken] of changes) {
      const place = await newPlace(engine)
      const store = await place.open()
      for (const number of [1, 2, 3]) {
        await store.trail.append('sandbox', [
          draft({ requestId: `request-${number}a`, document: withCheckDigits(`10000000${number}`) }),
          draft({ requestId: `request-${number}b`, document: withCheckDigits(`20000000${number}`) }),
        ])
      }
      assert.equal((await verifyTrail(store.trail, 'sandbox')).records, 6)
      await tamper(place, statement)
      const environment = statement.includes("'production'") ? 'production' : 'sandbox'
      assert.deepEqual((await verifyTrail(store.trail, environment)).broken, broken, statement)
      await store.close()
    }
  })

  test(`on ${engine} counts and index that do not say what the chain says are noticed`, async () => {
    const place = await newPlace(engine)
    const perLink = 500
    const linkCount = 10
    // So few that an index in memory has moved some of it into its table.
    const memoryRecordsMax = 3 * perLink
    const store =
      engine === 'sqlite'
        ? await openSqlite(place.dataDirectory, { fastRepeats, memoryRecordsMax })
        : await place.open()
    for (let number = 0; number < linkCount; number++) {
      await store.trail.append(
        'sandbox',
        Array.from({ length: perLink }, (_, at) =>
          draft({
            document:
              at % 2 === 0
                ? withCheckDigits(String(number * perLink + at).padStart(9, '1'))
                : withCheckDigits(`AB${String(number * perLink + at).padStart(10, '0')}`),
            outcome: at % 5 === 0 ? 'quota_exceeded' : 'answered',
            priceCents: at % 5 === 0 ? undefined : 150,
          }),
        ),
      )
    }
    const besides = async () => {
      const found = await verifyTrail(store.trail, 'sandbox')
      assert.equal(found.broken, undefined)
      assert.equal(found.records, linkCount * perLink)
      return found.besides
    }
    assert.deepEqual(await besides(), [])
    const usage = [{ kind: 'usage', clientId: 'cli_a', day: '2026-11-16' }]
    const { firstLink: first, usage: used } = trailNames(engine)
    const index = [{ kind: 'index', fromNumber: first, untilNumber: first + 1022 }]
    const sandbox = engine === 'sqlite' ? 1 : "'sandbox'"
    const where = `where environment = ${sandbox} and number = ${first + 2} and place = 7`
    const changes: [change: string, back: string, noticed: unknown][] = [
      [
        `update ${used} set billed = billed - 1; update consultation set at_ms = 1 ${where}`,
        `update ${used} set billed = billed + 1; update consultation set at_ms = ${noonMs} ${where}`,
        [...usage, ...index],
      ],
      [
        `update ${used} set cents = cents - 150; update consultation set billed = 0 ${where}`,
        `update ${used} set cents = cents + 150; update consultation set billed = 1 ${where}`,
        [...usage, ...index],
      ],
      [`delete from consultation ${where}`, `delete from ${used}`, index],
    ]
    // Both at once, since each look walks the whole chain.
    for (const [change, back, noticed] of changes) {
      await tamper(place, change)
      assert.deepEqual(await besides(), noticed, change)
      await tamper(place, back)
    }
    assert.deepEqual(await besides(), [...usage, ...index])
    await store.close()
  })

  test(`on ${engine} every query over HTTP is on record, refused ones with their outcome`, async () => {
    const place = await newPlace(engine)
    const service = await runService({ store: await place.open() })
    const as = await service.newSession()
    const { store } = service
    await store.clients.setContract(as.clientId, {
      ...wholeContract,
      prices: { relatorioBasico: 150, SANCOES: 20 },
    })
    const query = (body: object, headers: Record<string, string> = {}) =>
      service.call('/sandbox/relatorioBasico/v2/consulta', { as, body, headers })

    const first = await query(
      { documento: '12345678909', features: ['SANCOES'] },
      { 'X-Request-Id': 'pedido-0001' },
    )
    assert.equal(first.headers.get('x-billed'), 'true')
    assert.equal(first.headers.get('x-billing-reason'), 'new_query')
    const again = await query({ documento: '123.456.789-09', features: ['SANCOES', 'SANCOES'] })
    assert.equal(again.headers.get('x-billed'), 'false')
    assert.equal(again.headers.get('x-billing-reason'), 'repeat_within_window')
    const outage = await query({ documento: everySourceDown })
    assert.equal(outage.status, 502)
    assert.equal(outage.headers.get('x-billed'), 'false')
    assert.equal(outage.headers.get('x-billing-reason'), 'not_answered')
    await query({ documento: '11111111111' })
    await query({ documento: '52998224725', features: ['NADA'] })
    await query({ nada: 1 })
    await service.call('/sandbox/relatorioBasico/v2/consulta', {
      body: {},
      headers: { 'x-api-key': as.apiKey },
    })
    assert.equal((await query({ documento: '12345678909' }, { Accept: 'image/png' })).status, 406)
    const twice = (name: string, values: readonly string[]) =>
      headersSent(`${service.url}/sandbox/relatorioBasico/v2/consulta`, {
        Authorization: `Bearer ${as.token}`,
        'x-api-key': as.apiKey,
        [name]: [...values],
      })
    assert.equal(await twice('x-finalidade', ['credit_analysis', 'collection']), 400)
    assert.equal(await twice('x-api-key', [as.apiKey, as.apiKey]), 400)

    const all = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER, document: undefined, clientId: as.clientId }
    const records = await Array.fromAsync(searchTrail(store.trail, 'sandbox', all))
    assert.deepEqual(
      records.map(({ document, outcome, features, cents }) => [document, outcome, features, cents]),
      [
        ['12345678909', 'answered', 'SANCOES', 170],
        ['12345678909', 'answered', 'SANCOES', 0],
        [everySourceDown, 'sources_unavailable', '', 0],
        ['', 'document_invalid', '', 0],
        ['52998224725', 'feature_unknown', '', 0],
        ['', 'body_invalid', '', 0],
        ['', 'token_missing', '', 0],
        ['', 'not_acceptable', '', 0],
        ['', 'header_repeated', '', 0],
      ],
    )
    assert.equal(records[0]?.requestId, 'pedido-0001')
    assert.equal(records[0]?.purpose, 'credit_analysis')
    assert.equal(records[0]?.address, '127.0.0.1')

    const inquiries = await query({ documento: '12345678909', features: ['CONSULTAS_ANTERIORES'] })
    assert.deepEqual(inquiries.at('result.report.facts.inquiry.summary'), { count: '2' })
    assert.equal(inquiries.at('result.report.facts.inquiry.inquiryResponse.0.segment'), 'OUTROS')

    const usage = await service.call('/sandbox/conta/v2/consumo', { as })
    assert.deepEqual(usage.at('result.total'), { billed: 2, unbilled: 1, amount: '3.20' })
    const bad = await service.call('/sandbox/conta/v2/consumo?month=2026-13', { as })
    assert.equal(bad.at('code'), 'query_invalid')
    const other = await service.newSession()
    assert.deepEqual((await service.call('/sandbox/conta/v2/consumo', { as: other })).at('result.lines'), [])
    await service.close()
  })
}

test('an answer waits for its record, and fails when that cannot be written', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { promise: appending, resolve: append } = Promise.withResolvers<void>()
  const held = {
    ...store,
    trail: {
      ...store.trail,
      append: async (...of: Parameters<typeof store.trail.append>) => {
        append()
        await written
        return store.trail.append(...of)
      },
    },
  }
  const service = await runService({ store: held })
  const as = await service.newSession()
  const asking = service.call('/sandbox/relatorioBasico/v2/consulta', {
    as,
    body: { documento: '12345678909' },
  })
  await appending
  assert.equal(await Promise.race([asking, manyTurns().then(() => 'waiting')]), 'waiting')
  write()
  assert.equal((await asking).status, 200)
  await service.close()

  const failing = await newPlace('sqlite')
  const broken = await failing.open()
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const refusing = { ...broken, trail: { ...broken.trail, append: () => Promise.reject(full) } }
  const second = await runService({ store: refusing })
  const session = await second.newSession()
  const answer = await second.call('/sandbox/relatorioBasico/v2/consulta', {
    as: session,
    body: { documento: '12345678909' },
  })
  assert.equal(answer.status, 503)
  assert.equal(answer.at('code'), 'store_unavailable')
  await second.close()
})

test('a trail file that was taken away stops the answers, and does not take records that nobody would find', async () => {
  const place = await newPlace('sqlite')
  const service = await runService({ store: await place.open() })
  const as = await service.newSession()
  const query = () =>
    service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento: '12345678909' } })
  assert.equal((await query()).status, 200)
  for (const file of ['trail.db', 'trail.db-wal', 'trail.db-shm'])
    rmSync(join(place.dataDirectory, file), { force: true })
  const answer = await query()
  assert.equal(answer.status, 503)
  assert.equal(answer.at('code'), 'store_unavailable')
  await service.close()
})

test('a record that names no person has the text and the hash it always had; one that does reads back', () => {
  const old = {
    atMs: 1_800_000_000_000,
    clientId: 'cli_old',
    purpose: 'credit_analysis',
    document: '52998224725' as DocumentNumber,
    product: 'relato',
    features: 'SANCOES',
    listings: '',
    address: '203.0.113.7',
    requestId: 'req-old-1',
    outcome: 'answered',
    priceCents: 150,
    key: '',
    repeatWindowMs: 0,
  }
  const chained = (of: ConsultationDraft) =>
    linkOf('production', { number: 0, hash: chainStart }, [of], ['billed'])
  // As it was written before records could name anyone.
  assert.equal(chained(old).hash, '6e0b08fa867073eee6c3bca5f788e8b288af2f37de869b9d2b1f676d216926dc')
  const named = chained({ ...old, userId: 'usr_1' })
  assert.equal(named.records, `${chained(old).records.slice(0, -1)},"usr_1"]`)
  assert.equal(readRecord(named.records).userId, 'usr_1')
  assert.ok(!('userId' in readRecord(chained(old).records)))
})

for (const engine of engines) {
  test(`${engine}: own queries from before owners were written down are found by walking`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    const { trail } = store
    for (let at = 0; at < 5; at++) {
      await trail.append('production', [draft({ requestId: `a${at}` }), draft({ clientId: 'cli_b' })])
    }
    // As a store stands that was written by a version without owners.
    await asBeforeOwners(place, 5)
    await trail.append('production', [draft({ clientId: 'cli_b' }), draft({ requestId: 'a5' })])
    const found: string[] = []
    for (let before: RecordPlace | undefined; ; ) {
      const own = { clientId: 'cli_a', userId: undefined }
      const page = await ownConsultations(trail, 'production', own, { limit: 2, before })
      found.push(...page.found.map((one) => one.requestId))
      if (page.next === undefined) break
      before = page.next
    }
    assert.deepEqual(found, ['a5', 'a4', 'a3', 'a2', 'a1', 'a0'])
    await store.close()
  })
}
