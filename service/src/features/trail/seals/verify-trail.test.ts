import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type UsageLine, usageOf } from '@lastro/rules/trail/billing.ts'
import { chainStart, type Link } from '@lastro/rules/trail/chain.ts'
import { cutLink, keptText } from '@lastro/rules/trail/cut-link.ts'
import { laneMax, laneStart } from '@lastro/rules/trail/lane.ts'
import { type LaneHead, type Seal, sealOf, sealStart } from '@lastro/rules/trail/seal.ts'
import { describe, test } from 'vitest'
import { billingOf, chainOf, draftOf } from '../../../../testing/invented/chained.ts'
import type { ArchivedMonth } from '../archive/archiving-store.ts'
import { type VerifiedTrail, verifyTrail } from './verify-trail.ts'

const draft = (requestId: string) => draftOf({ requestId, document: '' })
const commits = [[draft('r1'), draft('r2')], [draft('r3')], [draft('r4'), draft('r5')], [draft('r6')]]
const links = chainOf(commits)
const linesUpTo = (count: number): readonly UsageLine[] => {
  const drafts = commits.slice(0, count).flat()
  return usageOf(drafts, drafts.map(billingOf))
}

/** What is read at the first walk, and at the one after it, with the counts as they then stand. */
function trailOf(
  first: readonly Link[],
  then = first,
  counted = { upTo: [first.length], lines: linesUpTo(first.length) },
) {
  const walks: (number | undefined)[] = []
  return {
    walks,
    links: async function* (_: string, afterNumber = 0) {
      walks.push(afterNumber)
      yield* (walks.length === 1 ? first : then).filter(({ number }) => number > afterNumber)
    },
    counted: async () => counted,
    archived: async () => [],
    left: async () => [],
    usageLeft: async () => [],
    indexedUpTo: async () => 0,
    unownedUpTo: async () => links.length,
    heads: async () => [{ environment: 'sandbox' as const, number: links.length, hash: '' }],
    linkHashes: async () => new Map<number, string>(),
    newestSeal: async () => undefined,
    seals: async function* () {},
    owned: async function* () {},
    indexed: async function* () {},
    indexName: (document: string) => document,
  }
}

/** The first link with these lines in the place of its records, as by somebody who knows how. */
function rechained({ firstAtMs, lastAtMs }: Link, texts: readonly string[]): Link {
  const recordHashes = Buffer.concat(texts.map((text) => hash('sha256', text, 'buffer')))
  const head = Buffer.from(`sandbox ${chainStart} 1 ${firstAtMs} ${lastAtMs} `)
  const anew = hash('sha256', Buffer.concat([head, recordHashes]), 'hex')
  return { number: 1, firstAtMs, lastAtMs, records: texts.join('\n'), recordHashes, hash: anew }
}

/** Without a seal every record that was walked is under none. */
const unsealed = (recordsAfter: number) => ({ count: 0, upTo: undefined, isHeld: false, recordsAfter })

const archived = { months: [], leaving: undefined, recordsKept: 0 }

describe('a chain that is whole', () => {
  test('its links and records are counted, and its last hash is told', async () => {
    assert.deepEqual(await verifyTrail(trailOf(links), 'sandbox'), {
      links: 4,
      records: 6,
      head: links[3]?.hash,
      holdsExpected: undefined,
      broken: undefined,
      brokenElsewhere: [],
      seals: unsealed(6),
      archived,
      besides: [],
    })
  })

  test('an empty one is whole too', async () => {
    assert.deepEqual(await verifyTrail(trailOf([]), 'sandbox'), {
      links: 0,
      records: 0,
      head: chainStart,
      holdsExpected: undefined,
      broken: undefined,
      brokenElsewhere: [],
      seals: unsealed(0),
      archived,
      besides: [],
    })
  })

  test('whoever watches is told after each link', async () => {
    const told: number[][] = []
    await verifyTrail(trailOf(links), 'sandbox', {}, (...of) => told.push(of))
    assert.deepEqual(told, [
      [1, 2],
      [2, 3],
      [3, 5],
      [4, 6],
    ])
  })

  test('a hash that was written down is found, be it the last, an earlier one or that of the beginning', async () => {
    const holds = async (expected: string) =>
      (await verifyTrail(trailOf(links), 'sandbox', { expected })).holdsExpected
    for (const { hash } of links) assert.equal(await holds(hash), true)
    assert.equal(await holds(chainStart), true)
    assert.equal(await holds('f'.repeat(64)), false)
  })

  test('it is walked on to where the counts stand, and no farther', async () => {
    const trail = trailOf(links.slice(0, 2), links, { upTo: [3], lines: linesUpTo(3) })
    const found = await verifyTrail(trail, 'sandbox')
    assert.deepEqual([found.links, found.records, found.broken, found.besides], [3, 5, undefined, []])
    assert.deepEqual(trail.walks, [0, 2])
  })

  test('counts that do not say what it says are named', async () => {
    const trail = trailOf(links, links, { upTo: [4], lines: linesUpTo(3) })
    const { broken, besides } = await verifyTrail(trail, 'sandbox')
    assert.equal(broken, undefined)
    assert.deepEqual(besides, [{ kind: 'usage', clientId: 'cli_ana', day: '2026-11-16' }])
  })
})

describe('a chain that is not', () => {
  const withLink = (at: number, by: Partial<Link>) =>
    links.map((link, place) => (place === at ? { ...link, ...by } : link))

  test('the first record that is not what was written is named, with what is sound before it', async () => {
    const records = links[2]?.records.replace('r5', 'rX') ?? ''
    // Nothing is held against what is broken, though the counts are not those of it either.
    const trail = trailOf(withLink(2, { records }), [], { upTo: [0], lines: [] })
    assert.deepEqual(await verifyTrail(trail, 'sandbox', { expected: links[3]?.hash }), {
      links: 2,
      records: 4,
      head: links[1]?.hash,
      holdsExpected: false,
      broken: { number: 3, place: 1 },
      brokenElsewhere: [],
      seals: unsealed(3),
      archived,
      besides: [],
    })
  })

  test('a link that was taken away, or is of another environment, is named by its number', async () => {
    const without = await verifyTrail(trailOf(links.filter(({ number }) => number !== 2)), 'sandbox')
    assert.deepEqual([without.broken, without.links, without.records], [{ number: 2, place: 0 }, 1, 2])
    const elsewhere = await verifyTrail(trailOf(links), 'production')
    assert.deepEqual([elsewhere.broken, elsewhere.head], [{ number: 1, place: 0 }, chainStart])
  })

  test('it is noticed in the links that were written meanwhile too', async () => {
    const then = withLink(2, { hash: 'f'.repeat(64) })
    const trail = trailOf(links.slice(0, 2), then, { upTo: [3], lines: linesUpTo(3) })
    assert.deepEqual((await verifyTrail(trail, 'sandbox')).broken, { number: 3, place: 0 })
  })

  test('a line that is no record is named by its place, though it is chained', async () => {
    const [first = assert.fail()] = links
    for (const [place, odd] of [
      [0, 'x'],
      [1, ''],
      [1, 'x'],
      [1, '{}'],
    ] as const) {
      const texts = first.records.split('\n').with(place, odd)
      assert.deepEqual((await verifyTrail(trailOf([rechained(first, texts)]), 'sandbox')).broken, {
        number: 1,
        place,
      })
    }
  })

  test('each lane is walked to what is broken in it, and past the last lane there may be one is named', async () => {
    const broken = [2, laneMax, laneMax + 1, laneMax + 2].map((lane) => ({
      ...(links[0] ?? assert.fail()),
      number: laneStart(lane).number + 1,
    }))
    const found = await verifyTrail(trailOf([...links, ...broken]), 'sandbox')
    assert.deepEqual(
      [found.broken, ...found.brokenElsewhere],
      broken.slice(0, 3).map(({ number }) => ({ number, place: 0 })),
    )
    assert.equal(found.records, 6)
  })

  test('lanes that are whole name nothing when they are walked on', async () => {
    const counted = { upTo: [4, laneStart(2).number + 1], lines: linesUpTo(4) }
    const { broken, brokenElsewhere } = await verifyTrail(trailOf(links, links, counted), 'sandbox')
    assert.deepEqual([broken, brokenElsewhere], [undefined, []])
  })
})

describe('a chain that was sealed', () => {
  const headAt = (number: number): LaneHead => ({
    environment: 'sandbox',
    number,
    hash: links[number - 1]?.hash ?? '',
  })
  const elsewhere: LaneHead = { environment: 'production', number: 4, hash: 'x' }
  const first = sealOf(sealStart, [headAt(1), elsewhere], 1_000)
  const second = sealOf(first, [headAt(2), elsewhere], 2_000)
  const third = sealOf(second, [headAt(3), elsewhere], 3_000)
  const kept = [first, second]
  const trail = () => ({
    ...trailOf(links),
    newestSeal: async () => second,
    seals: async function* () {
      yield* kept
    },
    linkHashes: async () => new Map(links.map(({ number, hash }) => [number, hash])),
  })
  const upTo = ({ number, atMs, hash }: Seal) => ({ number, atMs, hash })

  test('is proved up to the newest seal there is, whose hash is told, and so are the records after it', async () => {
    const { seals, head, besides } = await verifyTrail(trail(), 'sandbox')
    assert.deepEqual(seals, { count: 2, upTo: upTo(second), isHeld: false, recordsAfter: 3 })
    assert.deepEqual([head, besides], [second.hash, []])
  })

  test('is proved up to the newest that was held, in whatever order they were', async () => {
    const { seals, besides } = await verifyTrail(trail(), 'sandbox', { held: [second, third, first] })
    assert.deepEqual(seals, { count: 2, upTo: upTo(third), isHeld: true, recordsAfter: 1 })
    assert.deepEqual(besides, [{ kind: 'seal_missing', number: 3 }])
    const early = await verifyTrail(trail(), 'sandbox', { held: [first] })
    assert.deepEqual([early.seals.upTo, early.seals.recordsAfter], [upTo(first), 4])
  })

  test('holds the hash of each of its seals, and of no other', async () => {
    const holds = async (expected: string) =>
      (await verifyTrail(trail(), 'sandbox', { expected })).holdsExpected
    for (const { hash } of kept) assert.equal(await holds(hash), true)
    assert.equal(await holds(third.hash), false)
  })
})

describe('a chain whose first month is in an archive', () => {
  const today = '2031-12-01' as Day
  const [one = assert.fail(), two = assert.fail(), ...since] = links
  /** Of the archived links all records but the first are kept longer. */
  const kept = [one, two].map((of) => cutLink(of, ({ requestId }) => requestId !== 'r1') ?? assert.fail())
  const nothing = { lanes: [], kept: { records: 0, sha256: hash('sha256', '') } }
  const month = (state: ArchivedMonth['state']): ArchivedMonth => ({
    month: '2026-11',
    state,
    holdsLongKept: true,
    manifest: {
      form: 1,
      month: '2026-11',
      madeAt: '2031-12-01',
      production: nothing,
      sandbox: {
        lanes: [
          {
            from: laneStart(0),
            until: { number: 2, hash: two.hash },
            count: 2,
            records: 3,
            firstAtMs: one.firstAtMs,
            lastAtMs: two.lastAtMs,
          },
        ],
        kept: { records: 2, sha256: hash('sha256', kept.map(keptText).join('')) },
      },
      files: [],
    },
  })
  const trail = (left = kept) => ({
    ...trailOf([...left, ...since], undefined, { upTo: [4], lines: linesUpTo(4) }),
    archived: async () => [month('archived')],
    left: async () => [{ environment: 'sandbox' as const, number: 2, hash: two.hash }],
    usageLeft: async () => [...linesUpTo(2)],
    unownedUpTo: async () => 0,
    owned: async function* () {
      for (const { number } of links) yield { owner: 'cli_ana', number }
    },
  })

  test('is walked from where that ends, and what is kept longer is held against it', async () => {
    const found = await verifyTrail(trail(), 'sandbox', { today })
    assert.deepEqual([found.links, found.records, found.broken, found.besides], [2, 3, undefined, []])
    assert.deepEqual(found.archived, { months: ['2026-11'], leaving: undefined, recordsKept: 2 })
  })

  test('names the month of which a kept record was changed, and no longer says whose it is', async () => {
    const bent = kept.map((link) => ({ ...link, records: link.records.replace('r3', 'rX') }))
    const { broken, besides } = await verifyTrail(trail(bent), 'sandbox', { today })
    assert.deepEqual(broken, undefined)
    assert.deepEqual(besides, [
      { kind: 'kept_changed', month: '2026-11' },
      { kind: 'owners', fromNumber: 1, untilNumber: 1_023 },
    ])
  })

  test('is walked again when the month has left meanwhile, and five times at most', async () => {
    const readsWhile = async (isLeaving: (read: number) => boolean) => {
      let reads = 0
      const archived = async () => [month(isLeaving(reads++) ? 'leaving' : 'archived')]
      const found = await verifyTrail({ ...trail(), archived }, 'sandbox', { today })
      return [reads, found.archived.leaving]
    }
    assert.deepEqual(await readsWhile(() => false), [2, undefined])
    assert.deepEqual(await readsWhile((read) => read === 0), [4, undefined])
    assert.deepEqual(await readsWhile((read) => read % 2 === 0), [10, '2026-11'])
  })

  const sandboxEnd = (number: number): LaneHead => ({ environment: 'sandbox', number, hash: '' })
  const besidesOf = async (of: Partial<VerifiedTrail>) =>
    (await verifyTrail({ ...trail(), ...of }, 'sandbox', { today })).besides
  const lanesNamed = async (of: Partial<VerifiedTrail>) =>
    (await besidesOf(of)).filter((one) => 'lane' in one)

  test('ends where its archive does, or has no link any more: what came after was cut off', async () => {
    const cut = { kind: 'lane_cut', lane: 0, number: 3 }
    for (const heads of [[sandboxEnd(2)], []])
      assert.deepEqual(await lanesNamed({ heads: async () => heads }), [cut])
    assert.deepEqual(await lanesNamed({ heads: async () => [sandboxEnd(3)] }), [])
  })

  test('names a lane by what a seal says of it, and otherwise by its archive', async () => {
    const sealing = (number: number) => {
      const seal = sealOf(sealStart, [sandboxEnd(number)], one.lastAtMs)
      return async function* () {
        yield seal
      }
    }
    const cut = { kind: 'lane_cut', lane: 0, number: 3 }
    const ofLane = { kind: 'lane_missing', lane: 0, number: 4 }
    assert.deepEqual(await lanesNamed({ heads: async () => [], seals: sealing(4) }), [ofLane])
    const number = laneStart(1).number + 1
    const ofOther = { kind: 'lane_missing', lane: 1, number }
    const heads = async () => [sandboxEnd(2)]
    assert.deepEqual(await lanesNamed({ heads, seals: sealing(number) }), [ofOther, cut])
  })

  test('was used on a day of which nothing has left: that was made up', async () => {
    const [line = assert.fail()] = linesUpTo(1)
    const later = { ...line, day: '2026-12-01' }
    const counted = { upTo: [4], lines: [...linesUpTo(4), later] }
    const besides = await besidesOf({
      usageLeft: async () => [...linesUpTo(2), later],
      counted: async () => counted,
    })
    assert.deepEqual(besides, [{ kind: 'usage', clientId: 'cli_ana', day: '2026-12-01' }])
  })

  describe('and that was sealed', () => {
    const [inMonth, later] = [one.lastAtMs + 1, Date.parse('2026-12-03T12:00:00-03:00')]
    /** The lane ended with its first link then: what its archive has came after. */
    const atFirst: LaneHead = { environment: 'sandbox', number: 1, hash: one.hash }
    const first = sealOf(sealStart, [atFirst], inMonth)
    const second = sealOf(first, [atFirst], inMonth)
    const third = sealOf(second, [atFirst], later)
    const found = async (archived: Seal, here: readonly Seal[], held: readonly Seal[] = []) => {
      const { manifest = assert.fail(), ...rest } = month('archived')
      const { number, hash } = archived
      const seals = { from: sealStart, until: { number, hash }, count: number }
      const sealed: VerifiedTrail = {
        ...trail(),
        archived: async () => [{ ...rest, manifest: { ...manifest, seals } }],
        newestSeal: async () => here.at(-1),
        seals: async function* () {
          yield* here
        },
      }
      return (await verifyTrail(sealed, 'sandbox', { today, held })).besides
    }
    const changed = { kind: 'archive_changed', month: '2026-11' }

    test('when its month was over, before what its archive has: that month is named', async () => {
      assert.deepEqual(await found(first, [second]), [])
      assert.deepEqual(await found(first, [second, third]), [changed])
    })

    test('past the newest seal that was held nothing is believed of its time', async () => {
      assert.deepEqual(await found(first, [second, third], [second]), [])
      assert.deepEqual(await found(first, [second, third], [third, second]), [changed])
      const fourth = sealOf(third, [atFirst], inMonth)
      const fifth = sealOf(fourth, [atFirst], later)
      assert.deepEqual(await found(first, [second, third, fourth, fifth], [second, fourth]), [])
    })

    test('by one that left with it and was held elsewhere, and is of a later time', async () => {
      const late = sealOf(sealStart, [atFirst], later)
      assert.deepEqual(await found(late, []), [])
      assert.deepEqual(await found(late, [], [late]), [changed])
    })

    test('by one that was held and is not here: it is missed, and says nothing of the month', async () => {
      assert.deepEqual(await found(first, [], [third]), [{ kind: 'seal_missing', number: 2 }])
    })
  })
})
