import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../testing/engines.ts'
import { type Answer, runService } from '../../testing/running-service.ts'
import { people } from '../features/sandbox/people.ts'
import { searchTrail } from '../features/trail/search-trail.ts'

const path = '/sandbox/relatorioBasico/v2/consulta'
const documentOf = (title: string) => people.find((one) => one.title.en === title)?.document ?? assert.fail()

for (const engine of engines) {
  describe(`an Idempotency-Key on ${engine}`, async () => {
    let nowMs = Date.parse('2026-11-16T12:00:00-03:00')
    const clock = { nowMs: () => nowMs }
    const place = await newPlace(engine)
    const service = await runService({ store: await place.open(), clock })
    afterAll(service.close)
    let as = await service.newSession()
    const ask = (key: string, documento: string, session = as, on = service): Promise<Answer> =>
      on.call(path, { as: session, body: { documento }, headers: { 'Idempotency-Key': key } })

    test('repeats the first answer byte for byte, says so, and bills once', async () => {
      const first = await ask('key-1', '12345678909')
      const again = await ask('key-1', '12345678909')
      assert.equal(again.text, first.text)
      assert.equal(again.status, first.status)
      assert.equal(again.headers.get('x-billed'), first.headers.get('x-billed'))
      assert.equal(first.headers.get('idempotency-replayed'), null)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
    })

    test('repeats a 203 with its headers', async () => {
      const first = await ask('key-203', documentOf('Error in listingR'))
      const again = await ask('key-203', documentOf('Error in listingR'))
      assert.equal(again.status, 203)
      assert.equal(again.headers.get('x-report-sections-degraded'), 'listingR')
      assert.equal(again.text, first.text)
    })

    test('every repetition is on record, unbilled', async () => {
      const all = {
        fromMs: 0,
        untilMs: Number.MAX_SAFE_INTEGER,
        document: '12345678909' as DocumentNumber,
        clientId: as.clientId,
      }
      const records = await Array.fromAsync(searchTrail(service.store.trail, 'sandbox', all))
      assert.deepEqual(
        records.map((one) => [one.outcome, one.billed]),
        [
          ['answered', true],
          ['reopened', false],
        ],
      )
    })

    test('409 idempotency_key_reused with another body', async () => {
      await ask('key-2', '12345678909')
      const answer = await ask('key-2', '52998224725')
      assert.equal(answer.status, 409)
      assert.equal(answer.at('code'), 'idempotency_key_reused')
    })

    test('is each client and environment its own', async () => {
      const other = await service.newSession()
      await ask('key-3', '12345678909')
      const answer = await ask('key-3', '52998224725', other)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('idempotency-replayed'), null)
    })

    test('409 idempotency_key_in_flight while the first is under way; of many at once one works', async () => {
      const slow = documentOf('Slow source')
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask('key-4', slow)))
      assert.equal(answers.filter((one) => one.status === 200).length, 1)
      const waiting = answers.filter((one) => one.status === 409)
      assert.equal(waiting.length, 7)
      for (const one of waiting) {
        assert.equal(one.at('code'), 'idempotency_key_in_flight')
        assert.equal(one.headers.get('retry-after'), '1')
      }
      assert.equal((await ask('key-4', slow)).headers.get('idempotency-replayed'), 'true')
    })

    test('a failure gives the key back', async () => {
      assert.equal((await ask('key-5', documentOf('Every source down'))).status, 502)
      assert.equal((await ask('key-5', '12345678909')).status, 200)
      assert.equal((await ask('key-6', '11111111111')).status, 422)
      assert.equal((await ask('key-6', '12345678909')).status, 200)
    })

    test('is remembered over a restart', async () => {
      const first = await ask('key-7', '12345678909')
      const second = await runService({ store: await place.open(), clock })
      const again = await ask('key-7', '12345678909', as, second)
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      await second.close()
    })

    test('is forgotten after 24 hours', async () => {
      await ask('key-8', '12345678909')
      nowMs += 24 * 3_600_000
      as = { ...as, ...(await renewed()) }
      const later = await ask('key-8', '52998224725')
      assert.equal(later.status, 200)
      assert.equal(later.headers.get('idempotency-replayed'), null)
    })

    test('a claim whose maker died is taken over, by one', async () => {
      const claim = {
        environment: 'sandbox' as const,
        clientId: as.clientId,
        key: 'key-9',
        requestHash: 'of a process that died',
        claim: 'dead',
        claimedUntilMs: nowMs + 60_000,
        expiresAtMs: nowMs + 86_400_000,
      }
      const { idempotency } = service.store
      assert.deepEqual(await idempotency.claim(claim, nowMs), { kind: 'claimed' })
      const takers = ['a', 'b', 'c'].map((name) => ({
        ...claim,
        claim: name,
        claimedUntilMs: nowMs + 200_000,
      }))
      for (const taker of takers)
        assert.deepEqual(await idempotency.claim(taker, nowMs), { kind: 'in_flight' })
      const outcomes = await Promise.all(takers.map((taker) => idempotency.claim(taker, nowMs + 60_001)))
      assert.equal(outcomes.filter((one) => one.kind === 'claimed').length, 1)
      await assert.rejects(idempotency.complete(claim, 'too late'))
    })

    test('a caller that may see less does not get the first answer, and the contract holds for a repetition', async () => {
      const body = { documento: '52998224725', features: ['ENDERECOS_TELEFONES'] }
      const headers = { 'Idempotency-Key': 'key-10' }
      const session = await service.newSession()
      const first = await service.call(path, { as: session, body, headers })
      assert.ok(first.at('result.report.registration.phones'))
      const narrow = await service.call('/oauth/token', {
        body: {
          grant_type: 'client_credentials',
          client_id: session.clientId,
          client_secret: session.clientSecret,
          scope: 'relatorioBasico',
        },
      })
      const less = { ...session, token: String(narrow.at('access_token')) }
      assert.equal(
        (await service.call(path, { as: less, body, headers })).at('code'),
        'idempotency_key_reused',
      )
      await service.store.clients.setContract(session.clientId, { ...wholeContract, features: [] })
      nowMs += 10_000
      assert.equal(
        (await service.call(path, { as: session, body, headers })).at('code'),
        'feature_not_contracted',
      )
      const odd = { ...headers, 'x-finalidade': 'curiosity' }
      await service.store.clients.setContract(session.clientId, wholeContract)
      nowMs += 10_000
      assert.equal(
        (await service.call(path, { as: session, body, headers: odd })).at('code'),
        'purpose_not_allowed',
      )
    })

    test('400 idempotency_key_invalid', async () => {
      for (const key of ['with space', 'x'.repeat(129)]) {
        const answer = await ask(key, '12345678909')
        assert.equal(answer.status, 400)
        assert.equal(answer.at('code'), 'idempotency_key_invalid')
      }
    })

    const renewed = async () => {
      const { clientId: client_id, clientSecret: client_secret } = as
      const answer = await service.call('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id, client_secret },
      })
      return { token: String(answer.at('access_token')) }
    }
  })
}
