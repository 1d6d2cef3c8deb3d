import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { type QueryBatch, queryBatchesPath } from '@lastro/contract/query-batches/query-batches.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { systemClock } from '../../service/src/clock.ts'
import { registerClient } from '../../service/src/features/clients/register-client.ts'
import { lineBilling } from '../../service/src/features/reports/batches/line-billing.ts'
import { openStore, type StoreLocation } from '../../service/src/store/open-store.ts'
import { childEnvironment } from '../../service/testing/child-environment.ts'
import { declareWholeBureau } from '../../service/testing/declared-coverage.ts'
import { programs } from '../../service/testing/programs.ts'

export type BatchKills = {
  readonly place: StoreLocation
  readonly lineCount: number
  readonly kills: number
}

export type BatchKillsReport = {
  readonly batch: QueryBatch
  /** How many outcomes were unknown in all after each kill. */
  readonly unknown: readonly number[]
  /** Kills that came while lines were left. */
  readonly interruptions: number
  readonly billed: number
  /** Lines that were answered and recorded before a kill, and asked once more on request. */
  readonly askedTwice: number
  readonly faults: readonly string[]
}

/**
 * Sends a batch and kills the service while it is asked, again and again. Then every line must have an outcome, those
 * of unknown outcome must stay so until they are requested again, and no document may be billed twice.
 */
export async function batchThroughKills({ place, lineCount, kills }: BatchKills): Promise<BatchKillsReport> {
  const client = await newClient(place)
  const faults: string[] = []
  const unknown: number[] = []
  let interruptions = 0
  let service = await started(place)
  try {
    const { id } = await asked(service, client, `?product=relatorioBasico`, bodyOf(lineCount))
    for (let kill = 1; kill <= kills; kill++) {
      const until = Math.floor((lineCount * kill) / (kills + 1))
      await reached(service, client, id, (batch) => lineCount - batch.left >= until)
      service.child.kill('SIGKILL')
      await once(service.child, 'exit')
      await claimsLapse(place)
      service = await started(place)
      const batch = await asked(service, client, `/${id}`)
      unknown.push(batch.unknown)
      if (batch.left > 0) interruptions++
    }
    const ended = await reached(service, client, id, ({ state }) => state === 'done')
    if (ended.answered + ended.unknown !== lineCount) faults.push('A line has no outcome')
    if (ended.unknown !== unknown.at(-1)) faults.push('A line of unknown outcome was asked by itself')
    await asked(service, client, `/${id}/repeticao`, '')
    const batch = await reached(service, client, id, ({ state }) => state === 'done')
    if (batch.answered !== lineCount) faults.push('A line that was requested again has no answer')
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')
    const records = await recordsOf(place, client.clientId)
    faults.push(...faultsIn(records, id, lineCount))
    const billedRecords = records.filter((one) => one.billed)
    const cents = billedRecords.reduce((sum, one) => sum + one.cents, 0)
    const billedInBatch = `${batch.billed} lines, ${batch.cost}`
    const billedOnRecord = `${billedRecords.length} lines, ${moneyText(BigInt(cents))}`
    if (billedInBatch !== billedOnRecord)
      faults.push(`The batch shows ${billedInBatch}; its records were billed ${billedOnRecord}`)
    const answers = records.filter(({ outcome }) => outcome === 'answered').length
    return {
      batch,
      unknown,
      interruptions,
      billed: billedRecords.length,
      askedTwice: answers - lineCount,
      faults,
    }
  } finally {
    service.child.kill('SIGKILL')
  }
}

/** What the trail must say, whatever the batch says of itself. */
function faultsIn(records: readonly Read[], batchId: string, lineCount: number): string[] {
  const billed = records.filter((one) => one.billed).map(({ document }) => document)
  const answered = new Set(
    records.filter(({ outcome }) => outcome === 'answered').map(({ requestId }) => requestId),
  )
  const missing = Array.from({ length: lineCount }, (_, at) => `${batchId}-${at + 1}`).filter(
    (requestId) => !answered.has(requestId),
  )
  return [
    ...(new Set(billed).size === billed.length ? [] : ['A document was billed twice']),
    ...(billed.length === lineCount ? [] : [`${billed.length} of ${lineCount} lines were billed`]),
    ...(missing.length === 0 ? [] : [`${missing.length} lines were answered without a record`]),
  ]
}

const bodyOf = (lineCount: number): string =>
  Array.from(
    { length: lineCount },
    (_, at) => `${JSON.stringify({ documento: withCheckDigits(String(100_000_000 + at)) })}\n`,
  ).join('')

type Client = Awaited<ReturnType<typeof newClient>>

/** Without a window in which repeats are free, whatever is asked twice would cost twice. */
async function newClient(place: StoreLocation) {
  const store = await openStore(place)
  const client = await registerClient(
    { clients: store.clients, clock: systemClock },
    { environment: 'production', name: 'Carteira' },
  )
  const contract = { ...wholeContract, repeatWindowHours: 0, prices: { relatorioBasico: 150 } }
  await store.clients.setContract(client.clientId, contract)
  await declareWholeBureau(store, systemClock)
  await store.close()
  return client
}

type Started = { readonly child: ChildProcess; readonly url: string; token?: string }

async function started({ dataDirectory, databaseUrl }: StoreLocation): Promise<Started> {
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
  let screen = ''
  for await (const chunk of child.stdout) {
    screen += String(chunk)
    if (/Ctrl\+C/.test(screen)) break
  }
  return { child, url: /http:\/\/[\d.]+:\d+/.exec(screen)?.[0] ?? '' }
}

/** A GET, or a POST where there is a body. */
async function asked(service: Started, client: Client, path: string, body?: string): Promise<QueryBatch> {
  service.token ??= await tokenOf(service, client)
  const response = await fetch(`${service.url}${queryBatchesPath}${path}`, {
    headers: {
      Authorization: `Bearer ${service.token}`,
      'x-api-key': client.apiKey,
      'Content-Type': 'application/x-ndjson',
    },
    ...(body !== undefined && { method: 'POST', body }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return (JSON.parse(text) as { result: QueryBatch }).result
}

async function tokenOf({ url }: Started, { clientId, clientSecret }: Client): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

async function reached(
  service: Started,
  client: Client,
  id: string,
  isThere: (batch: QueryBatch) => boolean,
): Promise<QueryBatch> {
  for (;;) {
    const batch = await asked(service, client, `/${id}`)
    if (isThere(batch)) return batch
    await wait(5)
  }
}

/** A service on SQLite does it when it starts; on PostgreSQL it takes a minute, or this. */
async function claimsLapse(place: StoreLocation): Promise<void> {
  const store = await openStore(place)
  await store.queryBatches.abandon(systemClock.nowMs(), lineBilling(store.trail))
  await store.close()
}

type Read = Pick<Consultation, 'document' | 'outcome' | 'requestId' | 'billed' | 'cents'>

async function recordsOf(place: StoreLocation, clientId: string): Promise<readonly Read[]> {
  const store = await openStore(place)
  const records: Read[] = []
  const seen = new Set<number>()
  let from: Parameters<typeof store.trail.linksOf>[2]['from']
  do {
    const { links, next } = await store.trail.linksOf('production', clientId, { from, count: 500 })
    // A page begins with the link that ended the one before.
    for (const link of links.filter(({ number }) => !seen.has(number))) {
      seen.add(link.number)
      for (const text of link.records.split('\n')) {
        if (text.includes(clientId)) records.push(readRecord(text))
      }
    }
    from = next
  } while (from !== undefined)
  await store.close()
  return records
}
