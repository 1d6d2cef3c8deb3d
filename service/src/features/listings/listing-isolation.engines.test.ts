import assert from 'node:assert/strict'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { debt, dividas, productionCreditor } from '../../../testing/services/listing-service.ts'

/** A good body for every operation that takes one, so that nothing but the owner decides. */
const bodies: Readonly<Record<string, object>> = {
  Altera: { contact: { phone: '11999990000' } },
  Baixa: { reason: '01' },
  Suspende: { courtOrder: 'Processo 1' },
  Contesta: { statement: 'Não é minha.' },
  Responde: { outcome: 'upheld' },
  Inclui: { documento: '11144477735', name: 'X', birthDate: '1980-01-01', address: debt.address },
}

const withId = operations(products).filter(({ path }) => path.startsWith(`${dividas}/{id}`))

for (const engine of engines) {
  describe(`listings of two clients in production on ${engine}`, async () => {
    const service = await runService({ engine })
    afterAll(service.close)
    const owner = await productionCreditor(service)
    const stranger = await productionCreditor(service)
    const id = await owner.inserted()
    const added = await owner.act(id, 'avalistas', {
      documento: '12345678909',
      name: 'BRUNO',
      birthDate: '1975-01-01',
      address: debt.address,
    })
    const guarantorId = String(added.at('result.id'))

    for (const { id: operation, method, path } of withId) {
      test(`404 for a stranger: ${method} ${path}`, async () => {
        const name = operation.replace(/^(dividas|avalistas)/, '')
        const body = bodies[name]
        const address = path.replace('{id}', id).replace('{avalistaId}', guarantorId)
        const answer = await stranger.call(address, {
          method,
          headers: { 'If-Match': '"2"' },
          ...(body !== undefined && { body }),
        })
        assert.equal(answer.status, 404, answer.text)
        assert.equal(answer.at('code'), 'listing_unknown')
      })
    }

    test('nothing of it was done, and a stranger’s list does not have it', async () => {
      const found = await owner.status(id)
      assert.equal(found.at('result.state'), 'notice_queued')
      assert.equal(found.at('result.version'), 3)
      assert.deepEqual((await stranger.call(dividas)).at('result.listings'), [])
    })

    test('the same debt of two clients for one creditor is one debt', async () => {
      const answer = await stranger.insert()
      assert.equal(answer.at('refusal.code'), '059')
      const headers = { 'Idempotency-Key': 'one-key-of-two-clients' }
      const own = await owner.insert({ contractId: 'KEYED' }, headers)
      assert.equal(own.status, 201, own.text)
      const other = await stranger.insert({ contractId: 'KEYED' }, headers)
      assert.equal(other.at('refusal.code'), '059', 'a key is its client’s own')
      assert.notEqual(other.at('refusal.id'), own.at('result.id'))
    })
  })
}
