import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { personService } from '../../../../testing/services/person-service.ts'
import { operate } from '../../listings/operate.ts'
import { listingItem } from './listing-item.ts'

for (const engine of engines) {
  describe(`a listing said to the one whom it is about, on ${engine}`, async () => {
    const service = await personService(engine)
    afterAll(service.close)
    const { creditor, file, published, runJobs, passDays } = service
    const said = async (id: string) => {
      const found = (await file()).listings.find(({ listing }) => listing.id === id)
      assert.ok(found)
      const { paragraphs, steps = [] } = listingItem(found, 'pt')
      const [state = ''] = paragraphs
      const [inEnglish = ''] = listingItem(found, 'en').paragraphs
      return { paragraphs, state, inEnglish, last: steps.at(-1) ?? '', is: found.listing.state }
    }

    test('what was published, raised and then ended is not said to have never been shown', async () => {
      const id = await published({ contractId: 'W-1' })
      assert.equal((await creditor.patch(id, { amount: '3000.00' })).status, 200)
      assert.equal((await creditor.act(id, 'baixa', { reason: '01' })).status, 200)
      const { is, state, inEnglish, last } = await said(id)
      assert.equal(is, 'withdrawn')
      assert.doesNotMatch(`${state} ${last}`, /antes de/)
      assert.match(state, /depois de publicada/)
      assert.match(inEnglish, /after it had been published/)
      assert.match(last, /: retirada \(/)
    })

    test('nor is what was published, held and then refused', async () => {
      const id = await published({ contractId: 'W-2' })
      assert.equal((await creditor.patch(id, { birthDate: '2009-06-01' })).status, 200)
      await operate(service.listings, { id, operator: 'Carla' }, { kind: 'refuse', note: 'menor' })
      const { is, state, inEnglish } = await said(id)
      assert.equal(is, 'refused')
      assert.doesNotMatch(state, /Nunca/)
      assert.match(state, /depois de publicada/)
      assert.match(inEnglish, /after it had been published/)
    })

    test('it is the person who disputes, and a dispute needs no answer once the debt has ended', async () => {
      const id = await published({ contractId: 'W-4' })
      await creditor.act(id, 'contestacao', { statement: 'Não reconheço.' })
      const { last, paragraphs } = await said(id)
      assert.match(last, /: contestada por você \(registro: credor\)$/)
      assert.match(paragraphs.join(' '), /O credor deve responder até/)
      assert.equal((await creditor.act(id, 'baixa', { reason: '01' })).status, 200)
      const ended = await said(id)
      assert.doesNotMatch(ended.paragraphs.join(' '), /O credor deve responder até/)
      assert.match(ended.paragraphs.join(' '), /A dívida terminou antes de haver resposta/)
    })

    test('what ended before it was published is said to have never been shown', async () => {
      const id = await creditor.inserted({ contractId: 'W-3' })
      await runJobs()
      await passDays(1)
      assert.equal((await creditor.act(id, 'baixa', { reason: '03' })).status, 200)
      const { state, last } = await said(id)
      assert.match(state, /antes de aparecer/)
      assert.match(last, /retirada antes de publicada/)
    })
  })
}
