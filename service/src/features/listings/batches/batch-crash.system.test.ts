import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Batch } from '@lastro/contract/listings/batches.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import { childEnvironment } from '../../../../testing/child-environment.ts'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { engines, newPlace, type Place } from '../../../../testing/engines.ts'
import { programs } from '../../../../testing/programs.ts'
import { debt, personOf } from '../../../../testing/services/listing-service.ts'
import { systemClock } from '../../../clock.ts'
import type { Store } from '../../../store/store.ts'
import { registerClient } from '../../clients/register-client.ts'

const lineCount = 3_000

/** Under way when it is killed, at places that a test does not choose. */
const killAfterLineCounts = [400, 1_300]

const body = Array.from({ length: lineCount }, (_, at) => {
  const document = withCheckDigits(String(100_000_000 + at))
  return `${JSON.stringify({ ...debt, ...personOf(document), documento: document, contractId: `K${at}` })}\n`
}).join('')

for (const engine of engines) {
  test(`a batch goes on after each SIGKILL and doubles nothing, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const credentials = await newCreditor(place)
    let interruptions = 0
    for (const lines of killAfterLineCounts) {
      const service = await started(place)
      const sending = await send(service, credentials)
      await answered(sending, lines)
      service.child.kill('SIGKILL')
      await once(service.child, 'exit')
      if (await isUnderWay(place)) interruptions++
      await claimsLapse(place)
    }
    assert.ok(interruptions > 0, 'a kill came while lines were left')
    const service = await started(place)
    const { lines, batch } = await wholeAnswer(await send(service, credentials))
    assert.deepEqual([batch.status, batch.lines, batch.created], ['done', lineCount, lineCount])
    assert.deepEqual(
      lines.map(({ line }) => line),
      Array.from({ length: lineCount }, (_, at) => at + 1),
    )
    assert.equal(new Set(lines.map(({ id }) => id)).size, lineCount)
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')
    await eachOnce(place)
  })
}

type Credentials = Awaited<ReturnType<typeof newCreditor>>

async function newCreditor(place: Place) {
  const store = await place.open()
  const client = await registerClient(
    { clients: store.clients, clock: systemClock },
    { environment: 'production', name: 'Credor' },
  )
  const creditor = { document: withCheckDigits('112223330001'), name: 'LOJAS DE EXEMPLO LTDA' }
  await store.clients.setContract(client.clientId, { ...wholeContract, creditors: [creditor] })
  await store.close()
  return client
}

type Started = { readonly child: ChildProcess; readonly port: number }

async function started({ dataDirectory, databaseUrl }: Place): Promise<Started> {
  const child = spawn(process.execPath, [programs.service], {
    env: {
      ...childEnvironment(),
      PORT: '0',
      LANG: 'en_US.UTF-8',
      LASTRO_LOG: 'silent',
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  let screen = ''
  for await (const chunk of child.stdout) {
    screen += String(chunk)
    if (/Ctrl\+C/.test(screen)) break
  }
  return { child, port: Number(/http:\/\/[\d.]+:(\d+)/.exec(screen)?.[1]) }
}

async function send(
  { port }: Started,
  { clientId, clientSecret, apiKey }: Credentials,
): Promise<IncomingMessage> {
  const token = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const { access_token: accessToken } = (await token.json()) as { access_token: string }
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/negativacao/v2/lotes',
    headers: {
      Authorization: `Bearer ${accessToken}`,
      'x-api-key': apiKey,
      'Content-Type': 'application/x-ndjson',
      'Idempotency-Key': 'crash',
    },
  })
  request.on('error', () => undefined)
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  return response
}

async function answered(response: IncomingMessage, lines: number): Promise<void> {
  let count = 0
  for await (const chunk of response) {
    count += String(chunk).split('\n').length - 1
    if (count >= lines) return
  }
}

type Line = { readonly line: number; readonly id: string }

async function wholeAnswer(response: IncomingMessage): Promise<{ lines: Line[]; batch: Batch }> {
  let text = ''
  for await (const chunk of response) text += String(chunk)
  const all = text
    .trimEnd()
    .split('\n')
    .map((one) => JSON.parse(one))
  return { lines: all.slice(0, -1), batch: all.at(-1).batch }
}

/** A service on SQLite gives them back when it starts; on PostgreSQL it takes a minute and a half, or this. */
async function claimsLapse(place: Place): Promise<void> {
  const store = await place.open()
  await store.batches.abandon()
  await store.close()
}

/** A batch that was done before the kill went through none. */
async function isUnderWay(place: Place): Promise<boolean> {
  const store = await place.open()
  const listings = await allListings(store)
  await store.close()
  return listings.length < lineCount
}

const allListings = (store: Store) =>
  store.listings.list({ register: 'production', clientId: undefined, limit: 10_000 })

async function eachOnce(place: Place): Promise<void> {
  const store = await place.open()
  const listings = await allListings(store)
  assert.equal(listings.length, lineCount)
  assert.equal(new Set(listings.map(({ contractId }) => contractId)).size, lineCount)
  for (const topic of ['listing.received', 'notice.send']) {
    assert.equal((await store.outbox.read(topic, 10_000)).length, lineCount, topic)
  }
  await store.close()
}
