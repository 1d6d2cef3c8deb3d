import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type {
  ClientKey,
  OperatorClient,
  VersionedContract,
} from '@lastro/contract/operator/operator-clients.ts'
import { afterAll, describe, test } from 'vitest'
import { cpuMsDuring } from '../../../testing/cpu-time.ts'
import { engines } from '../../../testing/engines.ts'
import { manyClients } from '../../../testing/invented/many-clients.ts'
import { debt } from '../../../testing/services/listing-service.ts'
import { newUser, operatorService, signIn } from '../../../testing/services/operator-service.ts'
import { storeText } from '../../../testing/store-text.ts'
import { until } from '../../../testing/until.ts'

type Created = { client: OperatorClient; clientSecret: string; apiKey: string }
type Page = { clients: OperatorClient[]; cursor?: string }

for (const engine of engines) {
  describe(`clients over HTTP on ${engine}`, async () => {
    const service = await operatorService(engine)
    afterAll(() => service.close())
    const { operate, result } = service
    const create = (name: string, environment = 'sandbox') =>
      result<Created>('/clientes', { body: { name, environment } })
    const tokenOf = async ({ client, clientSecret: client_secret }: Created) => {
      const body = { grant_type: 'client_credentials', client_id: client.id, client_secret }
      return service.call('/sandbox/oauth/token', { body })
    }
    const queried = async (apiKey: string, token: unknown) =>
      service.call('/sandbox/relatorioBasico/v2/consulta', {
        body: { documento: '52998224725' },
        headers: { Authorization: `Bearer ${String(token)}`, 'x-api-key': apiKey },
      })
    const untilRefused = (ask: () => Promise<{ status: number }>) =>
      until(async () => (await ask()).status === 401, 'it no longer answers')

    test('a client is created with credentials that work, and they are never shown again', async () => {
      const created = await create('  Padaria São João ')
      assert.equal(created.client.name, 'Padaria São João')
      const token = (await tokenOf(created)).at('access_token')
      assert.equal((await queried(created.apiKey, token)).status, 200)
      const { id } = created.client
      for (const path of [`/clientes/${id}`, `/clientes/${id}/chaves`, '/clientes', '/atos']) {
        const { text } = await operate(path)
        assert.ok(!text.includes(created.apiKey) && !text.includes(created.clientSecret), path)
      }
    })

    test('a repeat under its Idempotency-Key shows the same secret, which the store holds sealed only', async () => {
      const call = { body: { name: 'Uma vez', environment: 'sandbox' }, headers: { 'Idempotency-Key': 'c1' } }
      const first = await operate('/clientes', call)
      const again = await operate('/clientes', call)
      assert.equal(first.status, 201)
      assert.equal(again.text, first.text)
      assert.equal(again.headers.get('idempotency-replayed'), 'true')
      const other = await operate('/clientes', { ...call, body: { name: 'Outra', environment: 'sandbox' } })
      assert.equal(other.at('code'), 'idempotency_key_reused')
      const kept = await storeText(service.place)
      assert.ok(kept.includes(String(first.at('result.client.id'))))
      for (const secret of ['apiKey', 'clientSecret']) {
        assert.ok(!kept.includes(String(first.at(`result.${secret}`))), secret)
      }
    })

    test('clients are found by environment and by a part of their name, whatever its case and accents', async () => {
      const made = await create('Armazém Três Irmãos', 'production')
      const { clients } = await result<Page>('/clientes?name=ARMAZEM%20tres')
      assert.deepEqual(
        clients.map((one) => one.id),
        [made.client.id],
      )
      assert.deepEqual((await result<Page>('/clientes?name=armaz%25m')).clients.length, 0)
      const { clients: sandbox } = await result<Page>('/clientes?environment=sandbox&limit=200')
      assert.ok(sandbox.length > 0 && sandbox.every((one) => one.environment === 'sandbox'))
    })

    test('a list is wrong in all its parameters at once, and a document has no place in it', async () => {
      const answer = await operate('/clientes?limit=0&cursor=x&environment=moon&nome=a&name=52998224725')
      assert.equal(answer.status, 400)
      const fields = (answer.at('errors') as { field: string }[]).map((one) => one.field)
      assert.deepEqual(fields.toSorted(), ['cursor', 'environment', 'limit', 'name', 'nome'])
      assert.ok(!answer.text.includes('52998224725'))
    })

    test('a revoked client dies, and there is no way back', async () => {
      const created = await create('Revogado')
      const token = (await tokenOf(created)).at('access_token')
      assert.equal((await queried(created.apiKey, token)).status, 200)
      const path = `/clientes/${created.client.id}`
      assert.ok((await result<OperatorClient>(`${path}/revogar`, { method: 'POST' })).revokedAt)
      await untilRefused(() => queried(created.apiKey, token))
      for (const [verb, body] of [
        ['revogar', undefined],
        ['segredo', undefined],
        ['chaves', { overlapMinutes: 0 }],
      ] as const) {
        const call = { method: 'POST', ...(body !== undefined && { body }) }
        assert.equal((await operate(`${path}/${verb}`, call)).at('code'), 'client_revoked', verb)
      }
    })

    test('a key is rotated with an overlap, listed by its ends, and ended at once', async () => {
      const created = await create('Chaves')
      const token = (await tokenOf(created)).at('access_token')
      const keys = `/clientes/${created.client.id}/chaves`
      const rotated = await result<{ key: ClientKey; apiKey: string }>(keys, { body: { overlapMinutes: 10 } })
      assert.equal((await queried(created.apiKey, token)).status, 200)
      assert.equal((await queried(rotated.apiKey, token)).status, 200)
      const listed = (await result<{ keys: ClientKey[] }>(keys)).keys
      assert.deepEqual(
        listed.map((one) => one.active),
        [true, true],
      )
      const old = listed.find((one) => one.id !== rotated.key.id)
      assert.ok(old?.expiresAt)
      assert.equal(old.hint, `lk_test_…${created.apiKey.slice(-4)}`)
      const ended = await result<ClientKey>(`${keys}/${old.id}`, { method: 'DELETE' })
      assert.equal(ended.active, false)
      await untilRefused(() => queried(created.apiKey, token))
      assert.equal((await queried(rotated.apiKey, token)).status, 200)
      assert.equal((await operate(`${keys}/nothing`, { method: 'DELETE' })).at('code'), 'client_key_unknown')
      const wrong = await operate(keys, { body: { overlapMinutes: -1 } })
      assert.equal(wrong.at('errors.0.field'), 'overlapMinutes')
    })

    test('a new secret takes the place of the one before', async () => {
      const created = await create('Segredo')
      const path = `/clientes/${created.client.id}/segredo`
      const { clientSecret } = await result<{ clientSecret: string }>(path, { method: 'POST' })
      assert.equal((await tokenOf(created)).status, 401)
      assert.equal((await tokenOf({ ...created, clientSecret })).status, 200)
    })

    test('a contract is set as a whole, and only in the place of the version that was read', async () => {
      const created = await create('Contrato', 'production')
      const path = `/clientes/${created.client.id}/contrato`
      const read = await operate(path)
      assert.equal(read.headers.get('etag'), '"1"')
      const contract = {
        ...wholeContract,
        prices: { relato: 150, SANCOES: 20 },
        repeatWindowHours: 12,
        sessionReportDays: 7,
        keyReportDays: 365,
        segment: 'VAREJO',
        creditors: [{ document: '529.982.247-25', name: ' ANA ' }],
        requestsPerSecond: 5,
        monthlyQuota: 1000,
        networks: ['10.0.0.0/8'],
      }
      const put = { method: 'PUT', body: contract, headers: { 'If-Match': '"1"' } }
      const set = await operate(path, put)
      assert.equal(set.headers.get('etag'), '"2"', set.text)
      const kept = await result<VersionedContract>(path)
      assert.deepEqual(kept, {
        version: 2,
        contract: { ...contract, creditors: [{ document: '52998224725', name: 'ANA' }] },
      })
      assert.equal((await operate(path, put)).at('code'), 'contract_changed')
      assert.equal((await operate(path, { ...put, headers: {} })).at('code'), 'contract_version_required')
      assert.equal((await operate(path, { ...put, headers: { 'If-Match': '*' } })).status, 412)
    })

    test('of two operators who change one contract at once, one is told that it has changed', async () => {
      const created = await create('Disputado', 'production')
      const path = `/clientes/${created.client.id}/contrato`
      const put = (segment: string) =>
        operate(path, {
          method: 'PUT',
          body: { ...wholeContract, segment },
          headers: { 'If-Match': '"1"' },
        })
      const answers = await Promise.all([put('UM'), put('DOIS'), put('TRES')])
      assert.deepEqual(
        answers.map((one) => one.status).toSorted((a, b) => a - b),
        [200, 412, 412],
      )
      const won = answers.find((one) => one.status === 200)
      assert.equal(
        (await result<VersionedContract>(path)).contract.segment,
        won?.at('result.contract.segment'),
      )
    })

    test('a contract that makes no sense is refused field by field, and repeats no document', async () => {
      const created = await create('Errado', 'production')
      const path = `/clientes/${created.client.id}/contrato`
      const put = (body: object) => operate(path, { method: 'PUT', body, headers: { 'If-Match': '"1"' } })
      const answer = await put({
        ...wholeContract,
        products: ['relato', 'relatorio'],
        features: ['TUDO'],
        purposes: ['monitoring'],
        defaultPurpose: 'credit_analysis',
        networks: ['10.0.0.0/33'],
        prices: { nada: 1 },
        creditors: [{ document: '52998224724', name: 'X' }],
      })
      const fields = (answer.at('errors') as { field: string }[]).map((one) => one.field)
      assert.deepEqual(fields, [
        'products[1]',
        'features[0]',
        'networks[0]',
        'prices',
        'creditors[0].document',
        'defaultPurpose',
      ])
      assert.ok(!answer.text.includes('52998224724'))
      assert.equal((await put({ products: [] })).at('code'), 'body_invalid')
      assert.equal((await put({ ...wholeContract, more: 1 })).at('code'), 'body_invalid')
      assert.equal((await result<VersionedContract>(path)).version, 1)
    })

    test('a creditor has a name to read, on one line, and a contract without one goes nowhere', async () => {
      const created = await create('Sem nome', 'production')
      const path = `/clientes/${created.client.id}/contrato`
      const put = (name: string, segment = 'VAREJO') =>
        operate(path, {
          method: 'PUT',
          body: { ...wholeContract, segment, creditors: [{ document: '11.222.333/0001-81', name }] },
          headers: { 'If-Match': '"1"' },
        })
      const refused = [
        ...['', 'A\ud800', 'X'.repeat(71)].map((name) => ({ name, status: 400, code: 'body_invalid' })),
        ...['   ', 'A\u0000B', 'A\nB', 'A\u007fB'].map((name) => ({
          name,
          status: 422,
          code: 'fields_mismatch',
        })),
      ]
      for (const { name, status, code } of refused) {
        const answer = await put(name)
        assert.deepEqual([answer.status, answer.at('code')], [status, code], JSON.stringify(name))
        assert.deepEqual(
          (answer.at('errors') as { field: string }[]).map((one) => one.field),
          ['creditors[0].name'],
        )
      }
      assert.match((await put('LOJA', ' \u0000 ')).text, /"field":"segment"/)
      assert.equal((await result<VersionedContract>(path)).version, 1)
      const set = await put('LOJA')
      assert.equal(set.at('result.contract.creditors.0.document'), '11222333000181', set.text)
    })

    test('a client whose contract was kept with names that are refused today is served, and can be mended', async () => {
      const created = await create('Nome longo', 'sandbox')
      const clientId = created.client.id
      const creditors = [{ document: '11222333000181', name: 'X'.repeat(300) }]
      await service.store.clients.setContract(clientId, { ...wholeContract, segment: '', creditors })
      const user = await newUser(service, { name: 'Cris Credora', roles: ['creditor'], clientId })
      const headers = await signIn(service, user)
      const inserted = await service.call('/sandbox/negativacao/v2/dividas', { body: debt, headers })
      assert.equal(inserted.status, 201, inserted.text)
      assert.equal((await operate('/usuarios')).status, 200)
      const path = `/clientes/${clientId}/contrato`
      const put = { method: 'PUT', body: wholeContract, headers: { 'If-Match': '"2"' } }
      assert.equal((await operate(path, put)).status, 200)
    })

    test('a contract may name a thousand creditors', async () => {
      const created = await create('Muitos credores', 'production')
      const creditor = { document: '11222333000181', name: 'X'.repeat(70) }
      const body = { ...wholeContract, creditors: Array.from({ length: 1_000 }, () => creditor) }
      const path = `/clientes/${created.client.id}/contrato`
      const set = await operate(path, { method: 'PUT', body, headers: { 'If-Match': '"1"' } })
      assert.equal(set.status, 200)
    })

    test('a client that nobody knows is refused by every operation on it', async () => {
      const path = '/clientes/cli_nobody'
      const put = { method: 'PUT', body: wholeContract, headers: { 'If-Match': '"1"' } }
      const answers = await Promise.all([
        operate(path),
        operate(`${path}/revogar`, { method: 'POST' }),
        operate(`${path}/segredo`, { method: 'POST' }),
        operate(`${path}/contrato`),
        operate(`${path}/contrato`, put),
        operate(`${path}/chaves`),
        operate(`${path}/chaves`, { body: { overlapMinutes: 0 } }),
        operate(`${path}/chaves/x`, { method: 'DELETE' }),
      ])
      for (const answer of answers) assert.equal(answer.at('code'), 'client_unknown')
    })

    test('of a hundred thousand clients a page is a page, and pages meet every one once', async () => {
      const { store, place } = service
      await manyClients(place, 100_000)
      const seen = new Set<string>()
      let cursor: string | undefined
      const cpuMs = await cpuMsDuring(async () => {
        for (let pages = 0; pages < 5; pages++) {
          const page = await result<Page>(
            `/clientes?limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`,
          )
          assert.equal(page.clients.length, 200)
          for (const one of page.clients) seen.add(one.id)
          cursor = page.cursor
        }
      })
      assert.equal(seen.size, 1_000)
      // To read them all for each page would take several times as much.
      assert.ok(cpuMs < 3_000, `${cpuMs} ms of CPU time`)
      const found = await result<Page>('/clientes?name=numero%2099999')
      assert.deepEqual(
        found.clients.map((one) => one.id),
        ['cli_many_99999'],
      )
      assert.ok((await store.clients.pageOfClients({ limit: 3 })).length === 3)
    })
  })
}
