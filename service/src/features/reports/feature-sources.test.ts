import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { runService, type Session } from '../../../testing/running-service.ts'
import { bureauSource } from '../../sources/bureau/bureau-source.ts'
import type { Engine } from '../../store/engine/tables.ts'
import { searchTrail } from '../trail/search-trail.ts'
import { answeredFeatures, isAvailable } from './feature-sources.ts'
import { answerAll, coversAlways, failed, nothing, type Source } from './source.ts'

const documento = '52998224725'
const query = '/relatorioBasico/v2/consulta'
const prices = {
  relatorioBasico: 150,
  MAIS_ANOTACOES: 5,
  ENDERECOS_TELEFONES: 30,
  DIVIDA_ATIVA: 40,
  SANCOES: 20,
}

const covering = (sections: readonly SectionId[], answer = nothing): Source => ({
  name: 'registers',
  covers: coversAlways(sections),
  ask: ({ sections: asked }) => answerAll(asked, answer),
})

test('a feature is available where a source covers any of its sections; one that adds none always is', () => {
  const availableFrom = (...sources: readonly Source[]) =>
    (['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES', 'SANCOES'] as const).filter((code) =>
      isAvailable(code, sources, 'CNPJ'),
    )
  assert.deepEqual(availableFrom(), ['MAIS_ANOTACOES'])
  assert.deepEqual(availableFrom(covering(['phones'])), ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES'])
  assert.deepEqual(availableFrom(covering(['phones']), covering(['sanctions'])).length, 3)
})

const forCompaniesOnly = (sections: readonly SectionId[]): Source => {
  const [covered, none] = [new Set(sections), new Set<SectionId>()]
  return { ...covering(sections), covers: (type) => (type === 'CNPJ' ? covered : none) }
}

test('a feature is available for the types of document that a source covers it for', () => {
  const sources = [forCompaniesOnly(['sanctions'])]
  assert.equal(isAvailable('SANCOES', sources, 'CNPJ'), true)
  assert.equal(isAvailable('SANCOES', sources, 'CPF'), false)
})

test('a feature is answered when every section of it that the report shows is', () => {
  const all = ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES', 'SANCOES'] as const
  const shown: readonly SectionId[] = ['registration', 'addresses', 'phones', 'sanctions']
  const whole = answerAll(shown, nothing)
  assert.deepEqual(answeredFeatures(all, shown, whole), all)
  const half = { ...whole, phones: failed('source_timeout') }
  assert.deepEqual(answeredFeatures(all, shown, half), ['MAIS_ANOTACOES', 'SANCOES'])
  assert.deepEqual(answeredFeatures(all, ['registration'], whole), ['MAIS_ANOTACOES'])
  const { sanctions: _, ...without } = whole
  assert.deepEqual(answeredFeatures(all, shown, without), ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES'])
})

/** A service whose production has our own bureau and these, and a client that may ask for everything. */
async function serviceWith(engine: Engine, others: readonly Source[]) {
  const place = await newPlace(engine)
  const store = await place.open()
  const service = await runService({
    place,
    store,
    productionSources: [bureauSource(store.subjects), ...others],
  })
  after(service.close)
  const client = await service.newSession('production')
  await store.clients.setContract(client.clientId, { ...wholeContract, prices })
  const tokenFor = async (scope?: string): Promise<Session> => {
    const { clientId: client_id, clientSecret: client_secret } = client
    const token = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret, ...(scope && { scope }) },
    })
    return { ...client, token: String(token.at('access_token')) }
  }
  const as = await tokenFor()
  const ask = (features: readonly string[], by = as, document = documento) =>
    service.call(query, { as: by, body: { documento: document, features } })
  const lastCents = async (document = documento) => {
    const range = {
      fromMs: 0,
      untilMs: Number.MAX_SAFE_INTEGER,
      document: document as DocumentNumber,
      clientId: as.clientId,
    }
    return (await Array.fromAsync(searchTrail(store.trail, 'production', range))).at(-1)?.cents
  }
  return { service, as, tokenFor, ask, lastCents }
}

for (const engine of engines) {
  describe(`a feature is paid for only when a source answered it, on ${engine}`, async () => {
    const { service, as, tokenFor, ask, lastCents } = await serviceWith(engine, [])

    test('the list of additionals says what nobody answers, in every product', async () => {
      for (const [path, method] of [
        ['/relatorioBasico/v2/adicionais', 'POST'],
        ['/relato/v2/adicionais', 'GET'],
        ['/cadastral/v2/adicionais', 'GET'],
      ] as const) {
        const answer = await service.call(path, { method, as })
        const found = answer.at('result.features') as { code: string; available: boolean }[]
        assert.ok(found.length > 0)
        for (const { code, available } of found)
          assert.equal(available, !['SANCOES', 'DIVIDA_ATIVA', 'CONSULTAS_ANTERIORES'].includes(code), code)
      }
    })

    test('to ask for it is refused with its name, recorded, and costs nothing', async () => {
      for (const features of [['SANCOES'], ['MAIS_ANOTACOES', 'DIVIDA_ATIVA'], ['SANCOES', 'SANCOES']]) {
        const refused = await ask(features)
        assert.equal(refused.status, 422, refused.text)
        assert.equal(refused.at('code'), 'feature_unavailable')
        assert.match(String(refused.at('detail')), /SANCOES|DIVIDA_ATIVA/)
        assert.doesNotMatch(String(refused.at('detail')), /MAIS_ANOTACOES/)
        assert.equal(refused.headers.get('x-billed'), 'false')
        assert.equal(await lastCents(), 0)
      }
    })

    test('a key does not get round it', async () => {
      const keyed = () =>
        service.call(query, {
          as,
          body: { documento, features: ['SANCOES'] },
          headers: { 'Idempotency-Key': 'sancoes-1' },
        })
      assert.equal((await keyed()).at('code'), 'feature_unavailable')
      assert.equal((await keyed()).at('code'), 'feature_unavailable')
    })

    test('in the sandbox, where they are answered, they are offered and paid for', async () => {
      const sandboxed = await service.newSession('sandbox')
      const found = await service.call('/sandbox/relatorioBasico/v2/adicionais', {
        method: 'POST',
        as: sandboxed,
      })
      assert.ok((found.at('result.features') as { available: boolean }[]).every((one) => one.available))
      const answer = await service.call(`/sandbox${query}`, {
        as: sandboxed,
        body: { documento, features: ['SANCOES', 'DIVIDA_ATIVA'] },
      })
      assert.equal(answer.status, 200)
    })

    test('a feature whose source fails is not charged; what was answered is', async () => {
      const broken = covering(['publicDebt'], failed('source_unavailable'))
      const other = await serviceWith(engine, [covering(['sanctions']), broken])
      const degraded = await other.ask(['SANCOES', 'DIVIDA_ATIVA', 'MAIS_ANOTACOES'])
      assert.equal(degraded.status, 203, degraded.text)
      assert.equal(degraded.headers.get('x-billed'), 'true')
      assert.equal(await other.lastCents(), 150 + 20 + 5)
    })

    test('what is known of companies alone is refused for a person, never answered as nothing', async () => {
      const companies = await serviceWith(engine, [forCompaniesOnly(['sanctions', 'publicDebt'])])
      const [person, company] = ['00000000191', '11222333000181']
      for (const features of [['SANCOES'], ['DIVIDA_ATIVA', 'MAIS_ANOTACOES']]) {
        const refused = await companies.ask(features, companies.as, person)
        assert.equal(refused.status, 422, refused.text)
        assert.equal(refused.at('code'), 'feature_unavailable')
        assert.equal((await companies.ask(features, companies.as, company)).status, 200)
      }
      const listed = async (documento?: string) => {
        const answer = await companies.service.call('/relatorioBasico/v2/adicionais', {
          method: 'POST',
          as: companies.as,
          body: documento === undefined ? {} : { documento },
        })
        const all = answer.at('result.features') as {
          code: string
          available: boolean
          availableFor: string[]
        }[]
        const { available, availableFor } = all.find((one) => one.code === 'SANCOES') ?? {}
        return { available, availableFor }
      }
      assert.deepEqual(await listed(), { available: true, availableFor: ['CNPJ'] })
      assert.deepEqual(await listed(company), { available: true, availableFor: ['CNPJ'] })
      assert.deepEqual(await listed(person), { available: false, availableFor: ['CNPJ'] })
    })

    test('contact data that the caller may not see is not charged', async () => {
      const bare = await tokenFor('relatorioBasico')
      const answer = await ask(['ENDERECOS_TELEFONES'], bare, '00000000191')
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await lastCents('00000000191'), 150)
      assert.equal((await ask(['ENDERECOS_TELEFONES', 'MAIS_ANOTACOES'], as, '00000000191')).status, 200)
      assert.equal(await lastCents('00000000191'), 150 + 30 + 5)
    })
  })
}
