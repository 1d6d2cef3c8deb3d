import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { decideDispute } from '@lastro/rules/listings/dispute.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { decideRelease } from '@lastro/rules/listings/release.ts'
import { describe, test } from 'vitest'
import { debt, personOf } from '../../../testing/invented/invented-debt.ts'
import { type Changes, listingsAlone, shop, withStore } from '../../../testing/services/listings-alone.ts'
import { changeDebt } from './change-debt.ts'
import { insertGuarantor } from './insert-debt.ts'
import { reportNotice } from './notices/send-notice.ts'
import { type OperatorListingAct, operate } from './operate.ts'

describe('what a person of the operator does to a listing', async () => {
  const { deps, clock, inserted, kept } = await listingsAlone()
  let contracts = 0
  const insertedFresh = (changes: Changes = {}) => inserted({ contractId: `CT-${contracts++}`, ...changes })
  const held = () => insertedFresh({ birthDate: undefined })
  const act = (id: string, operation: OperatorListingAct, using = deps) =>
    operate(using, { id, operator: 'rita' }, operation)
  const acted = async (id: string, operation: OperatorListingAct): Promise<Listing> => {
    const operated = await act(id, operation)
    assert.ok(operated.kind === 'done', operated.kind)
    assert.deepEqual(operated.listing, await kept(id))
    return operated.listing
  }
  /** The last line of its history: what was done, by whom, and why. */
  const lastOf = async (id: string) => {
    const entry = (await deps.listings.history(id)).at(-1)
    return `${entry?.change} by ${entry?.actor}: ${entry?.cause}`
  }
  const deliver = async ({ notice }: Listing) =>
    reportNotice(deps, notice?.id ?? '', { kind: 'delivered', proof: '250', atMs: clock.nowMs() })
  const waiting = async () => {
    const listing = await insertedFresh()
    await deliver(listing)
    return listing.id
  }
  /** A debt in its waiting period, with a guarantor in theirs. */
  const guaranteed = async () => {
    const id = await waiting()
    const request = { ...debt, ...personOf('11144477735'), documento: '11144477735' }
    const added = await insertGuarantor(deps, { ...shop, id, request, requestKey: undefined })
    assert.ok(typeof added !== 'string')
    await deliver(added)
    return { id, guarantorId: added.id }
  }
  const disputed = async () => {
    const id = await waiting()
    await changeDebt(deps, { key: { ...shop, id } }, 'bureau', (one, moment) =>
      decideDispute(one, undefined, 'NÃO DEVO', moment),
    )
    return id
  }

  test('a debt that a fraud ended may come again once the operator lifts it', async () => {
    const id = await waiting()
    await acted(id, { kind: 'release', reason: '40', note: 'FRAUD' })
    const { lifted } = await acted(id, { kind: 'lift', courtOrder: '0001234', note: 'JUDGED' })
    assert.deepEqual(lifted, { on: '2026-11-16', courtOrder: '0001234' })
    assert.equal(await lastOf(id), 'lifted by operator:rita: 0001234: JUDGED')
  })

  test('a debt held for review is taken, and told to its debtor', async () => {
    const { id } = await held()
    assert.equal((await acted(id, { kind: 'approve', note: 'SEEN' })).state, 'notice_queued')
    assert.equal(await lastOf(id), 'notice_queued by operator:rita: SEEN')
  })

  test('or refused', async () => {
    const { id } = await held()
    assert.equal((await acted(id, { kind: 'refuse', note: 'A CHILD' })).refusal, 'review_refused')
    assert.equal(await lastOf(id), 'refused by operator:rita: A CHILD')
  })

  test('an order of the court suspends, and the lifted order resumes', async () => {
    const id = await waiting()
    const suspended = await acted(id, { kind: 'suspend', courtOrder: '0001234' })
    assert.deepEqual(suspended.suspension, { courtOrder: '0001234', since: '2026-11-16', by: 'operator' })
    assert.equal((await acted(id, { kind: 'resume', note: 'LIFTED' })).state, 'waiting')
    assert.equal(await lastOf(id), 'resumed by operator:rita: LIFTED')
  })

  test('a release carries its reason, those that are reserved to the bureau too', async () => {
    const id = await waiting()
    const released = await acted(id, { kind: 'release', reason: '96', note: 'JUDGE' })
    assert.deepEqual([released.state, released.release], ['withdrawn', '96'])
    assert.equal(await lastOf(id), 'withdrawn by operator:rita: 96: JUDGE')
  })

  test('a payment is recorded on its day', async () => {
    const id = await waiting()
    const paid = await acted(id, { kind: 'paid', paidOn: '2026-11-13' as Day, note: 'RECEIPT' })
    assert.deepEqual([paid.state, paid.paidOn, paid.release], ['withdrawn', '2026-11-13', '01'])
    assert.equal(await lastOf(id), 'withdrawn by operator:rita: 01: RECEIPT')
  })

  test('a dispute is upheld or rejected, with an answer', async () => {
    const rejected = await acted(await disputed(), { kind: 'dispute', outcome: 'rejected', note: 'OWED' })
    assert.deepEqual([rejected.dispute?.outcome, rejected.dispute?.answer], ['rejected', 'OWED'])
    assert.equal(rejected.state, 'waiting')
    const upheld = await acted(await disputed(), { kind: 'dispute', outcome: 'upheld', note: 'NOT OWED' })
    assert.deepEqual([upheld.dispute?.outcome, upheld.dispute?.answer], ['upheld', 'NOT OWED'])
    assert.equal(upheld.state, 'withdrawn')
  })

  test('a guarantor alone is acted on by its own id', async () => {
    const { id, guarantorId } = await guaranteed()
    const suspended = await acted(guarantorId, { kind: 'suspend', courtOrder: '0001234' })
    assert.equal(suspended.id, guarantorId)
    assert.equal(suspended.state, 'suspended')
    assert.equal((await kept(id)).state, 'waiting')
    assert.equal((await acted(id, { kind: 'release', reason: '03', note: '' })).id, id)
    assert.equal((await kept(guarantorId)).state, 'withdrawn')
  })

  test('what the state does not allow is refused, with the state that it is in by now', async () => {
    const id = await waiting()
    const early = await act(id, { kind: 'resume', note: '' })
    assert.deepEqual(early, { kind: 'refused', refused: { refused: 'state' }, state: 'waiting' })
    clock.set('2026-11-27T10:00:00-03:00')
    const late = await act(id, { kind: 'approve', note: '' })
    assert.deepEqual(late, { kind: 'refused', refused: { refused: 'state' }, state: 'published' })
    clock.set('2026-11-16T10:00:00-03:00')
  })

  test('an act is for the version that its person has seen, where they say which', async () => {
    const { id, version } = await held()
    const seen = (seenVersion: number, operation: OperatorListingAct) =>
      operate(deps, { id, operator: 'rita', seenVersion }, operation)
    for (const operation of [
      { kind: 'approve', note: 'SEEN' },
      { kind: 'suspend', courtOrder: '0001234' },
    ] as const)
      assert.deepEqual(await seen(version + 1, operation), { kind: 'moved' })
    assert.equal((await kept(id)).version, version)
    assert.equal((await seen(version, { kind: 'approve', note: 'SEEN' })).kind, 'done')
  })

  test('a judgement falls on nothing that came while it was made; an order of a court does', async () => {
    const meanwhile = (change: Partial<Listing>) =>
      withStore(deps, {
        findListing: async (id) => {
          const found = await deps.listings.findListing(id)
          return found && { ...found, ...change }
        },
      })
    const { id } = await held()
    for (const kind of ['approve', 'refuse'] as const)
      assert.deepEqual(await act(id, { kind, note: '' }, meanwhile({ review: 'minor' })), { kind: 'moved' })
    const contested = await disputed()
    const { dispute } = await kept(contested)
    assert.ok(dispute)
    for (const other of [{ openedOn: '2026-11-01' as Day }, { statement: 'OUTRA' }]) {
      const using = meanwhile({ dispute: { ...dispute, ...other } })
      const outcome = { kind: 'dispute', outcome: 'upheld', note: 'X' } as const
      assert.deepEqual(await act(contested, outcome, using), { kind: 'moved' })
    }
    const suspended = await act(id, { kind: 'suspend', courtOrder: '1' }, meanwhile({ review: 'minor' }))
    assert.equal(suspended.kind, 'done')
  })

  test('a listing that nobody has is unknown, also when it goes while it is looked for', async () => {
    assert.deepEqual(await act('nowhere', { kind: 'approve', note: '' }), { kind: 'unknown' })
    const { id } = await held()
    const gone = withStore(deps, { findDebt: async () => undefined })
    assert.deepEqual(await act(id, { kind: 'approve', note: '' }, gone), { kind: 'unknown' })
  })

  test('one that others keep changing is busy', async () => {
    const { id } = await held()
    const busy = withStore(deps, { save: async () => false })
    assert.deepEqual(await act(id, { kind: 'approve', note: '' }, busy), { kind: 'busy' })
  })

  test('a guarantor is reviewed without its principal', async () => {
    const { id } = await insertedFresh()
    const { birthDate: _, ...ageless } = debt
    const { contact = {} } = personOf('11144477735')
    const request = { ...ageless, contact, documento: '11144477735' }
    const added = await insertGuarantor(deps, { ...shop, id, request, requestKey: undefined })
    assert.ok(typeof added !== 'string')
    assert.equal((await acted(added.id, { kind: 'approve', note: 'SEEN' })).state, 'notice_queued')
    assert.equal((await kept(id)).state, 'notice_queued')
    assert.equal((await kept(id)).review, undefined)
  })

  test('nothing of it happens to a listing that ended before', async () => {
    const { id } = await held()
    await changeDebt(deps, { key: { ...shop, id } }, 'bureau', (one, moment) =>
      decideRelease(one, undefined, { reason: '03' }, moment),
    )
    const operated = await act(id, { kind: 'approve', note: '' })
    assert.deepEqual(operated, { kind: 'refused', refused: { refused: 'state' }, state: 'withdrawn' })
  })
})
