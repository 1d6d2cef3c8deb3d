import { setTimeout as wait } from 'node:timers/promises'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { NewSourceRequest } from '@lastro/contract/operator/declared-sources.ts'
import { systemClock } from '../../service/src/clock.ts'
import { registerClient } from '../../service/src/features/clients/register-client.ts'
import { declareSource } from '../../service/src/features/declared-sources/declare-source.ts'
import { readSealKey } from '../../service/src/features/sealing/seal-key.ts'
import { sealUnder } from '../../service/src/features/sealing/sealed-secrets.ts'
import type { Store } from '../../service/src/store/store.ts'
import { newPlace } from '../../service/testing/engines.ts'
import { openSerasaServer } from '../../service/testing/servers/serasa/serasa-server.ts'
import { median, residentMb, type Server, startService } from '../processes.ts'
import { print } from '../query.ts'
import { hostileProviders, serasaCredentials } from './hostile-providers.ts'
import { type AskedReport, askAtOnce, askReport, type Caller, callerOf } from './report-callers.ts'

const secretsKey = 'a key that is long enough for benchmarks'

/** Half of what a service has unless it is told: what hangs is then given up often in a short run. */
const deadlineMs = 2_500

/** What assembling, recording and a busy machine may take beyond the deadline of the sources. */
const slackMs = 500

/** Each client asks so many reports at a time, again and again. */
const callersPerClient = 3

/** A service that grows by more than this between the middle and the end of a run keeps something. */
const growthMbMax = 40

/** A breaker that has opened often waits for a minute before it tries. */
const mendingMsMax = 150_000

/** As many at once as the source that allows ten is asked for. */
const crowd = 1_000
const allowed = 10

/** Every fault of providers at once against one service for some seconds; what went wrong. */
export async function benchHostileSources(seconds = 60): Promise<readonly string[]> {
  const place = await newPlace('sqlite')
  const [good, narrow] = [await openSerasaServer(), await openSerasaServer()]
  const hostiles = await hostileProviders()
  const store = await place.open()
  const declare = declarer(store)
  const base = { kind: 'serasa', credentials: serasaCredentials } as const
  await declare({ ...base, name: 'bom', url: good.url, sections: ['score'], concurrency: 100 })
  await declare({ ...base, name: 'dez', url: narrow.url, concurrency: allowed, clientConcurrency: allowed })
  for (const { name, kind, url, credentials } of hostiles)
    await declare({ name, kind, url, credentials: { ...credentials }, sections: ['registration'] })
  const clients = []
  for (const names of [...hostiles.map(({ name }) => [name, 'bom']), ['dez']])
    clients.push(await clientNaming(store, names))
  await store.close()

  const service = await startService({
    LASTRO_DATA: place.dataDirectory,
    LASTRO_SECRETS_KEY: secretsKey,
    LASTRO_WEBHOOK_NETWORKS: '127.0.0.0/8',
    LASTRO_DEADLINE_MS: String(deadlineMs),
  })
  const url = `http://127.0.0.1:${service.port}`
  const callers = await Promise.all(clients.map((client) => callerOf(url, client)))
  const crowded = callers.at(-1) as Caller
  const faults: string[] = []
  try {
    const memory: number[] = []
    const open = new Set<string>()
    const sides = hostiles.map((one, at) => ({
      ...one,
      caller: callers[at] as Caller,
      asked: [] as AskedReport[],
    }))
    // The first of each is for the service to get warm.
    await Promise.all(sides.map(({ caller }) => askReport(url, caller)))
    const untilMs = systemClock.nowMs() + seconds * 1_000
    await Promise.all([
      watched(service, url, untilMs, memory, open),
      ...sides.flatMap(({ caller, asked }) =>
        Array.from({ length: callersPerClient }, () => keepAsking(url, caller, untilMs, asked)),
      ),
    ])
    print(`${'source'.padEnd(20)} reports   p50 ms   max ms  breaker  sections`)
    for (const { name, says, opensBreaker, asked } of sides) {
      const times = asked.map(({ tookMs }) => tookMs)
      const said = [...new Set(asked.map((one) => one.says))].toSorted().join(' ')
      const [p50, most] = [median(times), Math.max(...times)]
      const line = [String(asked.length).padStart(7), p50.toFixed(0).padStart(8), most.toFixed(0).padStart(8)]
      print(
        `${name.padEnd(20)} ${line.join(' ')}  ${(open.has(name) ? 'opened' : 'closed').padEnd(7)}  ${said}`,
      )
      // A source that is left alone, or rests, is unavailable.
      if (asked.some((one) => one.says !== says && one.says !== 'source_unavailable'))
        faults.push(`${name}: its section says something else than ${says}`)
      if (asked.some((one) => !one.hasScore)) faults.push(`${name}: another source's section was lost`)
      if (most > deadlineMs + slackMs) faults.push(`${name}: a report took ${most.toFixed(0)} ms`)
      if (open.has(name) !== opensBreaker) faults.push(`${name}: its breaker did not do what it should`)
    }
    const [middle, end] = [
      memory.slice(memory.length / 2, memory.length * 0.6),
      memory.slice(-memory.length * 0.1),
    ]
    const grownMb = median(end) - median(middle)
    print(`memory ${median(middle).toFixed(0)} MB in the middle, ${median(end).toFixed(0)} MB at the end`)
    if (grownMb > growthMbMax) faults.push(`the service grew by ${grownMb.toFixed(0)} MB`)

    for (const { mend } of hostiles) mend?.()
    const mendedMs = await mended(
      url,
      sides.filter(({ mend }) => mend !== undefined),
    )
    print(`mended: every source answers after ${(mendedMs / 1_000).toFixed(0)} s`)
    if (mendedMs > mendingMsMax) faults.push('a source that was mended is still left alone')

    const many = await askAtOnce(url, crowded, crowd)
    const found = many.filter(({ says }) => says === 'found').length
    const slowest = Math.max(...many.map(({ tookMs }) => tookMs))
    print(
      `${crowd} at once to a source that allows ${allowed}: ${narrow.mostAtOnce()} at once at most, ${found} answered by it, the slowest after ${slowest.toFixed(0)} ms`,
    )
    if (narrow.mostAtOnce() > allowed) faults.push(`${narrow.mostAtOnce()} queries at once`)
  } finally {
    await service.stop()
    for (const { close } of [...hostiles, good, narrow]) close()
  }
  print(`${faults.length} faults`)
  return faults
}

const declarer =
  ({ declaredSources: sources }: Store) =>
  async (wanted: NewSourceRequest): Promise<void> => {
    const seal = sealUnder(readSealKey({ secretsKey, dataDirectory: '' }, 'credentials of sources'))
    const declared = await declareSource(
      {
        sources,
        seal,
        clock: systemClock,
        newId: () => wanted.name,
        addressRefusal: async () => undefined,
      },
      { ...wanted, timeoutMs: deadlineMs },
    )
    if (declared.kind !== 'declared') throw new Error(`${wanted.name}: ${JSON.stringify(declared)}`)
    await sources.setEnabled(declared.source.id, true)
  }

async function clientNaming({ clients }: Store, names: readonly string[]) {
  const client = await registerClient(
    { clients, clock: systemClock },
    { environment: 'production', name: 'Quem consulta' },
  )
  const sources = names.map((source) => ({ source, paidBy: 'operator' as const }))
  await clients.setContract(client.clientId, { ...wholeContract, sources, requestsPerSecond: 100_000 })
  return client
}

async function keepAsking(url: string, caller: Caller, untilMs: number, asked: AskedReport[]): Promise<void> {
  while (systemClock.nowMs() < untilMs) {
    asked.push(await askReport(url, caller))
    // As people ask who wait for something else in between; a breaker that is open answers within a millisecond.
    await wait(50)
  }
}

/** Samples of memory, and which breakers were ever open. */
async function watched(
  service: Server,
  url: string,
  untilMs: number,
  memory: number[],
  open: Set<string>,
): Promise<void> {
  while (systemClock.nowMs() < untilMs) {
    memory.push(residentMb(service.process.pid ?? 0))
    const page = await (await fetch(`${url}/metrics`)).text()
    for (const [, name = ''] of page.matchAll(/lastro_source_breaker_open\{source="([^"]+)"\} 1/g))
      open.add(name)
    await wait(500)
  }
}

/** How long it takes until each answers what it was asked. */
async function mended(url: string, sides: readonly { readonly caller: Caller }[]): Promise<number> {
  const begunMs = systemClock.nowMs()
  await Promise.all(
    sides.map(async ({ caller }) => {
      while (systemClock.nowMs() - begunMs <= mendingMsMax) {
        if ((await askReport(url, caller)).says === 'found') return
        await wait(250)
      }
    }),
  )
  return systemClock.nowMs() - begunMs
}
