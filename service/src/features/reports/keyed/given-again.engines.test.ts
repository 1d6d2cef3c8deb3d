import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { newUser, signedIn } from '../../../../testing/http/signed-in.ts'
import {
  type Answer,
  type CallOptions,
  runService,
  type Session,
} from '../../../../testing/running-service.ts'
import { TestClock } from '../../../../testing/test-clock.ts'
import { collectFile } from '../../person/collect-file.ts'
import { verifyTrail } from '../../trail/seals/verify-trail.ts'
import { searchTrail } from '../../trail/search-trail.ts'

const person = '12345678909'
const formats = ['application/json', 'application/pdf', 'text/html']
const keyLifeMs = 24 * 3_600_000

type Ask = (path: string, options?: CallOptions) => Promise<Answer>

for (const engine of engines) {
  describe(`a report given again under its key, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    afterAll(service.close)
    const { store } = service

    const client = async (contract: Partial<ClientContract>): Promise<Session> => {
      const session = await service.newSession('production')
      await store.clients.setContract(session.clientId, { ...wholeContract, ...contract })
      return renewed(session)
    }
    const byKey =
      (as: Session): Ask =>
      (path, options) =>
        service.call(path, { as, ...options })
    const bySession = async (as: Session): Promise<Ask> =>
      (await signedIn(service, await newUser(service, ['analyst'], as.clientId))).call
    const query = (ask: Ask, headers: Record<string, string> = {}, body = {}) =>
      ask('/relatorioBasico/v2/consulta', { headers, body: { documento: person, ...body } })
    const recordsOf = async ({ clientId }: Session) =>
      Array.fromAsync(
        searchTrail(store.trail, 'production', {
          fromMs: 0,
          untilMs: Number.MAX_SAFE_INTEGER,
          document: undefined,
          clientId,
        }),
      )
    /** All that would show a download as a consultation. */
    const whatCounts = async (as: Session) => {
      await service.keepAll()
      const file = await collectFile(
        {
          ...store,
          listing: service.listings,
          clock,
          newId: () => assert.fail('nothing is made'),
          contact: undefined,
          readPublicData: async () => [],
        },
        person as DocumentNumber,
        'pt',
      )
      const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
      return {
        usage: (await service.call('/conta/v2/consumo', { as })).text,
        own: (await service.call('/conta/v2/consultas', { as })).at('result.consultations'),
        ofThePerson: file.consultations.all.filter(({ clientId }) => clientId === as.clientId),
        shownToOthers: await store.trail.consultedBy('production', person as DocumentNumber, range),
      }
    }

    for (const [door, doorOf] of [
      ['a key', async (as: Session) => byKey(as)],
      ['a session', bySession],
    ] as const) {
      for (const reportDays of [0, 30]) {
        test(`through ${door}, with reports kept for ${reportDays} days, counts nowhere`, async () => {
          const as = await client({
            keyReportDays: reportDays,
            sessionReportDays: reportDays,
            prices: { relatorioBasico: 150 },
          })
          const ask = await doorOf(as)
          const first = await query(ask, { 'Idempotency-Key': 'k' })
          const before = await whatCounts(as)
          for (const Accept of formats) {
            const again = await query(ask, { 'Idempotency-Key': 'k', Accept })
            assert.equal(again.status, 200, Accept)
            assert.equal(again.headers.get('idempotency-replayed'), 'true')
          }
          assert.deepEqual(await whatCounts(as), before)
          assert.equal(before.ofThePerson.length, 1)
          const [, ...again] = await recordsOf(as)
          assert.deepEqual(
            again.map(({ outcome, billed, reopens }) => [outcome, billed, reopens]),
            formats.map(() => ['reopened', false, first.headers.get('x-request-id')]),
          )
        })
      }

      test(`through ${door}, goes out when the quota is used up by the query itself`, async () => {
        const as = await client({ monthlyQuota: 1 })
        const ask = await doorOf(as)
        assert.equal((await query(ask, { 'Idempotency-Key': 'last' })).status, 200)
        for (const Accept of formats)
          assert.equal((await query(ask, { 'Idempotency-Key': 'last', Accept })).status, 200, Accept)
        for (const headers of [{}, { 'Idempotency-Key': 'new' }])
          assert.equal((await query(ask, headers)).at('code'), 'quota_exceeded')
      })
    }

    test('uses up none of a quota, however often, also twice at once', async () => {
      const as = await client({ monthlyQuota: 2 })
      const ask = byKey(as)
      await query(ask, { 'Idempotency-Key': 'one' })
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => query(ask, { 'Idempotency-Key': 'one', Accept: 'text/html' })),
      )
      for (const { status } of answers) assert.equal(status, 200)
      assert.equal((await query(ask)).status, 200, 'the second of two')
      assert.equal((await query(ask)).at('code'), 'quota_exceeded')
    })

    test('a refusal of the quota gives the key back, and is no answer that is repeated', async () => {
      const as = await client({ monthlyQuota: 1 })
      const ask = byKey(as)
      await query(ask)
      assert.equal((await query(ask, { 'Idempotency-Key': 'full' })).at('code'), 'quota_exceeded')
      await store.clients.setContract(as.clientId, { ...wholeContract, monthlyQuota: 2 })
      clock.add(6_000)
      const answer = await query(ask, { 'Idempotency-Key': 'full' })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers.get('idempotency-replayed'), null)
    })

    test('counts against the rate of its contract, as everything does', async () => {
      const as = await client({ requestsPerSecond: 1 })
      const ask = byKey(as)
      await query(ask, { 'Idempotency-Key': 'k' })
      clock.add(2_000)
      const answers = [
        await query(ask, { 'Idempotency-Key': 'k' }),
        await query(ask, { 'Idempotency-Key': 'k' }),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 429],
      )
    })

    test('says that it is a repeat and of when, and as a page or a PDF that it is not billed', async () => {
      const ask = byKey(await client({ prices: { relatorioBasico: 150 } }))
      const first = await query(ask, { 'Idempotency-Key': 'when' })
      const told = ({ headers }: Answer) =>
        ['x-consultation-at', 'idempotency-replayed', 'x-billed', 'x-billing-reason'].map((name) =>
          headers.get(name),
        )
      const givenAt = first.headers.get('x-consultation-at') ?? ''
      assert.match(givenAt, /^2026-11-\d\dT\d\d:\d\d:\d\d-03:00$/)
      assert.deepEqual(told(first), [givenAt, null, 'true', 'new_query'])
      clock.add(60_000)
      const again = await query(ask, { 'Idempotency-Key': 'when' })
      assert.equal(again.text, first.text)
      assert.deepEqual(told(again), [givenAt, 'true', 'true', 'new_query'])
      for (const Accept of ['application/pdf', 'text/html'])
        assert.deepEqual(told(await query(ask, { 'Idempotency-Key': 'when', Accept })), [
          givenAt,
          'true',
          'false',
          'given_again',
        ])
    })

    test('is asked for what the first was: another purpose is another request', async () => {
      const as = await client({})
      const ask = byKey(as)
      const under = (purpose?: string, Accept = 'application/json') =>
        query(ask, {
          'Idempotency-Key': 'purpose',
          Accept,
          ...(purpose !== undefined && { 'x-finalidade': purpose }),
        })
      assert.equal((await under('credit_grant')).status, 200)
      for (const Accept of formats)
        assert.equal((await under('credit_analysis', Accept)).at('code'), 'idempotency_key_reused', Accept)
      // The contract's default is another; who says nothing asks for what was asked.
      for (const purpose of ['credit_grant', undefined]) assert.equal((await under(purpose)).status, 200)
      assert.deepEqual(
        (await recordsOf(as)).map(({ outcome, purpose }) => [outcome, purpose]),
        [
          ['answered', 'credit_grant'],
          ...formats.map(() => ['idempotency_key_reused', 'credit_analysis']),
          ['reopened', 'credit_grant'],
          ['reopened', 'credit_grant'],
        ],
      )
    })

    test('a new query under another key, or past the life of its own, is a consultation', async () => {
      const as = await client({ repeatWindowHours: 0 })
      const ask = byKey(as)
      await query(ask, { 'Idempotency-Key': 'a' })
      await query(ask, { 'Idempotency-Key': 'b' })
      clock.add(keyLifeMs + 1)
      const later = byKey(await renewed(as))
      await query(later, { 'Idempotency-Key': 'a' })
      assert.deepEqual(
        (await recordsOf(as)).map(({ outcome, billed }) => [outcome, billed]),
        [
          ['answered', true],
          ['answered', true],
          ['answered', true],
        ],
      )
    })

    test('the trail stands as it is counted', async () => {
      const { broken, besides } = await verifyTrail(store.trail, 'production')
      assert.deepEqual([broken, besides], [undefined, []])
    })

    async function renewed(session: Session): Promise<Session> {
      const { clientId: client_id, clientSecret: client_secret } = session
      const answer = await service.call('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id, client_secret },
      })
      return { ...session, token: String(answer.at('access_token')) }
    }
  })
}
