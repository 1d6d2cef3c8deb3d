import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { onTestFinished, test } from 'vitest'
import { newDirectory } from '../../service/testing/engines.ts'
import { runService } from '../../service/testing/running-service.ts'
import { webhookReceiver } from '../../service/testing/servers/webhook-receiver.ts'
import { root } from '../build/manifest.ts'
import { collectedFolders } from './collection.ts'
import { collectionFiles, collectionsDirectory } from './main.ts'

const requests = collectedFolders().flatMap(({ requests: of }) => of)

test('every operation of a client is in the collections, once', () => {
  const isClients = ({ credentials, id }: { credentials: string; id: string }) =>
    credentials === 'query' || credentials === 'client' || id === 'sandboxDocumentos'
  const promised = operations(products)
    .filter(isClients)
    .map(({ id }) => id)
  const ids = requests.map(({ id }) => id)
  assert.deepEqual(
    promised.filter((id) => !ids.includes(id)),
    [],
  )
  assert.equal(new Set(ids).size, ids.length)
})

test('the collections are as the contract makes them: npm run collections writes them again', () => {
  const expected = collectionFiles()
  const found = globSync('**/*', { cwd: collectionsDirectory }).filter((path) =>
    statSync(join(collectionsDirectory, path)).isFile(),
  )
  assert.deepEqual(found.toSorted(), [...expected.keys()].toSorted())
  for (const [path, written] of expected) {
    assert.equal(readFileSync(join(collectionsDirectory, path), 'utf8'), written, path)
  }
})

type BrunoReader = (text: string) => Readonly<Record<string, unknown>>

test('Bruno reads every file of its folder', () => {
  const { bruToJsonV2, bruToEnvJsonV2, collectionBruToJson } = createRequire(import.meta.url)(
    '@usebruno/lang',
  ) as Record<'bruToJsonV2' | 'bruToEnvJsonV2' | 'collectionBruToJson', BrunoReader>
  const readerOf = (path: string): BrunoReader => {
    if (path.includes('/environments/')) return bruToEnvJsonV2
    return /(collection|folder)\.bru$/.test(path) ? collectionBruToJson : bruToJsonV2
  }
  const files = [...collectionFiles()].filter(([path]) => path.endsWith('.bru'))
  const read = files.map(([path, written]) => [path, readerOf(path)(written)] as const)
  const urls = read.flatMap(([, { http }]) => (http === undefined ? [] : [(http as { url: string }).url]))
  assert.deepEqual(urls.toSorted(), requests.map(({ url }) => url).toSorted())
  assert.throws(() => bruToJsonV2('meta {\n  name: x\n'), /./)
})

type Run = {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly id: string }
      readonly response?: { readonly code: number; readonly stream: { readonly data: readonly number[] } }
    }[]
    readonly failures: readonly { readonly error: { readonly message: string } }[]
  }
}

/** An address was asked to confirm a moment ago: another letter waits for an hour. */
const mayBeRefused: Readonly<Record<string, readonly number[]>> = { alertasEmailsConfirmacao: [429] }

test('run by newman against a sandbox, every request is answered as its operation says', async () => {
  const service = await runService()
  const receiver = await webhookReceiver()
  onTestFinished(async () => {
    receiver.close()
    await service.close()
  })
  const { clientId, clientSecret, apiKey } = await service.newSession()
  const run = await newman({ host: service.url, clientId, clientSecret, apiKey, webhookUrl: receiver.url })
  assert.deepEqual(
    run.failures.map(({ error }) => error.message),
    [],
  )
  const codes = run.executions.map(({ item, response }) => [item.id, response?.code] as const)
  assert.deepEqual(
    codes.map(([id]) => id),
    // Before the first request the token is fetched, and then never again.
    ['token', ...requests.map(({ id }) => id)],
  )
  const refused = codes.filter(([id, code = 0]) => code >= 300 && !mayBeRefused[id]?.includes(code))
  const words = run.executions
    .filter(({ item }) => refused.some(([id]) => id === item.id))
    .map(({ response }) => Buffer.from(response?.stream.data ?? []).toString())
  assert.deepEqual(refused, [], words.join('\n'))
})

async function newman(settings: Readonly<Record<string, string>>): Promise<Run['run']> {
  const report = join(newDirectory(), 'report.json')
  const given = Object.entries(settings).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/newman/bin/newman.js'),
      'run',
      join(collectionsDirectory, 'lastro.postman_collection.json'),
      ...given,
      '--reporters',
      'json',
      '--reporter-json-export',
      report,
    ],
    { env: { ...process.env, NODE_OPTIONS: '--no-deprecation' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [said] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')])
  assert.equal(said, '')
  return (JSON.parse(readFileSync(report, 'utf8')) as Run).run
}
