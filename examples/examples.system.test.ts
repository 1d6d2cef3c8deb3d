import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { childEnvironment } from '../service/testing/child-environment.ts'
import { runService } from '../service/testing/running-service.ts'

const service = await runService()
afterAll(service.close)
const session = await service.newSession()
const { clientId, clientSecret, apiKey } = session
const env = {
  LASTRO_URL: service.url,
  LASTRO_CLIENT_ID: clientId,
  LASTRO_CLIENT_SECRET: clientSecret,
  LASTRO_API_KEY: apiKey,
}

type Run = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs an example as its reader would; it is told to stop when `until` has appeared. */
async function run(
  file: string,
  options: { args?: string[]; env?: object; until?: RegExp } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...(options.args ?? [])], {
    env: { ...childEnvironment(), ...env, ...options.env },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
    if (options.until?.test(out)) child.kill('SIGINT')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
  })
  // Nothing else sends what is due in a service that a test runs.
  const jobs = setInterval(() => void service.runJobs(), 100)
  const [code] = await once(child, 'close').finally(() => clearInterval(jobs))
  return { code, out, err }
}

test('a first query', async () => {
  const { code, out, err } = await run('first-query.ts')
  assert.equal(err, '')
  assert.equal(code, 0)
  assert.match(out, /BRUNO DE EXEMPLO/)
  assert.match(out, /debts: 1, R\$ 1520\.33\nbilled: true \(new_query\), request \S+\n/)
})

test('a first query with a document that is none says what is wrong, and fails', async () => {
  const { code, out, err } = await run('first-query.ts', { args: ['11111111111'] })
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /a repeated sequence is not a document/)
})

test('a debt is listed and released', async () => {
  const { code, out, err } = await run('list-and-release.ts', { args: ['EX-1'] })
  assert.equal(err, '')
  assert.equal(code, 0)
  assert.match(out, /sixteen days later: published, in the report: true/)
  assert.match(out, /released, in the report: false/)
})

test('webhooks are received and verified, and the webhook is gone afterwards', async () => {
  const { code, out, err } = await run('receive-webhooks.ts', { until: /listing\.published of Customer 1/ })
  assert.equal(err, '')
  assert.equal(code, 0)
  assert.match(out, /a test message arrived/)
  const left = await service.call('/sandbox/alertas/v2/webhooks', { as: session })
  assert.deepEqual(left.at('result.webhooks'), [])
})

test('without credentials each says which setting is missing', async () => {
  for (const file of ['first-query.ts', 'list-and-release.ts', 'receive-webhooks.ts']) {
    const { code, err } = await run(file, { env: { LASTRO_API_KEY: '' } })
    assert.equal(code, 2)
    assert.match(err, /Set LASTRO_API_KEY/)
  }
})
