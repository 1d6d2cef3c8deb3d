import assert from 'node:assert/strict'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, fastRepeats, newPlace, type Place } from '../../../testing/engines.ts'
import { lot, testSeed } from '../../../testing/lot.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { verifyTrail } from './seals/verify-trail.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const startMs = Date.parse('2026-11-16T12:00:00-03:00')
const always = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

/** Few, so that they meet again: people, companies, and companies with letters, from the first key to the last. */
const documents: readonly DocumentNumber[] = [
  ...['000000001', '000000002', '123456789', '429496729', '999999998'],
  ...['000000000001', '003294967296', '000000000191', '112223330001', '999999999999'],
  ...['00000000000A', 'A00000000000', 'AB0000000001', 'AB0000000002', 'ZZZZZZZZZZZZ'],
].map(withCheckDigits)

type Held = ConsultationDraft & { readonly billing: Billing }

/** What the trail says, as plainly as it can be said. */
class Model {
  readonly #records: Readonly<Record<Environment, Map<string, Held[]>>> = {
    production: new Map(),
    sandbox: new Map(),
  }
  readonly #usage = new Map<string, { billed: number; unbilled: number; cents: number }>()
  readonly counts: Record<Environment, number> = { production: 0, sandbox: 0 }

  append(environment: Environment, draft: ConsultationDraft): Billing {
    const all = this.ofDocument(environment, draft.document)
    const isFree = all.some((one) => one.billing === 'billed' && makesFree(one, draft))
    const billing = draft.priceCents === undefined ? 'unbilled' : isFree ? 'repeat' : 'billed'
    this.#records[environment].set(draft.document, all)
    all.push({ ...draft, billing })
    this.counts[environment] += 1
    if (isReport(draft.outcome)) this.#count(environment, draft, billing)
    return billing
  }

  ofDocument(environment: Environment, document: string): Held[] {
    return this.#records[environment].get(document) ?? []
  }

  /** Of one client, in one environment and month. */
  usage(environment: Environment, month: string, clientId: string): Record<string, unknown> {
    const start = `${environment} ${clientId} ${month}`
    return Object.fromEntries([...this.#usage].filter(([name]) => name.startsWith(start)))
  }

  #count(environment: Environment, of: ConsultationDraft, billing: Billing): void {
    const name = usageName(environment, { ...of, day: dayAt(of.atMs) })
    const line = this.#usage.get(name) ?? { billed: 0, unbilled: 0, cents: 0 }
    this.#usage.set(name, line)
    if (billing === 'billed') {
      line.billed += 1
      line.cents += of.priceCents ?? 0
    } else line.unbilled += 1
  }
}

const isReport = (outcome: string): boolean => ['answered', 'degraded', 'replayed'].includes(outcome)

const usageName = (
  environment: string,
  of: {
    readonly clientId: string
    readonly day: string
    readonly product: string
    readonly features: string
  },
): string => `${environment} ${of.clientId} ${of.day} ${of.product} ${of.features}`

function makesFree(paid: ConsultationDraft, draft: ConsultationDraft): boolean {
  if (paid.clientId !== draft.clientId) return false
  const ageMs = draft.atMs - paid.atMs
  const isSame = paid.product === draft.product && paid.features === draft.features
  // A contract without a window bills every query, also where the clocks of two services disagree.
  if (isSame && draft.repeatWindowMs > 0 && ageMs < draft.repeatWindowMs) return true
  return isSame && draft.key !== '' && paid.key === draft.key && ageMs < dayMs
}

const clients = ['cli_a', 'cli_b', 'cli_c']
const environments: readonly Environment[] = ['production', 'sandbox']

/** Fewer than a service holds in memory, and more than its filter reads at a time. */
const memoryRecordsMax = 15_000

const opened = ({ engine, dataDirectory, open }: Place): Promise<Store> =>
  engine === 'sqlite' ? openSqlite(dataDirectory, { fastRepeats, memoryRecordsMax }) : open()

/** The stores of one place, as two processes would have them open; either may end and come back. */
async function twoStores(place: Place): Promise<Store[]> {
  const stores = [await opened(place), await opened(place)]
  cleanUp(() => Promise.all(stores.map((store) => store.close())))
  return stores
}

for (const engine of engines) {
  test(`on ${engine} two services, restarts and failed commits bill and find what a plain list says`, async () => {
    const seed = testSeed()
    const said = `LASTRO_TEST_SEED=${seed}`
    const { below, of } = lot(seed)
    const place = await newPlace(engine)
    const stores = await twoStores(place)
    const model = new Model()
    let nowMs = startMs
    let serial = 0

    const draft = (over: Partial<ConsultationDraft> = {}): ConsultationDraft => {
      const outcome = of([
        'answered',
        'answered',
        'answered',
        'degraded',
        'replayed',
        'quota_exceeded',
        'alerted',
      ])
      const isPriced = outcome === 'answered' || outcome === 'degraded'
      return {
        atMs: nowMs++,
        clientId: of(clients),
        purpose: 'credit_analysis',
        document: below(20) === 0 && !isPriced ? '' : of(documents),
        product: of(['relatorioBasico', 'cadastral']),
        features: of(['', '', 'MAIS_ANOTACOES']),
        listings: '',
        address: 'ção 10.0.0.1',
        requestId: `request-${serial++}`,
        outcome,
        priceCents: isPriced ? of([0, 150]) : undefined,
        key: '',
        repeatWindowMs: of([0, 1, 24, 48]) * hourMs,
        ...(below(5) === 0 && { userId: of(['usr_a', 'usr_b']) }),
        ...over,
      }
    }
    const append = async (
      environment: Environment,
      drafts: readonly ConsultationDraft[],
      store = of(stores),
    ) => {
      const billings = await store.trail.append(environment, drafts)
      const expected = drafts.map((one) => model.append(environment, one))
      if (billings.join() === expected.join()) return
      const at = billings.findIndex((one, place) => one !== expected[place])
      assert.deepEqual(
        { ...drafts[at], billing: billings[at] },
        { ...drafts[at], billing: expected[at] },
        said,
      )
    }
    const somewhere = (): Environment => (below(4) === 0 ? 'production' : 'sandbox')
    const appendSome = () => {
      // Clocks of two machines differ, and are set right.
      nowMs += of([1, hourMs / 4, hourMs, -hourMs / 2, below(2) * dayMs])
      // Under one key there is one query at a time, so none comes twice in a commit.
      const keyed = (at: number) => ({ key: `key-${at}`, document: of(documents.slice(-2)) })
      const drafts = Array.from({ length: 1 + below(60) }, (_, at) => draft(at < 3 ? keyed(at) : {}))
      return append(somewhere(), drafts)
    }
    /** What failed is asked again, and nothing of the first time is left. */
    const failSome = async () => {
      const [environment, store] = [somewhere(), of(stores)]
      const fresh = {
        features: `FRESH_${serial}`,
        outcome: 'answered',
        priceCents: 150,
        repeatWindowMs: dayMs,
      }
      const drafts = [draft(fresh), draft()]
      const broken = draft({ clientId: null as unknown as string, document: of(documents) })
      await assert.rejects(store.trail.append(environment, [...drafts, broken]), said)
      await append(environment, drafts, store)
    }
    const restartOne = async () => {
      const at = below(stores.length)
      await stores[at]?.close()
      stores[at] = await opened(place)
    }
    const lookUp = async () => {
      const [environment, document, store] = [of(environments), of(documents), of(stores)]
      const records = model.ofDocument(environment, document)
      const range =
        below(2) === 0 ? always : { fromMs: startMs + below(dayMs), untilMs: nowMs - below(dayMs) }
      const within = records.filter((one) => one.atMs >= range.fromMs && one.atMs <= range.untilMs)
      const found = await store.trail.ofDocument(environment, document, range)
      assert.deepEqual(
        found.map((one) => `${one.requestId} ${one.billed}`).toSorted(),
        within.map((one) => `${one.requestId} ${one.billing === 'billed'}`).toSorted(),
        said,
      )
      const consulted = await store.trail.consultedBy(environment, document, range)
      assert.deepEqual(
        consulted.map((one) => `${one.clientId} ${one.atMs} ${one.key}`).toSorted(),
        within
          .filter((one) => isReport(one.outcome) || one.outcome === 'alerted')
          .map((one) => `${one.clientId} ${one.atMs} ${one.key}`)
          .toSorted(),
        said,
      )
    }
    /** Other documents, so many that the filter reads them in parts. */
    const fill = (count: number) => {
      const stem = (at: number) => String(200_000_000 + ((serial + at) % 25_000))
      const drafts = Array.from({ length: count }, (_, at) => draft({ document: withCheckDigits(stem(at)) }))
      return append('sandbox', drafts, stores[0])
    }
    const round = async (steps: number) => {
      for (let step = 0; step < steps; step++) {
        const what = below(25)
        if (what === 0) await restartOne()
        else if (what === 1) await failSome()
        else if (what < 6) await lookUp()
        else await appendSome()
      }
    }

    await round(25)
    if (engine === 'sqlite') {
      // A little short of what the engine holds in memory: then it goes into the index, a few at a time.
      await fill(memoryRecordsMax - 50 - model.counts.sandbox)
      await round(15)
      await failSome()
      await fill(200)
      const indexedUpTo = await stores[0]?.trail.indexedUpTo('sandbox')
      assert.equal(indexedUpTo === 0, fastRepeats, said)
      // All that was on its way arrives at once.
      await fill(8_000)
      assert.notEqual(await stores[0]?.trail.indexedUpTo('sandbox'), 0, said)
      await restartOne()
      await round(10)
    }

    for (const environment of environments) {
      const verified = await verifyTrail(stores[0]?.trail as Store['trail'], environment)
      assert.deepEqual([verified.broken, verified.besides], [undefined, []], said)
      assert.equal(verified.records, model.counts[environment], said)
      for (const clientId of clients) {
        for (const month of ['2026-11', '2026-12', '2027-01']) {
          const lines = (await stores[1]?.trail.usage(environment, month, clientId)) ?? []
          const used = lines.map(({ billed, unbilled, cents, ...of }) => [
            usageName(environment, of),
            { billed, unbilled, cents },
          ])
          assert.deepEqual(Object.fromEntries(used), model.usage(environment, month, clientId), said)
        }
      }
    }
  })
}
