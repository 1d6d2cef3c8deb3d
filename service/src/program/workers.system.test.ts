import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'vitest'
import { cleanUp } from '../../testing/clean-up.ts'
import { emptyPlace, newDirectory } from '../../testing/engines.ts'
import { programs } from '../../testing/programs.ts'
import { verifyTrail } from '../features/trail/seals/verify-trail.ts'
import { openStore } from '../store/open-store.ts'

async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [programs.service, '--workers', '3'], {
    env: { ...process.env, PORT: '0', LANG: 'en_US.UTF-8', LASTRO_LOG: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp(() => void child.kill('SIGKILL'))
  let screen = ''
  child.stdout.setEncoding('utf8')
  for await (const chunk of child.stdout) {
    screen += String(chunk)
    if (screen.includes('Ctrl+C')) break
  }
  const part = (pattern: RegExp) => pattern.exec(screen)?.[1] ?? assert.fail(screen)
  return {
    child,
    url: part(/(http:\/\/127\.0\.0\.1:\d+)/),
    clientId: part(/clientId +(\S+)/),
    clientSecret: part(/clientSecret +(\S+)/),
    apiKey: part(/apiKey +(\S+)/),
  }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`three workers on ${engine} keep one chain, bill a query once, and drain`, async () => {
    const dataDirectory = newDirectory()
    const { databaseUrl } = engine === 'postgres' ? await emptyPlace('postgres') : { databaseUrl: undefined }
    const { child, url, clientId, clientSecret, apiKey } = await start({
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    })
    const granted = await fetch(`${url}/sandbox/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
    const { access_token: token } = (await granted.json()) as { access_token: string }
    const query = async () => {
      const response = await fetch(`${url}/sandbox/relatorioBasico/v2/consulta`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'x-api-key': apiKey,
          'Content-Type': 'application/json',
          Connection: 'close',
        },
        body: JSON.stringify({ documento: '12345678909' }),
      })
      await response.text()
      return response
    }
    const answers = await Promise.all(Array.from({ length: 120 }, query))
    assert.ok(answers.every((one) => one.status === 200))
    assert.equal(answers.filter((one) => one.headers.get('x-billed') === 'true').length, 1)
    assert.deepEqual(await queriesByWorker(url), { workers: 3, queries: 120 })
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    const store = await openStore({ databaseUrl, dataDirectory })
    const found = await verifyTrail(store.trail, 'sandbox')
    assert.equal(found.broken, undefined)
    assert.equal(found.records, 120)
    await store.close()
  })
}

/** What `/metrics` says of the queries, whichever worker answers. */
async function queriesByWorker(url: string) {
  const page = await (await fetch(`${url}/metrics`)).text()
  assert.equal(page.match(/^# TYPE lastro_requests_total /gm)?.length, 1)
  const counts = [...page.matchAll(/^lastro_requests_total\{.*Consulta".*worker="\d+"\} (\d+)$/gm)]
  return {
    workers: new Set([...page.matchAll(/worker="(\d+)"/g)].map(([, worker]) => worker)).size,
    queries: counts.reduce((sum, [, count]) => sum + Number(count), 0),
  }
}
