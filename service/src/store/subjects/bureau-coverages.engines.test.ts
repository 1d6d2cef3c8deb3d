import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { until } from '../../../testing/until.ts'
import { type BureauCoverage, coverageState } from '../../features/bureau/bureau-coverage.ts'
import { bureauCoverageStore } from './bureau-coverages.ts'

const day = (text: string) => text as Day
const operator = { name: 'Olívia', nowMs: 2_000 }

let generation = 0
function declaration(of: Partial<BureauCoverage> = {}): BureauCoverage {
  generation += 1
  return {
    id: randomUUIDv7(),
    section: 'check',
    documentType: 'CPF',
    extent: 'complete',
    asOf: day('2026-11-18'),
    until: day('2027-01-02'),
    generation,
    declaredAtMs: 1_000 + generation,
    declaredBy: 'Otávio',
    shortenedAtMs: undefined,
    shortenedBy: undefined,
    withdrawnAtMs: undefined,
    withdrawnBy: undefined,
    ...of,
  }
}

for (const engine of engines) {
  describe(`coverage of the bureau, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    const other = await place.open()
    const stopFollowing = other.bureauCoverage.follow(assert.ifError)
    afterAll(async () => {
      await stopFollowing()
      await other.close()
      await store.close()
    })
    const { bureauCoverage } = store
    const today = day('2026-11-19')
    const extentNow = (of: typeof store, section: 'check' | 'companyListingP' = 'check') =>
      of.bureauCoverage.current.of(section === 'check' ? 'CPF' : 'CNPJ', section, today)?.extent

    test('a declaration is in force at once where it is made, and soon in other processes', async () => {
      const made = declaration()
      await bureauCoverage.declare([made])
      assert.deepEqual(bureauCoverage.current.of('CPF', 'check', today), made)
      assert.equal(bureauCoverage.current.of('CNPJ', 'check', today), undefined)
      assert.equal(bureauCoverage.current.of('CPF', 'notary', today), undefined)
      await until(async () => extentNow(other) === 'complete', 'another process sees it')
      assert.deepEqual(other.bureauCoverage.current.of('CPF', 'check', today), made)
    })

    test('one name covers both report variants of a listing', async () => {
      await bureauCoverage.declare([declaration({ section: 'listingP', documentType: 'CNPJ' })])
      assert.equal(extentNow(store, 'companyListingP'), 'complete')
    })

    test('it ends after its last day without any refresh', () => {
      assert.notEqual(bureauCoverage.current.of('CPF', 'check', day('2027-01-02')), undefined)
      assert.equal(bureauCoverage.current.of('CPF', 'check', day('2027-01-03')), undefined)
    })

    test('the latest load counts, whatever the order of declarations, also after it has ended', async () => {
      const older = declaration({ asOf: day('2026-11-10') })
      const newer = declaration({ extent: 'partial', until: day('2026-12-01') })
      await bureauCoverage.declare([newer])
      await bureauCoverage.declare([older])
      assert.equal(bureauCoverage.current.of('CPF', 'check', today)?.id, newer.id)
      assert.equal(bureauCoverage.current.of('CPF', 'check', day('2026-12-02')), undefined)
      const of = (generation: number) =>
        bureauCoverage.current.snapshot().ofLoad('CPF', 'check', generation)?.id
      assert.deepEqual([of(older.generation), of(newer.generation), of(999)], [older.id, newer.id, undefined])
    })

    test('a declaration can end earlier, never later, and records who shortened it', async () => {
      const made = declaration()
      await bureauCoverage.declare([made])
      const change = await bureauCoverage.shorten(made.id, day('2026-11-20'), operator)
      assert.equal(change.kind, 'changed')
      assert.equal(bureauCoverage.current.of('CPF', 'check', day('2026-11-21')), undefined)
      for (const later of ['2026-11-21', '2027-01-02'])
        assert.equal((await bureauCoverage.shorten(made.id, day(later), operator)).kind, 'not_earlier')
      const [found] = await bureauCoverage.list()
      assert.deepEqual(found, {
        ...made,
        until: '2026-11-20',
        shortenedAtMs: 2_000,
        shortenedBy: 'Olívia',
      })
      assert.equal((await bureauCoverage.shorten('unknown', today, operator)).kind, 'unknown')
    })

    test('a withdrawal is in force at once here, soon elsewhere, and its first actor stays on record', async () => {
      const made = declaration()
      await bureauCoverage.declare([made])
      await until(async () => extentNow(other) === 'complete', 'another process sees the declaration')
      assert.equal((await bureauCoverage.withdraw(made.id, operator)).kind, 'changed')
      assert.equal(extentNow(store), undefined)
      await until(async () => extentNow(other) === undefined, 'another process sees the withdrawal')
      const again = await bureauCoverage.withdraw(made.id, { name: 'Outra', nowMs: 3_000 })
      assert.deepEqual(
        again.kind === 'withdrawn' && [again.coverage.withdrawnBy, again.coverage.withdrawnAtMs],
        ['Olívia', 2_000],
      )
      assert.equal((await bureauCoverage.shorten(made.id, today, operator)).kind, 'withdrawn')
      assert.equal((await bureauCoverage.withdraw('unknown', operator)).kind, 'unknown')
    })

    test('two withdrawals at once keep one actor', async () => {
      const made = declaration()
      await bureauCoverage.declare([made])
      const kinds = await Promise.all(
        [store, other].map(
          async (one) => (await one.bureauCoverage.withdraw(made.id, { ...operator, name: one.engine })).kind,
        ),
      )
      assert.deepEqual(kinds.toSorted(), ['changed', 'withdrawn'])
    })

    test('all declarations are listed with their states, ended ones too', async () => {
      const all = await bureauCoverage.list()
      const states = new Set(all.map((one) => coverageState(one, all, today)))
      assert.deepEqual([...states].toSorted(), ['in_force', 'superseded', 'withdrawn'])
      const expired = all.map((one) => coverageState(one, all, day('2027-05-01')))
      assert.deepEqual(new Set(expired), new Set(['expired', 'withdrawn']))
    })
  })
}

test('if a refresh fails, the last declarations read stay in force and the failure is reported', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  await store.bureauCoverage.declare([declaration()])
  const broken = { selectFrom: () => assert.fail('the store is out of reach') } as never
  const followed = bureauCoverageStore(broken, broken, 'sqlite')
  const errors: unknown[] = []
  const stop = followed.follow((error) => void errors.push(error))
  await until(async () => errors.length > 0, 'the failure is reported')
  await stop()
  await store.close()
  await assert.rejects(store.bureauCoverage.refresh())
  assert.equal(store.bureauCoverage.current.of('CPF', 'check', day('2026-11-19'))?.extent, 'complete')
})
