import assert from 'node:assert/strict'
import type { NoticeRecord } from '@lastro/rules/listings/listing.ts'
import { decidePayment, decideRelease } from '@lastro/rules/listings/release.ts'
import { decideUpdate } from '@lastro/rules/listings/update.ts'
import { describe, test } from 'vitest'
import { debt, natureFor, personOf } from '../../../../testing/invented/invented-debt.ts'
import { listingsAlone, shop, shopCreditor, withStore } from '../../../../testing/services/listings-alone.ts'
import type { NoticeOutcome, SendDelay } from '../../notices/channel.ts'
import { changeDebt, type DecideChange } from '../change-debt.ts'
import { insertDebt, insertGuarantor } from '../insert-debt.ts'
import { operate } from '../operate.ts'
import { giveUpUnproved, reportNotice, sendNotice } from './send-notice.ts'

const alone = await listingsAlone()
const { clock, email, letter, inserted, kept, rowsOf } = alone
const deps = { ...alone.deps, channels: [email, letter] }
let contracts = 0
const fresh = () => ({ contractId: `CT-${contracts++}` })

/** The sending of a listing's current notice, as the outbox has it. */
async function sendingOf(listingId: string, attempts = 0) {
  const { notice } = await kept(listingId)
  const row = (await rowsOf('notice.send')).find(({ payload }) => payload.noticeId === notice?.id)
  assert.ok(row)
  return { ...row, attempts }
}
const play = (outcome: NoticeOutcome) => {
  email.outcome = outcome
  letter.outcome = { kind: 'sent' }
  email.sent.length = 0
  letter.sent.length = 0
}
const send = async (listingId: string, using = deps) => sendNotice(using, await sendingOf(listingId))
const stateOf = async (id: string) => (await kept(id)).state
const wordsOf = ({ channel, status, proof }: NoticeRecord) => `${channel} ${status}: ${proof}`
const noticesOf = async (id: string) => (await deps.listings.notices(id)).map(wordsOf)
const change = (id: string, decide: DecideChange) =>
  changeDebt(deps, { key: { ...shop, id } }, 'bureau', decide)
const withdraw: DecideChange = (one, moment) => decideRelease(one, undefined, { reason: '03' }, moment)

/** What happens while the e-mail is on its way, and then its outcome. */
const meanwhile = (happens: () => Promise<unknown>, outcome: NoticeOutcome) => ({
  ...deps,
  channels: [
    {
      ...email,
      send: async () => {
        await happens()
        return outcome
      },
    },
    letter,
  ],
})
const refused = { kind: 'failed', reason: 'refused', detail: '550' } as const
const delivered = async (id: string) =>
  reportNotice(deps, (await kept(id)).notice?.id ?? '', {
    kind: 'delivered',
    proof: 'DSN',
    atMs: clock.nowMs(),
  })
const pay: DecideChange = (one, moment) => decidePayment(one, moment.today, moment)
/** Until what was delivered today is published. */
const pass = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const startMs = clock.nowMs()
  clock.add(12 * 86_400_000)
  const result = await work()
  clock.add(startMs - clock.nowMs())
  return result
}

async function guaranteed() {
  const { id } = await inserted(fresh())
  const request = { ...debt, ...personOf('11144477735'), documento: '11144477735', name: 'BIA DE EXEMPLO' }
  const added = await insertGuarantor(deps, { ...shop, id, request, requestKey: undefined })
  assert.ok(typeof added !== 'string')
  return { id, guarantorId: added.id }
}

describe('a queued notice', () => {
  test('that was delivered starts the waiting period today, with its proof', async () => {
    play({ kind: 'delivered', proof: '250 OK' })
    const { id } = await inserted(fresh())
    assert.equal(await send(id), 'done')
    const { state, deliveredOn, publishOn } = await kept(id)
    assert.deepEqual([state, deliveredOn, publishOn], ['waiting', '2026-11-16', '2026-11-27'])
    assert.deepEqual(await noticesOf(id), ['email delivered: 250 OK'])
    assert.equal((await deps.listings.history(id)).at(-1)?.actor, 'bureau')
  })

  test('of a debt that was paid meanwhile is not sent: nobody is told of what was paid', async () => {
    play({ kind: 'delivered', proof: '250 OK' })
    const { id, guarantorId } = await guaranteed()
    await send(id)
    await pass(async () => {
      await change(id, pay)
      assert.equal((await kept(id)).state, 'published')
      email.sent.length = 0
      assert.equal(await send(guarantorId), 'done')
    })
    assert.deepEqual([email.sent.length, letter.sent.length], [0, 0])
    assert.equal(await stateOf(guarantorId), 'notice_queued')
  })

  test('that is on its way starts no clock', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    assert.equal(await send(id), 'done')
    assert.equal(await stateOf(id), 'notice_sent')
    assert.equal((await kept(id)).publishOn, undefined)
  })

  test('that was refused goes on to the next channel, and why is on record', async () => {
    play({ kind: 'failed', reason: 'refused', detail: 'no such mailbox' })
    const { id } = await inserted(fresh())
    assert.equal(await send(id), 'done')
    assert.equal(await stateOf(id), 'notice_queued')
    assert.deepEqual(await noticesOf(id), [
      'email failed: refused: no such mailbox',
      'letter queued: undefined',
    ])
    await send(id)
    assert.equal(letter.sent.length, 1)
  })

  test('is kept word for word before it leaves', async () => {
    const { id } = await inserted(fresh())
    const { notice } = await kept(id)
    play({ kind: 'sent' })
    let before: unknown
    const watched = {
      ...email,
      send: async (words: Parameters<typeof email.send>[0]) => {
        before = (await deps.listings.findNotice(notice?.id ?? ''))?.notice
        return email.send(words)
      },
    }
    await send(id, { ...deps, channels: [watched, letter] })
    assert.deepEqual(before, email.sent[0])
    assert.equal(email.sent[0]?.recipient.name, debt.name)
    assert.deepEqual(email.sent[0]?.role, { kind: 'principal' })
  })

  test('of a guarantor tells whose debt it is, and moves the guarantor alone', async () => {
    const { id, guarantorId } = await guaranteed()
    play({ kind: 'delivered', proof: '250 OK' })
    await send(guarantorId)
    assert.deepEqual(email.sent[0]?.role, { kind: 'guarantor', principalName: debt.name })
    assert.equal(email.sent[0]?.recipient.name, 'BIA DE EXEMPLO')
    assert.equal(await stateOf(guarantorId), 'waiting')
    assert.equal(await stateOf(id), 'notice_queued')
  })

  test('leaves once', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    const row = await sendingOf(id)
    await sendNotice(deps, row)
    assert.equal(await sendNotice(deps, row), 'done')
    assert.equal(email.sent.length, 1)
  })

  test('of a debt that was withdrawn does not leave', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    const row = await sendingOf(id)
    await change(id, withdraw)
    assert.equal(await sendNotice(deps, row), 'done')
    assert.equal(email.sent.length, 0)
  })

  test('of a debt that is withdrawn while its words are written does not leave', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    const keepNotice: typeof deps.listings.keepNotice = async (record) => {
      await change(id, withdraw)
      return deps.listings.keepNotice(record)
    }
    assert.equal(await send(id, withStore(deps, { keepNotice })), 'done')
    assert.equal(email.sent.length, 0)
  })

  test('that was overtaken by a newer one does not leave, wherever it is looked at in between', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    const row = await sendingOf(id)
    const before = await deps.listings.findNotice(String(row.payload.noticeId))
    await change(id, (one, moment) => decideUpdate(one, undefined, { amount: '9000.00' }, deps.means, moment))
    // It was read just before the newer one took its place.
    const late = withStore(deps, { findNotice: async () => before, keepNotice: async () => true })
    assert.equal(await sendNotice(late, row), 'done')
    assert.equal(email.sent.length, 0)
    assert.equal(await send(id), 'done')
    assert.equal(email.sent.length, 1)
  })

  test('of a listing that left its queue meanwhile does not leave', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    const row = await sendingOf(id)
    const before = await deps.listings.findNotice(String(row.payload.noticeId))
    await sendNotice(deps, row)
    const late = withStore(deps, { findNotice: async () => before, keepNotice: async () => true })
    assert.equal(await sendNotice(late, row), 'done')
    assert.equal(email.sent.length, 1)
  })

  test('of which nothing is known any more is done with', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    const row = await sendingOf(id)
    const lost = withStore(deps, { findNotice: async () => undefined })
    assert.equal(await sendNotice(lost, row), 'done')
    assert.equal(await sendNotice(deps, { ...row, register: 'cli_caixa' }), 'done')
    assert.equal(email.sent.length, 0)
  })

  test('for which there is no channel any more goes on to the next', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    assert.equal(await send(id, { ...deps, channels: [letter] }), 'done')
    assert.deepEqual(await noticesOf(id), [
      'email failed: address_unusable: no such channel',
      'letter queued: undefined',
    ])
    assert.equal(letter.sent.length, 0)
  })

  test('whose outcome cannot be kept, for others keep changing the debt, comes again', async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    assert.equal(await send(id, withStore(deps, { save: async () => false })), 'later')
  })
})

describe('a notice to a mailbox that was given for another person too', () => {
  // Sent at once, neither debt knew of the other.
  const atOnce = withStore(deps, { sharedMailboxes: async () => new Set() })
  let mailboxes = 0
  const newMailbox = () => ({ email: `dois${mailboxes++}@exemplo.com.br` })
  const debtOf = async (documento: string, contact: { email: string }) => {
    const { contractId } = fresh()
    const request = {
      ...debt,
      ...natureFor(contractId),
      ...personOf(documento),
      documento,
      contact,
      contractId,
    }
    const made = await insertDebt(atOnce, {
      ...shop,
      creditors: [shopCreditor],
      request,
      requestKey: undefined,
    })
    assert.ok(made !== 'busy')
    return made.id
  }
  const two = async () => {
    const contact = newMailbox()
    return [await debtOf(debt.documento, contact), await debtOf('11144477735', contact)] as const
  }
  const reviewOf = async (id: string) => {
    const { state, review } = await kept(id)
    return [state, review]
  }
  const held = ['received', 'mailbox_shared']

  test('is not sent: each debt waits for the operator', async () => {
    play({ kind: 'sent' })
    for (const id of await two()) {
      assert.equal(await send(id), 'done')
      assert.deepEqual(await reviewOf(id), held)
      assert.equal((await alone.changesOf(id)).at(-1), 'held by bureau')
    }
    assert.equal(email.sent.length, 0)
  })

  test('is sent once the operator has looked', async () => {
    play({ kind: 'sent' })
    const [id] = await two()
    await send(id)
    await operate(deps, { id, operator: 'rui' }, { kind: 'approve', note: 'mãe e filha' })
    assert.equal(await send(id), 'done')
    assert.deepEqual(await reviewOf(id), ['notice_sent', undefined])
    assert.equal(email.sent.length, 1)
  })

  test('is sent by letter: that reaches nobody else', async () => {
    play(refused)
    const contact = newMailbox()
    const id = await debtOf(debt.documento, contact)
    await send(id)
    await debtOf('11144477735', contact)
    assert.equal(await send(id), 'done')
    assert.deepEqual([email.sent.length, letter.sent.length], [1, 1])
  })

  test('of a guarantor holds the guarantor alone', async () => {
    const contact = newMailbox()
    const id = await debtOf(debt.documento, contact)
    const request = { ...debt, ...personOf('11144477735'), documento: '11144477735', contact }
    const added = await insertGuarantor(atOnce, { ...shop, id, request, requestKey: undefined })
    assert.ok(typeof added !== 'string')
    assert.equal(await send(added.id), 'done')
    assert.deepEqual(await reviewOf(added.id), held)
    assert.deepEqual(await reviewOf(id), ['notice_queued', undefined])
  })

  test('is looked at again when others keep changing the debt', async () => {
    const [id] = await two()
    assert.equal(await send(id, withStore(deps, { save: async () => false })), 'later')
  })

  const raise: DecideChange = (one, moment) =>
    decideUpdate(one, undefined, { amount: '9000.00' }, deps.means, moment)
  const overtaken: readonly [what: string, (id: string) => Promise<unknown>, state: string][] = [
    ['a newer one', (id) => change(id, raise), 'notice_queued'],
    ['its delivery', (id) => delivered(id), 'waiting'],
  ]
  for (const [what, happens, state] of overtaken) {
    test(`and that was overtaken by ${what} holds nothing`, async () => {
      const [id] = await two()
      const sharedMailboxes: typeof deps.listings.sharedMailboxes = async (...asked) => {
        await happens(id)
        return deps.listings.sharedMailboxes(...asked)
      }
      assert.equal(await send(id, withStore(deps, { sharedMailboxes })), 'done')
      assert.deepEqual(await reviewOf(id), [state, undefined])
    })
  }
})

describe('while an e-mail is on its way', () => {
  const correct: DecideChange = (one, moment) =>
    decideUpdate(one, undefined, { contact: { email: 'nova@exemplo.com.br' } }, deps.means, moment)

  for (const outcome of [{ kind: 'sent' }, { kind: 'delivered', proof: '250' }] as const) {
    test(`a corrected address leaves the notice that was ${outcome.kind} without effect, and the operator looks`, async () => {
      const { id } = await inserted(fresh())
      await send(
        id,
        meanwhile(() => change(id, correct), outcome),
      )
      const { state, review, publishOn } = await kept(id)
      assert.deepEqual([state, review, publishOn], ['received', 'contact_corrected', undefined])
      const [notice, ...more] = await deps.listings.notices(id)
      assert.deepEqual(
        [notice?.status, notice?.sentAtMs, notice?.notice?.recipient.email, more],
        ['sent', clock.nowMs(), debt.contact?.email, []],
      )
    })
  }

  test('a corrected address does not matter to one that was refused: the next channel is tried', async () => {
    const { id } = await inserted(fresh())
    await send(
      id,
      meanwhile(() => change(id, correct), refused),
    )
    assert.deepEqual(await noticesOf(id), ['email failed: refused: 550', 'letter queued: undefined'])
  })

  test('its delivery is undone by a refusal, and not by a delay that was given up', async () => {
    const ends: readonly [NoticeOutcome, string][] = [
      [refused, 'notice_queued'],
      [{ kind: 'later', reason: 'postponed', detail: '450' }, 'waiting'],
    ]
    for (const [outcome, state] of ends) {
      const { id } = await inserted(fresh())
      const using = meanwhile(() => delivered(id), outcome)
      assert.equal(await sendNotice(using, await sendingOf(id, 80)), 'done')
      assert.equal(await stateOf(id), state)
    }
  })

  test('a payment keeps a guarantor whose e-mail was refused from being told again', async () => {
    play({ kind: 'delivered', proof: '250' })
    const { id, guarantorId } = await guaranteed()
    await send(id)
    const happens = async () => {
      await delivered(guarantorId)
      await change(id, pay)
    }
    await pass(() => send(guarantorId, meanwhile(happens, refused)))
    assert.equal(await stateOf(guarantorId), 'waiting')
    assert.deepEqual(await noticesOf(guarantorId), ['email failed: refused: 550'])
  })
})

describe('a delay', () => {
  const delays: readonly [SendDelay, 'given up' | 'kept'][] = [
    ['postponed', 'given up'],
    ['unreachable', 'given up'],
    // What the operator has yet to set or mend costs no debtor a channel.
    ['not_configured', 'kept'],
    ['sender_refused', 'kept'],
  ]
  for (const [reason, end] of delays) {
    test(`that is ${reason} comes again, and after eighty times its channel is ${end}`, async () => {
      play({ kind: 'later', reason, detail: '450' })
      const { id } = await inserted(fresh())
      assert.equal(await sendNotice(deps, await sendingOf(id, 79)), 'later')
      assert.deepEqual(await noticesOf(id), ['email queued: undefined'])
      const last = await sendNotice(deps, await sendingOf(id, 80))
      assert.equal(last, end === 'kept' ? 'later' : 'done')
      const notices =
        end === 'kept'
          ? ['email queued: undefined']
          : [`email failed: ${reason}: 450`, 'letter queued: undefined']
      assert.deepEqual(await noticesOf(id), notices)
    })
  }

  test('after eighty times does not undo what was delivered at last', async () => {
    play({ kind: 'delivered', proof: '250 OK' })
    const { id } = await inserted(fresh())
    assert.equal(await sendNotice(deps, await sendingOf(id, 80)), 'done')
    assert.equal(await stateOf(id), 'waiting')
  })
})

describe('what is learnt of a notice after it was sent', () => {
  const sent = async () => {
    play({ kind: 'sent' })
    const { id } = await inserted(fresh())
    await send(id)
    return { id, noticeId: (await kept(id)).notice?.id ?? '' }
  }
  const delivery = { kind: 'delivered', proof: 'DSN', atMs: clock.nowMs() } as const
  const failure = { kind: 'failed', detail: '5.1.1' } as const

  test('a delivery counts from São Paulo’s day on which it happened', async () => {
    const { id, noticeId } = await sent()
    clock.set('2026-11-18T10:00:00-03:00')
    const atMs = Date.parse('2026-11-18T01:30:00Z')
    assert.equal(await reportNotice(deps, noticeId, { ...delivery, atMs }), 'recorded')
    const { deliveredOn, publishOn } = await kept(id)
    assert.deepEqual([deliveredOn, publishOn], ['2026-11-17', '2026-11-28'])
    assert.deepEqual(await noticesOf(id), ['email delivered: DSN'])
    clock.set('2026-11-16T10:00:00-03:00')
  })

  test('a failure goes on to the next channel', async () => {
    const { id, noticeId } = await sent()
    assert.equal(await reportNotice(deps, noticeId, failure), 'recorded')
    assert.deepEqual(await noticesOf(id), ['email failed: 5.1.1', 'letter queued: undefined'])
    assert.equal((await deps.listings.history(id)).at(-1)?.actor, 'bureau')
  })

  test('a bounce after its delivery takes the period away, and the next channel is tried', async () => {
    const { id, noticeId } = await sent()
    await reportNotice(deps, noticeId, delivery)
    assert.equal(await reportNotice(deps, noticeId, { kind: 'silent', detail: 'no proof' }), 'stale')
    assert.equal(await stateOf(id), 'waiting')
    assert.equal(await reportNotice(deps, noticeId, failure), 'recorded')
    const { state, publishOn } = await kept(id)
    assert.deepEqual([state, publishOn], ['notice_queued', undefined])
    assert.deepEqual(await noticesOf(id), ['email failed: DSN; 5.1.1', 'letter queued: undefined'])
  })

  test('a bounce after the payment is recorded, and nobody is told again', async () => {
    const { id, noticeId } = await sent()
    await reportNotice(deps, noticeId, delivery)
    await pass(async () => {
      await change(id, pay)
      assert.equal(await reportNotice(deps, noticeId, failure), 'recorded')
    })
    assert.equal(await stateOf(id), 'published')
    assert.deepEqual(await noticesOf(id), ['email failed: DSN; 5.1.1'])
  })

  test('of a guarantor moves the guarantor', async () => {
    play({ kind: 'sent' })
    const { id, guarantorId } = await guaranteed()
    await send(guarantorId)
    const { notice } = await kept(guarantorId)
    assert.equal(await reportNotice(deps, notice?.id ?? '', delivery), 'recorded')
    assert.equal(await stateOf(guarantorId), 'waiting')
    assert.equal(await stateOf(id), 'notice_queued')
  })

  test('is stale once the listing waits for it no more', async () => {
    const { noticeId } = await sent()
    await reportNotice(deps, noticeId, failure)
    assert.equal(await reportNotice(deps, noticeId, delivery), 'stale')
    assert.equal(await reportNotice(deps, noticeId, failure), 'stale')
  })

  test('is unknown when the notice, its listing or its debt is', async () => {
    const { noticeId } = await sent()
    assert.equal(await reportNotice(deps, 'nowhere', delivery), 'unknown')
    const noListing = withStore(deps, { findListing: async () => undefined })
    assert.equal(await reportNotice(noListing, noticeId, delivery), 'unknown')
    const noDebt = withStore(deps, { findDebt: async () => undefined })
    assert.equal(await reportNotice(noDebt, noticeId, delivery), 'unknown')
  })

  test('is told again later when others keep changing the debt', async () => {
    const { noticeId } = await sent()
    const busy = withStore(deps, { save: async () => false })
    assert.equal(await reportNotice(busy, noticeId, delivery), 'busy')
  })

  const unprovedOf = async (noticeId: string) => {
    const row = (await rowsOf('notice.unproved')).find(({ payload }) => payload.noticeId === noticeId)
    assert.ok(row)
    return row
  }

  test('an e-mail that nobody has proved for too long has failed', async () => {
    const { id, noticeId } = await sent()
    assert.equal(await giveUpUnproved(deps, await unprovedOf(noticeId)), 'done')
    assert.deepEqual(await noticesOf(id), ['email failed: no proof of delivery', 'letter queued: undefined'])
  })

  test('one that was proved meanwhile is left alone, and a busy debt is looked at later', async () => {
    const { id, noticeId } = await sent()
    const row = await unprovedOf(noticeId)
    assert.equal(await giveUpUnproved(withStore(deps, { save: async () => false }), row), 'later')
    await reportNotice(deps, noticeId, delivery)
    assert.equal(await giveUpUnproved(deps, row), 'done')
    assert.equal(await stateOf(id), 'waiting')
  })
})
