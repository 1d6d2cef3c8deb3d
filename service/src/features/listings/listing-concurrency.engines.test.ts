import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import type { Answer } from '../../../testing/running-service.ts'
import {
  cleanPerson,
  debt,
  dividas,
  personOf,
  sandboxCreditor,
} from '../../../testing/services/listing-service.ts'
import { settleDue } from './deadlines/due-listings.ts'

const other = '12345678909'

const statuses = (answers: readonly Answer[]): number[] =>
  answers.map((one) => one.status).toSorted((a, b) => a - b)

for (const engine of engines) {
  describe(`changes at the same time on ${engine}`, async () => {
    const creditor = await sandboxCreditor(engine)
    const { service, insert, inserted, status, act, call, advance, patch } = creditor
    afterAll(service.close)
    const { listings, store } = service
    let contracts = 0
    const fresh = () => ({ contractId: `C${contracts++}` })
    const published = async (): Promise<string> => {
      const id = await inserted(fresh())
      await advance('P20D')
      return id
    }
    /** Each version has one line of history and one event, without a gap. */
    const isWhole = async (id: string): Promise<void> => {
      const history = await store.listings.history(id)
      const versions = history.map((one) => one.version)
      assert.deepEqual(
        versions,
        versions.map((_, at) => at + 1),
      )
      assert.equal((await store.listings.findListing(id))?.version, versions.at(-1))
      for (const { version, change } of history) {
        const events = await store.outbox.read(`listing.${change}`, 10_000)
        assert.equal(
          events.filter((one) => one.id === `${id}.${String(version).padStart(7, '0')}.0000000`).length,
          1,
          change,
        )
      }
    }

    test('of two releases one wins, and the other is told what it lost to', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await published()
        const both = await Promise.all([
          act(id, 'baixa', { reason: '01' }),
          act(id, 'baixa', { reason: '02' }),
        ])
        assert.deepEqual(statuses(both), [200, 409])
        assert.equal(both.find((one) => one.status === 409)?.at('code'), 'listing_state')
        const winner = both.find((one) => one.status === 200)?.at('result.release.code')
        assert.equal((await status(id)).at('result.release.code'), winner)
        await isWhole(id)
      }
    })

    test('release against update: never an update after the release, and nothing is lost', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await published()
        const [released, updated] = await Promise.all([
          act(id, 'baixa', { reason: '01' }),
          patch(id, { amount: '500.00' }),
        ])
        assert.equal(released.status, 200, released.text)
        assert.ok([200, 409, 412].includes(updated.status), updated.text)
        const found = await status(id)
        assert.equal(found.at('result.state'), 'released')
        assert.equal(found.at('result.amount'), updated.status === 200 ? '500.00' : '1520.33')
        await isWhole(id)
      }
    })

    test('of two updates of one version one wins, the other gets 412', async () => {
      const id = await published()
      const etag = (await status(id)).headers.get('etag') ?? ''
      const both = await Promise.all([
        patch(id, { amount: '500.00' }, etag),
        patch(id, { amount: '600.00' }, etag),
      ])
      assert.deepEqual(statuses(both), [200, 412])
      await isWhole(id)
    })

    test('the publishing job against a release: published at most once, released at the end', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await inserted(fresh())
        const { clientId } = creditor.session
        // The clock passes the day of publication, and nothing has been recorded yet.
        const offset = await store.sandboxClocks.offsetMs(clientId)
        const toMs = offset + 20 * 86_400_000
        assert.ok(await store.sandboxClocks.advance(clientId, { fromMs: offset, toMs }))
        const [released] = await Promise.all([
          act(id, 'baixa', { reason: '01' }),
          settleDue(listings, clientId),
          settleDue(listings, clientId),
        ])
        assert.equal(released.status, 200, released.text)
        const changes = (await store.listings.history(id)).map((one) => one.change)
        assert.deepEqual(changes.slice(-2), ['published', 'released'])
        assert.equal(changes.filter((one) => one === 'published').length, 1)
        await isWhole(id)
      }
    })

    test('of two identical inserts one is taken and the other is a duplicate', async () => {
      for (let round = 0; round < 5; round++) {
        const same = fresh()
        const many = await Promise.all([insert(same), insert(same), insert(same)])
        assert.deepEqual(statuses(many), [201, 422, 422])
        for (const one of many.filter((answer) => answer.status === 422)) {
          assert.equal(one.at('refusal.code'), '059')
        }
      }
    })

    test('two identical inserts under one key make one listing, and nobody hears of a duplicate', async () => {
      const body = { ...debt, ...fresh() }
      const headers = { 'Idempotency-Key': 'same-1' }
      const both = await Promise.all([call(dividas, { body, headers }), call(dividas, { body, headers })])
      assert.ok(
        both.every((one) => one.status === 201 || one.at('code') === 'idempotency_key_in_flight'),
        both.map((one) => one.text).join(),
      )
    })

    test('an insert whose answer was lost is answered again under its key, not refused as its own duplicate', async () => {
      const body = { ...debt, ...fresh() }
      const headers = { 'Idempotency-Key': 'lost-1' }
      const first = await call(dividas, { body, headers })
      // As after a crash between the commit and the keeping of the answer.
      await store.idempotency.forget(Number.MAX_SAFE_INTEGER)
      const again = await call(dividas, { body, headers })
      assert.equal(again.status, 201, again.text)
      assert.equal(again.at('result.id'), first.at('result.id'))
      // A key lives for a day: sent under it later, an ended debt is judged as it stands then.
      await act(String(first.at('result.id')), 'baixa', { reason: '03' })
      await creditor.advance('P2D')
      await store.idempotency.forget(Number.MAX_SAFE_INTEGER)
      const later = await call(dividas, { body, headers })
      assert.equal(later.status, 201, later.text)
      assert.notEqual(later.at('result.id'), first.at('result.id'))
    })

    test('a guarantor added while its principal is released does not stay behind', async () => {
      const guarantor = {
        documento: '12345678909',
        name: 'BRUNO DE EXEMPLO',
        birthDate: '1985-04-12',
        address: debt.address,
      }
      for (let round = 0; round < 5; round++) {
        const id = await published()
        const [released, added] = await Promise.all([
          act(id, 'baixa', { reason: '01' }),
          act(id, 'avalistas', guarantor),
        ])
        assert.equal(released.status, 200, released.text)
        const kept = await store.listings.findDebt({
          register: creditor.session.clientId,
          clientId: undefined,
          id,
        })
        assert.ok(added.status === 201 || added.at('refusal.code') === '298', added.text)
        for (const one of kept?.guarantors ?? []) {
          assert.ok(['withdrawn', 'refused', 'released'].includes(one.state), one.state)
        }
        await isWhole(id)
      }
    })

    test('a person listed at once as debtor and as guarantor of one debt is listed once', async () => {
      const guarantor = { documento: other, ...personOf(other), address: debt.address }
      for (let round = 0; round < 8; round++) {
        const place = fresh()
        const id = await inserted(place)
        const both = await Promise.all([
          act(id, 'avalistas', guarantor),
          insert({ ...place, documento: other, address: debt.address }),
        ])
        assert.deepEqual(statuses(both), [201, 422], both.map((one) => one.text).join())
        assert.equal(both.find((one) => one.status === 422)?.at('refusal.code'), '059')
      }
    })

    test('many changes at once: each is there once, and the reports show the end', async () => {
      const id = await published()
      const acts = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          at % 2 === 0
            ? act(id, 'suspensao', { courtOrder: `Processo ${at}` })
            : call(`${dividas}/${id}/suspensao`, { method: 'DELETE' }),
        ),
      )
      for (const one of acts) assert.ok([200, 409].includes(one.status), one.text)
      await isWhole(id)
      const found = await status(id)
      const { items } = await creditor.report(cleanPerson)
      const isShown = items.some((one) => one.contractId === found.at('result.contractId'))
      assert.equal(isShown, found.at('result.state') === 'published')
    })
  })
}
