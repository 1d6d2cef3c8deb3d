import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Batch, BatchLine } from '@lastro/contract/listings/batches.ts'
import type { Engine } from '../service/src/store/engine/tables.ts'
import { openStore } from '../service/src/store/open-store.ts'
import { startPostgres } from '../service/testing/servers/postgres-server.ts'
import { credentialHeaders, print } from './query/query.ts'
import { startService } from './stage/processes.ts'
import { benchCreditor, sampleDebts } from './stage/sample-stores.ts'

const lineCount = 100_000

export type BatchFigures = {
  readonly linesPerSecond: number
  /** The most memory the service ever held, everything of it that was in RAM counted. */
  readonly peakMb: number
  readonly batch: Batch
}

/** A batch as large as one may be, on the real process: how fast it is taken, and how much memory that needs. */
export async function benchBatch(count = lineCount, engine: Engine = 'sqlite'): Promise<BatchFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'lastro-bench-'))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
  try {
    return await measure(count, { dataDirectory: directory, databaseUrl: postgres?.url })
  } finally {
    await postgres?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function measure(
  count: number,
  place: { readonly dataDirectory: string; readonly databaseUrl: string | undefined },
): Promise<BatchFigures> {
  const store = await openStore(place)
  const credentials = await benchCreditor(store)
  await store.close()
  const service = await startService({
    LASTRO_DATA: place.dataDirectory,
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
  })
  const headers = await credentialHeaders(service, credentials)
  const atRestMb = peakMb(service.process.pid)
  const startedAt = performance.now()
  const batch = await sendBatch(service.port, headers, count)
  const seconds = (performance.now() - startedAt) / 1000
  const figures = { linesPerSecond: count / seconds, peakMb: peakMb(service.process.pid), batch }
  await service.stop()
  print(`at rest ${atRestMb.toFixed(0)} MB; ${count} lines in ${seconds.toFixed(1)} s`)
  print(`created ${batch.created}, refused ${batch.refused}, invalid ${batch.invalid}`)
  print(`lines/s ${figures.linesPerSecond.toFixed(0)}, peak memory ${figures.peakMb.toFixed(0)} MB`)
  return figures
}

/** Reads the answers while it sends, and holds every line's number against the one it must be. */
async function sendBatch(
  port: number,
  headers: Readonly<Record<string, string>>,
  count: number,
): Promise<Batch> {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/negativacao/v2/lotes',
    headers: { ...headers, 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': 'bench' },
  })
  const sent = pipeline(Readable.from(sampleDebts(count)), request)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`The service answered ${response.statusCode}`)
  let line = 0
  let batch: Batch | undefined
  for await (const text of createInterface({ input: response })) {
    const answer = JSON.parse(text) as BatchLine | { readonly batch: Batch }
    if ('batch' in answer) batch = answer.batch
    else if (answer.line !== ++line) throw new Error(`Line ${line} was answered as ${answer.line}`)
  }
  await sent
  if (batch === undefined || line !== count) throw new Error(`Only ${line} lines were answered`)
  return batch
}

const peakMb = (pid = 0): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
