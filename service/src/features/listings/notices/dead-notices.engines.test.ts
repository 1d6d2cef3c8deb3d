import assert from 'node:assert/strict'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { testOn } from '../../../../testing/matrix.ts'
import { watcherOf } from '../../../../testing/services/alert-service.ts'
import { cleanPerson, dividas } from '../../../../testing/services/listing-service.ts'
import { noticeService } from '../../../../testing/services/notice-service.ts'

const dayMs = 86_400_000

const guarantor = {
  documento: '12345678909',
  name: 'BRUNO DE EXEMPLO',
  birthDate: '1985-04-12',
  address: { addressLine: 'RUA A', district: 'CENTRO', city: 'SAO PAULO', state: 'SP', zipCode: '01001000' },
  contact: { email: 'bruno@exemplo.com.br' },
}

for (const engine of engines) {
  describe(`dead notices on ${engine}`, async () => {
    const ruleTest = testOn(engine)
    const opened = async () => {
      const made = await noticeService(engine)
      cleanUp(made.service.close)
      return made
    }

    test('an e-mail that bounces after it was accepted publishes nothing: the next channel is tried', async () => {
      const { creditor, service, pass, bounced, posted, stateOf, statusesOf, isShown } = await opened()
      const id = await creditor.inserted({ contractId: 'CT-D' })
      await service.runJobs()
      assert.equal(await stateOf(id), 'waiting')
      assert.equal(await bounced(id), '200')
      assert.equal(await stateOf(id), 'notice_queued')
      await pass(30)
      assert.equal(await isShown(), false)
      assert.deepEqual(await statusesOf(id), ['email failed', 'letter sent'])
      assert.equal(await posted(id), '200')
      await pass(10)
      assert.equal(await isShown(), false)
      await pass(10)
      assert.equal(await isShown(), true)
    })

    ruleTest(
      'what was published on it is hidden at once, until a proven notice has run its period',
      async () => {
        const { published, pass, bounced, posted, noticesOf, changesOf, isShown } = await opened()
        const id = await published()
        assert.equal(await isShown(), true)
        assert.equal(await bounced(id), '200')
        assert.equal(await isShown(), false)
        assert.equal((await changesOf(id)).at(-1), 'notice_failed')
        const [dead] = await noticesOf(id)
        assert.equal(dead?.proof, '250 accepted; 5.1.1 no such user')
        await pass(60)
        assert.equal(await isShown(), false)
        await posted(id)
        await pass(9)
        assert.equal(await isShown(), false)
        await pass(6)
        assert.equal(await isShown(), true)
      },
    )

    test('a guarantor’s letter goes into no lot once the debt was paid', async () => {
      const { creditor, service, clock, published } = await opened()
      const { listings } = service.store
      const id = await published()
      const { contact: _, ...unreached } = guarantor
      const added = await creditor.act(id, 'avalistas', unreached)
      assert.equal(added.status, 201, added.text)
      await service.runJobs()
      const guarantorId = String(added.at('result.id'))
      const [own, ...more] = await listings.lettersWithoutLot(10)
      assert.deepEqual([own?.listingId, more], [guarantorId, []])
      const paid = await creditor.patch(id, { paidOn: dayAt(clock.nowMs()) })
      assert.equal(paid.status, 200, paid.text)
      assert.deepEqual(await listings.lettersWithoutLot(10), [])
      await listings.putInLot([own?.id ?? ''], 'paid')
      assert.deepEqual(await listings.noticesInLot('paid'), [])
    })

    test('nor is it printed when its lot is given again after the payment', async () => {
      const { creditor, service, clock, published } = await opened()
      const { listings } = service.store
      const id = await published()
      const { contact: _, ...unreached } = guarantor
      const added = await creditor.act(id, 'avalistas', unreached)
      assert.equal(added.status, 201, added.text)
      await service.runJobs()
      const [own] = await listings.lettersWithoutLot(10)
      await listings.putInLot([own?.id ?? ''], 'again')
      assert.deepEqual(await listings.lotAgain('again'), { letters: [own], leftOut: 0 })
      const paid = await creditor.patch(id, { paidOn: dayAt(clock.nowMs()) })
      assert.equal(paid.status, 200, paid.text)
      assert.deepEqual(await listings.lotAgain('again'), { letters: [], leftOut: 1 })
      assert.deepEqual(await listings.noticesInLot('again'), [])
      assert.deepEqual(await listings.lettersWithoutLot(10), [])
    })

    ruleTest('nor does it matter that no job had recorded the publication yet', async () => {
      const { creditor, service, clock, bounced, changesOf, isShown } = await opened()
      const id = await creditor.inserted({ contractId: 'CT-D' })
      await service.runJobs()
      clock.add(12 * dayMs)
      await creditor.renew()
      assert.equal(await isShown(), true)
      await bounced(id)
      assert.equal(await isShown(), false)
      assert.deepEqual((await changesOf(id)).slice(-2), ['published', 'notice_failed'])
    })

    ruleTest(
      'suspended by a court it stays so, and comes back only with a new notice once the order is lifted',
      async () => {
        for (const by of ['creditor', 'operator'] as const) {
          const { creditor, operated, published, pass, bounced, posted, ...see } = await opened()
          const id = await published()
          const courtOrder = 'Processo 1'
          if (by === 'creditor') await creditor.act(id, 'suspensao', { courtOrder })
          else assert.equal(await operated(id, { kind: 'suspend', courtOrder }), 'suspended')
          assert.equal(await bounced(id), '200')
          assert.equal(await bounced(id), 'notice_not_awaited')
          assert.equal(await see.stateOf(id), 'suspended')
          await pass(30)
          // Nobody is told while a court forbids it.
          assert.deepEqual(await see.statusesOf(id), ['email failed'])
          if (by === 'creditor') await creditor.call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
          else assert.equal(await operated(id, { kind: 'resume', note: 'revogada' }), 'notice_queued')
          assert.equal(await see.stateOf(id), 'notice_queued')
          await pass(30)
          assert.equal(await see.isShown(), false)
          assert.deepEqual(await see.statusesOf(id), ['email failed', 'letter sent'])
          await posted(id)
          await pass(16)
          assert.equal(await see.isShown(), true)
        }
      },
    )

    ruleTest('suspended in its waiting period, it does not go on with that period either', async () => {
      const { creditor, service, pass, bounced, stateOf, isShown } = await opened()
      const id = await creditor.inserted({ contractId: 'CT-D' })
      await service.runJobs()
      await creditor.act(id, 'suspensao', { courtOrder: 'Processo 1' })
      await bounced(id)
      await pass(30)
      await creditor.call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
      await pass(30)
      assert.equal(await stateOf(id), 'notice_sent')
      assert.equal(await isShown(), false)
    })

    ruleTest('after the end nothing changes', async () => {
      const { creditor, published, current, post, stateOf } = await opened()
      const id = await published()
      const noticeId = await current(id)
      await creditor.act(id, 'baixa', { reason: '03' })
      const before = (await creditor.status(id)).text
      assert.equal(await post(noticeId, { outcome: 'failed', detail: 'x' }), 'notice_not_awaited')
      assert.equal(await stateOf(id), 'released')
      assert.equal((await creditor.status(id)).text, before)
    })

    test('told twice, or two at once, it is one failure; a report after it proves nothing', async () => {
      const { published, current, post, pass, statusesOf, changesOf, isShown } = await opened()
      const id = await published()
      const noticeId = await current(id)
      const failed = { outcome: 'failed', detail: '5.1.1' }
      const both = await Promise.all([post(noticeId, failed), post(noticeId, failed)])
      assert.deepEqual(both.toSorted(), ['200', 'notice_not_awaited'])
      assert.equal(await post(noticeId, failed), 'notice_not_awaited')
      const report = { outcome: 'delivered', detail: '2.1.5 delivered' }
      assert.equal(await post(noticeId, report), 'notice_not_awaited')
      await pass(1)
      // While the next is on its way it is the same.
      assert.equal(await post(noticeId, failed), 'notice_not_awaited')
      assert.equal(await post(noticeId, report), 'notice_not_awaited')
      assert.deepEqual(await statusesOf(id), ['email failed', 'letter sent'])
      assert.equal((await changesOf(id)).filter((one) => one === 'notice_failed').length, 1)
      assert.equal(await isShown(), false)
    })

    ruleTest('the bounce of an older notice leaves what rests on the newer one', async () => {
      const { creditor, service, published, current, post, pass, stateOf, isShown } = await opened()
      const id = await published()
      const older = await current(id)
      await creditor.patch(id, { amount: '9000.00' })
      await service.runJobs()
      assert.notEqual(await current(id), older)
      assert.equal(await post(older, { outcome: 'failed', detail: 'x' }), 'notice_not_awaited')
      assert.equal(await stateOf(id), 'waiting')
      await pass(12)
      assert.equal(await isShown(), true)
    })

    ruleTest(
      'a report that comes after days of silence were taken for a failure starts no clock',
      async () => {
        const { creditor, service, email, pass, current, post, statusesOf, stateOf } = await opened()
        email.outcome = { kind: 'sent' }
        const id = await creditor.inserted({ contractId: 'CT-D' })
        await service.runJobs()
        const noticeId = await current(id)
        await pass(6)
        await pass(0)
        assert.deepEqual(await statusesOf(id), ['email failed', 'letter sent'])
        assert.equal(await post(noticeId, { outcome: 'delivered', detail: 'late' }), 'notice_not_awaited')
        assert.equal(await stateOf(id), 'notice_sent')
      },
    )

    const guaranteed = async () => {
      const made = await opened()
      const id = await made.creditor.inserted({ contractId: 'CT-D' })
      const added = await made.creditor.act(id, 'avalistas', guarantor)
      assert.equal(added.status, 201, added.text)
      await made.service.runJobs()
      await made.pass(12)
      const shown = async () => [await made.isShown(), await made.isShown(guarantor.documento)]
      assert.deepEqual(await shown(), [true, true])
      return { ...made, id, guarantorId: String(added.at('result.id')), shown }
    }

    ruleTest("a guarantor's bounce hides the guarantor; the principal stays", async () => {
      const { id, guarantorId, bounced, posted, pass, shown, stateOf } = await guaranteed()
      assert.equal(await bounced(id, guarantorId), '200')
      assert.deepEqual(await shown(), [true, false])
      assert.equal(await stateOf(id), 'published')
      assert.equal(await posted(id, guarantorId), '200')
      await pass(16)
      assert.deepEqual(await shown(), [true, true])
    })

    ruleTest("a principal's bounce hides both, and both come back with its new notice", async () => {
      const { id, guarantorId, bounced, posted, pass, shown, stateOf } = await guaranteed()
      await bounced(id)
      assert.deepEqual(await shown(), [false, false])
      assert.equal(await stateOf(id, guarantorId), 'published')
      await posted(id)
      await pass(16)
      assert.deepEqual(await shown(), [true, true])
    })

    ruleTest('whoever has paid is told of nothing any more, and is not shown again', async () => {
      const { id, guarantorId, creditor, service, bounced, pass, ...see } = await guaranteed()
      await creditor.patch(id, { paidOn: '2026-11-20' })
      assert.equal(await bounced(id), '200')
      assert.equal(await bounced(id, guarantorId), '200')
      assert.equal(await bounced(id), 'notice_not_awaited')
      await pass(20)
      assert.deepEqual(await see.statusesOf(id), ['email failed'])
      assert.deepEqual(await see.statusesOf(id, guarantorId), ['email failed'])
      assert.equal(await see.stateOf(id), 'published')
      assert.equal(
        service.logLines.some((line) => line.includes(guarantor.documento)),
        false,
      )
      assert.deepEqual(await see.shown(), [false, false])
      const released = await creditor.act(id, 'baixa', { reason: '01' })
      assert.equal(released.at('result.state'), 'released')
    })

    test('a dead notice lives through a restart: the next channel goes out, and nothing is shown', async () => {
      const place = await newPlace(engine)
      const first = await noticeService(engine, { place })
      const id = await first.published()
      await first.bounced(id)
      assert.equal(first.letter.sent.length, 0)
      await first.service.close()
      const again = await noticeService(engine, { place })
      onTestFinished(again.service.close)
      again.clock.add(12 * dayMs)
      await again.service.runJobs()
      assert.equal(again.letter.sent.length, 1)
      const notices = await again.service.store.listings.notices(id)
      assert.deepEqual(
        notices.map((one) => `${one.channel} ${one.status}`),
        ['email failed', 'letter sent'],
      )
      const today = '2026-12-01' as Day
      const { shown } = await again.service.store.listings.forReport('production', cleanPerson, today)
      assert.deepEqual(shown, [])
    })

    test('whoever watches is told that it is hidden, once, and nothing of what comes after', async () => {
      const { service, creditor, published, bounced, posted, pass } = await opened()
      const watcher = watcherOf(service, creditor.session)
      await watcher.watched()
      const told = async () =>
        (await watcher.occurrences()).map(
          ({ event, data }) => `${event} ${String(data.change)} ${String(data.visible)}`,
        )
      const id = await published()
      assert.deepEqual(await told(), ['listing.published published true'])
      await bounced(id)
      await service.runJobs()
      assert.deepEqual(await told(), [
        'listing.changed notice_failed false',
        'listing.published published true',
      ])
      // Back in its notice it is nobody's to know about, whatever becomes of that.
      await posted(id)
      await service.runJobs()
      assert.equal((await told()).length, 2)
      await pass(16)
      assert.equal((await told()).length, 3)
    })

    ruleTest('a bounce in the period of a higher value is not told: nothing was shown', async () => {
      const { service, creditor, published, bounced } = await opened()
      const watcher = watcherOf(service, creditor.session)
      await watcher.watched()
      const id = await published()
      await creditor.patch(id, { amount: '9000.00' })
      await service.runJobs()
      const before = await watcher.occurrences()
      await bounced(id)
      await service.runJobs()
      assert.deepEqual(await watcher.occurrences(), before)
    })
  })
}
