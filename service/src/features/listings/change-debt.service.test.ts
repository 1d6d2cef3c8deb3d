import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { decideResumption } from '@lastro/rules/listings/court.ts'
import type { Debt } from '@lastro/rules/listings/listing.ts'
import { isRefused } from '@lastro/rules/listings/refused.ts'
import { decidePayment, decideRelease } from '@lastro/rules/listings/release.ts'
import { decideUpdate } from '@lastro/rules/listings/update.ts'
import { describe, test } from 'vitest'
import { debt, personOf } from '../../../testing/invented/invented-debt.ts'
import { listingsAlone, shop, withStore } from '../../../testing/services/listings-alone.ts'
import { type Changed, changeDebt, type DecideChange, momentIn } from './change-debt.ts'
import { insertGuarantor } from './insert-debt.ts'
import { reportNotice } from './notices/send-notice.ts'

const actor = 'client:cli_loja'

const done = (changed: Changed): Debt => {
  assert.ok(typeof changed === 'object' && !isRefused(changed))
  return changed
}

describe('a change of a debt', async () => {
  const alone = await listingsAlone()
  const { deps, clock, inserted, kept, changesOf, rowsOf } = alone
  let contracts = 0
  const fresh = () => ({ contractId: `CT-${contracts++}` })

  const change = (id: string, decide: DecideChange, guarantorId?: string) =>
    changeDebt(deps, { key: { ...shop, id }, guarantorId }, actor, decide)
  const lower: DecideChange = (one, moment) =>
    decideUpdate(one, undefined, { amount: '100.00' }, deps.means, moment)
  const release: DecideChange = (one, moment) => decideRelease(one, undefined, { reason: '03' }, moment)

  /** In its waiting period since today. */
  const waiting = async () => {
    const { id, notice } = await inserted(fresh())
    await reportNotice(deps, notice?.id ?? '', { kind: 'delivered', proof: '250', atMs: clock.nowMs() })
    return id
  }
  const guaranteed = async () => {
    const { id } = await inserted(fresh())
    const request = { ...debt, ...personOf('11144477735'), documento: '11144477735' }
    const added = await insertGuarantor(deps, { ...shop, id, request, requestKey: undefined })
    assert.ok(typeof added !== 'string')
    return { id, guarantorId: added.id }
  }

  test('is kept, with its history and its event, under the time of the machine', async () => {
    const { id } = await inserted(fresh())
    const changed = done(await change(id, lower))
    assert.equal(changed.principal.listing.amountCents, 100_00n)
    assert.deepEqual(await kept(id), changed.principal.listing)
    assert.equal((await changesOf(id)).at(-1), `changed by ${actor}`)
    const event = (await rowsOf('listing.changed')).find(({ payload }) => payload.listingId === id)
    assert.equal(event?.createdAtMs, clock.nowMs())
  })

  test('is refused as the rule says, and nothing of it is kept', async () => {
    const before = await inserted(fresh())
    const changed = await change(before.id, (one, moment) =>
      decideResumption(one, undefined, deps.means, moment),
    )
    assert.deepEqual(changed, { refused: 'state' })
    assert.deepEqual(await kept(before.id), before)
  })

  test('finds no debt of another client, of another register, or of a guarantor that is not its own', async () => {
    const { id, guarantorId } = await guaranteed()
    const other = await guaranteed()
    const asked = (key: object, of?: string) =>
      changeDebt(deps, { key: { ...shop, id, ...key }, guarantorId: of }, actor, release)
    assert.equal(await asked({ clientId: 'cli_outra' }), 'unknown')
    assert.equal(await asked({ register: 'cli_loja' }), 'unknown')
    assert.equal(await asked({ id: 'nowhere' }), 'unknown')
    assert.equal(await asked({}, other.guarantorId), 'unknown')
    assert.equal((await kept(id)).state, 'notice_queued')
    // Of several guarantors each is found.
    const request = { ...debt, ...personOf('39053344705'), documento: '39053344705' }
    await insertGuarantor(deps, { ...shop, id, request, requestKey: undefined })
    const lowered = await change(
      id,
      (one, moment) => decideUpdate(one, guarantorId, { flagSubJudice: 'true' }, deps.means, moment),
      guarantorId,
    )
    assert.equal(done(lowered).guarantors[0]?.listing.subJudice, true)
  })

  test('is decided on what time has made of the debt by now', async () => {
    const id = await waiting()
    clock.set('2026-11-27T10:00:00-03:00')
    const changed = done(await change(id, release))
    assert.equal(changed.principal.listing.state, 'released')
    assert.deepEqual((await changesOf(id)).slice(-2), ['published by bureau', `released by ${actor}`])
    clock.set('2026-11-16T10:00:00-03:00')
  })

  test('brings along what is due already: of a payment told late, its reminder', async () => {
    const id = await waiting()
    clock.set('2026-12-20T10:00:00-03:00')
    done(await change(id, (one, moment) => decidePayment(one, '2026-12-01' as Day, moment)))
    assert.deepEqual((await changesOf(id)).slice(-2), [`paid by ${actor}`, 'release_reminded by bureau'])
    clock.set('2026-11-16T10:00:00-03:00')
  })

  test('of a principal that ends takes its guarantors along', async () => {
    const { id, guarantorId } = await guaranteed()
    const changed = done(await change(id, release))
    assert.equal(changed.guarantors[0]?.listing.state, 'withdrawn')
    assert.equal((await kept(guarantorId)).state, 'withdrawn')
  })

  test('that changes nothing writes nothing', async () => {
    const before = await inserted(fresh())
    const save = () => Promise.reject(new Error('there was nothing to save'))
    const changed = await changeDebt(
      withStore(deps, { save }),
      { key: { ...shop, id: before.id } },
      actor,
      (one) => one,
    )
    assert.deepEqual(done(changed).principal.listing, before)
  })

  test('saves those that changed, and no others', async () => {
    const { id, guarantorId } = await guaranteed()
    const before = await kept(id)
    let saved: readonly string[] = []
    const save: typeof deps.listings.save = (saving) => {
      saved = saving.drafts.map(({ listing }) => listing.id)
      return deps.listings.save(saving)
    }
    const decide: DecideChange = (one, moment) => decideRelease(one, guarantorId, { reason: '18' }, moment)
    await changeDebt(withStore(deps, { save }), { key: { ...shop, id }, guarantorId }, actor, decide)
    assert.deepEqual(saved, [guarantorId])
    assert.deepEqual(await kept(id), before)
  })

  describe('of what a report shows holds the whole debt to what was read', () => {
    const newPhone: DecideChange = (one, moment) =>
      decideUpdate(one, undefined, { contact: { ...debt.contact, phone: '11999990000' } }, deps.means, moment)
    const raise: DecideChange = (one, moment) =>
      decideUpdate(one, undefined, { amount: '9000.00' }, deps.means, moment)
    const sandbox = { register: 'cli_caixa', clientId: 'cli_caixa' }
    /** A debt whose notice has run, with a guarantor who left it. */
    const left = async (whose: typeof shop) => {
      const { id, notice } = await inserted(fresh(), whose)
      if (whose === shop)
        await reportNotice(deps, notice?.id ?? '', { kind: 'delivered', proof: '250', atMs: clock.nowMs() })
      const request = { ...debt, ...personOf('11144477735'), documento: '11144477735' }
      const added = await insertGuarantor(deps, { ...whose, id, request, requestKey: undefined })
      assert.ok(typeof added !== 'string')
      const leave: DecideChange = (one, moment) => decideRelease(one, added.id, { reason: '18' }, moment)
      await changeDebt(deps, { key: { ...whose, id }, guarantorId: added.id }, actor, leave)
      return { id, guarantorId: added.id }
    }
    const cases: readonly [
      what: string,
      whose: typeof shop,
      before: DecideChange | undefined,
      DecideChange,
    ][] = [
      ['when it is published', shop, undefined, (one) => one],
      ['while it is published', shop, (one) => one, newPhone],
      ['when it is hidden', shop, (one) => one, release],
      ['when it is hidden and told anew at once', sandbox, (one) => one, raise],
    ]
    for (const [what, whose, before, decide] of cases) {
      test(what, async () => {
        const { id, guarantorId } = await left(whose)
        clock.set('2026-11-30T10:00:00-03:00')
        const key = { ...whose, id }
        if (before !== undefined) await changeDebt(deps, { key }, actor, before)
        let saved: readonly string[] = []
        const save: typeof deps.listings.save = (saving) => {
          saved = saving.drafts.map(({ listing }) => listing.id)
          return deps.listings.save(saving)
        }
        done(await changeDebt(withStore(deps, { save }), { key }, actor, decide))
        assert.deepEqual(saved, [id, guarantorId])
        clock.set('2026-11-16T10:00:00-03:00')
      })
    }
  })

  test('that somebody was quicker than is decided again on what they left', async () => {
    const { id } = await inserted(fresh())
    let turns = 0
    const save: typeof deps.listings.save = async (saving) => {
      turns += 1
      if (turns === 1) await change(id, release)
      return deps.listings.save(saving)
    }
    const changed = await changeDebt(withStore(deps, { save }), { key: { ...shop, id } }, actor, lower)
    assert.deepEqual(changed, { refused: 'state' })
    assert.equal((await kept(id)).state, 'withdrawn')
  })

  test('gives up after eight turns lost to others', async () => {
    const { id } = await inserted(fresh())
    let turns = 0
    const save = async () => {
      turns += 1
      return false
    }
    const changed = await changeDebt(withStore(deps, { save }), { key: { ...shop, id } }, actor, lower)
    assert.equal(changed, 'busy')
    assert.equal(turns, 8)
  })

  test('in a sandbox delivers its notice at once, a guarantor’s with the name of the principal', async () => {
    const sandbox = { register: 'cli_caixa', clientId: 'cli_caixa' }
    const { id } = await inserted(fresh(), sandbox)
    const request = { ...debt, ...personOf('11144477735'), documento: '11144477735', name: 'BIA DE EXEMPLO' }
    const added = await insertGuarantor(deps, { ...sandbox, id, request, requestKey: undefined })
    assert.ok(typeof added !== 'string')
    const raise: DecideChange = (one, moment) =>
      decideUpdate(one, undefined, { amount: '9000.00' }, deps.means, moment)
    const changed = done(await changeDebt(deps, { key: { ...sandbox, id } }, 'client:cli_caixa', raise))
    assert.equal(changed.principal.listing.state, 'waiting')
    assert.equal(changed.guarantors[0]?.listing.state, 'waiting')
    const told = (await deps.listings.notices(added.id)).map(({ notice }) => notice?.role)
    const role = { kind: 'guarantor', principalName: debt.name }
    assert.deepEqual(told, [role, role])
    assert.deepEqual((await deps.listings.notices(id)).at(-1)?.notice?.role, { kind: 'principal' })
  })

  test('in production waits for the notice to be sent', async () => {
    const { id } = await inserted(fresh())
    const changed = done(
      await change(id, (one, moment) =>
        decideUpdate(one, undefined, { amount: '9000.00' }, deps.means, moment),
      ),
    )
    assert.equal(changed.principal.listing.state, 'notice_queued')
  })

  test('happens on São Paulo’s day, in the time of its register', async () => {
    await alone.sandboxClocks.advance('cli_ahead', { fromMs: 0, toMs: 15 * 60 * 60_000 })
    const moment = await momentIn(deps, 'cli_ahead', 'bureau')
    assert.deepEqual(moment, {
      nowMs: Date.parse('2026-11-17T01:00:00-03:00'),
      today: '2026-11-17',
      actor: 'bureau',
    })
    assert.equal((await momentIn(deps, 'production', 'bureau')).today, '2026-11-16')
  })
})
