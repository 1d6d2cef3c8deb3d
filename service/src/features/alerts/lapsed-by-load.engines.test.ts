import assert from 'node:assert/strict'
import type { NegativeItem } from '@lastro/contract/reports/subject.ts'
import { addDays, addYears, type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { productionWatcher } from '../../../testing/services/alert-service.ts'
import { debt as listed, productionCreditor, TestClock } from '../../../testing/services/listing-service.ts'
import { loadSubjects } from '../bureau/load-subjects.ts'
import type { Channel } from '../notices/channel.ts'
import { debt } from '../sandbox/invented.ts'

const atOnce: Channel = {
  name: 'email',
  reaches: () => true,
  send: async () => ({ kind: 'delivered', proof: '250' }),
}
const dayMs = 86_400_000

for (const engine of engines) {
  describe(`a listing whose five years a later load has ended, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ engine, clock, channels: [atOnce] })
    afterAll(service.close)
    const creditor = await productionCreditor(service)
    const watcher = await productionWatcher(service)
    const later = await productionWatcher(service)

    const pass = async (days: number) => {
      await service.runJobs()
      clock.add(days * dayMs)
      await Promise.all([creditor.renew(), watcher.renew(), later.renew()])
      await service.runJobs()
    }
    const load = async (documento: DocumentNumber, ...items: readonly Partial<NegativeItem>[]) => {
      const negativeItems = items.map((one) => ({ ...debt('listingP', '2026-01-01' as Day), ...one }))
      const file = async function* () {
        yield Buffer.from(`${JSON.stringify({ documento, negativeItems })}\n`)
      }
      const { kept } = await loadSubjects({ subjects: service.store.subjects, clock }, file(), {
        language: 'en',
        onRefused: (line, reason) => assert.fail(`${line}: ${reason}`),
        onProgress: () => undefined,
      })
      assert.equal(kept, 1)
      clock.add(1_000)
      await service.runJobs()
    }
    const yearsAgo = (years: number, days = 0) => addDays(addYears(dayAt(clock.nowMs()), -years), days)
    const sameDebt = (occurrenceDate: Day) => ({
      contractId: 'ct 1001',
      creditorName: 'LOJA LTDA',
      occurrenceDate,
    })
    const insert = (documento: DocumentNumber) =>
      creditor.inserted({ documento, contractId: 'CT-1001', dueDate: yearsAgo(3) })
    /** Corrections aside, which go to whoever was shown the error. */
    const told = async (of: DocumentNumber, by = watcher) =>
      (await by.occurrences())
        .filter(({ documento }) => documento === of)
        .filter(({ event }) => event !== 'listing.corrected')
        .map(({ event, data }) => `${event} ${String(data.visible)}`)
        .toReversed()

    test('watchers are notified of the end with the load, once, without the details of the listing', async () => {
      const documento = withCheckDigits('565656565')
      await watcher.watched({ documento })
      const id = await insert(documento)
      await pass(20)
      assert.deepEqual(await told(documento), ['listing.published true'])
      await load(documento, sameDebt(yearsAgo(6)))
      const both = ['listing.published true', 'listing.expired false']
      assert.deepEqual(await told(documento), both)
      const [end] = await watcher.occurrences()
      assert.equal(end?.data.listing, undefined)
      // Nobody who begins now could ever read it.
      await later.watched({ documento })
      assert.equal((await creditor.patch(id, { amount: '50.00' })).status, 200)
      await load(documento, sameDebt(yearsAgo(6)))
      await pass(1)
      assert.deepEqual(await told(documento), both)
      assert.equal((await creditor.act(id, 'baixa', { reason: '01' })).status, 200)
      await pass(1)
      assert.deepEqual(await told(documento), both, 'its end was told')
      assert.deepEqual(await told(documento, later), [])
    })

    test('or on the day on which those five years end, not before', async () => {
      const documento = withCheckDigits('676767676')
      await watcher.watched({ documento })
      await insert(documento)
      await pass(20)
      await load(documento, sameDebt(yearsAgo(5, 2)))
      await pass(2)
      assert.deepEqual(await told(documento), ['listing.published true'], 'on its last day')
      assert.equal((await creditor.report(documento)).items.length, 1)
      await pass(1)
      assert.equal((await creditor.report(documento)).items.length, 0)
      assert.deepEqual(await told(documento), ['listing.published true', 'listing.expired false'])
    })

    test('what is published after that is told to nobody', async () => {
      const documento = withCheckDigits('787878787')
      await watcher.watched({ documento })
      const id = await insert(documento)
      await service.runJobs()
      await load(documento, sameDebt(yearsAgo(6)))
      await pass(20)
      assert.equal((await creditor.status(id)).at('result.state'), 'published')
      assert.equal((await creditor.report(documento)).items.length, 0)
      assert.deepEqual(await told(documento), [])
    })

    test('a load that takes the day back has it published again', async () => {
      const documento = withCheckDigits('898989898')
      await watcher.watched({ documento })
      await insert(documento)
      await pass(20)
      await load(documento, sameDebt(yearsAgo(6)))
      await load(documento)
      assert.equal((await creditor.report(documento)).items.length, 1)
      const thrice = ['listing.published true', 'listing.expired false', 'listing.published true']
      assert.deepEqual(await told(documento), thrice)
      await load(documento, sameDebt(yearsAgo(6)))
      assert.deepEqual(await told(documento), [...thrice, 'listing.expired false'])
    })

    test('of a guarantor too, with its principal, whom nobody watches', async () => {
      const [documento, backer] = ['454545454', '343434343'].map(withCheckDigits)
      assert.ok(documento !== undefined && backer !== undefined)
      await watcher.watched({ documento: backer })
      const id = await insert(documento)
      const added = await creditor.act(id, 'avalistas', {
        documento: backer,
        name: 'AVALISTA DE EXEMPLO',
        birthDate: '1970-01-02',
        address: listed.address,
        contact: { email: 'avalista@exemplo.com.br' },
      })
      assert.equal(added.status, 201, added.text)
      await pass(20)
      await load(documento, sameDebt(yearsAgo(6)))
      await pass(1)
      assert.equal((await creditor.report(backer)).items.length, 0)
      assert.deepEqual(await told(backer), ['listing.published true', 'listing.expired false'])
    })
  })
}
