import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { childEnvironment } from '../../../testing/child-environment.ts'
import { cleanUp } from '../../../testing/clean-up.ts'
import { newPlace } from '../../../testing/engines.ts'
import { programs } from '../../../testing/programs.ts'
import { until } from '../../../testing/until.ts'
import { systemClock } from '../../clock.ts'
import { type NewCredentials, registerClient } from '../clients/register-client.ts'

const queryPath = '/sandbox/relatorioBasico/v2/consulta'

const lacksStrace = spawnSync('strace', ['-V']).status !== 0
const name = lacksStrace
  ? 'needs strace: install it with your package manager (apt-get install strace)'
  : 'the disk has the record of a query before the first byte of its answer leaves'

test.skipIf(lacksStrace && process.env.CI !== 'true')(name, async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const credentials = await registerClient(
    { clients: store.clients, clock: systemClock },
    { environment: 'sandbox', name: 'Teste' },
  )
  await store.close()
  const traceFile = join(place.dataDirectory, 'calls.txt')
  const service = await startTraced(place.dataDirectory, traceFile)
  const headers = await credentialHeaders(service.url, credentials)
  // The first record also sets the file up, which syncs on its own account; the second is as every other.
  const requestIds = ['first-query', 'second-query']
  for (const requestId of requestIds) {
    const response = await fetch(`${service.url}${queryPath}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'X-Request-Id': requestId },
      body: JSON.stringify({ documento: '12345678909' }),
    })
    assert.equal(response.status, 200)
    assert.match(await response.text(), /"report"/)
  }
  assert.equal(await service.stop(), 0)
  const calls = systemCalls(readFileSync(traceFile, 'utf8'))
  for (const requestId of requestIds) assertSynced(calls, requestId)
})

function assertSynced(calls: readonly SystemCall[], requestId: string): void {
  const read = calls.find(
    ({ name, text }) =>
      /^(read|recvfrom)$/.test(name) && text.includes(`POST ${queryPath}`) && text.includes(requestId),
  )
  const written = calls.find(
    ({ name, text }) =>
      /^(write|writev|sendto|sendmsg)$/.test(name) &&
      text.includes('HTTP/1.1 200') &&
      text.includes(requestId),
  )
  assert.ok(read, `${requestId} was never seen to arrive`)
  assert.ok(written, `The answer to ${requestId} was never seen to leave`)
  const between = calls.filter((one) => one.begunAt > read.endedAt && one.endedAt < written.begunAt)
  const synced = between.filter(
    ({ name, text }) => /^f(data)?sync$/.test(name) && /trail\.db-wal>\) += 0$/.test(text),
  )
  const seen = between.map(({ text }) => text.slice(0, 200)).join('\n')
  assert.ok(synced.length > 0, `${requestId} was answered and its record not synced. In between:\n${seen}`)
}

type Traced = { readonly url: string; readonly stop: () => Promise<number | null> }

/** The real program with its system calls written down. With -D the child is the service; strace looks on. */
async function startTraced(dataDirectory: string, traceFile: string): Promise<Traced> {
  const calls = 'fsync,fdatasync,recvfrom,read,sendto,sendmsg,write,writev'
  const tracing = ['-D', '-f', '-y', '-s', '4000', '-e', `trace=${calls}`, '-o', traceFile]
  const child = spawn('strace', [...tracing, process.execPath, programs.service], {
    cwd: dataDirectory,
    env: { ...childEnvironment(), PORT: '0', LASTRO_DATA: dataDirectory, LASTRO_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let screen = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    screen += String(chunk)
    if (screen.includes('Ctrl+C')) break
  }
  child.stdout.resume()
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(screen) ?? []
  assert.ok(url, `The service did not come up under strace: ${screen}`)
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await ended
      await writtenDown(traceFile, child.pid ?? 0)
      return code as number | null
    },
  }
}

/** strace outlives what it watches by a moment; its last line on a process says how that ended. */
async function writtenDown(traceFile: string, pid: number): Promise<void> {
  const last = new RegExp(`^${pid} +\\+\\+\\+ exited`, 'm')
  await until(() => last.test(readFileSync(traceFile, 'utf8')), 'strace finishes')
}

async function credentialHeaders(url: string, { clientId, clientSecret, apiKey }: NewCredentials) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  return { Authorization: `Bearer ${token}`, 'x-api-key': apiKey }
}

/** A system call, and the lines of the trace on which it began and returned. */
type SystemCall = {
  readonly name: string
  readonly text: string
  readonly begunAt: number
  readonly endedAt: number
}

/** Calls that another thread interrupted stand on two lines of the trace; here they are one again. */
function systemCalls(trace: string): SystemCall[] {
  const unfinished = new Map<string, { text: string; begunAt: number }>()
  const calls: SystemCall[] = []
  for (const [at, line] of trace.split('\n').entries()) {
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (said.endsWith(' <unfinished ...>')) {
      unfinished.set(thread, { text: said.slice(0, -' <unfinished ...>'.length), begunAt: at })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(said)
    const begun = resumed === null ? { text: '', begunAt: at } : unfinished.get(thread)
    const text = (begun?.text ?? '') + (resumed?.[1] ?? said)
    const [, name] = /^(\w+)\(/.exec(text) ?? []
    if (name !== undefined) calls.push({ name, text, begunAt: begun?.begunAt ?? at, endedAt: at })
  }
  return calls
}

/** Only a look from outside can tell that a sync took place, so the test is never left out. */
