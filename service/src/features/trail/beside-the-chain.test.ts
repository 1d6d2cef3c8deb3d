import assert from 'node:assert/strict'
import { addUsage, ownersOf, queryOf, type UsageLine, type UsageLines } from '@lastro/rules/trail/billing.ts'
import { type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import { cutLink } from '@lastro/rules/trail/cut-link.ts'
import { laneStart } from '@lastro/rules/trail/lane.ts'
import { describe, test } from 'vitest'
import { chainOf, draftOf } from '../../../testing/invented/chained.ts'
import { heldBeside, type IsHeldAgainst } from './beside-the-chain.ts'
import type { IndexEntry, OwnedLink } from './trail-store.ts'

const indexName = (document: string) => `name of ${document}`

/** What is kept beside a chain that nobody has touched: the index has an order of its own. */
function keptBeside(links: readonly Link[]) {
  const usage: UsageLines = new Map()
  const entries: IndexEntry[] = []
  const owned: OwnedLink[] = []
  for (const { number, lastAtMs, records: text } of links) {
    const records = text.split('\n').map(readRecord)
    for (const [place, record] of records.entries()) {
      const { document, clientId, atMs, billed, key, outcome } = record
      addUsage(usage, record, billed, record.cents)
      if (document === '') continue
      const isShown = ['answered', 'degraded', 'replayed', 'alerted'].includes(outcome)
      const query = queryOf(record)
      entries.push({ number, place, name: indexName(document), clientId, atMs, billed, key, query, isShown })
    }
    for (const owner of ownersOf(records)) owned.push({ owner, number, lastAtMs })
  }
  return { entries: entries.toReversed(), owned: owned.toReversed(), lines: [...usage.values()] }
}

type Kept = {
  readonly entries?: readonly IndexEntry[]
  readonly owned?: readonly OwnedLink[]
  readonly lines?: readonly UsageLine[]
  readonly indexedUpTo?: number
  readonly unownedUpTo?: number
  /** The last link that is in the store when all else was read. */
  readonly headNumber?: number
  /** What is left of links that are in archives, and what was counted there. */
  readonly left?: readonly Link[]
  readonly usageLeft?: readonly UsageLine[]
  readonly isHeldAgainst?: IsHeldAgainst
}

/** Walks the links and says what is kept beside them and does not say the same. */
async function differencesOf(links: readonly Link[], kept: Kept = {}) {
  const { entries, owned, lines } = { ...keptBeside(links), ...kept }
  const last = links.at(-1)?.number ?? 0
  const read: string[] = []
  const trail = {
    heads: async () => {
      assert.deepEqual(read, ['index', 'owners'])
      const head = { environment: 'sandbox' as const, number: kept.headNumber ?? last, hash: '' }
      return last === 0 ? [] : [head]
    },
    unownedUpTo: async () => kept.unownedUpTo ?? 0,
    owned: async function* () {
      read.push('owners')
      yield* owned
    },
    indexedUpTo: async () => kept.indexedUpTo ?? last,
    counted: async () => ({ upTo: [7], lines }),
    usageLeft: async () => [...(kept.usageLeft ?? [])],
    indexed: async function* () {
      read.push('index')
      yield* entries
    },
    indexName,
  }
  const beside = await heldBeside(trail, 'sandbox', kept.isHeldAgainst ?? (() => true))
  for (const link of kept.left ?? []) beside.takeLeft(link)
  for (const link of links) beside.take(link)
  assert.deepEqual(await beside.countsUpTo(), [7])
  return beside.differences()
}

const links = chainOf([
  [draftOf({ requestId: 'r1' }), draftOf({ clientId: 'cli_bia', product: 'cadastral' })],
  [draftOf({ document: '', outcome: 'body_invalid', priceCents: undefined })],
  [draftOf({ outcome: 'replayed', priceCents: undefined }), draftOf({ features: 'SANCOES' })],
])
const kept = keptBeside(links)
const index = [{ kind: 'index', fromNumber: 1, untilNumber: 1_023 }]

/** The same list with one member changed. */
const changed = <One>(all: readonly One[], at: number, by: Partial<One>): readonly One[] =>
  all.map((one, place) => (place === at ? { ...one, ...by } : one))

test('what says the same as the chain differs in nothing, in whatever order it is kept', async () => {
  assert.deepEqual(await differencesOf(links), [])
  assert.deepEqual(await differencesOf(links, { entries: kept.entries.toReversed() }), [])
  assert.deepEqual(await differencesOf([]), [])
})

describe('counts', () => {
  const usageOf = (clientId: string, day = '2026-11-16') => [{ kind: 'usage', clientId, day }]

  test('one more or one less is noticed, of what was billed, of what was not, and of the money', async () => {
    for (const by of [{ billed: 2 }, { billed: 0 }, { unbilled: 1 }, { cents: 149 }])
      assert.deepEqual(
        await differencesOf(links, { lines: changed(kept.lines, 1, by) }),
        usageOf('cli_bia'),
        JSON.stringify(by),
      )
  })

  test('a line that is missing, and one that the chain says nothing of, are noticed', async () => {
    const missing = kept.lines.filter(({ clientId }) => clientId !== 'cli_bia')
    assert.deepEqual(await differencesOf(links, { lines: missing }), usageOf('cli_bia'))
    const [line = assert.fail()] = kept.lines
    const other = { ...line, day: '2026-11-17' }
    assert.deepEqual(
      await differencesOf(links, { lines: [...kept.lines, other] }),
      usageOf('cli_ana', '2026-11-17'),
    )
  })

  test('a line that counts nothing says nothing that the chain does not', async () => {
    const [line = assert.fail()] = kept.lines
    const none = { ...line, day: '2026-11-17', billed: 0, unbilled: 0, cents: 0 }
    assert.deepEqual(await differencesOf(links, { lines: [...kept.lines, none] }), [])
  })
})

describe('the index', () => {
  test('an entry that says anything else than its record is noticed', async () => {
    const [entry = assert.fail()] = kept.entries
    for (const by of [
      { number: 2 },
      { place: 7 },
      { name: indexName('11222333000181') },
      { clientId: 'cli_bia' },
      { atMs: entry.atMs + 1 },
      { billed: !entry.billed },
      { key: 'other' },
      { query: 'relato SANCOES,QSA_COMPLETO' },
      { isShown: !entry.isShown },
    ])
      assert.deepEqual(
        await differencesOf(links, { entries: changed(kept.entries, 0, by) }),
        index,
        JSON.stringify(by),
      )
  })

  test('an entry that is missing, and one of no record, are noticed', async () => {
    assert.deepEqual(await differencesOf(links, { entries: kept.entries.slice(1) }), index)
    assert.deepEqual(await differencesOf(links, { entries: [] }), index)
    const [entry = assert.fail()] = kept.entries
    assert.deepEqual(
      await differencesOf(links, { entries: [...kept.entries, { ...entry, place: 9 }] }),
      index,
    )
  })

  test('an entry under a number that no link has is noticed, also where the chain is empty', async () => {
    const [entry = assert.fail()] = kept.entries
    assert.deepEqual(await differencesOf([], { entries: [{ ...entry, number: 0 }] }), index)
  })

  test('links that it does not hold whole yet are left out, whatever of them is there already', async () => {
    const upTo = (number: number) => kept.entries.filter((one) => one.number <= number)
    assert.deepEqual(await differencesOf(links, { entries: upTo(1), indexedUpTo: 2 }), [])
    assert.deepEqual(await differencesOf(links, { entries: kept.entries, indexedUpTo: 2 }), [])
    assert.deepEqual(await differencesOf(links, { entries: upTo(0), indexedUpTo: 1 }), index)
  })

  test('entries of links that were written since the chain was walked are left out', async () => {
    const walked = links.slice(0, 2)
    const { lines } = keptBeside(walked)
    const since = { entries: kept.entries, owned: kept.owned, lines, indexedUpTo: 3, headNumber: 3 }
    assert.deepEqual(await differencesOf(walked, since), [])
  })

  test('of a long chain the first thousand links that differ are named', async () => {
    const [link = assert.fail()] = links
    const long = [link, { ...link, number: 1_023 }, { ...link, number: 1_024 }, { ...link, number: 3_000 }]
    const { entries } = keptBeside(long)
    const without = (...numbers: readonly number[]) =>
      differencesOf(long, { entries: entries.filter(({ number }) => !numbers.includes(number)) })
    assert.deepEqual(await without(1_023), index)
    assert.deepEqual(await without(1_024), [{ kind: 'index', fromNumber: 1_024, untilNumber: 2_047 }])
    assert.deepEqual(await without(1_024, 3_000), [{ kind: 'index', fromNumber: 1_024, untilNumber: 2_047 }])
    assert.deepEqual(await without(3_000), [{ kind: 'index', fromNumber: 2_048, untilNumber: 3_071 }])
  })

  test('what the chain never had comes before what it has, where it stands before it', async () => {
    const [link = assert.fail()] = links
    const long = [
      { ...link, number: 1_024 },
      { ...link, number: 2_048 },
    ]
    const [entry = assert.fail()] = keptBeside(long).entries
    assert.deepEqual(await differencesOf(long, { entries: [{ ...entry, number: 3 }] }), index)
  })
})

describe('who finds which links as their own', () => {
  const owners = [{ kind: 'owners', fromNumber: 1, untilNumber: 1_023 }]

  test('one that is missing, one that never was, and another name are noticed', async () => {
    assert.deepEqual(await differencesOf(links, { owned: kept.owned.slice(1) }), owners)
    assert.deepEqual(await differencesOf(links, { owned: [] }), owners)
    const never = { owner: 'cli_bia', number: 2 }
    assert.deepEqual(await differencesOf(links, { owned: [...kept.owned, never] }), owners)
    const other = changed(kept.owned, 0, { owner: 'cli_other' })
    assert.deepEqual(await differencesOf(links, { owned: other }), owners)
  })

  test('a person who asked with a session is one of them', async () => {
    const asked = chainOf([[draftOf({ userId: 'usr_1' })]])
    const { owned } = keptBeside(asked)
    assert.deepEqual(owned.map(({ owner }) => owner).toSorted(), ['cli_ana', 'usr_1'])
    assert.deepEqual(
      await differencesOf(asked, { owned: owned.filter(({ owner }) => owner !== 'usr_1') }),
      owners,
    )
  })

  test('links from before they were written down have none, and any that are there say nothing', async () => {
    const from = (number: number) => kept.owned.filter((one) => one.number >= number)
    assert.deepEqual(await differencesOf(links, { owned: from(3), unownedUpTo: 2 }), [])
    assert.deepEqual(await differencesOf(links, { owned: from(2), unownedUpTo: 2 }), [])
    assert.deepEqual(await differencesOf(links, { owned: from(3), unownedUpTo: 1 }), owners)
  })
})

describe('after the first lane', () => {
  const later = links.map((link) => ({ ...link, number: laneStart(2).number + link.number }))
  const { owned } = keptBeside(later)
  const differing = async (of: readonly Link[], by: readonly OwnedLink[]) =>
    (await differencesOf(of, { owned: by })).map(({ kind }) => kind)

  test('the time by which links are found is noticed to be another, which the first does not keep', async () => {
    const other = { lastAtMs: 7 }
    assert.deepEqual(await differing(later, owned), [])
    assert.deepEqual(await differing(later, changed(owned, 0, other)), ['owners'])
    assert.deepEqual(await differing(links, changed(kept.owned, 0, other)), [])
  })

  test('of lanes that were cut the first is named', async () => {
    const [one] = kept.owned
    const [another] = owned
    assert.ok(one && another)
    assert.deepEqual(await differencesOf([], { owned: [another, one] }), [
      { kind: 'end', number: one.number },
    ])
  })
})

describe('what is left of links that are in an archive', () => {
  const [first = assert.fail(), ...since] = links
  const cut = cutLink(first, ({ clientId }) => clientId === 'cli_bia') ?? assert.fail()
  const archived: Kept = {
    left: [cut],
    usageLeft: keptBeside([first]).lines,
    lines: kept.lines,
    entries: kept.entries.filter((one) => one.number > 1 || one.clientId === 'cli_bia'),
    owned: kept.owned.filter((one) => one.number > 1 || one.owner === 'cli_bia'),
  }
  const gone = { entries: kept.entries.filter(({ number }) => number > 1) }

  test('is held against what stands beside it, and was counted there', async () => {
    assert.deepEqual(await differencesOf(since, archived), [])
    assert.deepEqual(await differencesOf(since, { ...archived, ...gone }), index)
    assert.deepEqual(
      (await differencesOf(since, { ...archived, usageLeft: [] })).map(({ kind }) => kind),
      ['usage'],
    )
  })

  test('is held against nothing while its month leaves', async () => {
    const isHeldAgainst = (number: number) => number > 1
    for (const found of [archived, { ...archived, ...gone }])
      assert.deepEqual(await differencesOf(since, { ...found, isHeldAgainst }), [])
  })
})

describe('the end of the chain', () => {
  test('a link of which only what was written with it is left was cut off', async () => {
    const walked = links.slice(0, 2)
    const { lines, entries, owned } = keptBeside(walked)
    const end = [{ kind: 'end', number: 3 }]
    assert.deepEqual(await differencesOf(walked, { lines, entries: kept.entries, owned }), end)
    assert.deepEqual(await differencesOf(walked, { lines, entries, owned: kept.owned }), end)
    assert.deepEqual(await differencesOf(walked, { lines, entries, owned }), [])
  })

  test('where nothing of the chain is left, that shows too', async () => {
    const [owned] = kept.owned
    assert.ok(owned)
    assert.deepEqual(await differencesOf([], { owned: [owned] }), [{ kind: 'end', number: owned.number }])
  })
})

test('counts and index that both differ are both named', async () => {
  const found = await differencesOf(links, { entries: [], lines: [] })
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['usage', 'index'],
  )
})
