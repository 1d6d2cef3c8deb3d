import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { systemClock } from '../../service/src/clock.ts'
import { loadSubjects } from '../../service/src/features/bureau/load-subjects.ts'
import { drawsOf } from '../../service/src/features/bureau/sample/chance.ts'
import { debtCount } from '../../service/src/features/bureau/sample/negative-data.ts'
import { sampleDocument } from '../../service/src/features/bureau/sample/sample-document.ts'
import { sampleOf } from '../../service/src/features/bureau/sample/sample-subjects.ts'
import { type NewCredentials, registerClient } from '../../service/src/features/clients/register-client.ts'
import type { Store } from '../../service/src/store/store.ts'
import { wholeBureau } from '../../service/testing/declared-coverage.ts'

export const seed = 1

/** The day the sample is made for: fixed, so that a cached load is the same load. */
const today = '2026-11-01' as Day

/** Where loaded data is kept between runs. */
export const cacheDirectory = join(import.meta.dirname, '../.cache')

/** A data directory with so many sample subjects, made once. The trail starts empty each time. */
export async function sampleDirectory(count: number): Promise<string> {
  const directory = join(cacheDirectory, `sqlite-${count}`)
  const done = join(directory, 'loaded')
  if (!existsSync(done) || readFileSync(done, 'utf8') !== keptForm()) {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory, { recursive: true })
    const { openSqlite } = await import('../../service/src/store/engine/sqlite.ts')
    const store = await openSqlite(directory)
    await loadSample(store, count)
    await store.close()
    writeFileSync(done, keptForm())
  }
  for (const file of ['trail.db', 'trail.db-wal', 'trail.db-shm'])
    rmSync(join(directory, file), { force: true })
  return directory
}

/** Whatever says how a subject is kept: what was loaded before it changed is loaded anew. */
function keptForm(): string {
  const files = [
    'engine/migrations/store/0002-subjects.ts',
    'engine/migrations/store/0042-bureau-coverage.ts',
    'subjects/packing/lz4.ts',
    'subjects/packing/pack-texts.ts',
    'subjects/subject-row.ts',
    'subjects/sqlite-subjects.ts',
  ]
  const texts = files.map((file) =>
    readFileSync(join(import.meta.dirname, '../../service/src/store', file), 'utf8'),
  )
  return hash('sha256', texts.join(''))
}

/** Longer than any benchmark runs. */
const coverageDays = 366

/** Loads through the same door as `bureau load`: every line is read and checked. */
export async function loadSample(store: Store, count: number): Promise<void> {
  const startedAt = performance.now()
  const lines = function* () {
    let text = ''
    const subjectAt = sampleOf({ seed, today })
    for (const index of indexesByKey(count)) {
      text += `${JSON.stringify(subjectAt(index))}\n`
      if (text.length < 1 << 20) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text)
  }
  let saidAt = startedAt
  const loaded = await loadSubjects(
    { subjects: store.subjects, coverage: store.bureauCoverage, clock: systemClock },
    Readable.from(lines()),
    {
      language: 'en',
      onRefused: (line, reason) => {
        throw new Error(`The sample has a bad line ${line}: ${reason}`)
      },
      onProgress: ({ kept }) => {
        if (performance.now() - saidAt < 5_000) return
        saidAt = performance.now()
        process.stderr.write(`loading ${kept} of ${count}\n`)
      },
    },
    // Declares everything, so that reports show every section.
    {
      covers: wholeBureau,
      extent: 'complete',
      asOf: today,
      until: addDays(today, coverageDays),
      declaredBy: 'benchmark',
    },
  )
  const seconds = (performance.now() - startedAt) / 1000
  process.stderr.write(`loaded ${loaded.kept} subjects in ${seconds.toFixed(0)} s\n`)
}

/**
 * The subjects in the order of their keys. A file in any order may be loaded; in this one each page of the store
 * is written once, and ten million take minutes instead of hours. The few keys past a number come last.
 */
function indexesByKey(count: number): Uint32Array {
  const keys = new Float64Array(count)
  for (let index = 0; index < count; index++)
    keys[index] = Number(documentKey(sampleDocument({ index, seed })))
  const indexes = Uint32Array.from({ length: count }, (_, index) => index)
  return indexes.sort((a, b) => (keys[a] as number) - (keys[b] as number))
}

/** A production client with everything that costs something: limits, quota, prices. */
export async function benchClient(store: Store): Promise<NewCredentials> {
  const credentials = await registerClient(
    { clients: store.clients, clock: systemClock },
    { environment: 'production', name: 'Benchmark' },
  )
  await store.clients.setContract(credentials.clientId, {
    ...wholeContract,
    networks: ['127.0.0.0/8'],
    requestsPerSecond: 1_000_000,
    monthlyQuota: 1_000_000_000,
    prices: { relatorioBasico: 150, relato: 150 },
  })
  return credentials
}

/** A client that may list debts for one creditor. */
export async function benchCreditor(store: Store): Promise<NewCredentials> {
  const credentials = await benchClient(store)
  const creditor = { document: withCheckDigits('112223330001'), name: 'LOJAS DE EXEMPLO LTDA' }
  await store.clients.setContract(credentials.clientId, { ...wholeContract, creditors: [creditor] })
  return credentials
}

/** Debts of different people and companies as NDJSON, some tens of kilobytes at a time. */
export function* sampleDebts(count: number): Generator<Buffer> {
  let text = ''
  for (let index = 0; index < count; index++) {
    text += `${JSON.stringify(sampleDebt(index))}\n`
    if (text.length < 1 << 16) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

const sampleDebt = (index: number): ListingRequest => ({
  documento: sampleDocument({ index, seed }),
  name: `PESSOA DE EXEMPLO NUMERO ${index}`,
  birthDate: '1980-05-20',
  amount: `${100 + (index % 9_000)}.${String(index % 100).padStart(2, '0')}`,
  dueDate: `2026-0${1 + (index % 9)}-10`,
  contractId: `CT-${index}`,
  legalNatureId: 'CD',
  address: {
    addressLine: 'RUA DE EXEMPLO',
    number: String(index % 1_000),
    district: 'CENTRO',
    city: 'SAO PAULO',
    state: 'SP',
    zipCode: '01001000',
  },
  contact: { email: `pessoa${index}@exemplo.com.br` },
})

/** So many that most of a round asks for what nobody has asked for before. */
const bodyCount = 400_000

/**
 * Queries for documents drawn at random from a loaded sample, of those that owe something: their reports are as
 * long as the target asks for, while those of the others are half of that.
 */
export function randomBodies(count: number): string[] {
  return Array.from({ length: Math.min(count, bodyCount) }, () =>
    JSON.stringify({ documento: sampleDocument({ index: debtorAmong(count), seed }) }),
  )
}

function debtorAmong(count: number): number {
  for (;;) {
    const index = Math.floor(Math.random() * count)
    if (debtCount(drawsOf({ index, seed }, 'debts')) > 0) return index
  }
}
