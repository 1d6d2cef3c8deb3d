import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { hasWords, nameWords } from '@lastro/rules/subjects/name-words.ts'
import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { importSample } from '../../../../testing/imported-data.ts'
import { type Answer, type RunningService, runService } from '../../../../testing/running-service.ts'
import { systemClock } from '../../../clock.ts'
import { receita } from '../../../data/receita/receita.ts'

const path = '/empresas/v2/busca'
const date = '2026-10-11' as Day

const companiesIn = (answer: Answer): FoundCompany[] => {
  assert.equal(answer.status, 200, answer.text)
  return answer.at('result.companies') as FoundCompany[]
}

const errorsIn = (answer: Answer) =>
  (answer.at('errors') as { field: string; code: string }[]).map(({ field, code }) => [field, code])

async function everyPage(search: (body: object) => Promise<Answer>, body: object): Promise<FoundCompany[]> {
  const all: FoundCompany[] = []
  let cursor: unknown
  do {
    const answer = await search({ ...body, ...(cursor !== undefined && { cursor }) })
    all.push(...companiesIn(answer))
    cursor = answer.at('result.cursor')
  } while (cursor !== undefined)
  return all
}

async function productionClient(service: RunningService, contract: ClientContract) {
  const client = await service.newSession('production')
  await service.store.clients.setContract(client.clientId, contract)
  const { clientId: client_id, clientSecret: client_secret } = client
  const answer = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  return { ...client, token: String(answer.at('access_token')) }
}

for (const engine of engines) {
  describe(`a search for companies over an import, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    const service = await runService({ place, store })
    afterAll(service.close)
    const as = await productionClient(service, wholeContract)
    const search = (body: object) => service.call(path, { as, body })
    const before = await search({ name: 'padaria' })
    const plain = { companies: 200, seed: 3, date: '2026-09-13' as Day }
    await importSample({ place, store, clock: systemClock }, receita, plain)
    await service.lookAtData()
    const without = await search({ name: 'padaria' })
    const sample = { companies: 400, seed: 3, date, isSearchable: true }
    await importSample({ place, store, clock: systemClock }, receita, sample)
    await service.lookAtData()
    const [first = assert.fail()] = companiesIn(await search({ name: 'ltda', limit: 1 }))

    test('says that the operator has to import with --search, before any import and after one without', () => {
      for (const answer of [before, without]) {
        assert.equal(answer.status, 422)
        assert.equal(answer.at('code'), 'search_unavailable')
        assert.match(String(answer.at('detail')), /--search/)
      }
    })

    test('says since when a company is in business, where the Receita does', async () => {
      const all = await everyPage(search, { name: 'ltda', limit: 50 })
      const days = all.flatMap((one) => one.foundationDate ?? [])
      assert.ok(days.length > 0)
      for (const day of days) assert.match(day, /^\d{4}-\d{2}-\d{2}$/)
    })

    test('finds a company by its words in any order, cut, in any case and with accents', async () => {
      const words = nameWords(first.name ?? '').filter((word) => word.length > 4)
      const cut = words.toReversed().map((word) => word.slice(0, 4).toLowerCase())
      for (const name of [first.name ?? '', cut.join(' '), cut.join(' ').replace(/a/g, 'Ã')]) {
        const found = await everyPage(search, { name })
        assert.ok(
          found.some((one) => one.documento === first.documento),
          name,
        )
        assert.ok(
          found.every((one) => hasWords(nameWords(`${one.name} ${one.alias ?? ''}`), nameWords(name))),
        )
      }
      assert.equal((await search({ name: 'ltda' })).at('result.date'), date)
    })

    test('pages hold every company once, in the order of their CNPJs', async () => {
      const whole = await everyPage(search, { name: 'ltda', limit: 50 })
      const byThree = await everyPage(search, { name: 'ltda', limit: 7 })
      const documents = whole.map((one) => one.documento)
      assert.ok(documents.length > 60)
      assert.deepEqual(
        byThree.map((one) => one.documento),
        documents,
      )
      assert.equal(new Set(documents).size, documents.length)
    })

    test('filters narrow what is found to what it says', async () => {
      const { state, city, cnae, status } = first
      const all = await everyPage(search, { name: 'ltda', limit: 50 })
      const lower = city?.toLowerCase()
      const filters = { state: { state }, city: { city: lower }, cnae: { cnae }, status: { status } }
      for (const [member, filter] of Object.entries(filters)) {
        const key = member as keyof typeof filters
        const found = await everyPage(search, { name: 'ltda', limit: 50, ...filter })
        const expected = all.filter((one) => one[key] === first[key])
        assert.ok(expected.length > 0)
        assert.deepEqual(found, expected, member)
      }
      const heads = await everyPage(search, { name: 'ltda', limit: 50, headOfficesOnly: true })
      assert.deepEqual(
        heads,
        all.filter((one) => one.headOffice),
      )
      assert.ok(heads.length < all.length)
    })

    test('a full CPF is in no answer, and its digits find nobody', async () => {
      const found = await everyPage(search, { name: 'silva', limit: 50 })
      const masked = found.filter((one) => one.name?.includes('***'))
      assert.ok(masked.length > 0)
      for (const one of found) assert.doesNotMatch(one.name ?? '', /\d{11}/)
      for (const one of masked.slice(0, 3)) {
        const [, digits = ''] = /\*{3}(\d{6})\*{2}/.exec(one.name ?? '') ?? []
        assert.deepEqual(companiesIn(await search({ name: digits })), [])
      }
    })

    test('any text is answered or refused, and never fails', async () => {
      const hostile = fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.constantFrom(
          '"',
          "'' OR 1=1 --",
          'ltda*',
          'NEAR(a b)',
          'a AND NOT b',
          '\0\0\0',
          '🙂🙂🙂',
          '%_\\',
          '$1 :x',
        ),
        fc.constantFrom('x'.repeat(10_240), 'a '.repeat(60), 'ab '.repeat(40)),
      )
      await fc.assert(
        fc.asyncProperty(hostile, hostile, async (name, other) => {
          for (const body of [{ name }, { name: 'ltda', city: other }, { name: 'ltda', cursor: other }]) {
            const { status, text } = await search(body)
            assert.ok([200, 400, 422].includes(status), text)
          }
        }),
        { numRuns: 40 },
      )
    })

    test('nothing of it is in the trail, in usage, or in the log', async () => {
      await search({ name: 'XYLOGRAFIA SECRETA' })
      const usage = await service.call('/conta/v2/consumo', { as })
      assert.equal(usage.at('result.total.billed'), 0)
      assert.equal(usage.at('result.total.unbilled'), 0)
      const consultations = await service.call('/conta/v2/consultas', { as })
      assert.deepEqual(consultations.at('result.consultations'), [])
      assert.ok(!service.logLines.join('').includes('XYLOGRAFIA'))
    })

    test('whoever has a rate is held to it', async () => {
      const slow = await productionClient(service, { ...wholeContract, requestsPerSecond: 1 })
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => service.call(path, { as: slow, body: { name: 'ltda' } })),
      )
      const limited = answers.filter((one) => one.status === 429)
      assert.ok(limited.length > 0)
      assert.equal(limited[0]?.at('code'), 'rate_limited')
    })
  })
}

describe('a search for companies in the sandbox', async () => {
  const service = await runService()
  afterAll(service.close)
  const as = await service.newSession()
  const search = (body: object | string, by = as) => service.call(`/sandbox${path}`, { as: by, body })

  test('200: an integrator finds the invented companies, and may query what is found', async () => {
    const found = companiesIn(await search({ name: 'ferrag exem', state: 'SP' }))
    assert.deepEqual(
      found.map(({ name, headOffice }) => [name, headOffice]),
      [['FERRAGENS DE EXEMPLO LTDA', true]],
    )
    const { documento } = found[0] ?? assert.fail()
    const report = await service.call('/sandbox/relato/v2/consulta', { as, body: { documento } })
    assert.equal(report.status, 200)
    const closed = companiesIn(await search({ name: 'confeccoes', status: 'BAIXADA' }))
    assert.equal(closed.length, 1)
    assert.equal((await everyPage(search, { name: 'ltda', limit: 2 })).length > 5, true)
  })

  test('400: a body that is none, a member that there is not, a state, status or cursor that is none', async () => {
    assert.equal((await search('{')).at('code'), 'json_invalid')
    assert.deepEqual(errorsIn(await search({})), [['name', 'required']])
    assert.deepEqual(errorsIn(await search({ name: 'ltda', nome: 'x' })), [['nome', 'unknown_member']])
    for (const [member, value] of Object.entries({ state: 'XX', status: 'OPEN', limit: 51, cnae: '47' })) {
      const answer = await search({ name: 'ltda', [member]: value })
      assert.equal(answer.status, 400, member)
      assert.equal(errorsIn(answer)[0]?.[0], member)
    }
    assert.deepEqual(errorsIn(await search({ name: 'ltda', cursor: 'b2k' })), [['cursor', 'cursor']])
    assert.deepEqual(errorsIn(await search({ name: 'ltda', city: 'Atlantis' })), [['city', 'city']])
    assert.deepEqual(errorsIn(await search({ name: 'x'.repeat(121) })), [['name', 'too_long']])
  })

  test('401 and 403: credentials, and the scope company-search in contract and token', async () => {
    const none = await service.call(`/sandbox${path}`, { body: { name: 'ltda' } })
    assert.equal(none.at('code'), 'token_missing')
    const narrow = await service.newSession('sandbox', 'relato')
    const refused = await search({ name: 'ltda' }, narrow)
    assert.equal(refused.status, 403)
    assert.equal(refused.at('code'), 'product_not_contracted')
    // A scope is no product.
    assert.match(
      String(refused.at('detail')),
      / não inclui company-search\. | does not include company-search\. /,
    )
    const production = await productionClient(service, { ...wholeContract, scopes: ['contact-data'] })
    const other = await service.call(path, { as: production, body: { name: 'ltda' } })
    assert.equal(other.at('code'), 'product_not_contracted')
  })

  test('422: nothing to search by', async () => {
    for (const name of ['ab', '  "" ', '🙂🙂🙂', 'é -']) {
      const answer = await search({ name })
      assert.equal(answer.at('code'), 'search_too_short', name)
      assert.equal(answer.status, 422)
    }
  })
})
