import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import {
  cleanPerson,
  creditorOf,
  dividas,
  personOf,
  TestClock,
} from '../../../testing/services/listing-service.ts'

const people = ['12345678909', '00000001163']

const guarantor = (documento: string, state: string, zipCode: string) => ({
  documento,
  name: 'AVALISTA DE EXEMPLO',
  birthDate: '1970-01-02',
  ...personOf(documento),
  address: { addressLine: 'RUA DE EXEMPLO', district: 'CENTRO', city: 'RIO DE JANEIRO', state, zipCode },
})
const inRio = (documento: string) => guarantor(documento, 'RJ', '20010000')

for (const engine of engines) {
  describe(`guarantors on ${engine}`, async () => {
    /** From Monday 16 November 2026; in São Paulo a debtor has forty days, elsewhere ten. */
    const opened = async (waitingDays: Readonly<Record<string, number>> = {}) => {
      const service = await runService({ engine, clock: new TestClock(), waitingDays })
      cleanUp(service.close)
      const creditor = creditorOf(service, await service.newSession())
      const id = await creditor.inserted({ contractId: 'CT-G' })
      const add = async (documento: string) => {
        const added = await creditor.act(id, 'avalistas', inRio(documento))
        assert.equal(added.status, 201, added.text)
        return String(added.at('result.id'))
      }
      const shows = async (documento: string) =>
        (await creditor.report(documento)).items.some((one) => one.contractId === 'CT-G')
      const shown = async (...documents: readonly string[]) => {
        const all: boolean[] = []
        for (const one of documents) all.push(await shows(one))
        return all
      }
      return { creditor, id, add, shown }
    }
    const [first = '', second = ''] = people

    test("a guarantor is not shown before its principal's own notice has run", async () => {
      const { creditor, id, add, shown } = await opened({ SP: 40 })
      const guarantorId = await add(first)
      await creditor.advance('P20D')
      assert.deepEqual(await shown(cleanPerson, first), [false, false])
      const seen = await creditor.call(`${dividas}/${id}/avalistas/${guarantorId}`)
      assert.equal(seen.at('result.visible'), false)
      await creditor.advance('P25D')
      assert.deepEqual(await shown(cleanPerson, first), [true, true])
    })

    test('nor while the principal is told of a higher value', async () => {
      const { creditor, id, add, shown } = await opened()
      await add(first)
      await creditor.advance('P15D')
      assert.deepEqual(await shown(cleanPerson, first), [true, true])
      await creditor.patch(id, { amount: '9000.00' })
      assert.deepEqual(await shown(cleanPerson, first), [false, false])
    })

    for (const reason of ['01', '20', '23']) {
      test(`released as paid (${reason}), a guarantor has paid the whole debt: all are hidden at once`, async () => {
        const { creditor, id, add, shown } = await opened()
        const [paying, other] = [await add(first), await add(second)]
        await creditor.advance('P15D')
        assert.deepEqual(await shown(cleanPerson, first, second), [true, true, true])
        const released = await creditor.call(`${dividas}/${id}/avalistas/${paying}/baixa`, {
          body: { reason, paidOn: '2026-11-30' },
        })
        assert.equal(released.at('result.state'), 'released', released.text)
        assert.deepEqual(await shown(cleanPerson, first, second), [false, false, false])
        for (const path of [`${dividas}/${id}`, `${dividas}/${id}/avalistas/${other}`]) {
          const seen = await creditor.call(path)
          assert.equal(seen.at('result.state'), 'published')
          assert.equal(seen.at('result.visible'), false)
          assert.equal(seen.at('result.paidOn'), '2026-11-30')
          assert.equal(seen.at('result.releaseDueOn'), '2026-12-07')
        }
        const last = ((await creditor.status(id)).at('result.history') as { change: string }[]).at(-1)
        assert.equal(last?.change, 'paid')
      })
    }

    test('a payment told for a guarantor is one of the whole debt', async () => {
      const { creditor, id, add, shown } = await opened()
      const paying = await add(first)
      await creditor.advance('P15D')
      const path = `${dividas}/${id}/avalistas/${paying}`
      const version = (await creditor.call(path)).headers.get('etag') ?? ''
      const paid = await creditor.call(path, {
        method: 'PATCH',
        body: { paidOn: '2026-11-30' },
        headers: { 'If-Match': version },
      })
      assert.equal(paid.status, 200, paid.text)
      assert.equal(paid.at('result.paidOn'), '2026-11-30')
      assert.equal((await creditor.status(id)).at('result.paidOn'), '2026-11-30')
      assert.deepEqual(await shown(cleanPerson, first), [false, false])
    })

    test('before publication it ends the debt, and nobody is ever shown', async () => {
      const { creditor, id, add, shown } = await opened()
      const [paying] = [await add(first), await add(second)]
      await creditor.call(`${dividas}/${id}/avalistas/${paying}/baixa`, { body: { reason: '01' } })
      const status = await creditor.status(id)
      assert.equal(status.at('result.state'), 'withdrawn')
      for (const { state } of status.at('result.guarantors') as { state: string }[])
        assert.equal(state, 'withdrawn')
      await creditor.advance('P20D')
      assert.deepEqual(await shown(cleanPerson, first, second), [false, false, false])
    })

    test('another reason releases the guarantor alone', async () => {
      const { creditor, id, add, shown } = await opened()
      const leaving = await add(first)
      await creditor.advance('P15D')
      await creditor.call(`${dividas}/${id}/avalistas/${leaving}/baixa`, { body: { reason: '03' } })
      assert.deepEqual(await shown(cleanPerson, first), [true, false])
      assert.equal((await creditor.status(id)).at('result.paidOn'), undefined)
    })

    test('a debt that is paid already stays paid on its day', async () => {
      const { creditor, id, add } = await opened()
      const paying = await add(first)
      await creditor.advance('P15D')
      await creditor.patch(id, { paidOn: '2026-11-28' })
      const released = await creditor.call(`${dividas}/${id}/avalistas/${paying}/baixa`, {
        body: { reason: '01', paidOn: '2026-11-30' },
      })
      assert.equal(released.status, 200, released.text)
      assert.equal((await creditor.status(id)).at('result.paidOn'), '2026-11-28')
    })
  })
}
