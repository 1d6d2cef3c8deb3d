import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Notice } from '@lastro/rules/listings/notices/notice.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import { debt, productionCreditor, TestClock } from '../../../../testing/services/listing-service.ts'
import type { Channel, NoticeOutcome } from '../../notices/channel.ts'
import { reportNotice, sendNotice } from './send-notice.ts'

/** A channel that answers what a test tells it to, and keeps what it was given. */
class PlayedChannel implements Channel {
  readonly name
  readonly sent: Notice[] = []
  outcome: NoticeOutcome = { kind: 'sent' }
  before: () => Promise<unknown> = async () => undefined

  constructor(name: Channel['name']) {
    this.name = name
  }

  reaches: Channel['reaches'] = ({ email, address }) =>
    this.name === 'email' ? email !== undefined : address !== undefined

  send: Channel['send'] = async (notice) => {
    await this.before()
    this.sent.push(notice)
    return this.outcome
  }
}

for (const engine of engines) {
  describe(`notices in production on ${engine}`, async () => {
    const clock = new TestClock()
    const email = new PlayedChannel('email')
    const letter = new PlayedChannel('letter')
    const noticeReportToken = 'a-token-that-only-the-mail-system-has'
    const service = await runService({ engine, clock, channels: [email, letter], noticeReportToken })
    afterAll(service.close)
    const { store, listings, runJobs } = service

    const creditor = await productionCreditor(service)
    const { inserted, status, patch, report, act, renew } = creditor
    let contracts = 0
    const fresh = () => ({ contractId: `C${contracts++}` })
    const stateOf = async (id: string) => (await status(id)).at('result.state')
    const noticesOf = async (id: string) =>
      ((await status(id)).at('result.notices') as { channel: string; status: string }[]).map(
        (one) => `${one.channel} ${one.status}`,
      )
    const play = (outcome: NoticeOutcome, byLetter: NoticeOutcome = { kind: 'sent' }) => {
      email.outcome = outcome
      letter.outcome = byLetter
      email.before = async () => undefined
    }
    const laterMs = 2 * 60 * 60_000

    test('nothing is sent by the insert itself: the outbox does it, once', async () => {
      play({ kind: 'delivered', proof: '250 2.0.0 OK' })
      const before = email.sent.length
      const id = await inserted(fresh())
      assert.equal(await stateOf(id), 'notice_queued')
      assert.equal(email.sent.length, before)
      await runJobs()
      await runJobs()
      assert.equal(email.sent.length, before + 1)
      assert.equal(await stateOf(id), 'waiting')
    })

    test('a notice of a debt that is withdrawn while its words are written is not sent', async () => {
      play({ kind: 'delivered', proof: '250 2.0.0 OK' })
      const before = email.sent.length
      const id = await inserted(fresh())
      const notice = (await store.listings.notices(id))[0]
      assert.ok(notice)
      const keepNotice: typeof store.listings.keepNotice = async (record) => {
        await act(id, 'baixa', { reason: '03' })
        return store.listings.keepNotice(record)
      }
      const racing = { ...listings, listings: { ...listings.listings, keepNotice } }
      const row = (await store.outbox.read('notice.send', 1_000)).find(
        ({ payload }) => (payload as { noticeId: string }).noticeId === notice.id,
      )
      assert.ok(row)
      assert.equal(await sendNotice({ ...racing, channels: [email, letter] }, row), 'done')
      assert.equal(email.sent.length, before)
      assert.deepEqual(await noticesOf(id), ['email dropped'])
    })

    test('a proved delivery starts the clock; the exact text and its hash are kept', async () => {
      play({ kind: 'delivered', proof: '250 2.0.0 OK' })
      const id = await inserted(fresh())
      await runJobs()
      const found = await status(id)
      assert.equal(found.at('result.noticeDeliveredOn'), '2026-11-16')
      assert.equal(found.at('result.publishOn'), '2026-11-27')
      assert.equal(found.at('result.notices.0.proof'), '250 2.0.0 OK')
      const text = String(found.at('result.notices.0.text'))
      assert.equal(text, email.sent.at(-1)?.text)
      assert.equal(found.at('result.notices.0.sha256'), createHash('sha256').update(text).digest('hex'))
      for (const said of ['LOJA LTDA', debt.name, '1.520,33', '10/03/2026', '26/11/2026', '0800']) {
        assert.ok(text.includes(said), said)
      }
    })

    test('the words are on record before they leave', async () => {
      play({ kind: 'sent' })
      const id = await inserted(fresh())
      let kept: unknown
      email.before = async () => {
        kept = (await store.listings.notices(id))[0]?.notice?.text
      }
      await runJobs()
      assert.equal(kept, email.sent.at(-1)?.text)
    })

    test('sent without proof starts no clock; the delivery report does, with its day', async () => {
      play({ kind: 'sent' })
      const id = await inserted(fresh())
      await runJobs()
      assert.equal(await stateOf(id), 'notice_sent')
      assert.equal((await status(id)).at('result.publishOn'), undefined)
      const [record] = await store.listings.notices(id)
      assert.ok(record)
      const atMs = clock.nowMs()
      const reported = await reportNotice(listings, record.id, {
        kind: 'delivered',
        proof: 'DSN 2.1.5',
        atMs,
      })
      assert.equal(reported, 'recorded')
      assert.equal(await stateOf(id), 'waiting')
      const again = await reportNotice(listings, record.id, { kind: 'delivered', proof: 'DSN', atMs })
      assert.equal(again, 'stale')
    })

    test('a delivery report that is posted to us starts the clock, or sends the notice on to the next channel', async () => {
      play({ kind: 'sent' })
      const post = async (noticeId: string, body: object, token = noticeReportToken) => {
        const path = `/negativacao/v2/notificacoes/${noticeId}/entrega`
        const answer = await service.call(path, { headers: { Authorization: `Bearer ${token}` }, body })
        return `${answer.status} ${String(answer.at('code') ?? answer.at('result.noticeId'))}`
      }
      const delivered = { outcome: 'delivered', detail: '2.1.5 delivered', on: '2026-11-16' }
      const id = await inserted(fresh())
      await runJobs()
      const [record] = await store.listings.notices(id)
      const noticeId = record?.id ?? ''
      assert.equal(await post(noticeId, delivered, `${noticeReportToken}x`), '401 operator_token_invalid')
      assert.equal(await post('nobody', delivered), '404 notice_unknown')
      assert.equal(await post(noticeId, { ...delivered, on: '2026-11-31' }), '400 body_invalid')
      assert.equal(await post(noticeId, { ...delivered, on: '2099-01-01' }), '409 notice_not_awaited')
      assert.equal(await stateOf(id), 'notice_sent')
      assert.equal(await post(noticeId, delivered), `200 ${noticeId}`)
      assert.equal(await stateOf(id), 'waiting')
      assert.equal((await status(id)).at('result.noticeDeliveredOn'), '2026-11-16')
      assert.equal(await post(noticeId, delivered), '409 notice_not_awaited')

      const other = await inserted(fresh())
      await runJobs()
      const [sent] = await store.listings.notices(other)
      assert.equal(
        await post(sent?.id ?? '', { outcome: 'failed', detail: '5.1.1 no such user' }),
        `200 ${sent?.id}`,
      )
      assert.equal(await stateOf(other), 'notice_queued')
    })

    test('an e-mail that nobody proves in six days goes to the next channel; one that was proved stays', async () => {
      play({ kind: 'sent' })
      const silent = await inserted(fresh())
      const proved = await inserted(fresh())
      await runJobs()
      const [record] = await store.listings.notices(proved)
      assert.ok(record)
      await reportNotice(listings, record.id, { kind: 'delivered', proof: 'DSN', atMs: clock.nowMs() })
      clock.add(6 * 86_400_000 - 1)
      await runJobs()
      assert.equal((await store.listings.findListing(silent))?.state, 'notice_sent')
      clock.add(1)
      await runJobs()
      await runJobs()
      await renew()
      assert.deepEqual(await noticesOf(silent), ['email failed', 'letter sent'])
      assert.deepEqual(await noticesOf(proved), ['email delivered'])
      clock.set('2026-11-16T10:00:00-03:00')
      await renew()
    })

    test('a failed channel goes to the next; a posted letter starts the clock', async () => {
      play({ kind: 'failed', reason: 'refused', detail: '550' })
      const id = await inserted(fresh())
      await runJobs()
      await runJobs()
      assert.deepEqual(await noticesOf(id), ['email failed', 'letter sent'])
      assert.equal(await stateOf(id), 'notice_sent')
      const waiting = await store.listings.lettersWithoutLot(1000)
      const own = waiting.find((one) => one.listingId === id)
      assert.ok(own?.notice)
      await store.listings.putInLot([own.id], 'L1')
      assert.deepEqual(
        (await store.listings.noticesInLot('L1')).map((one) => one.id),
        [own.id],
      )
      await reportNotice(listings, own.id, { kind: 'delivered', proof: 'lote L1', atMs: clock.nowMs() })
      assert.equal(await stateOf(id), 'waiting')
    })

    test('a letter of a debt that was released since it was looked for goes into no lot', async () => {
      play({ kind: 'failed', reason: 'refused', detail: '550' })
      const id = await inserted(fresh())
      await runJobs()
      await runJobs()
      const own = (await store.listings.lettersWithoutLot(1000)).find((one) => one.listingId === id)
      assert.ok(own)
      await act(id, 'baixa', { reason: '03' })
      await store.listings.putInLot([own.id], 'L2')
      assert.deepEqual(await store.listings.noticesInLot('L2'), [])
      assert.deepEqual(await noticesOf(id), ['email failed', 'letter dropped'])
    })

    test('a lot that is given again leaves out what was suspended or ended since, and keeps the rest', async () => {
      const ids: string[] = []
      for (let count = 0; count < 4; count++) {
        play({ kind: 'failed', reason: 'refused', detail: '550' })
        ids.push(await inserted(fresh()))
        await runJobs()
        await runJobs()
      }
      const [stays = '', suspended = '', ended = '', posted = ''] = ids
      const waiting = await store.listings.lettersWithoutLot(1000)
      const own = waiting.filter((one) => ids.includes(one.listingId))
      assert.equal(own.length, 4)
      await store.listings.putInLot(
        own.map(({ id }) => id),
        'L3',
      )
      assert.deepEqual(
        await act(suspended, 'suspensao', { courtOrder: '0001' }).then(({ status }) => status),
        200,
      )
      assert.deepEqual(await act(ended, 'baixa', { reason: '01' }).then(({ status }) => status), 200)
      const sent = own.find((one) => one.listingId === posted)?.id ?? ''
      await reportNotice(listings, sent, { kind: 'delivered', proof: 'x', atMs: clock.nowMs() })
      const { letters, leftOut } = await store.listings.lotAgain('L3')
      assert.deepEqual([letters.map((one) => one.listingId), leftOut], [[stays], 3])
      assert.deepEqual(
        (await store.listings.noticesInLot('L3')).map((one) => one.listingId).toSorted(),
        [stays, posted].toSorted(),
        'what was posted is on record with its lot',
      )
      for (const id of [suspended, ended])
        assert.deepEqual(await noticesOf(id), ['email failed', 'letter dropped'])
      assert.deepEqual(await noticesOf(stays), ['email failed', 'letter sent'])
      assert.deepEqual(await noticesOf(posted), ['email failed', 'letter delivered'])
    })

    test('no channel left: refused as undeliverable, on record, and its place is free again', async () => {
      play(
        { kind: 'failed', reason: 'refused', detail: '550' },
        { kind: 'failed', reason: 'address_unusable', detail: 'no street' },
      )
      const same = fresh()
      const id = await inserted(same)
      await runJobs()
      await runJobs()
      const found = await status(id)
      assert.equal(found.at('result.state'), 'refused')
      assert.equal(found.at('result.refusal.code'), 'notice_undeliverable')
      await inserted(same)
    })

    test('"later" is tried again after a pause, and given up for the next channel at last', async () => {
      play({ kind: 'later', reason: 'unreachable', detail: 'timeout' })
      const id = await inserted(fresh())
      const [queued] = await store.listings.notices(id)
      const attempts = () => email.sent.filter((one) => one.id === queued?.id).length
      await runJobs()
      await runJobs()
      assert.equal(attempts(), 1)
      clock.add(laterMs)
      await runJobs()
      assert.equal(attempts(), 2)
      for (let attempt = 0; attempt < 80; attempt++) {
        clock.add(laterMs)
        await runJobs()
      }
      await runJobs()
      await renew()
      assert.equal(attempts(), 80)
      assert.deepEqual(await noticesOf(id), ['email failed', 'letter sent'])
    })

    test('what the operator has yet to set is waited for, however long', async () => {
      play({ kind: 'later', reason: 'not_configured', detail: 'no server' })
      const id = await inserted(fresh())
      for (let attempt = 0; attempt < 90; attempt++) {
        clock.add(laterMs)
        await runJobs()
      }
      await renew()
      assert.deepEqual(await noticesOf(id), ['email queued'])
      play({ kind: 'delivered', proof: '250' })
      clock.add(laterMs)
      await runJobs()
      await renew()
      assert.deepEqual(await noticesOf(id), ['email delivered'])
    })

    test('a listing withdrawn before its notice left sends none', async () => {
      play({ kind: 'delivered', proof: '250' })
      const id = await inserted(fresh())
      const before = email.sent.length
      await act(id, 'baixa', { reason: '03' })
      await runJobs()
      assert.equal(email.sent.length, before)
      assert.deepEqual(await noticesOf(id), ['email dropped'])
    })

    test('a value raised before the notice left sends one notice, with the new value', async () => {
      play({ kind: 'delivered', proof: '250' })
      const id = await inserted(fresh())
      const before = email.sent.length
      await patch(id, { amount: '7777.77' })
      await runJobs()
      assert.equal(email.sent.length, before + 1)
      assert.ok(email.sent.at(-1)?.text.includes('7.777,77'))
    })

    test('a published listing is read by dates, though no job has run', async () => {
      play({ kind: 'delivered', proof: '250' })
      const { contractId } = fresh()
      const id = await inserted({ contractId })
      await runJobs()
      const delivered = String((await status(id)).at('result.noticeDeliveredOn'))
      const publishOn = String((await status(id)).at('result.publishOn'))
      const isShown = async () => (await report()).items.some((one) => one.contractId === contractId)
      assert.ok(delivered < publishOn)
      clock.set(`${publishOn}T00:00:00-03:00`)
      clock.add(-1)
      await renew()
      assert.equal(await isShown(), false)
      clock.add(1)
      assert.equal(await isShown(), true)
      assert.equal((await store.listings.findListing(id))?.state, 'waiting')
      await runJobs()
      const history = await store.listings.history(id)
      assert.equal(history.at(-1)?.change, 'published')
      assert.equal(history.at(-1)?.on, publishOn)
    })
  })
}
