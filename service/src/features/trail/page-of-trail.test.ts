import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { cutLink } from '@lastro/rules/trail/cut-link.ts'
import { describe, test } from 'vitest'
import { chainOf, draftOf } from '../../../testing/invented/chained.ts'
import { pageOfTrail, type RecordPlace, type TrailWanted } from './page-of-trail.ts'
import type { LinkPlace } from './trail-store.ts'

const wanted: TrailWanted = {
  fromMs: 0,
  untilMs: 1_000_000,
  document: undefined,
  clientId: undefined,
  requestId: undefined,
}
const document = '52998224725' as DocumentNumber

const consultationsOf = (links: readonly Link[]): readonly Consultation[] =>
  links.flatMap(({ number, records }) =>
    records
      .split('\n')
      .map((text, place) => ({ environment: 'sandbox', number, place, ...readRecord(text) }) as const),
  )

const isBefore = (a: LinkPlace, b: LinkPlace) =>
  a.lastAtMs < b.lastAtMs || (a.lastAtMs === b.lastAtMs && a.number < b.number)

/** Hands out links from the newest back, and of a document what the test says, in no order. */
function trailOf(links: readonly Link[], ofDocument: readonly Consultation[] = []) {
  const asked: unknown[] = []
  const newestFirst = links.toSorted((a, b) => (isBefore(a, b) ? 1 : -1))
  return {
    asked,
    linksBefore: async (
      environment: string,
      before: LinkPlace,
      range: { readonly fromMs: number; readonly limit: number },
    ) => {
      asked.push([environment, range])
      assert.ok(asked.length < 100, 'it reads without an end')
      const found = newestFirst.filter((one) => isBefore(one, before) && one.lastAtMs >= range.fromMs)
      return found.slice(0, range.limit)
    },
    ofDocument: async (environment: string, of: DocumentNumber, range: object) => {
      asked.push([environment, of, range])
      return [...ofDocument]
    },
  }
}

type Trail = ReturnType<typeof trailOf>

/** The requests that pages of this size meet, one after another. */
async function met(trail: Trail, of: Partial<TrailWanted>, limit: number): Promise<readonly string[]> {
  const found: string[] = []
  let before: RecordPlace | undefined
  let pages = 0
  do {
    const page = await pageOfTrail(trail, 'sandbox', { ...wanted, ...of }, { before, limit })
    assert.ok(page.found.length <= limit)
    found.push(...page.found.map(({ requestId }) => requestId))
    before = page.next
    pages += 1
    assert.ok(pages < 20, 'the pages have no end')
  } while (before !== undefined)
  return found
}

const at = (atMs: number, requestId: string, clientId = 'cli_ana') => draftOf({ atMs, requestId, clientId })

describe('walking back', () => {
  // The first two end in one moment, and the last was written by a clock that is behind.
  const links = chainOf([
    [at(90, 'r1'), at(95, 'r2', 'cli_bia'), at(100, 'r3')],
    [at(99, 'r4', 'cli_bia'), at(100, 'r5')],
    [at(200, 'r6')],
    [at(150, 'r7', 'cli_bia')],
  ])
  const all = ['r6', 'r7', 'r5', 'r4', 'r3', 'r2', 'r1']

  test('pages of any size meet every record once, newest first', async () => {
    for (const limit of [1, 2, 3, 5, 10]) assert.deepEqual(await met(trailOf(links), {}, limit), all)
  })

  test('a record is found as it stands in the trail, and a page that is full says where to go on', async () => {
    const page = await pageOfTrail(trailOf(links), 'sandbox', wanted, { before: undefined, limit: 3 })
    assert.deepEqual(page, {
      found: consultationsOf(links)
        .filter(({ requestId }) => ['r5', 'r6', 'r7'].includes(requestId))
        .toSorted((a, b) => b.atMs - a.atMs),
      next: { lastAtMs: 100, number: 2, place: 1 },
    })
  })

  test('by client, by call and by time, with both ends of it', async () => {
    for (const limit of [1, 10]) {
      assert.deepEqual(await met(trailOf(links), { clientId: 'cli_bia' }, limit), ['r7', 'r4', 'r2'])
      assert.deepEqual(await met(trailOf(links), { requestId: 'r4' }, limit), ['r4'])
      assert.deepEqual(await met(trailOf(links), { requestId: 'r4', clientId: 'cli_ana' }, limit), [])
      assert.deepEqual(await met(trailOf(links), { fromMs: 95, untilMs: 150 }, limit), all.slice(1, 6))
    }
  })

  test('what only mentions a client or a call is not found', async () => {
    const mentioning = chainOf([[at(1, 'cli_bia'), at(2, 'r12'), draftOf({ atMs: 3, address: 'r1' })]])
    assert.deepEqual(await met(trailOf(mentioning), { clientId: 'cli_bia' }, 5), [])
    assert.deepEqual(await met(trailOf(mentioning), { requestId: 'r1' }, 5), [])
  })

  test('of a link whose other records are in an archive, those that are left are found', async () => {
    const cut = links.flatMap((link) => cutLink(link, ({ clientId }) => clientId === 'cli_bia') ?? [])
    for (const asked of [{}, { clientId: 'cli_bia' }])
      assert.deepEqual(await met(trailOf(cut), asked, 5), ['r7', 'r4', 'r2'])
    assert.deepEqual(await met(trailOf(cut), { requestId: 'r4' }, 5), ['r4'])
  })

  test('a record is found in a link that ended up to ten minutes after the time asked for', async () => {
    const minutesMs = 60_000
    const long = chainOf([[at(100, 'r1'), at(100 + 10 * minutesMs, 'r2')]])
    assert.deepEqual(await met(trailOf(long), { untilMs: 100 }, 5), ['r1'])
  })

  test('the store is asked for the environment and the time, for fifty links, and once where there are fewer', async () => {
    const trail = trailOf(links)
    await pageOfTrail(trail, 'production', { ...wanted, fromMs: 95 }, { before: undefined, limit: 50 })
    assert.deepEqual(trail.asked, [['production', { fromMs: 95, limit: 50 }]])
  })

  test('one call looks through two thousand links, lets others have their turn, and says where to go on', async () => {
    const many = chainOf(Array.from({ length: 2_060 }, (_, of) => [at(1_000 + of, `r${of}`)]))
    const trail = trailOf(many)
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const asked = { ...wanted, requestId: 'r5' }
    const page = await pageOfTrail(trail, 'sandbox', asked, { before: undefined, limit: 5 })
    isOver = true
    assert.deepEqual(page, { found: [], next: { lastAtMs: 1_060, number: 61, place: 0 } })
    assert.equal(trail.asked.length, 40)
    assert.ok(turns >= 39, `${turns} turns`)
    assert.deepEqual(await met(trailOf(many), { requestId: 'r5' }, 5), ['r5'])
  })

  test('what was found on the way is in the page that ends there', async () => {
    const many = chainOf(Array.from({ length: 2_060 }, (_, of) => [at(1_000 + of, `r${of}`)]))
    const page = await pageOfTrail(
      trailOf(many),
      'sandbox',
      { ...wanted, requestId: 'r2059' },
      { before: undefined, limit: 5 },
    )
    assert.deepEqual(
      page.found.map(({ requestId }) => requestId),
      ['r2059'],
    )
    assert.equal(page.next?.number, 61)
  })

  test('a trail of exactly as many links as are read at a time ends there', async () => {
    for (const length of [50, 100]) {
      const full = chainOf(Array.from({ length }, (_, of) => [at(1_000 + of, `r${of}`)]))
      const page = await pageOfTrail(trailOf(full), 'sandbox', wanted, { before: undefined, limit: 500 })
      assert.deepEqual([page.found.length, page.next], [length, undefined])
    }
  })
})

describe('by document', () => {
  const links = chainOf([
    [at(100, 'r1'), at(100, 'r2'), at(300, 'r3', 'cli_bia')],
    [at(100, 'r4'), at(50, 'r5')],
  ])
  const [r1, r2, r3, r4, r5] = consultationsOf(links)
  const unordered = [r3, r1, r5, r4, r2].filter((one) => one !== undefined)
  const all = ['r3', 'r4', 'r2', 'r1', 'r5']

  test('pages of any size meet every record once, newest first', async () => {
    for (const limit of [1, 2, 3, 5, 10])
      assert.deepEqual(await met(trailOf([], unordered), { document }, limit), all)
  })

  test('a page that holds the last says so, and one that does not says where to go on', async () => {
    const trail = trailOf([], unordered)
    const pageOf = (limit: number) =>
      pageOfTrail(trail, 'sandbox', { ...wanted, document }, { before: undefined, limit })
    assert.deepEqual(await pageOf(2), { found: [r3, r4], next: { lastAtMs: 100, number: 2, place: 0 } })
    assert.equal((await pageOf(5)).next, undefined)
    assert.deepEqual(trail.asked[0], ['sandbox', document, { ...wanted, document }])
  })

  test('of a client, of a call and within a time, with both ends of it', async () => {
    const trail = trailOf([], unordered)
    assert.deepEqual(await met(trail, { document, clientId: 'cli_bia' }, 2), ['r3'])
    assert.deepEqual(await met(trail, { document, requestId: 'r2' }, 2), ['r2'])
    assert.deepEqual(await met(trail, { document, fromMs: 50, untilMs: 100 }, 2), ['r4', 'r2', 'r1', 'r5'])
    assert.deepEqual(await met(trail, { document, fromMs: 51, untilMs: 99 }, 2), [])
  })
})
