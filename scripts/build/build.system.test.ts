import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { newDirectory } from '../../service/testing/engines.ts'
import { mcpClient, newClient, toolsOf } from '../../service/testing/http/mcp-client.ts'
import { tokenOf } from '../../service/testing/program.ts'
import { bareRoot, sharedLibraries } from './bare-root.ts'
import { build } from './build.ts'
import { layOut } from './bundle.ts'

/** What a machine has that never heard of us: no Node, no npm, no setting. */
const bareEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', LANG: 'en_US.UTF-8' }
const mayChangeRoot = spawnSync('unshare', ['-r', 'true']).status === 0

describe('the build, unpacked where nothing else is', async () => {
  // That of the test run, where one was made: it is built by the same function, and only read here.
  const built = process.env.LASTRO_TEST_BUILD ?? join(newDirectory(), 'build')
  // Programs may be started from here on every machine.
  const machine = mkdtempSync(join(tmpdir(), 'lastro-test-'))
  const home = join(machine, 'opt/lastro')
  afterAll(() => rmSync(machine, { recursive: true }))
  const anywhere = newDirectory()
  if (process.env.LASTRO_TEST_BUILD === undefined) await build(built)
  const atomic =
    sharedLibraries(process.execPath).get('libatomic.so.1') ?? assert.fail('Node needs no libatomic')
  layOut(home, { built, node: process.execPath, atomic })
  const program = join(home, 'bin/lastro')
  const settings = { ...bareEnvironment, LASTRO_TEST_RUN: process.env.LASTRO_TEST_RUN ?? '' }
  const lastro = async (...args: string[]) =>
    (await promisify(execFile)(program, args, { cwd: anywhere, env: settings })).stdout

  const service = spawn(program, ['serve'], { cwd: anywhere, env: { ...settings, PORT: '0' } })
  const ended = once(service, 'exit')
  afterAll(async () => {
    service.kill('SIGKILL')
    await ended
  })
  service.stderr.resume()
  let screen = ''
  service.stdout.on('data', (part) => {
    screen += part
  })
  const shown = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const [, found] = pattern.exec(screen) ?? []
      if (found !== undefined) return found
      await Promise.race([once(service.stdout, 'data'), ended.then(() => assert.fail(screen))])
    }
  }
  const url = await shown(/^(?:service|serviço)\s+(http:\S+)/m)
  const credentials = {
    clientId: await shown(/^clientId\s+(\S+)/m),
    clientSecret: await shown(/^clientSecret\s+(\S+)/m),
    apiKey: await shown(/^apiKey\s+(\S+)/m),
  }
  const token = await tokenOf({ url }, credentials)
  const asked = (accept: string) =>
    fetch(`${url}/sandbox/relatorioBasico/v2/consulta`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'x-api-key': credentials.apiKey,
        'Content-Type': 'application/json',
        Accept: accept,
      },
      body: JSON.stringify({ documento: '123.456.789-09' }),
    })

  test('answers a report as JSON, as a page and as a PDF', async () => {
    assert.match(await (await asked('application/json')).text(), /"error":false/)
    assert.match(await (await asked('text/html')).text(), /^<!doctype html>/)
    const pdf = Buffer.from(await (await asked('application/pdf')).arrayBuffer())
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  })

  test('serves its pages, the contract and the console', async () => {
    for (const path of [
      '/',
      '/docs',
      '/docs/operacoes/relatoConsulta',
      '/docs/referencia.js',
      '/guia',
      '/guia/console',
      '/openapi.json',
      '/titular',
    ]) {
      assert.equal((await fetch(`${url}${path}`)).status, 200, path)
    }
    const guide = await (await fetch(`${url}/guia/console`)).text()
    for (const [, picture = ''] of guide.matchAll(/<img src="([^"]+)"/g)) {
      assert.equal((await fetch(`${url}${picture}`)).status, 200, picture)
    }
    assert.match(await (await fetch(`${url}/guia/first-query`)).text(), /<code>lastro client create /)
    const page = await (await fetch(`${url}/console`, { headers: { Accept: 'text/html' } })).text()
    const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? []
    assert.equal((await fetch(new URL(script, `${url}/console/`))).status, 200, page)
  })

  test('has the commands, with their threads, and names itself in what it says', async () => {
    assert.match(screen, /lastro user reset/)
    assert.doesNotMatch(screen, /npm/)
    assert.match(await lastro('client', 'list'), /sandbox/)
    assert.match(await lastro('trail', 'verify', '--env', 'sandbox'), /3/)
    await promisify(execFile)('sh', ['-c', `"${program}" bureau sample --count 50 > s.ndjson`], {
      cwd: anywhere,
      env: settings,
    })
    assert.match(await lastro('bureau', 'load', 's.ndjson'), /50/)
    await lastro('data', 'sample', 'receita', '--companies', '50', '--seed', '1', '--to', 'receita')
    assert.match(await lastro('data', 'import', 'receita', 'receita'), /receita/)
  })

  test('starts on a machine that has only what every Debian has', { skip: !mayChangeRoot }, async () => {
    bareRoot(machine)
    const inside = async (...words: string[]) =>
      (await promisify(execFile)('unshare', ['-r', '--root', machine, ...words], { env: bareEnvironment }))
        .stdout
    await assert.rejects(inside('/opt/lastro/node', '--version'), /libatomic\.so\.1/)
    assert.match(await inside('/opt/lastro/bin/lastro', '--version'), /^\d+\.\d+\.\d+$/m)
    assert.match(await inside('/opt/lastro/bin/lastro', 'serve', '--help'), /--workers/)
  })

  test('tells Node what `npm start` does, and so does the command line', () => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    const flags: string[] = scripts.start.split(' ').filter((word: string) => word.startsWith('--'))
    assert.ok(flags.length > 1)
    const archived = readFileSync(join(home, 'bin/lastro'), 'utf8')
    assert.ok(archived.includes(`node" ${flags.join(' ')} "`), archived)
    const commandLine = readFileSync(join(import.meta.dirname, '../../cli/src/serve.ts'), 'utf8')
    assert.ok(commandLine.includes(`[${flags.map((flag) => `'${flag}'`).join(', ')}]`), commandLine)
  })

  test('says how it is served, and has examples to deploy it', async () => {
    assert.match(await lastro('serve', '--help'), /--workers/)
    assert.ok(existsSync(join(home, 'deploy/proxy/nginx.conf')))
    assert.ok(existsSync(join(home, 'deploy/monitoring/lastro-rules.yaml')))
  })

  test('speaks the protocol of language models on standard input and output, and over HTTP', async () => {
    const { clientId, clientSecret, apiKey } = credentials
    const client = newClient()
    const env = {
      ...settings,
      LASTRO_URL: url,
      LASTRO_CLIENT_ID: clientId,
      LASTRO_CLIENT_SECRET: clientSecret,
      LASTRO_API_KEY: apiKey,
    }
    await client.connect(new StdioClientTransport({ command: program, args: ['mcp'], env, stderr: 'ignore' }))
    const tools = toolsOf(client)
    const { at } = await tools.call('listar_adicionais', { produto: 'relato' })
    assert.equal(at('defaultPurpose'), 'credit_analysis')
    await client.close()
    const overHttp = await mcpClient({ url }, { ...credentials, token, environment: 'sandbox' })
    assert.ok((await overHttp.call('documentos_de_teste')).at('documents.0.documento'))
  })

  test('carries what it runs and nothing of how it is made', () => {
    const files = readdirSync(built, { recursive: true }).map(String)
    const strange = files.filter((path) => /\.ts$|\.test\.|testing|\.db$|secrets\.key|typescript/.test(path))
    assert.deepEqual(strange, [])
    const own = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
    const project = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    assert.equal(own.version, project.version)
  })

  test('installed as a package it is one process, so that Ctrl+C tells the service once', async () => {
    const directory = newDirectory()
    const installed = spawn(process.execPath, [join(built, 'lastro.js'), 'serve'], {
      cwd: directory,
      env: { ...settings, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void installed.kill('SIGKILL'))
    const over = once(installed, 'exit')
    await once(installed.stdout, 'data')
    assert.equal(readFileSync(`/proc/${installed.pid}/task/${installed.pid}/children`, 'utf8'), '')
    installed.stdout.resume()
    installed.kill('SIGINT')
    assert.deepEqual(await over, [0, null])
  })

  test('ends when it is told to', async () => {
    service.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })
})
