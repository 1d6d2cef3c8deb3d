import assert from 'node:assert/strict'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { decideRelease } from '@lastro/rules/listings/release.ts'
import { decideUpdate } from '@lastro/rules/listings/update.ts'
import { describe, test } from 'vitest'
import { debt, personOf } from '../../../testing/invented/invented-debt.ts'
import {
  type Changes,
  listingsAlone,
  shop,
  shopCreditor,
  withStore,
} from '../../../testing/services/listings-alone.ts'
import { changeDebt, type DecideChange } from './change-debt.ts'
import { debtAsked, type InsertDebt, insertDebt, insertGuarantor } from './insert-debt.ts'
import { reportNotice } from './notices/send-notice.ts'

const branch = { document: '11444777000161', name: 'FILIAL LTDA' }
const guarantor = { ...debt, ...personOf('11144477735'), documento: '11144477735', name: 'BIA DE EXEMPLO' }

const command = (changes: Changes = {}, of: Partial<InsertDebt> = {}): InsertDebt => ({
  ...shop,
  creditors: [shopCreditor, branch],
  request: { ...debt, ...changes } as InsertDebt['request'],
  requestKey: undefined,
  ...of,
})

const sent = async (...asked: Parameters<typeof insertDebt>): Promise<Listing> => {
  const made = await insertDebt(...asked)
  assert.ok(made !== 'busy')
  return made
}

describe('a debt that a creditor sends', async () => {
  const { deps, kept, changesOf, rowsOf } = await listingsAlone()

  test('is kept as what it became, with its event and its notice', async () => {
    const listing = await sent(deps, command({}, { requestKey: 'k1' }))
    assert.equal(listing.state, 'notice_queued')
    assert.deepEqual(await kept(listing.id), listing)
    const { register, clientId, requestKey, document, contractId } = listing
    assert.deepEqual(
      { register, clientId, requestKey, document, contractId },
      { ...shop, requestKey: 'k1', document: debt.documento, contractId: 'CT-1' },
    )
    assert.deepEqual(await changesOf(listing.id), ['received by client:cli_loja', 'notice_queued by bureau'])
    assert.equal((await rowsOf('notice.send')).length, 1)
  })

  test('is on record when it is refused', async () => {
    const listing = await sent(deps, command({ amount: '9.99' }))
    assert.deepEqual([listing.state, listing.refusal], ['refused', '057'])
    assert.deepEqual(await kept(listing.id), listing)
  })

  test('in a sandbox is told at once, and in production by the post', async () => {
    const sandbox = { register: 'cli_caixa', clientId: 'cli_caixa' }
    assert.equal((await sent(deps, command({}, sandbox))).state, 'waiting')
    assert.equal((await sent(deps, command({ contractId: 'POST' }))).state, 'notice_queued')
  })

  test('is the client’s own unless it names another creditor of its contract', async () => {
    const creditorOf = async (changes: Changes) => (await sent(deps, command(changes))).creditor
    assert.deepEqual(await creditorOf({ contractId: 'C1' }), shopCreditor)
    assert.deepEqual(await creditorOf({ contractId: 'C2', creditorDocument: branch.document }), branch)
    assert.deepEqual(await creditorOf({ contractId: 'C3', creditorDocument: '11.444.777/0001-61' }), branch)
  })

  test('of a creditor whom the contract names twice goes by its first name', async () => {
    const creditors = [shopCreditor, branch, { ...branch, name: 'FILIAL ANTIGA' }]
    const request = { ...debt, contractId: 'C4', creditorDocument: branch.document }
    assert.deepEqual((await sent(deps, { ...command(), creditors, request })).creditor, branch)
  })

  test('is the same debt as any of its creditor, debtor and contract; without one of them it is none', () => {
    const identity = {
      creditorDocument: shopCreditor.document,
      document: debt.documento,
      contractId: debt.contractId,
    }
    const { amount, dueDate, legalNatureId } = debt
    assert.deepEqual(debtAsked(command()), { ...identity, terms: { amount, dueDate, legalNatureId } })
    const padded = debtAsked(command({ amount: `000${amount}` }))
    assert.equal(padded?.terms?.amount, amount)
    for (const [changes, of] of [
      [{ contractId: undefined }, {}],
      [{ documento: '52998224726' }, {}],
      [{}, { creditors: [] }],
    ] as const)
      assert.equal(debtAsked(command(changes, of)), undefined, JSON.stringify(changes))
  })

  test('of somebody who is registered under another name waits for the operator', async () => {
    const registeredAs = async () => ({ names: ['BIA DE EXEMPLO'], birthDate: undefined })
    const { state, review } = await sent({ ...deps, registeredAs }, command({ contractId: 'NAME' }))
    assert.deepEqual([state, review], ['received', 'name_differs'])
  })

  test('for a creditor that the contract does not name is refused', async () => {
    for (const creditorDocument of ['99999999000191', '11444777000162', 'nobody']) {
      const { state, refusal, creditor } = await sent(deps, command({ creditorDocument }))
      assert.deepEqual([state, refusal, creditor], ['refused', '089', undefined], creditorDocument)
    }
    const without = await sent(deps, command({}, { creditors: [] }))
    assert.equal(without.refusal, '089')
  })
})

describe('a debt whose place is taken', async () => {
  const { deps, kept, rowsOf } = await listingsAlone()
  const first = await sent(deps, command({}, { requestKey: 'k1' }))
  const refusalOf = ({ state, refusal }: Listing) => [state, refusal]

  test('is refused, kept as such, and nobody is told of it twice', async () => {
    for (const requestKey of [undefined, 'k2']) {
      const second = await sent(deps, command({ amount: '2000.00' }, { requestKey }))
      assert.notEqual(second.id, first.id)
      assert.deepEqual(refusalOf(second), ['refused', '059'])
      assert.deepEqual(await kept(second.id), second)
    }
    assert.equal((await rowsOf('notice.send')).length, 1)
    assert.equal((await rowsOf('listing.refused')).length, 2)
  })

  test('by a repeat of the very request that made it is no second debt', async () => {
    assert.deepEqual(await sent(deps, command({}, { requestKey: 'k1' })), first)
  })

  test('by a repeat after a day is a second debt: its key lived until then', async () => {
    const { deps: alone, clock } = await listingsAlone()
    const made = await sent(alone, command({}, { requestKey: 'k1' }))
    clock.add(86_399_999)
    assert.equal((await sent(alone, command({}, { requestKey: 'k1' }))).id, made.id)
    clock.add(1)
    assert.deepEqual(refusalOf(await sent(alone, command({}, { requestKey: 'k1' }))), ['refused', '059'])
  })

  test('without a key is never taken for a repeat', async () => {
    const unkeyed = await sent(deps, command({ contractId: 'UNKEYED' }))
    const again = await sent(deps, command({ contractId: 'UNKEYED' }))
    assert.notEqual(again.id, unkeyed.id)
    assert.equal(again.refusal, '059')
  })

  test('by another client is refused to both, whatever key they chose', async () => {
    const stranger = { clientId: 'cli_outra', requestKey: 'k1' }
    const refused = await sent(deps, command({}, stranger))
    assert.equal(refused.clientId, 'cli_outra')
    assert.deepEqual(refusalOf(refused), ['refused', '059'])
    assert.deepEqual(await sent(deps, command({}, stranger)), refused, 'each has a key of its own')
  })

  test('by another contract, creditor or register finds its own', async () => {
    for (const one of [
      command({ contractId: 'CT-2' }, { requestKey: 'k1' }),
      command({ creditorDocument: branch.document }, { requestKey: 'k1' }),
      command({}, { requestKey: 'k1', register: 'cli_caixa' }),
    ]) {
      const inserted = await sent(deps, one)
      assert.equal(inserted.refusal, undefined)
      assert.notEqual(inserted.id, first.id)
      assert.deepEqual(await sent(deps, one), inserted)
    }
  })

  test('by one that comes meanwhile is decided on again, and refused', async () => {
    let turns = 0
    const insert: typeof deps.listings.insert = async (saving, known) => {
      turns += 1
      if (turns === 1) await sent(deps, command({ contractId: 'RACE' }))
      return deps.listings.insert(saving, known)
    }
    const second = await sent(withStore(deps, { insert }), command({ contractId: 'RACE' }))
    assert.deepEqual(refusalOf(second), ['refused', '059'])
    assert.equal(turns, 2)
  })

  test('by one that comes and is paid meanwhile is refused as ended, though its place is free', async () => {
    let turns = 0
    const insert: typeof deps.listings.insert = async (saving, known) => {
      turns += 1
      if (turns === 1) {
        const { id } = await sent(deps, command({ contractId: 'RACE-2' }))
        const paid: DecideChange = (one, moment) => decideRelease(one, undefined, { reason: '01' }, moment)
        await changeDebt(deps, { key: { ...shop, id } }, 'bureau', paid)
      }
      return deps.listings.insert(saving, known)
    }
    const second = await sent(withStore(deps, { insert }), command({ contractId: 'RACE-2' }))
    assert.deepEqual(refusalOf(second), ['refused', 'debt_ended'])
    assert.equal(turns, 2)
  })

  test('goes to review when a listing with the same terms is paid meanwhile under another number', async () => {
    const amount = '77.77'
    const { id } = await sent(deps, command({ contractId: 'RACE-3', amount }))
    let turns = 0
    const insert: typeof deps.listings.insert = async (saving, known) => {
      turns += 1
      const paid: DecideChange = (one, moment) => decideRelease(one, undefined, { reason: '01' }, moment)
      if (turns === 1) await changeDebt(deps, { key: { ...shop, id } }, 'bureau', paid)
      return deps.listings.insert(saving, known)
    }
    const second = await sent(withStore(deps, { insert }), command({ contractId: 'RACE-4', amount }))
    assert.deepEqual(
      [second.state, second.review, second.earlier?.id],
      ['received', 'same_terms_as_ended', id],
    )
    assert.equal(turns, 2)
  })

  test('is given up after eight turns lost to others', async () => {
    let turns = 0
    const insert = async () => {
      turns += 1
      return false
    }
    assert.equal(await insertDebt(withStore(deps, { insert }), command({ contractId: 'STORM' })), 'busy')
    assert.equal(turns, 8)
  })
})

describe('a guarantor', async () => {
  const { deps, clock, inserted, kept, changesOf } = await listingsAlone()
  let contracts = 0
  const principal = async (whose = shop) => (await inserted({ contractId: `G-${contracts++}` }, whose)).id
  const add = (id: string, of: Partial<Parameters<typeof insertGuarantor>[1]> = {}, using = deps) =>
    insertGuarantor(using, { ...shop, id, request: guarantor, requestKey: undefined, ...of })
  const added = async (...of: Parameters<typeof add>): Promise<Listing> => {
    const one = await add(...of)
    assert.ok(typeof one !== 'string')
    return one
  }

  test('is added to its debt, and both say so', async () => {
    const id = await principal()
    const one = await added(id, { requestKey: 'k1' })
    const { principalId, register, clientId, requestKey, document, name, state } = one
    assert.deepEqual(
      { principalId, register, clientId, requestKey, document, name, state },
      {
        principalId: id,
        ...shop,
        requestKey: 'k1',
        document: guarantor.documento,
        name: guarantor.name,
        state: 'notice_queued',
      },
    )
    assert.deepEqual(await kept(one.id), one)
    assert.equal((await changesOf(id)).at(-1), 'guarantor_added by client:cli_loja')
  })

  test('is added once however often the same request comes; without a key each request is another', async () => {
    const id = await principal()
    const one = await added(id, { requestKey: 'k1' })
    assert.deepEqual(await added(id, { requestKey: 'k1' }), one)
    const other = { ...guarantor, ...personOf('39053344705'), documento: '39053344705' }
    const two = await added(id, { request: other, requestKey: 'k2' })
    assert.deepEqual(await added(id, { request: other, requestKey: 'k2' }), two)
    const unkeyed = { ...guarantor, ...personOf('71428793860'), documento: '71428793860' }
    const three = await added(id, { request: unkeyed })
    const again = await added(id, { request: unkeyed })
    assert.notEqual(again.id, three.id)
    assert.equal(again.refusal, '059')
  })

  test('who is listed for the debt already is refused, and the listing is named to its creditor', async () => {
    const { id, contractId } = await inserted({ contractId: 'BOTH' })
    const { documento, name, birthDate, contact } = guarantor
    const own = await inserted({ contractId, documento, name, birthDate, contact })
    assert.equal(own.refusal, undefined)
    const { refusal, earlier } = await added(id)
    assert.deepEqual([refusal, earlier?.id], ['059', own.id])
  })

  test('of a debt that was refused, or without a document, is refused', async () => {
    const { id } = await inserted({ contractId: undefined })
    assert.equal((await added(id)).refusal, '298')
    const nobody = { ...guarantor, documento: '11144477736' }
    assert.equal((await added(await principal(), { request: nobody })).refusal, '029')
  })

  test('finds no debt of another client or register', async () => {
    const id = await principal()
    assert.equal(await add(id, { clientId: 'cli_outra' }), 'unknown')
    assert.equal(await add(id, { register: 'cli_loja' }), 'unknown')
    assert.equal(await add('nowhere'), 'unknown')
  })

  test('of a sandbox is told at once, with the name of its principal', async () => {
    const sandbox = { register: 'cli_caixa', clientId: 'cli_caixa' }
    const one = await added(await principal(sandbox), sandbox)
    assert.equal(one.state, 'waiting')
    const [notice] = await deps.listings.notices(one.id)
    assert.deepEqual(notice?.notice?.role, { kind: 'guarantor', principalName: debt.name })
  })

  test('is decided on what time has made of its debt by now', async () => {
    const id = await principal()
    const { notice } = await kept(id)
    await reportNotice(deps, notice?.id ?? '', { kind: 'delivered', proof: '250', atMs: clock.nowMs() })
    clock.set('2031-03-12T10:00:00-03:00')
    assert.equal((await added(id)).refusal, '298')
    assert.equal((await kept(id)).state, 'expired')
    clock.set('2026-11-16T10:00:00-03:00')
  })

  test('is decided again when its debt changed meanwhile', async () => {
    const id = await principal()
    const newPhone: DecideChange = (one, moment) =>
      decideUpdate(one, undefined, { contact: { phone: '11999990000' } }, deps.means, moment)
    let turns = 0
    const insert: typeof deps.listings.insert = async (saving, known) => {
      turns += 1
      if (turns === 1) await changeDebt(deps, { key: { ...shop, id } }, 'bureau', newPhone)
      return deps.listings.insert(saving, known)
    }
    const one = await added(id, {}, withStore(deps, { insert }))
    assert.equal(one.state, 'notice_queued')
    assert.equal(turns, 2)
    assert.equal((await changesOf(id)).at(-1), 'guarantor_added by client:cli_loja')
  })

  test('is given up after eight turns lost to others', async () => {
    const id = await principal()
    let turns = 0
    const insert = async () => {
      turns += 1
      return false
    }
    assert.equal(await add(id, {}, withStore(deps, { insert })), 'busy')
    assert.equal(turns, 8)
    assert.equal((await deps.listings.findDebt({ ...shop, id }))?.guarantors.length, 0)
  })
})
