import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { newDirectory } from '../../../service/testing/engines.ts'
import { eras, newClient, toolsOf } from '../../../service/testing/http/mcp-client.ts'
import { programs } from '../../../service/testing/programs.ts'
import { runService } from '../../../service/testing/running-service.ts'

type Settings = Readonly<Record<string, string>>

describe('the protocol on standard input and output', async () => {
  const service = await runService()
  afterAll(service.close)
  const session = await service.newSession('sandbox')

  const settings = (changes: Settings = {}): Record<string, string> => ({
    ...(childEnvironment() as Record<string, string>),
    LANG: 'en',
    LASTRO_DATA: newDirectory(),
    LASTRO_URL: service.url,
    LASTRO_CLIENT_ID: session.clientId,
    LASTRO_CLIENT_SECRET: session.clientSecret,
    LASTRO_API_KEY: session.apiKey,
    ...changes,
  })

  const connected = async (changes?: Settings, { era = eras[0], args = [] }: Started = {}) => {
    const client = newClient(era)
    const command = {
      command: process.execPath,
      args: [programs.cli, 'mcp', ...args],
      env: settings(changes),
    }
    await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }))
    return toolsOf(client)
  }
  type Started = { readonly era?: (typeof eras)[number]; readonly args?: readonly string[] }

  const started = (changes?: Settings, args: readonly string[] = []): ChildProcess => {
    const child = spawn(process.execPath, [programs.cli, 'mcp', ...args], { env: settings(changes) })
    cleanUp(() => child.kill('SIGKILL'))
    return child
  }

  for (const era of eras) {
    test(`a report is asked for and given, once its price was accepted: ${JSON.stringify(era)}`, async () => {
      const { client, call } = await connected({}, { era })
      assert.equal((await client.listTools()).tools.length, 5)
      const query = { produto: 'relatorioBasico', documento: '12345678909', finalidade: 'credit_analysis' }
      const quote = await call('consultar_relatorio', query)
      assert.match(quote.words, /^Nothing was queried or billed\./)
      const accepted = { ...query, precoAceito: quote.at('quote.price'), chave: quote.at('quote.key') }
      assert.equal((await call('consultar_relatorio', accepted)).at('billing.replayed'), false)
      const again = await call('consultar_relatorio', accepted)
      assert.deepEqual([again.at('billing.replayed'), again.at('billing.billed')], [true, false])
      assert.match(String(again.at('billing.checkCode')), /^[0-9A-Z]{4}-/)

      assert.equal(
        (await call('listar_adicionais', { produto: 'relato' })).at('defaultPurpose'),
        'credit_analysis',
      )
      assert.deepEqual((await call('consultar_anotacao', { documento: '12345678909' })).at('listings'), [])
      assert.ok((await call('buscar_empresa', { name: 'exemplo', limit: 1 })).at('cursor'))
      const unknown = await call('consultar_anotacao', { id: '019a8f5e-7c1b-7d3e-9c55-0a4f1f6f2b11' })
      assert.equal(unknown.refused, 'listing_unknown')
      const invalid = await call('consultar_relatorio', { ...accepted, documento: '11111111111' })
      assert.equal(invalid.refused, 'document_invalid')
    })
  }

  test('credentials that do not serve, and a service that is not there, are told to the model', async () => {
    const wrong = await connected({ LASTRO_CLIENT_SECRET: 'ls_wrong' })
    assert.equal((await wrong.call('listar_adicionais', { produto: 'relato' })).refused, 'invalid_client')
    const production = await connected({}, { args: ['--env', 'production'] })
    const foreign = await production.call('listar_adicionais', { produto: 'relato' })
    assert.equal(foreign.refused, 'api_key_wrong_environment')
    const closed = await runService()
    await closed.close()
    const alone = await connected({ LASTRO_URL: closed.url })
    const answer = await alone.call('documentos_de_teste')
    assert.equal(answer.refused, 'unreachable')
    assert.match(answer.words, /LASTRO_URL/)
  })

  test('standard output has messages of the protocol and nothing else, and the end of the input ends it', async () => {
    const child = started()
    const { stdin, stdout } = child
    assert.ok(stdin !== null && stdout !== null)
    const ended = once(child, 'exit')
    const answers = createInterface(stdout)[Symbol.asyncIterator]()
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    }
    const ask = async (id: number, method: string, params: object) => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      const { value } = await answers.next()
      const answer = JSON.parse(value as string) as { jsonrpc: string; id: number; result?: object }
      assert.deepEqual([answer.jsonrpc, answer.id], ['2.0', id])
      return answer.result
    }
    stdin.write('{"jsonrpc":"2.0","id":0,"method":"initialize"}\n')
    const refused = JSON.parse((await answers.next()).value as string) as {
      id: number
      error: { code: number }
    }
    assert.deepEqual([refused.id, refused.error.code], [0, -32_602])
    assert.ok(await ask(1, 'initialize', initialize))
    stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    assert.ok(await ask(2, 'tools/call', { name: 'documentos_de_teste', arguments: {} }))
    stdin.end()
    assert.deepEqual(await ended, [0, null])
    assert.equal((await answers.next()).done, true)
  })

  test('without credentials a sentence on standard error says what is missing', async () => {
    const child = started({ LASTRO_API_KEY: '' }, ['--env', 'production'])
    const { stdout, stderr } = child
    assert.ok(stdout !== null && stderr !== null)
    const [printed, said, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')])
    assert.deepEqual([printed, code], ['', 1])
    assert.match(said, /^lastro: LASTRO_API_KEY is not set[^\n]+--env production[^\n]+\n$/)
  })
})
