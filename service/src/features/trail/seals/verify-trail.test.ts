import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type UsageLine, usageOf } from '@lastro/rules/trail/billing.ts'
import { chainStart, type Link } from '@lastro/rules/trail/chain.ts'
import { billingOf, chainOf, draftOf } from '../../../../testing/invented/chained.ts'
import { verifyTrail } from './verify-trail.ts'

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
})
