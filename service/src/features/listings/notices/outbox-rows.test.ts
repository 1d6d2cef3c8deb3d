import assert from 'node:assert/strict'
import { listingChanges } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingPatch } from '@lastro/contract/listings/listings.ts'
import { type Day, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { decideResumption, decideSuspension } from '@lastro/rules/listings/court.ts'
import { decideDispute } from '@lastro/rules/listings/dispute.ts'
import { decideGuarantor, decideInsertion } from '@lastro/rules/listings/insertion/insertion.ts'
import {
  type Debt,
  type Draft,
  draftOf,
  type HistoryEntry,
  hasChanged,
  type Means,
  type Moment,
} from '@lastro/rules/listings/listing.ts'
import { decideDelivered, decideSent } from '@lastro/rules/listings/notices/give-notice.ts'
import { decideUndelivered } from '@lastro/rules/listings/notices/undelivered.ts'
import { tellReaders } from '@lastro/rules/listings/readers.ts'
import { isRefused, type Refused } from '@lastro/rules/listings/refused.ts'
import { decidePayment, decideRelease } from '@lastro/rules/listings/release.ts'
import { caughtUp } from '@lastro/rules/listings/time.ts'
import { decideUpdate } from '@lastro/rules/listings/update.ts'
import { describe, test } from 'vitest'
import { debt, personOf } from '../../../../testing/invented/invented-debt.ts'
import type { NewOutboxRow } from '../../../jobs/outbox.ts'
import { listingTopics, outboxRows } from './outbox-rows.ts'

const nowMs = 5_000
const on = (day: string): Moment => ({
  today: day as Day,
  nowMs: startOfDayMs(day as Day) + 1_000,
  actor: 'client:cli_loja',
})
const insertedOn = on('2026-11-16')
const createdAtMs = insertedOn.nowMs
const shownOn = on('2026-11-27')

const means = (): Means => {
  let ids = 0
  return {
    newId: () => `n${ids++}`,
    channelsFor: () => ['email', 'letter'],
    compose: (facts) => ({ ...facts, subject: '', text: '', sha256: '' }),
    waitingDaysIn: () => 10,
    howToContest: '',
  }
}

const inserted = (register = 'production', using = means()): Draft =>
  decideInsertion(
    {
      id: 'L1',
      register,
      clientId: 'cli_loja',
      requestKey: undefined,
      creditor: { document: '11222333000181', name: 'LOJA LTDA' },
      request: debt,
    },
    [],
    using,
    insertedOn,
  )

const done = <Decided extends object>(decided: Decided | Refused): Decided => {
  assert.ok(!isRefused(decided))
  return decided
}

/** As it is read again after it was kept. */
const kept = (draft: Draft): Draft => {
  const [told = draft] = tellReaders([draft]).drafts
  return draftOf(told.listing)
}

function delivered(draft: Draft): Draft {
  const [notice] = draft.notices
  assert.ok(notice)
  return done(decideDelivered(draft, notice, { proof: '250', on: insertedOn.today }, means(), insertedOn))
}

function guarantorOf(principal: Draft): Draft {
  const asked = { id: 'G1', register: 'production', clientId: 'cli_loja', requestKey: undefined }
  const request = { ...debt, ...personOf('11144477735'), documento: '11144477735' }
  return decideGuarantor(alone(principal), { ...asked, request }, [], means(), insertedOn).added
}

const waiting = (register?: string): Draft => kept(delivered(inserted(register)))
const publishing = (register?: string): Draft => caughtUp(waiting(register), shownOn)
const published = (register?: string): Draft => kept(publishing(register))
const alone = (principal: Draft): Debt => ({ principal, guarantors: [] })

const updated = (draft: Draft, patch: ListingPatch): Draft =>
  done(decideUpdate(alone(draft), undefined, patch, means(), shownOn)).principal
const paid = (draft: Draft, paidOn = '2026-11-27'): Draft =>
  done(decidePayment(alone(draft), paidOn as Day, shownOn)).principal
const suspended = (draft: Draft): Draft =>
  done(decideSuspension(alone(draft), undefined, '1234', shownOn)).principal

const rowsOf = (...drafts: readonly Draft[]) => {
  const told = tellReaders(drafts)
  return outboxRows(told.drafts.filter(hasChanged), told.tellings, nowMs)
}
const topicsOf = (rows: readonly NewOutboxRow[]) => rows.map(({ topic }) => topic)
/** What each event says of it to readers: nothing, that it is shown, or that it no longer is. */
const forReaders = (rows: readonly NewOutboxRow[]) =>
  rows
    .filter(({ topic }) => topic.startsWith('listing.'))
    .map(({ payload }) => {
      if (payload.isForReaders !== true) return 'nothing'
      return payload.visible === 'true' ? 'shown' : 'hidden'
    })
const isTold = (rows: readonly NewOutboxRow[]) => topicsOf(rows).includes('recipients.tell')

const shown = {
  section: 'listingP',
  occurrenceDate: '2026-03-10',
  legalNatureId: 'CP',
  legalNature: 'CRED PESSOAL',
  contractId: 'CT-1',
  creditorName: 'LOJA LTDA',
  amount: '1520.33',
  principal: 'true',
  flagSubJudice: 'false',
}

describe('events', () => {
  test('each change of a debt is one event, and its notice one sending', () => {
    const common = { register: 'production', clientId: 'cli_loja', createdAtMs: nowMs, dueAtMs: nowMs }
    const of = { listingId: 'L1', on: '2026-11-16', documento: '52998224725', isForReaders: false }
    assert.deepEqual(rowsOf(inserted()), [
      {
        ...common,
        id: 'L1.0000001.0000000',
        topic: 'listing.received',
        payload: { ...of, version: 1, state: 'received' },
      },
      {
        ...common,
        id: 'L1.0000002.0000000',
        topic: 'listing.notice_queued',
        payload: { ...of, version: 2, state: 'notice_queued' },
      },
      {
        ...common,
        id: 'notice.send.n0',
        topic: 'notice.send',
        payload: { debtId: 'L1', listingId: 'L1', noticeId: 'n0' },
      },
    ])
  })

  test('a change carries its cause', () => {
    const [event] = rowsOf(updated(waiting(), { amount: '100.00' }))
    assert.equal(event?.payload.cause, 'debt')
  })

  test('several listings that change together each have their own', () => {
    const draft = inserted()
    const listing = { ...draft.listing, id: 'L2' }
    const other = { ...draft, listing, steps: draft.steps.map((one) => ({ ...one, after: listing })) }
    const ids = rowsOf(inserted(), other).map(({ id }) => id)
    assert.deepEqual(ids, [
      'L1.0000001.0000000',
      'L1.0000002.0000000',
      'notice.send.n0',
      'L2.0000001.0000000',
      'L2.0000002.0000000',
      'notice.send.n0',
    ])
  })

  test('a guarantor’s event and sending name the debt that it backs', () => {
    const principal = kept(inserted())
    const rows = rowsOf(principal, guarantorOf(principal))
    assert.deepEqual(rows[0]?.payload.principalId, 'L1')
    assert.deepEqual(rows.at(-1)?.payload, { debtId: 'L1', listingId: 'G1', noticeId: 'n0' })
  })
})

test('each topic is named, so that the program does not start where nobody takes it up', () => {
  const sendings = ['notice.send', 'notice.unproved', 'creditor.release_due']
  const work = [...sendings, 'recipients.tell', 'debtor.tell', 'lapsed.tell']
  const events = [...listingChanges, 'corrected'].map((change) => `listing.${change}`)
  assert.deepEqual(listingTopics.toSorted(), [...events, ...work].toSorted())
})

describe('notices', () => {
  test('only the notice that is to leave is sent: a channel that failed is not tried again', () => {
    const using = means()
    const queued = inserted(undefined, using)
    const [notice] = queued.notices
    assert.ok(notice)
    const retried = done(
      decideUndelivered(
        kept(queued),
        notice,
        { detail: 'no such mailbox', isBounce: true, isPaid: false },
        using,
        insertedOn,
      ),
    )
    assert.deepEqual(topicsOf(rowsOf(retried)), ['listing.notice_retried', 'notice.send'])
    assert.equal(rowsOf(retried).at(-1)?.id, 'notice.send.n1')
  })

  test('an e-mail without proof is looked at again after six days', () => {
    const queued = inserted()
    const [notice] = queued.notices
    assert.ok(notice)
    const rows = rowsOf(done(decideSent(kept(queued), notice, insertedOn)))
    assert.deepEqual(topicsOf(rows), ['listing.notice_sent', 'notice.unproved'])
    assert.deepEqual(rows.at(-1), {
      id: 'notice.unproved.n0',
      topic: 'notice.unproved',
      register: 'production',
      clientId: 'cli_loja',
      payload: { noticeId: 'n0' },
      createdAtMs: nowMs,
      dueAtMs: nowMs + 6 * 24 * 60 * 60_000,
    })
  })

  test('a letter waits for its posting, and an e-mail that was delivered for nothing', () => {
    const queued = inserted()
    const [notice] = queued.notices
    assert.ok(notice)
    const posted = done(decideSent(kept(queued), { ...notice, channel: 'letter' }, insertedOn))
    assert.deepEqual(topicsOf(rowsOf(posted)), ['listing.notice_sent'])
    const proved = { ...delivered(inserted()), entries: [] }
    assert.deepEqual(topicsOf(rowsOf(proved)), [])
  })

  test('a higher value of what was published is told anew', () => {
    const raised = updated(published(), { amount: '9000.00' })
    assert.deepEqual(topicsOf(rowsOf(raised)).slice(0, 2), ['listing.changed', 'notice.send'])
  })

  test('the e-mail that tells of a higher value is looked at again as well', () => {
    const raised = updated(published(), { amount: '9000.00' })
    const [notice] = raised.notices
    assert.ok(notice)
    const rows = rowsOf(done(decideSent(kept(raised), notice, shownOn)))
    assert.deepEqual(topicsOf(rows), ['listing.notice_sent', 'notice.unproved'])
  })
})

describe('what others than its creditor are told', () => {
  test('a publication is shown to readers, as a report shows it', () => {
    const rows = rowsOf(publishing())
    assert.deepEqual(topicsOf(rows), ['listing.published'])
    assert.equal(rows[0]?.payload.isForReaders, true)
    assert.deepEqual(rows[0]?.payload.shown, shown)
  })

  test('a payment hides a debt from that moment on, as it was last shown', () => {
    const [row] = rowsOf(paid(published()))
    assert.deepEqual(row?.payload, {
      listingId: 'L1',
      version: 6,
      state: 'published',
      on: '2026-11-27',
      documento: debt.documento,
      isForReaders: true,
      event: 'listing.changed',
      change: 'paid',
      visible: 'false',
      untilMs: shownOn.nowMs,
      shown,
    })
  })

  test('a payment hides a guarantor too: its readers are told of its principal’s change, in its own name', () => {
    const backing = guarantorOf(kept(inserted()))
    const together = tellReaders([published(), caughtUp(draftOf(delivered(backing).listing), shownOn)])
    const [principal, guarantor] = together.drafts.map(({ listing }) => draftOf(listing))
    assert.ok(principal && guarantor)
    const [own, followed, ...more] = rowsOf(paid(principal), guarantor)
    assert.deepEqual([own?.id, more], ['L1.0000006.0000000', []])
    assert.deepEqual(followed, {
      id: 'G1.0000005.0000006',
      topic: 'listing.paid',
      register: 'production',
      clientId: 'cli_loja',
      payload: {
        listingId: 'G1',
        version: 5,
        state: 'published',
        on: '2026-11-27',
        documento: '11144477735',
        principalId: 'L1',
        isForReaders: true,
        event: 'listing.changed',
        change: 'paid',
        visible: 'false',
        untilMs: shownOn.nowMs,
        shown: { ...shown, principal: 'false' },
      },
      createdAtMs: nowMs,
      dueAtMs: nowMs,
    })
  })

  test('a debt in court and a nature without a name are shown as such', () => {
    const draft = waiting()
    const listing = { ...draft.listing, subJudice: true, legalNatureId: 'ZZ' }
    const [row] = rowsOf(caughtUp({ ...draft, listing }, shownOn))
    assert.deepEqual(row?.payload.shown, {
      ...shown,
      flagSubJudice: 'true',
      legalNatureId: 'ZZ',
      legalNature: 'ZZ',
    })
  })

  test('nothing is told of a debt that was never published', () => {
    assert.deepEqual(forReaders(rowsOf(waiting())), [])
    for (const draft of [
      updated(waiting(), { amount: '100.00' }),
      done(decideSuspension(alone(waiting()), undefined, '1234', insertedOn)).principal,
      done(decideRelease(alone(waiting()), undefined, { reason: '03' }, insertedOn)).principal,
    ]) {
      assert.deepEqual(forReaders(rowsOf(draft)), ['nothing'])
      assert.ok(!isTold(rowsOf(draft)))
    }
  })

  test('what ends or hides a published debt is an event, and corrects nobody unless it says that it was wrong', () => {
    const released = (reason: '03' | '45') =>
      done(decideRelease(alone(published()), undefined, { reason }, shownOn)).principal
    const held = updated(published(), { birthDate: '2009-03-11' })
    for (const draft of [paid(published()), suspended(published()), released('03')]) {
      assert.deepEqual(forReaders(rowsOf(draft)), ['hidden'])
      assert.ok(!isTold(rowsOf(draft)), String(draft.entries[0]?.change))
    }
    assert.ok(isTold(rowsOf(released('45'))))
    // The birth date itself is nothing that a report shows.
    assert.deepEqual(topicsOf(rowsOf(held)), ['listing.changed', 'listing.held'])
    assert.deepEqual(forReaders(rowsOf(held)), ['nothing', 'hidden'])
  })

  test('a guarantor that ends with a principal that was wrong corrects those who saw it, too', () => {
    const ended = done(decideRelease(alone(published()), undefined, { reason: '40' }, shownOn)).principal
    const follows = {
      ...ended,
      listing: { ...ended.listing, id: 'G1', principalId: 'L1', release: '12' as const },
    }
    const told = outboxRows([ended, follows], [], nowMs).filter(({ topic }) => topic === 'recipients.tell')
    assert.deepEqual(
      told.map(({ id }) => id),
      [
        'recipients.tell.L1.6',
        'recipients.tell.L1.6.late',
        'recipients.tell.G1.6',
        'recipients.tell.G1.6.late',
      ],
    )
    assert.ok(!isTold(rowsOf(follows)))
  })

  test('what is withdrawn from its notice as wrong was shown before', () => {
    const raised = kept(updated(published(), { amount: '9000.00' }))
    const ended = done(decideRelease(alone(raised), undefined, { reason: '45' }, shownOn)).principal
    assert.equal(ended.listing.state, 'withdrawn')
    assert.ok(isTold(rowsOf(ended)))
  })

  test('what time does, and what brings a debt back, is an event and corrects nobody', () => {
    const expired = caughtUp(published(), on('2031-03-11'))
    assert.deepEqual(topicsOf(rowsOf(expired)), ['listing.expired'])
    assert.deepEqual(forReaders(rowsOf(expired)), ['hidden'])
    const resumed = done(
      decideResumption(alone(kept(suspended(published()))), undefined, means(), shownOn),
    ).principal
    assert.deepEqual(topicsOf(rowsOf(resumed)), ['listing.resumed'])
    const disputed = done(decideDispute(alone(published()), undefined, 'NÃO DEVO', shownOn)).principal
    assert.deepEqual(topicsOf(rowsOf(disputed)), ['listing.disputed'])
  })

  test('a change of what a report shows corrects it; a new telephone does not', () => {
    const { address, contact } = debt
    const called = { ...contact, phone: '11999990000' }
    for (const patch of [{ amount: '100.00' }, { flagSubJudice: 'true' as const }]) {
      const rows = rowsOf(updated(published(), patch))
      assert.deepEqual(forReaders(rows), ['shown'], JSON.stringify(patch))
      assert.ok(isTold(rows), JSON.stringify(patch))
    }
    // Of an address a report shows the state, and of a company alone; corrected after its notice, it is held.
    const moved = rowsOf(updated(published(), { address: { ...address, number: '200' } }))
    assert.deepEqual(forReaders(moved), ['nothing', 'hidden'])
    const unseen = rowsOf(updated(published(), { contact: called }))
    assert.deepEqual(forReaders(unseen), ['nothing'])
    assert.ok(!isTold(unseen))
  })

  test('back in a notice it is hidden, and told as it was: nobody may read the new value yet', () => {
    const raised = rowsOf(updated(published(), { amount: '9000.00' }))
    assert.deepEqual(forReaders(raised), ['hidden'])
    assert.deepEqual(raised[0]?.payload.shown, shown)
  })

  test('a notice that is dead hides what was published, and is told so; what was hidden before is not', () => {
    const dead = (draft: Draft): NewOutboxRow[] => {
      const [notice] = inserted().notices
      assert.ok(notice)
      const record = { ...notice, status: 'delivered' as const, proof: '250' }
      const told = { detail: '5.1.1', isBounce: true, isPaid: false }
      return rowsOf(done(decideUndelivered(draft, record, told, means(), shownOn)))
    }
    const hidden = dead(published())
    assert.deepEqual(topicsOf(hidden), ['listing.notice_failed', 'notice.send'])
    assert.deepEqual(forReaders(hidden), ['hidden'])
    assert.deepEqual(forReaders(dead(kept(suspended(published())))), ['nothing'])
    assert.equal(isTold(dead(kept(suspended(published())))), false)
  })

  test('a change of which nobody said what it was corrects nothing', () => {
    const draft = updated(published(), { amount: '100.00' })
    const entries = draft.entries.map((entry): HistoryEntry => ({ ...entry, cause: undefined }))
    const rows = rowsOf({ ...draft, entries })
    assert.ok(!isTold(rows))
    assert.ok(!('cause' in (rows[0]?.payload ?? {})))
  })

  test('recipients are looked for a minute later and a day later, from the day the debt came in; the debtor at once', () => {
    const [, ...rows] = rowsOf(updated(published(), { amount: '100.00' }))
    const common = { register: 'production', clientId: 'cli_loja', createdAtMs: nowMs }
    const payload = {
      listingId: 'L1',
      document: '52998224725',
      change: 'changed',
      version: 6,
      fromMs: createdAtMs,
      isCorrection: true,
    }
    const telling = { ...common, topic: 'recipients.tell' }
    assert.deepEqual(rows, [
      { ...telling, id: 'recipients.tell.L1.6', payload, dueAtMs: nowMs + 60_000 },
      {
        ...telling,
        id: 'recipients.tell.L1.6.late',
        payload: { ...payload, isLate: true },
        dueAtMs: nowMs + 24 * 60 * 60_000,
      },
      { ...common, topic: 'debtor.tell', id: 'debtor.tell.L1.6', payload, dueAtMs: nowMs },
    ])
  })

  test('a sandbox’s clock may be ahead of its trail, which is looked through from its beginning', () => {
    const rows = rowsOf(updated(published('cli_caixa'), { amount: '100.00' }))
    assert.equal(rows.at(-1)?.payload.fromMs, 0)
  })
})

describe('the release of a paid debt', () => {
  test('its creditor is reminded, with the last day that the law gives', () => {
    const reminded = caughtUp(kept(paid(published())), on('2026-12-02'))
    const rows = rowsOf(reminded)
    assert.deepEqual(topicsOf(rows), ['listing.release_reminded', 'creditor.release_due'])
    assert.deepEqual(rows.at(-1), {
      id: 'creditor.release_due.L1.7',
      topic: 'creditor.release_due',
      register: 'production',
      clientId: 'cli_loja',
      payload: { listingId: 'L1', contractId: 'CT-1', paidOn: '2026-11-27', dueOn: '2026-12-04' },
      createdAtMs: nowMs,
      dueAtMs: nowMs,
    })
  })

  test('a payment alone reminds nobody yet', () => {
    assert.deepEqual(topicsOf(rowsOf(paid(published()))), ['listing.paid'])
  })
})
