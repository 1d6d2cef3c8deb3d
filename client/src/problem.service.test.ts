import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import { debt } from '../../service/testing/services/listing-service.ts'
import { talking } from '../testing/talking.ts'
import { lastroClient } from './client.ts'
import { isProblem, LastroProblem } from './problem.ts'

const talk = await talking()
afterAll(talk.close)
const { lastro, service, session } = talk
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail(),
    (error: unknown) => error,
  )

test('a refusal has the code of the contract, its status, what to change, and the id of the call', async () => {
  const error = await caught(
    lastro.reports.query('relatorioBasico', { documento: '11111111111' }, { requestId: 'my-call-0001' }),
  )
  assert.ok(isProblem(error, 'document_invalid'))
  assert.equal(error.status, 422)
  assert.equal(error.requestId, 'my-call-0001')
  assert.equal(error.title, 'Invalid document')
  assert.deepEqual(
    error.errors.map(({ field }) => field),
    ['documento'],
  )
  assert.ok(!error.message.includes('11111111111'))
})

test('isProblem narrows to the codes it is given', async () => {
  const error = await caught(lastro.reports.query('relato', { documento: '52998224725' }))
  assert.ok(isProblem(error))
  assert.ok(!isProblem(error, 'rate_limited', 'quota_exceeded'))
  assert.ok(isProblem(error, 'rate_limited', 'document_type_not_accepted'))
  const code: 'rate_limited' | 'document_type_not_accepted' = error.code
  assert.equal(code, 'document_type_not_accepted')
  assert.ok(!isProblem(new Error('something else')))
  assert.ok(!isProblem(undefined, 'rate_limited'))
})

test('texts come in the language of the client, or of the call', async () => {
  const portuguese = lastroClient({ baseUrl: service.url, ...session })
  const query = { documento: '11111111111' }
  const [pt, en] = await Promise.all([
    caught(portuguese.reports.query('cadastral', query)),
    caught(portuguese.reports.query('cadastral', query, { language: 'en' })),
  ])
  assert.ok(pt instanceof LastroProblem && en instanceof LastroProblem)
  assert.deepEqual([pt.title, en.title], ['Documento inválido', 'Invalid document'])
})

test('a debt that was refused says by which rule, and where the refusal is on record', async () => {
  const error = await caught(lastro.listings.insert({ ...debt, amount: '5.00' }))
  assert.ok(isProblem(error, 'listing_refused'))
  assert.ok(error.refusal?.code)
  const kept = await lastro.listings.get(error.refusal?.id ?? '')
  assert.equal(kept.state, 'refused')
})

test('a registration that there is already is named', async () => {
  const watch = await lastro.alerts.documents.create({ documento: '52998224725' })
  const error = await caught(lastro.alerts.documents.create({ documento: '529.982.247-25' }))
  assert.ok(isProblem(error, 'alert_document_exists'))
  assert.equal(error.existingId, watch.id)
})

test('the key of another body is refused, not repeated', async () => {
  const keyed = { idempotencyKey: 'order-7' }
  await lastro.reports.query('cadastral', { documento: '52998224725' }, keyed)
  const error = await caught(lastro.reports.query('cadastral', { documento: '12345678909' }, keyed))
  assert.ok(isProblem(error, 'idempotency_key_reused'))
})

test('an id cannot lead a call elsewhere', async () => {
  for (const id of ['', '.', '..']) assert.throws(() => lastro.listings.get(id), TypeError)
  const error = await caught(lastro.listings.get('../../conta/v2/consumo?x=1#'))
  assert.ok(isProblem(error, 'listing_unknown', 'route_unknown'))
})

test('an address that is none is told when the client is made', () => {
  for (const baseUrl of ['', 'credito.exemplo.com.br', 'ftp://exemplo.com.br', 'https://u:p@exemplo.com.br'])
    assert.throws(() => lastroClient({ ...session, baseUrl }), TypeError)
})
