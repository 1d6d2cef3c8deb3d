import assert from 'node:assert/strict'
import { laneOf, laneStart } from '@lastro/rules/trail/lane.ts'
import { type LaneHead, type Seal, sealOf, sealStart } from '@lastro/rules/trail/seal.ts'
import { describe, test } from 'vitest'
import { type SealedArchives, verifySeals } from './verify-seals.ts'

/** A link by its lane and its place there; one that was made anew has another hash. */
const link = (lane: number, at: number, life = 'first'): LaneHead => {
  const number = laneStart(lane).number + at
  return { environment: 'sandbox', number, hash: `${life} ${number}` }
}
const lane = (of: number, length: number, life?: string) =>
  Array.from({ length }, (_, at) => link(of, at + 1, life))

/** A link that only production has: nothing of it may be looked for in the sandbox. */
const elsewhere: LaneHead = { environment: 'production', number: laneStart(5).number + 1, hash: 'elsewhere' }

/** Seals one after the other, each over these links. */
function sealsOf(heads: readonly (readonly LaneHead[])[], after: Pick<Seal, 'number' | 'hash'> = sealStart) {
  const seals: Seal[] = []
  for (const [at, of] of heads.entries())
    seals.push(sealOf(seals.at(-1) ?? after, [elsewhere, ...of], 1_000 + at))
  return seals
}

const nothingLeft: SealedArchives = { lastSeal: undefined, leftOf: () => undefined }

type Given = {
  readonly seals?: readonly Seal[]
  readonly links?: readonly LaneHead[]
  readonly held?: readonly Seal[]
  readonly archives?: SealedArchives
}

async function verify({ seals = written, links = whole, held = [], archives = nothingLeft }: Given) {
  const asked: (readonly number[])[] = []
  const met: number[] = []
  const trail = {
    seals: async function* () {
      yield* seals
    },
    heads: async () => [...new Map(links.map((one) => [laneOf(one.number), one])).values()],
    linkHashes: async (environment: string, numbers: readonly number[]) => {
      assert.ok(numbers.length > 0)
      asked.push(numbers)
      const wanted = links.filter((one) => one.environment === environment && numbers.includes(one.number))
      return new Map(wanted.map(({ number, hash }) => [number, hash]))
    },
  }
  const { count, faults } = await verifySeals(trail, 'sandbox', { held, archives }, ({ number }) =>
    met.push(number),
  )
  return { count, faults, asked, met }
}

const faultsOf = async (given: Given) => (await verify(given)).faults

const missing = (number: number) => ({ kind: 'seal_missing', number })
const changed = (number: number) => ({ kind: 'seal_changed', number })
const cut = (of: number, at: number) => ({ kind: 'lane_cut', lane: of, number: link(of, at).number })
const rewritten = (of: number, from: number, until: number) => ({
  kind: 'lane_rewritten',
  lane: of,
  fromNumber: link(of, from).number,
  untilNumber: link(of, until).number,
})

const whole = [...lane(0, 7), ...lane(2, 3)]
const sealed = [
  [link(0, 2), link(2, 1)],
  [link(0, 4), link(2, 1)],
  [link(0, 6), link(2, 3)],
]
const written = sealsOf(sealed)
const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = written

describe('seals that nobody has touched', () => {
  test('are counted, and whoever watches meets each, whether some were held elsewhere or none', async () => {
    for (const held of [[], [second], written, written.toReversed()]) {
      const { count, faults, met } = await verify({ held })
      assert.deepEqual({ count, faults, met }, { count: 3, faults: [], met: [1, 2, 3] })
    }
  })

  test('are none where nothing was sealed yet', async () => {
    const { count, faults, asked } = await verify({ seals: [], links: [] })
    assert.deepEqual({ count, faults, asked }, { count: 0, faults: [], asked: [] })
  })

  test('have their links looked up a few hundred at a time, and each once', async () => {
    const many = lane(0, 600)
    const { count, faults, asked } = await verify({
      seals: sealsOf(many.map((head) => [head, link(2, 1)])),
      links: [...many, ...lane(2, 1)],
    })
    assert.deepEqual([count, faults], [600, []])
    assert.deepEqual(
      asked.map(({ length }) => length),
      [251, 250, 100],
    )
    assert.equal(new Set(asked.flat()).size, 601)
  })
})

describe('a seal', () => {
  test('that is gone is missed by the one after it', async () => {
    const { count, faults, met } = await verify({ seals: [first, third] })
    assert.deepEqual({ count, faults, met }, { count: 1, faults: [missing(2)], met: [1, 3] })
    assert.deepEqual(await faultsOf({ seals: [second, third] }), [missing(1)])
    assert.deepEqual(await faultsOf({ seals: [first, third], held: [second] }), [missing(2)])
  })

  test('that was the newest is missed by whoever holds it', async () => {
    assert.deepEqual(await faultsOf({ seals: [first, second] }), [])
    assert.deepEqual(await faultsOf({ seals: [first, second], held: [third] }), [missing(3)])
    assert.deepEqual(await faultsOf({ seals: [first], held: [third, second] }), [missing(2), missing(3)])
    assert.deepEqual(await faultsOf({ seals: [], held: [third] }), [missing(1)])
  })

  test('that is gone from the middle is missed apart from those that are gone from the end', async () => {
    const four = [...written, ...sealsOf([whole.slice(-1)], third)]
    assert.deepEqual(await faultsOf({ seals: [first, third], held: four }), [missing(2), missing(4)])
  })

  test('of which two were held is missed once', async () => {
    const other = sealOf(second, third.heads, 9_000)
    assert.deepEqual(await faultsOf({ seals: [first, second], held: [third, other] }), [missing(3)])
  })

  const bent: Readonly<Record<string, Given>> = {
    'says another time than was hashed': { seals: [first, { ...second, atMs: 7 }, third] },
    'says another time than was hashed, and was held': {
      seals: [first, { ...second, atMs: 7 }, third],
      held: [second],
    },
    'names another seal before it': {
      seals: [first, ...sealsOf(sealed.slice(1, 2), { number: 1, hash: 'other' })],
    },
    'is not the one that was held, and nothing comes after it': {
      seals: [first, sealOf(first, second.heads, 7)],
      held: [second],
    },
    'is one of two that were held': { held: [sealOf(first, second.heads, 7), second] },
  }
  for (const [what, given] of Object.entries(bent)) {
    test(`that ${what} was changed, and those before it count`, async () => {
      const { count, faults } = await verify(given)
      assert.deepEqual({ count, faults }, { count: 1, faults: [changed(2)] })
    })
  }

  test('that was made anew with all after it differs from the one that was held, and so do they', async () => {
    const anew = [first, ...sealsOf([whole, whole], first)]
    assert.deepEqual(await faultsOf({ seals: anew, held: written }), [changed(2), changed(3)])
  })
})

describe('a lane', () => {
  test('that ends before a link that was sealed was cut, whatever was held', async () => {
    const links = [...lane(0, 3), ...lane(2, 3)]
    for (const held of [[], [second], written]) {
      const { count, faults } = await verify({ links, held })
      assert.deepEqual({ count, faults }, { count: 3, faults: [cut(0, 6)] })
    }
  })

  test('that ends at the last link that was sealed is whole', async () => {
    assert.deepEqual(await faultsOf({ links: [...lane(0, 6), ...lane(2, 3)] }), [])
  })

  test('that ends before a link of a seal that only was held was cut too', async () => {
    const links = [...lane(0, 5), ...lane(2, 3)]
    assert.deepEqual(await faultsOf({ seals: [first, second], links, held: [third] }), [
      missing(3),
      cut(0, 6),
    ])
  })

  test('of which no link is left is missing', async () => {
    assert.deepEqual(await faultsOf({ links: lane(0, 7) }), [
      { kind: 'lane_missing', lane: 2, number: link(2, 3).number },
    ])
  })

  test('that lost a link in its middle is left to those who walk it', async () => {
    const links = whole.filter(({ number }) => number !== 4)
    assert.deepEqual(await faultsOf({ links }), [])
  })

  test('is named in the order of lanes, whichever was found first', async () => {
    const seals = sealsOf([[link(2, 3)], [link(0, 6)]])
    assert.deepEqual(await faultsOf({ seals, links: [...lane(0, 1), ...lane(2, 1)] }), [cut(0, 6), cut(2, 3)])
  })
})

describe('a lane that was chained anew', () => {
  /** The links of the first lane after the second were made anew. */
  const links = [...lane(0, 2), ...lane(0, 9, 'anew').slice(2), ...lane(2, 3)]
  const anew = (at: number) => [link(0, at, 'anew'), link(2, 1)]

  test('is named from the last link that is as it was sealed to the first that is not', async () => {
    for (const held of [[], [first], written])
      assert.deepEqual(await faultsOf({ links, held }), [rewritten(0, 3, 4)])
    assert.deepEqual(await faultsOf({ links: [...lane(0, 7), ...lane(2, 3, 'anew')] }), [rewritten(2, 1, 1)])
  })

  test('is named from the last seal that was held where those after it were made anew with it', async () => {
    const seals = [first, ...sealsOf([anew(4), anew(6)], first)]
    assert.deepEqual(await faultsOf({ seals, links }), [])
    assert.deepEqual(await faultsOf({ seals, links, held: [first, third] }), [changed(3), rewritten(0, 3, 6)])
    assert.deepEqual(await faultsOf({ seals, links, held: [third] }), [changed(3), rewritten(0, 1, 6)])
  })

  test('is named from there too where a later seal was not made anew', async () => {
    const seals = [first, ...sealsOf([anew(4), [link(0, 6)], [link(0, 8)]], first)]
    const [, , , fourth = assert.fail()] = seals
    assert.deepEqual(await faultsOf({ seals, links }), [rewritten(0, 5, 6)])
    assert.deepEqual(await faultsOf({ seals, links, held: [first, fourth] }), [rewritten(0, 3, 6)])
  })

  test('is not proved by a seal that was held, and is missing, before which others were made anew', async () => {
    const other = [link(2, 1)]
    const genuine = sealsOf([other, other, other, [link(0, 6), link(2, 1)]])
    const seals = [...genuine.slice(0, 1), ...sealsOf([anew(4)], genuine[0])]
    assert.deepEqual(await faultsOf({ seals, links, held: genuine.slice(2) }), [
      missing(3),
      missing(4),
      rewritten(0, 1, 6),
    ])
  })
})

describe('after an archive', () => {
  const archivesAt = (left: LaneHead): SealedArchives => ({
    lastSeal: first,
    leftOf: (of) => (of === 0 ? left : undefined),
  })
  const archives = archivesAt(link(0, 4))
  /** What the archive took is no longer here. */
  const links = whole.filter(({ number }) => number > 4)
  const since = [second, third]
  /** Of another life of the store, in which the first lane was longer. */
  const longer = sealOf(sealStart, [link(0, 99)], 5)

  test('seals and lanes go on from where it ends, also while what it took is leaving', async () => {
    for (const seals of [since, written]) {
      const { count, faults, met } = await verify({ seals, links, archives, held: written })
      assert.deepEqual({ count, faults, met }, { count: 2, faults: [], met: [2, 3] })
    }
  })

  test('the seal that it ends with is held against the one that was held', async () => {
    assert.deepEqual(await faultsOf({ seals: since, links, archives, held: [longer] }), [changed(1)])
  })

  test('seals from before it are looked for in it', async () => {
    const later = { ...archives, lastSeal: second }
    assert.deepEqual(await faultsOf({ seals: [third], links, archives: later, held: [longer] }), [])
  })

  test('a seal that is missing after it is noticed', async () => {
    assert.deepEqual(await faultsOf({ seals: [third], links, archives }), [missing(2)])
  })

  test('a link that is in it is held against it there, whatever a seal here says of it', async () => {
    const turn = sealsOf([[link(0, 3, 'anew'), link(2, 1)]], first)
    for (const here of [links, lane(2, 3)])
      assert.deepEqual(await faultsOf({ seals: turn, links: here, archives }), [])
  })

  test('a link that it ends with is another than was sealed', async () => {
    const other = archivesAt(link(0, 4, 'anew'))
    assert.deepEqual(await faultsOf({ seals: since, links, archives: other }), [rewritten(0, 4, 4)])
  })

  test('links that were made anew since are named from where it ends', async () => {
    const anew = [...lane(0, 7, 'anew').slice(4), ...lane(2, 3)]
    const seals = sealsOf(sealed.slice(2), first)
    assert.deepEqual(await faultsOf({ seals, links: anew, archives }), [rewritten(0, 5, 6)])
  })
})
