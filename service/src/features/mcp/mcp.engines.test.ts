import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { eras, mcpClient } from '../../../testing/http/mcp-client.ts'
import { runService, type Session } from '../../../testing/running-service.ts'
import { creditorOf } from '../../../testing/services/listing-service.ts'
import { TestClock } from '../../../testing/test-clock.ts'

const document = '12345678909'
const basic = { produto: 'relatorioBasico', documento: document, finalidade: 'credit_analysis' }
const prices = { relatorioBasico: 150, SANCOES: 20 }

for (const engine of engines) {
  describe(`what a model asks costs and records what anybody's query does: ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock })
    afterAll(service.close)
    const clientWith = async (contract: Partial<ClientContract>, scope?: string): Promise<Session> => {
      const session = await service.newSession('sandbox', scope)
      await service.store.clients.setContract(session.clientId, { ...wholeContract, ...contract })
      // A copy of its credentials may be believed for a few seconds.
      clock.add(5_000)
      return session
    }
    const consultations = async (as: Session) =>
      (await service.call('/sandbox/conta/v2/consultas', { as })).at('result.consultations') as {
        outcome: string
        billed: boolean
      }[]
    const outcomes = async (as: Session) => (await consultations(as)).map(({ outcome }) => outcome)

    for (const era of eras) {
      const name = typeof era === 'string' ? 'with a handshake' : era.pin

      test(`a price is told before anything is asked, and is the one that is billed: ${name}`, async () => {
        const session = await clientWith({ prices })
        const { call } = await mcpClient(service, session, { era })
        const terms = await call('listar_adicionais', { produto: 'relatorioBasico' })
        assert.equal(terms.at('price'), '1.50')

        const asked = { ...basic, features: ['SANCOES'], finalidade: 'monitoring' }
        const quote = await call('consultar_relatorio', asked)
        const chave = quote.at('quote.key')
        assert.equal(quote.at('quote.price'), '1.70')
        assert.equal(quote.at('quote.features.0.code'), 'SANCOES')
        assert.match(quote.words, /R\$ 1,70/)
        for (const wrong of ['1.50', '0.00', '1.71', '01.70']) {
          const again = await call('consultar_relatorio', { ...asked, chave, precoAceito: wrong })
          assert.deepEqual(again.at('quote'), quote.at('quote'))
        }
        assert.deepEqual(await consultations(session), [])

        const answered = await call('consultar_relatorio', { ...asked, chave, precoAceito: '1.70' })
        assert.equal(answered.at('billing.billed'), true)
        assert.equal(answered.at('billing.reason'), 'new_query')
        assert.equal(answered.at('result.document'), document)
        const usage = await service.call('/sandbox/conta/v2/consumo', { as: session })
        assert.equal(usage.at('result.total.amount'), '1.70')
        const [link] = (
          await service.store.trail.linksOf('sandbox', session.clientId, { from: undefined, count: 1 })
        ).links
        assert.match(JSON.stringify(link), /monitoring/)
      })
    }

    test('a call that is repeated is billed once: by its key, or within the window', async () => {
      const session = await clientWith({ prices, repeatWindowHours: 0 })
      const { call } = await mcpClient(service, session)
      const accepted = { ...basic, precoAceito: '1.50', chave: 'k1' }
      await call('consultar_relatorio', accepted)
      const repeated = await call('consultar_relatorio', accepted)
      assert.deepEqual([repeated.at('billing.billed'), repeated.at('billing.replayed')], [false, true])
      assert.deepEqual(await outcomes(session), ['answered'])
      const other = await call('consultar_relatorio', { ...accepted, documento: '52998224725' })
      assert.equal(other.refused, 'idempotency_key_reused')

      const usual = await clientWith({ prices })
      const tools = await mcpClient(service, usual)
      for (const chave of [undefined, 'another'])
        await tools.call('consultar_relatorio', { ...accepted, chave })
      assert.deepEqual(
        (await consultations(usual)).map(({ billed }) => billed),
        [false, true],
      )
    })

    test('a purpose is required, and one that the contract does not have is refused on record', async () => {
      const session = await clientWith({ purposes: ['credit_analysis'] })
      const { call } = await mcpClient(service, session)
      const { finalidade: _, ...without } = basic
      const missing = await call('consultar_relatorio', { ...without, precoAceito: '0.00' })
      assert.equal(missing.refused, 'body_invalid')
      assert.match(missing.words, /finalidade: É obrigatório/)
      assert.deepEqual(await consultations(session), [])
      const other = await call('consultar_relatorio', {
        ...basic,
        finalidade: 'monitoring',
        precoAceito: '0.00',
      })
      assert.equal(other.refused, 'purpose_not_allowed')
      assert.deepEqual(await outcomes(session), ['purpose_not_allowed'])
    })

    test('the quota of the contract ends for a model too', async () => {
      const session = await clientWith({ monthlyQuota: 1 })
      const { call } = await mcpClient(service, session)
      const accepted = { ...basic, precoAceito: '0.00' }
      assert.equal((await call('consultar_relatorio', accepted)).refused, undefined)
      const over = await call('consultar_relatorio', { ...accepted, documento: '52998224725' })
      assert.equal(over.refused, 'quota_exceeded')
      assert.match(over.words, /Tente de novo em \d+ s/)
    })

    test('what a scope opens stays shut without it', async () => {
      const session = await clientWith({}, 'cadastral')
      const { call } = await mcpClient(service, session)
      const accepted = { ...basic, precoAceito: '0.00' }
      assert.equal((await call('consultar_relatorio', accepted)).refused, 'product_not_contracted')
      assert.equal((await call('listar_adicionais', { produto: 'relato' })).refused, 'product_not_contracted')
      assert.equal((await call('buscar_empresa', { name: 'exemplo' })).refused, 'product_not_contracted')
      assert.equal((await call('consultar_anotacao')).refused, 'product_not_contracted')
      const open = await call('consultar_relatorio', { ...accepted, produto: 'cadastral' })
      assert.ok(open.at('result.report.registration.consumerName'))
      assert.equal(open.at('result.report.registration.motherName'), undefined)
    })

    test('a listing is shown to the client that made it, and to no other', async () => {
      const creditor = creditorOf(service, await clientWith({}))
      const id = await creditor.inserted({ contractId: 'MCP-1' })
      const own = await mcpClient(service, creditor.session)
      assert.equal((await own.call('consultar_anotacao', { id })).at('listing.contractId'), 'MCP-1')
      const found = async (filter: Record<string, unknown>) =>
        (await own.call('consultar_anotacao', filter)).at('listings.0.id')
      assert.equal(await found({ contractId: 'MCP-1', limit: 1 }), id)
      assert.equal(await found({ documento: '529.982.247-25' }), id)
      assert.equal(await found({ documento: document }), undefined)
      const foreign = await mcpClient(service, await clientWith({}))
      assert.equal((await foreign.call('consultar_anotacao', { id })).refused, 'listing_unknown')
      assert.deepEqual((await foreign.call('consultar_anotacao', {})).at('listings'), [])
    })

    test('credentials that end in the middle of a conversation end it', async () => {
      const expiring = await mcpClient(service, await clientWith({}))
      const revoked = await clientWith({})
      const { call } = await mcpClient(service, revoked)
      assert.ok((await call('documentos_de_teste')).at('documents.0'))
      await service.store.clients.revokeClient(revoked.clientId, clock.nowMs())
      clock.add(5_000)
      await assert.rejects(call('documentos_de_teste'), /401|api_key_invalid|token/i)
      clock.add(60 * 60_000)
      await assert.rejects(expiring.call('documentos_de_teste'), /401|token_expired/i)
    })
  })
}
