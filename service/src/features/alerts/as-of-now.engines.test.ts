import assert from 'node:assert/strict'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { mailServer } from '../../../testing/servers/mail-server.ts'
import { answering, webhookReceiver } from '../../../testing/servers/webhook-receiver.ts'
import {
  emails,
  ocorrencias,
  productionWatcher,
  watchedPerson,
} from '../../../testing/services/alert-service.ts'
import { productionCreditor, TestClock } from '../../../testing/services/listing-service.ts'
import { type LoadDeclaration, loadSubjects } from '../bureau/load-subjects.ts'
import { debt, protest } from '../sandbox/invented.ts'

const day = '2026-09-01' as Day
const person = { documento: watchedPerson, registration: { consumerName: 'ANA' } }
/** Sent with each line, because a line without them would keep the negative data of an earlier line. */
const noNegativeData = { negativeItems: [], cheques: [], protests: [] }
const wrong = debt('listingP', day, { creditorName: 'CREDOR ERRADO SA', contractId: 'CT-WRONG' })
const right = debt('listingR', day, {
  creditorName: 'CREDOR CERTO SA',
  contractId: 'CT-RIGHT',
  amount: '20.00',
})
const ofWrong = /ERRADO|CT-WRONG|1520/

for (const engine of engines) {
  describe(`what an alert tells now of debts that were loaded, on ${engine}`, async () => {
    const opened = async () => {
      const clock = new TestClock()
      const mail = await mailServer()
      const service = await runService({ engine, clock, mail: mail.settings })
      cleanUp(service.close)
      const watcher = await productionWatcher(service)
      await watcher.watched({ documento: watchedPerson })
      const load = async (facts: object, declaration?: LoadDeclaration) => {
        const body = `${JSON.stringify({ ...person, ...noNegativeData, ...facts })}\n`
        const { subjects, bureauCoverage: coverage } = service.store
        const listener = {
          language: 'en',
          onRefused: (line: number, reason: string) => assert.fail(`${line}: ${reason}`),
          onProgress: () => undefined,
        } as const
        const count = await loadSubjects({ subjects, coverage, clock }, stream(body), listener, declaration)
        assert.equal(count.kept, 1)
        clock.add(1_000)
        await service.runJobs()
      }
      const occurrence = async (event: string) =>
        (await watcher.occurrences()).find((one) => one.event === event)
      return { clock, mail, service, watcher, load, occurrence }
    }
    const negativeIn = (told: { readonly data: object } | undefined) => {
      assert.ok(told)
      return (told.data as OccurrenceData).negative
    }

    test('a debt that a later load took out is told no more, read, sent again or retried', async () => {
      const { clock, service, watcher, load, occurrence } = await opened()
      const hook = await webhookReceiver()
      onTestFinished(hook.close)
      hook.answer = answering(503)
      const made = await watcher.call('/alertas/v2/webhooks', { body: { url: hook.url } })
      assert.equal(made.status, 201, made.text)
      await load({ negativeItems: [wrong, right] })
      const first = await occurrence('negative.added')
      assert.equal(negativeIn(first)?.summary.count, '2')
      await load({ negativeItems: [right] })
      const added = await occurrence('negative.added')
      assert.doesNotMatch(JSON.stringify(added), ofWrong)
      assert.deepEqual(
        negativeIn(added)?.items.map((one) => one.contractId),
        ['CT-RIGHT'],
      )
      assert.deepEqual(negativeIn(added)?.summary, { count: '1', balance: '20.00' })
      await load({})
      const path = `${ocorrencias}/${first?.id}`
      const alone = await watcher.call(path)
      assert.deepEqual(
        [alone.at('result.event'), alone.at('result.data')],
        ['negative.added', { on: '2026-11-16' }],
      )
      hook.answer = answering(200)
      const before = hook.received.length
      clock.add(6 * 60_000)
      await service.runJobs()
      const retried = hook.received.slice(before).find((one) => one.id === first?.id)
      assert.ok(retried)
      assert.equal(retried.message.data.data.negative, undefined)
      await watcher.call(`${path}/reenviar`, { method: 'POST' })
      await service.runJobs()
      const again = hook.received.slice(before).filter((one) => one.id === first?.id)
      assert.equal(again.length, 2)
      assert.doesNotMatch(JSON.stringify(again), ofWrong)
    })

    test('what went is told once it is gone, as it could last be read', async () => {
      const { load, occurrence } = await opened()
      await load({ negativeItems: [wrong] })
      await load({})
      assert.equal(negativeIn(await occurrence('negative.removed'))?.items[0]?.contractId, 'CT-WRONG')
    })

    test('a daily mail tells no debt that a load took out before it left', async () => {
      const { clock, mail, service, watcher, load } = await opened()
      const email = await watcher.call(emails, {
        body: { email: 'risco@exemplo.com.br', digest: 'daily', events: ['negative.added'] },
      })
      assert.equal(email.status, 201, email.text)
      await service.runJobs()
      const [, confirm = ''] = /https:\/\/alertas\.example(\S+)/.exec(mail.received.at(-1)?.text ?? '') ?? []
      await service.call(confirm, { method: 'POST' })
      await load({ negativeItems: [wrong] })
      await load({})
      clock.add(24 * 60 * 60_000)
      await service.runJobs()
      const { text = '', subject = '' } = mail.received.at(-1) ?? {}
      assert.match(subject, /\*\*\*/)
      assert.doesNotMatch(text, ofWrong)
    })

    test('past its five years nothing is told of it, and before them all is', async () => {
      const { clock, watcher, load, occurrence } = await opened()
      const old = { protests: [protest('2021-11-20' as Day)] }
      await load(old)
      clock.set('2026-11-20T12:00:00-03:00')
      await watcher.renew()
      assert.equal(negativeIn(await occurrence('negative.added'))?.items.length, 1)
      clock.set('2026-11-21T00:00:01-03:00')
      await watcher.renew()
      assert.equal(negativeIn(await occurrence('negative.added')), undefined)
    })

    test('a debt that has a listing here since is told by that alone', async () => {
      const { service, load, occurrence } = await opened()
      const own = debt('listingP', day, { creditorName: 'Loja', contractId: 'ct held' })
      await load({ negativeItems: [own, right] })
      assert.equal(negativeIn(await occurrence('negative.added'))?.items.length, 2)
      const creditor = await productionCreditor(service)
      await creditor.inserted({ documento: watchedPerson, contractId: 'CT-HELD' })
      assert.deepEqual(
        negativeIn(await occurrence('negative.added'))?.items.map((one) => one.contractId),
        ['CT-RIGHT'],
      )
    })

    test('an alert leaves out debts whose coverage was withdrawn, and keeps those that are still covered', async () => {
      const { service, watcher, load, occurrence, clock } = await opened()
      await load(
        { negativeItems: [right], protests: [protest(day, { amount: '77.00' })] },
        {
          covers: [{ section: 'listingR', documentType: 'CPF' }],
          extent: 'complete',
          asOf: day,
          until: '2099-12-31' as Day,
          declaredBy: 'teste',
        },
      )
      const sectionsOf = async () =>
        negativeIn(await occurrence('negative.added'))?.items.map(({ section }) => section)
      assert.deepEqual((await sectionsOf())?.toSorted(), ['listingR', 'notary'])
      const { bureauCoverage } = service.store
      const declared = (await bureauCoverage.list()).filter(
        ({ section, documentType }) => section === 'listingR' && documentType === 'CPF',
      )
      for (const { id } of declared)
        await bureauCoverage.withdraw(id, { name: 'teste', nowMs: clock.nowMs() })
      const seen = negativeIn(await occurrence('negative.added'))
      assert.deepEqual(
        seen?.items.map(({ section }) => section),
        ['notary'],
      )
      assert.deepEqual(seen?.summary, { count: '1', balance: '77.00' })
      const events = (await watcher.occurrences()).map(({ event }) => event)
      assert.ok(!events.includes('negative.removed'), 'coverage that ends removes no debt')
    })

    test('a page of alerts of one document reads it once', async () => {
      const { service, watcher, load } = await opened()
      for (const amount of ['30.00', '40.00', '50.00']) {
        await load({ negativeItems: [{ ...right, amount }] })
      }
      const { subjects } = service.store
      const { readCovered } = subjects
      let count = 0
      Object.assign(subjects, {
        readCovered: (...asked: Parameters<typeof readCovered>) => {
          count += 1
          return readCovered(...asked)
        },
      })
      const events = (await watcher.occurrences()).map(({ event }) => event)
      assert.equal(events.filter((event) => event === 'negative.added').length, 3)
      assert.equal(count, 1)
    })
  })
}

async function* stream(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
