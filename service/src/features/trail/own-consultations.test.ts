import assert from 'node:assert/strict'
import type { Link } from '@lastro/rules/trail/chain.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { test } from 'vitest'
import { chainOf, draftOf } from '../../../testing/invented/chained.ts'
import { ownConsultations } from './own-consultations.ts'
import type { RecordPlace } from './page-of-trail.ts'
import type { LinkPlace } from './trail-store.ts'

type Asked = {
  readonly environment: string
  readonly owner: string
  readonly from: LinkPlace | undefined
  readonly count: number
}

/** Hands out links from the newest back, of whomever: the store may hold more of others than of the owner. */
function trailOf(links: readonly Link[], countMax = Number.POSITIVE_INFINITY) {
  const asked: Asked[] = []
  return {
    asked,
    linksOf: async (environment: string, owner: string, page: Pick<Asked, 'from' | 'count'>) => {
      asked.push({ environment, owner, ...page })
      const upTo = page.from?.number ?? Number.POSITIVE_INFINITY
      const left = links.filter(({ number }) => number <= upTo).toReversed()
      const read = left.slice(0, Math.min(page.count, countMax))
      return { links: read, next: read.length < left.length ? read.at(-1) : undefined }
    },
  }
}

const commits = (...requestIds: readonly string[][]) =>
  chainOf(requestIds.map((ids) => ids.map((requestId) => draftOf({ requestId, ...whose(requestId) }))))

/** By the first letter of its request: of Ana's program, of her user Ugo, or of Bia's. */
const whose = (requestId: string): Partial<ConsultationDraft> =>
  ({ a: {}, u: { userId: 'usr_ugo' }, b: { clientId: 'cli_bia' } })[requestId.slice(0, 1)] ?? {}

const ana = { clientId: 'cli_ana', userId: undefined }
const ugo = { clientId: 'cli_ana', userId: 'usr_ugo' }
const first = { limit: 50, before: undefined }
const noonMs = draftOf().atMs

test('a client sees its own queries and those of its users, newest first, and nobody else’s', async () => {
  const trail = trailOf(commits(['a1', 'b1', 'u1'], ['b2'], ['b3', 'a2']))
  const { found, next } = await ownConsultations(trail, 'sandbox', ana, first)
  assert.deepEqual(
    found.map(({ requestId, number, place }) => [requestId, number, place]),
    [
      ['a2', 3, 1],
      ['u1', 1, 2],
      ['a1', 1, 0],
    ],
  )
  assert.equal(next, undefined)
})

test('a user who asks for their own sees those, as they stand in the trail', async () => {
  const trail = trailOf(commits(['a1', 'b1', 'u1']))
  const { found } = await ownConsultations(trail, 'sandbox', ugo, first)
  const { priceCents: cents, repeatWindowMs: _, ...draft } = draftOf({ requestId: 'u1', userId: 'usr_ugo' })
  assert.deepEqual(found, [{ environment: 'sandbox', number: 1, place: 2, ...draft, billed: true, cents }])
})

test('a record that only mentions a client or a user is not theirs', async () => {
  const links = chainOf([
    [
      draftOf({ clientId: 'cli_bia', requestId: 'cli_ana' }),
      draftOf({ clientId: 'cli_bia', requestId: 'usr_ugo' }),
      draftOf({ clientId: 'cli_anabel', requestId: 'longer' }),
      draftOf({ requestId: 'usr_ugo' }),
      draftOf({ requestId: 'usr_ugo', userId: 'usr_other' }),
      // Whoever has changed sides takes nothing along.
      draftOf({ clientId: 'cli_bia', userId: 'usr_ugo', requestId: 'elsewhere' }),
    ],
  ])
  const placesOf = async (own: typeof ana | typeof ugo) =>
    (await ownConsultations(trailOf(links), 'sandbox', own, first)).found.map(({ place }) => place)
  assert.deepEqual(await placesOf(ana), [4, 3])
  assert.deepEqual(await placesOf(ugo), [])
})

test('the store is asked for the owner alone, for a little more than the page and never for many', async () => {
  const trail = trailOf(commits(['a1']))
  await ownConsultations(trail, 'production', ana, { limit: 2, before: undefined })
  await ownConsultations(trail, 'sandbox', ugo, { limit: 200, before: { lastAtMs: 9, number: 7, place: 3 } })
  assert.deepEqual(trail.asked, [
    { environment: 'production', owner: 'cli_ana', from: undefined, count: 3 },
    { environment: 'sandbox', owner: 'usr_ugo', from: { lastAtMs: 9, number: 7 }, count: 50 },
  ])
})

test('a page says where the next begins: at its last record, or where the store stopped reading', async () => {
  const links = commits(['a1', 'a2', 'a3'], ['a4'])
  const cut = await ownConsultations(trailOf(links), 'sandbox', ana, { limit: 2, before: undefined })
  assert.deepEqual(cut.next, { lastAtMs: noonMs, number: 1, place: 2 })
  const whole = await ownConsultations(trailOf(links), 'sandbox', ana, { limit: 4, before: undefined })
  assert.deepEqual([whole.found.length, whole.next], [4, undefined])
  const stopped = await ownConsultations(trailOf(links, 1), 'sandbox', ana, first)
  assert.deepEqual(stopped.next, { lastAtMs: noonMs, number: 2, place: 0 })
})

test('pages of any size, however few links the store reads at a time, meet every record once', async () => {
  const links = commits(['a1', 'b1', 'a2', 'a3'], ['b2', 'b3'], ['a4'], ['u5', 'a6', 'b4'])
  for (const limit of [1, 2, 3, 10]) {
    for (const countMax of [2, 3, 10]) {
      const trail = trailOf(links, countMax)
      const met: string[] = []
      let before: RecordPlace | undefined
      do {
        const page = await ownConsultations(trail, 'sandbox', ana, { limit, before })
        assert.ok(page.found.length <= limit)
        met.push(...page.found.map(({ requestId }) => requestId))
        before = page.next
        assert.ok(trail.asked.length < 20, 'the pages have no end')
      } while (before !== undefined)
      assert.deepEqual(met, ['a6', 'u5', 'a4', 'a3', 'a2', 'a1'])
    }
  }
})
