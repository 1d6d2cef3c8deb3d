import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Letter } from '@lastro/rules/listings/notices/notice.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { ToldCorrection } from '@lastro/rules/listings/told-correction.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { ana, bia, caixa, storeOfClients } from '../../../testing/invented/two-clients.ts'

const owners = [
  { register: productionRegister, clientId: ana },
  { register: productionRegister, clientId: bia },
  { register: caixa, clientId: caixa },
  // As no client can, in two registers at once.
  { register: 'elsewhere', clientId: ana },
] as const
type Owner = (typeof owners)[number]
const nameOf = ({ register, clientId }: Owner) => `${clientId}.${register}`

const correction = (owner: Owner, over: Partial<ToldCorrection> = {}): ToldCorrection => ({
  ...owner,
  id: `co.${nameOf(owner)}`,
  recipient: 'reader',
  listingId: 'L1',
  version: 4,
  wrongVersions: [1, 3],
  dueOn: '2026-11-24' as Day,
  occurrenceId: `oc.${nameOf(owner)}`,
  way: 'alert',
  createdAtMs: 1_000,
  toldAtMs: undefined,
  ...over,
})
const told = (owner: Owner) => ({
  occurrence: {
    ...owner,
    id: `oc.${nameOf(owner)}`,
    document: '52998224725',
    event: 'listing.corrected' as const,
    registrationId: '',
    label: undefined,
    data: { change: nameOf(owner) },
    shown: 'L1:4',
    createdAtMs: 1_000,
  },
  deliveries: [],
})

for (const engine of engines) {
  describe(`corrections of several clients, on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(() => store.close())
    const { corrections } = store
    for (const owner of owners) await corrections.tellClient(told(owner), correction(owner), 2_000)
    await corrections.keepForDebtor(
      correction(owners[0], { id: 'co.debtor', recipient: 'debtor', way: 'letter' }),
    )

    test('each sees its own, of its register, and no debtor’s', async () => {
      for (const owner of owners) {
        const seen = await corrections.ofClient({ ...owner, listingIds: ['L1', 'L2'] })
        assert.deepEqual(
          seen.map(({ data }) => data.change),
          [nameOf(owner)],
        )
        assert.deepEqual(await corrections.ofClient({ ...owner, listingIds: ['L2'] }), [])
        assert.deepEqual(await corrections.ofClient({ ...owner, listingIds: [] }), [])
      }
    })

    test('told again, nothing is written twice', async () => {
      for (const owner of owners) await corrections.tellClient(told(owner), correction(owner), 3_000)
      const [first] = owners
      const listed = { document: undefined, event: undefined, after: undefined, limit: 10 }
      assert.equal((await store.alerts.occurrences.list({ ...first, ...listed })).length, 1)
      assert.equal((await corrections.ofClient({ ...first, listingIds: ['L1'] })).length, 1)
    })

    test('the list of each environment has its own, until they are told, once', async () => {
      const untold = async (environment: 'production' | 'sandbox', today = '2026-11-24') =>
        (await corrections.untold({ environment, today: today as Day, after: undefined, limit: 10 })).map(
          ({ id, reason }) => `${id} ${reason}`,
        )
      const [first, second] = [`co.${nameOf(owners[0])}`, `co.${nameOf(owners[1])}`]
      assert.deepEqual(await untold('production'), [`${first} no_channel`, `${second} no_channel`])
      assert.equal((await untold('sandbox')).length, 2)
      assert.ok((await untold('production', '2026-11-25')).includes('co.debtor overdue'))
      const by = { atMs: 5_000, by: 'operator', note: 'por telefone' } as const
      assert.equal(await corrections.told(first, by), true)
      assert.equal(await corrections.told(first, by), false)
      assert.equal(await corrections.told('co.nobody', by), false)
      assert.deepEqual(await untold('production'), [`${second} no_channel`])
      const [seen] = await corrections.ofClient({ ...owners[0], listingIds: ['L1'] })
      assert.equal(seen?.toldAtMs, 5_000)
    })

    test('a debtor who was told stays so, whatever is written after it', async () => {
      const one = correction(owners[0], { id: 'co.told', recipient: 'debtor', way: 'email', toldAtMs: 7_000 })
      await corrections.keepForDebtor(one)
      await corrections.keepForDebtor({ ...one, way: undefined, toldAtMs: undefined })
      assert.equal(await corrections.told('co.told', { atMs: 8_000, by: 'operator', note: '' }), false)
    })

    const by = { atMs: 8_000, by: 'operator', note: '' } as const
    const letter = { recipient: { name: 'ANA', address: {} } } as unknown as Letter
    const lettersWaiting = async () => (await corrections.lettersWithoutLot(10)).map(({ id }) => id)

    test('a mail that came back before it was written down that it was taken is told by letter', async () => {
      const one = correction(owners[0], { id: 'co.returned', recipient: 'debtor', way: 'email' })
      await corrections.keepForDebtor(one, letter)
      assert.equal(await corrections.mailReturned(one.id), 'recorded')
      await corrections.keepForDebtor({ ...one, toldAtMs: 7_000 }, letter)
      assert.deepEqual(await lettersWaiting(), [one.id])
    })

    test('a letter that was told of since it was looked for goes into no lot', async () => {
      const [id] = await lettersWaiting()
      assert.ok(id !== undefined && (await corrections.told(id, by)))
      await corrections.putInLot([id], 'lote-9')
      assert.deepEqual(await corrections.lettersInLot('lote-9'), [])
    })
  })
}
