import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { programs } from '../../../testing/programs.ts'
import { debt } from '../../../testing/services/listing-service.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'

/** Enough under way at once that the kill meets some of them in the middle. */
const callerCount = 8
const killAfterCount = 40

test('a kill at any moment loses no listing that was answered, and leaves none half written', async () => {
  const dataDirectory = newDirectory()
  const { service, url, credentials } = await started(dataDirectory)
  const answered: string[] = []
  let serial = 0
  const caller = async (): Promise<void> => {
    for (;;) {
      const body = JSON.stringify({ ...debt, contractId: `K${serial++}` })
      const answer = await fetch(`${url}/sandbox/negativacao/v2/dividas`, {
        method: 'POST',
        headers: { ...credentials, 'Content-Type': 'application/json' },
        body,
      })
      const { result } = (await answer.json()) as { result: { id: string } }
      answered.push(result.id)
      if (answered.length === killAfterCount) service.kill('SIGKILL')
    }
  }
  // Each caller ends when the service does.
  await Promise.allSettled(Array.from({ length: callerCount }, caller))
  assert.ok(answered.length >= killAfterCount)

  const store = await openSqlite(dataDirectory)
  for (const id of answered) {
    const listing = await store.listings.findListing(id)
    const history = await store.listings.history(id)
    assert.equal(listing?.state, 'waiting')
    assert.deepEqual(
      history.map((one) => one.version),
      [1, 2, 3, 4],
    )
    assert.equal((await store.listings.notices(id))[0]?.status, 'delivered')
  }
  const received = await store.outbox.read('listing.received', 10_000)
  const waiting = await store.outbox.read('listing.waiting', 10_000)
  assert.equal(received.length, waiting.length, 'a commit is whole or not there')
  assert.ok(received.length >= answered.length)
  await store.close()
})

type Started = {
  readonly service: ChildProcess
  readonly url: string
  readonly credentials: Record<string, string>
}

async function started(dataDirectory: string): Promise<Started> {
  const service = spawn(process.execPath, [programs.service], {
    env: { ...process.env, LASTRO_DATA: dataDirectory, PORT: '0', LC_ALL: 'en', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let screen = ''
  service.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString()
  })
  while (!/apiKey +\S+\n/.test(screen)) await once(service.stdout, 'data')
  const shown = (name: string) => new RegExp(`${name} +(\\S+)`).exec(screen)?.[1] ?? ''
  const url = shown('service')
  const answer = await fetch(`${url}/sandbox/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: shown('clientId'),
      client_secret: shown('clientSecret'),
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { service, url, credentials: { Authorization: `Bearer ${token}`, 'x-api-key': shown('apiKey') } }
}
