import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type Language, languages } from '@lastro/contract/text.ts'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { afterAll, describe, test } from 'vitest'
import { mcpClient } from '../../../testing/http/mcp-client.ts'
import { type CallOptions, runService } from '../../../testing/running-service.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const hostile = '52998224725'
const known = '12345678909'
const toolCall = (name: string, input: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
})

for (const isFast of [true, false]) {
  describe(`the door of the protocol, by ${isFast ? 'our reader' : 'node:http'}`, async () => {
    const service = await runService({ isFast })
    afterAll(service.close)
    const session = await service.newSession('sandbox')
    /** As `service.call`, at an address that the contract of operations does not have. */
    const send = async (body: unknown, { headers, method = 'POST', as = session }: CallOptions = {}) => {
      const answer = await fetch(`${service.url}/sandbox/mcp`, {
        method,
        headers: {
          Authorization: `Bearer ${as.token}`,
          'x-api-key': as.apiKey,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
        ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = /json/.test(answer.headers.get('content-type') ?? '')
      return {
        status: answer.status,
        headers: answer.headers,
        text,
        said: isJson ? JSON.parse(text) : undefined,
      }
    }

    test('a message is answered in JSON, one that wants no answer is taken, and no session is made', async () => {
      const answer = await send(ping)
      assert.deepEqual([answer.status, answer.said.result], [200, {}])
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(answer.headers.get('mcp-session-id'), null)
      assert.equal((await send(ping, { headers: { 'Mcp-Session-Id': 'of-somebody-else' } })).status, 200)
      const taken = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
      assert.deepEqual([taken.status, taken.text], [202, ''])
    })

    test('a beginning without its parameters is told which are missing', async () => {
      const whole = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      }
      const begin = async (params?: unknown) =>
        (await send({ jsonrpc: '2.0', id: 7, method: 'initialize', ...(params !== undefined && { params }) }))
          .said
      for (const params of [undefined, {}, [], { ...whole, clientInfo: hostile }]) {
        const { id, error } = await begin(params)
        assert.deepEqual([id, error.code], [7, -32_602])
        assert.match(error.message, /protocolVersion, capabilities and clientInfo/)
      }
      assert.equal((await begin(whole)).result.serverInfo.name, 'lastro')
    })

    test('credentials are asked for with every message, as everywhere', async () => {
      const bare = await fetch(`${service.url}/sandbox/mcp`, { method: 'POST', body: JSON.stringify(ping) })
      assert.equal(bare.status, 401)
      assert.equal(bare.headers.get('www-authenticate'), 'Bearer realm="lastro"')
      const wrong = await send(ping, { as: { ...session, token: 'lat_x' } })
      assert.deepEqual([wrong.status, wrong.said.code], [401, 'token_invalid'])
      const production = await service.newSession('production')
      const foreign = await send(ping, { as: production })
      assert.deepEqual([foreign.status, foreign.said.code], [401, 'api_key_wrong_environment'])
      const cookie = await fetch(`${service.url}/sandbox/mcp`, {
        method: 'POST',
        headers: { Cookie: 'lastro_session=lss_x', 'Content-Type': 'application/json' },
        body: JSON.stringify(ping),
      })
      assert.equal(((await cookie.json()) as { code: string }).code, 'token_missing')
    })

    test('a page of another origin is refused, whatever name led it here', async () => {
      for (const Origin of ['https://attacker.example', 'null', 'http://localhost:1']) {
        const answer = await send(ping, { headers: { Origin } })
        assert.deepEqual([answer.status, answer.said.code], [403, 'origin_not_allowed'], Origin)
      }
      assert.equal((await send(ping, { headers: { Origin: service.url } })).status, 200)
    })

    test('there is no stream to open and no session to end', async () => {
      for (const method of ['GET', 'DELETE']) {
        const answer = await send(undefined, { method })
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method)
      }
      const listen = await send(
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'subscriptions/listen',
          params: {
            notifications: { toolsListChanged: true },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
        { headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' } },
      )
      assert.match(listen.headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(listen.said.error.message, 'Subscription limit reached')
    })

    test('a document that was sent for a name is not repeated, by whomever it is refused', async () => {
      const call = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: '52998224725',
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }
      const headers = {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'other',
      }
      const { status, said } = await send(call, { headers })
      assert.deepEqual([status, said.error.code], [400, -32_600])
      assert.doesNotMatch(JSON.stringify(said), /52998224725/)
    })

    test('what is no message is refused before the protocol sees it', async () => {
      const cases: readonly (readonly [body: unknown, status: number, code: string, headers?: object])[] = [
        [[ping, ping], 400, 'body_invalid'],
        // Written as text: to write such a thing from a value takes as many calls as to read it.
        [
          `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
          400,
          'body_invalid',
        ],
        [
          `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${'['.repeat(100)}${']'.repeat(100)}}}`,
          400,
          'body_invalid',
        ],
        ['{', 400, 'json_invalid'],
        ['"x"', 400, 'body_invalid'],
        [{ id: 1, method: 'ping' }, 400, 'body_invalid'],
        [{ ...ping, pad: 'x'.repeat(70_000) }, 413, 'body_too_large'],
        [ping, 415, 'media_type_unsupported', { 'Content-Type': 'text/plain' }],
        [ping, 406, 'not_acceptable', { Accept: 'text/event-stream' }],
      ]
      for (const [body, status, code, headers = {}] of cases) {
        const answer = await send(body, { headers: { ...headers } })
        assert.deepEqual([answer.status, answer.said.code], [status, code])
      }
      const version = await send(ping, { headers: { 'MCP-Protocol-Version': '1999-01-01' } })
      assert.equal(version.status, 400)
      assert.ok((await send({ ...ping, method: 'nobody/knows' })).said.error.code === -32_601)
    })

    test('a document number that is sent where it does not belong comes back nowhere, and is in no log', async () => {
      const query = { produto: 'relatorioBasico', documento: known, finalidade: 'monitoring' }
      const misplaced: readonly [string, unknown][] = [
        [hostile, {}],
        ['consultar_relatorio', { ...query, [hostile]: 1 }],
        ['consultar_relatorio', { ...query, documento: `${hostile}0`, precoAceito: '0.00' }],
        ['consultar_relatorio', { ...query, finalidade: hostile }],
        ['consultar_relatorio', { ...query, produto: hostile }],
        ['consultar_relatorio', { ...query, features: [hostile], precoAceito: '0.00' }],
        ['consultar_relatorio', { ...query, precoAceito: hostile }],
        ['consultar_relatorio', hostile],
        ['consultar_anotacao', { id: hostile }],
        ['consultar_anotacao', { id: '../../conta/v2/consultas' }],
        ['consultar_anotacao', { cursor: hostile }],
        ['buscar_empresa', { name: 'exemplo', cursor: hostile }],
      ]
      for (const [name, input] of misplaced) {
        const { said, text } = await send(toolCall(name, input))
        assert.ok(said.result?.isError === true || said.error !== undefined, text)
        assert.notEqual(said.error?.code, -32_603, text)
        assert.ok(!text.includes(hostile), text)
      }
      assert.ok(service.logLines.length > 0)
      assert.deepEqual(
        service.logLines.filter((line) => line.includes(hostile)),
        [],
      )
    })
  })
}

describe('what a program learns of the tools', async () => {
  // Some documents of the sandbox have a source that does not answer.
  const service = await runService({ deadlineMs: 100 })
  afterAll(service.close)
  const session = await service.newSession('sandbox')
  const listed = async (language: Language) =>
    (await (await mcpClient(service, session, { language })).client.listTools()).tools

  test('five, with schemas that compile, in the language of the caller', async () => {
    const texts = await Promise.all(languages.map(listed))
    for (const tools of texts) {
      assert.deepEqual(
        tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
        [
          ['consultar_relatorio', true],
          ['listar_adicionais', true],
          ['consultar_anotacao', true],
          ['buscar_empresa', true],
          ['documentos_de_teste', true],
        ],
      )
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      for (const { inputSchema, outputSchema, annotations } of tools) {
        for (const schema of [inputSchema, outputSchema]) assert.ok(ajv.compile(schema as AnySchema))
        assert.equal(annotations?.destructiveHint, false)
        assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /x-descricao|#\/components|"\$id"/)
      }
    }
    const [pt = [], en = []] = texts
    for (const [at, tool] of pt.entries()) {
      assert.notEqual(tool.title, en[at]?.title)
      assert.notEqual(tool.description, en[at]?.description)
      assert.deepEqual(
        Object.keys(tool.inputSchema.properties ?? {}),
        Object.keys(en[at]?.inputSchema.properties ?? {}),
      )
    }
  })

  test('every report of the sandbox fits the output schema of its tool', async () => {
    const { call } = await mcpClient(service, session)
    const documents = (await call('documentos_de_teste')).at('documents') as Listed[]
    assert.ok(documents.length > 10)
    for (const { documento, products } of documents) {
      for (const produto of products) {
        const query = { produto, documento, finalidade: 'credit_analysis', precoAceito: '0.00' }
        const { at, refused } = await call('consultar_relatorio', query)
        assert.ok(refused === undefined ? at('result.document') === documento : refused.length > 0)
      }
    }
  })

  test('a refusal is said in the language of the caller', async () => {
    const { call } = await mcpClient(service, session, { language: 'en' })
    const { words } = await call('consultar_relatorio', { produto: 'relato', documento: '1' })
    assert.match(words, /^Invalid body \(body_invalid\).*\nfinalidade: It is required\.$/s)
  })

  test('the library of the protocol is loaded when it is first spoken, and not with the service', () => {
    for (const file of ['mcp-routes.ts', 'ask-in-process.ts', 'ask-service.ts']) {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8')
      assert.doesNotMatch(
        text,
        /^import (?!type).*(modelcontextprotocol|mcp-server|answer-mcp|mcp-tools)/m,
        file,
      )
    }
  })
})

type Listed = { readonly documento: string; readonly products: readonly string[] }
