import { alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { inventCompany } from '../../service/src/data/receita/sample/invent-company.ts'
import { unpackCompany } from '../../service/src/data/receita/unpack-company.ts'
import { openSnapshots, type SnapshotLocation } from '../../service/src/data/snapshots/open-snapshots.ts'
import type { SnapshotEngine } from '../../service/src/data/snapshots/snapshot-writer.ts'
import { type Snapshot, switchedTopic } from '../../service/src/features/public-data/data-catalogue.ts'
import { bureauSource } from '../../service/src/sources/bureau/bureau-source.ts'
import { compareSnapshots } from '../../service/src/sources/public-data/compare-snapshots.ts'
import { openStore } from '../../service/src/store/open-store.ts'
import type { Store } from '../../service/src/store/store.ts'

/** One month of invented files, of which others differ by seed and date. */
export type Edition = { readonly seed: number; readonly companies: number; readonly date: string }

/** How often each company was to be told of each event, by both. */
export type Expected = Map<string, number>

export async function withStore<Result>(
  place: SnapshotLocation,
  use: (store: Store, snapshots: SnapshotEngine) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place)
  const snapshots = await openSnapshots(place)
  try {
    return await use(store, snapshots)
  } finally {
    await snapshots.close()
    await store.close()
  }
}

/** What is wrong with what is served: it has to be one of the editions, whole, and the end of a chain of switches. */
export const snapshotFaults = (
  place: SnapshotLocation,
  editions: readonly Edition[],
): Promise<readonly string[]> =>
  withStore(place, async (store, snapshots) => {
    const served = await store.dataCatalogue.served()
    const [one] = served
    if (served.length !== 1 || one === undefined) return [`${served.length} snapshots are served`]
    const snapshot = await store.dataCatalogue.find(one.id)
    const edition = editions.find((of) => of.date === one.date)
    if (snapshot === undefined || edition === undefined) return ['what is served was never imported']
    return [
      ...(await countFaults(snapshots, snapshot, edition)),
      ...chainFaults(await store.outbox.read(switchedTopic, 10_000), one.id),
    ]
  })

/** Reads of one turn share a statement. */
const keysAtOnce = 4_000

/** As many companies, establishments and partners as the account says were kept. */
async function countFaults(
  snapshots: SnapshotEngine,
  { id, accounting }: Snapshot,
  { seed, companies }: Edition,
): Promise<readonly string[]> {
  const reader = await snapshots.open({ location: id })
  const found = { companies: 0, establishments: 0, partners: 0 }
  try {
    const keys = Array.from({ length: companies }, (_, at) => rootsAt(seed, at))
      .flat()
      .map(companyKey)
    for (let at = 0; at < keys.length; at += keysAtOnce) {
      const some = keys.slice(at, at + keysAtOnce)
      const records = await Promise.all(some.map(async (key) => reader.read('company', key)))
      for (const [place, record] of records.entries()) {
        if (record === undefined) continue
        const { name, headOffice, branchCount, partners } = unpackCompany(some[place] ?? 0, record)
        found.companies += name === undefined ? 0 : 1
        found.establishments += branchCount + (headOffice === undefined ? 0 : 1)
        found.partners += partners.length
      }
    }
  } finally {
    await reader.close()
  }
  return Object.entries(found).flatMap(([kind, count]) => {
    const files = accounting?.files.filter((one) => one.kind === kind) ?? []
    const kept = files.reduce((sum, one) => sum + one.kept, 0)
    return count === kept && kept > 0 ? [] : [`${id}: ${count} ${kind} found, ${kept} kept by the account`]
  })
}

/** Its root with and without letters: which of them it has is the sample's to say. */
const rootsAt = (seed: number, at: number): readonly string[] =>
  [false, true].map((hasLetters) => inventCompany(seed, at, hasLetters).root)

type Switches = readonly { readonly payload: Readonly<Record<string, unknown>> }[]

function chainFaults(told: Switches, servedId: string): readonly string[] {
  const targets = told.map(({ payload }) => payload.to)
  const isChain = told.every(({ payload }, at) => payload.from === (at === 0 ? null : targets[at - 1]))
  return [
    ...(targets.at(-1) === servedId ? [] : ['the last switch told is not to what is served']),
    ...(isChain ? [] : ['a switch was told twice, or not at all']),
  ]
}

/** The head offices of the first companies of an edition, as somebody would watch them. */
export const headOfficesOf = (seed: number, count: number): readonly DocumentNumber[] =>
  Array.from({ length: count }, (_, at) => withCheckDigits(`${inventCompany(seed, at, false).root}0001`))

/** Adds what a switch has to tell, by looking at each company in both snapshots anew. */
export const expectSwitch = (
  place: SnapshotLocation,
  { from, to }: { readonly from: string; readonly to: string },
  watched: readonly DocumentNumber[],
  expected: Expected,
): Promise<void> =>
  withStore(place, async (store, snapshots) => {
    const [before, after] = await Promise.all([from, to].map(store.dataCatalogue.find))
    if (before === undefined || after === undefined) throw new Error('what is compared is there')
    const open = ({ id }: { readonly id: string }) => snapshots.open({ location: id })
    const comparison = await compareSnapshots({
      open,
      bureau: bureauSource(store.subjects, store.bureauCoverage.current),
    })(before, after)
    if (comparison === undefined) throw new Error('what was told last is there to compare with')
    for (const document of watched) {
      for (const { event } of await comparison.changesOf(document))
        expected.set(nameOf(document, event), (expected.get(nameOf(document, event)) ?? 0) + 1)
    }
    await comparison.close()
  })

const nameOf = (document: unknown, event: string): string => `${String(document)} ${event}`

/** Events that are missing, that came twice, and that nobody expected. */
export const eventFaults = (place: SnapshotLocation, expected: Expected): Promise<readonly string[]> =>
  withStore(place, async (store) => {
    const told: Expected = new Map()
    for (const event of Object.keys(alertEvents)) {
      for (const { payload } of await store.outbox.read(event, 1_000_000)) {
        const name = nameOf(payload.documento, event)
        told.set(name, (told.get(name) ?? 0) + 1)
      }
    }
    const names = [...new Set([...told.keys(), ...expected.keys()])]
    const [missing, surplus] = names.reduce(
      ([few, many], name) => {
        const more = (told.get(name) ?? 0) - (expected.get(name) ?? 0)
        return [few + Math.max(0, -more), many + Math.max(0, more)] as const
      },
      [0, 0] as readonly [number, number],
    )
    return [
      ...(missing === 0 ? [] : [`${missing} events are missing`]),
      ...(surplus === 0 ? [] : [`${surplus} events were told twice, or of nothing`]),
    ]
  })
