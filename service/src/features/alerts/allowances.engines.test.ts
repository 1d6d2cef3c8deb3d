import assert from 'node:assert/strict'
import { webhooksPath } from '@lastro/contract/alerts/webhooks.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import type { Answer } from '../../../testing/running-service.ts'
import { mailServer } from '../../../testing/servers/mail-server.ts'
import { webhookReceiver } from '../../../testing/servers/webhook-receiver.ts'
import { emails, sandboxWatcher, watcherOf } from '../../../testing/services/alert-service.ts'

for (const engine of engines) {
  describe(`what may be asked only so often, on ${engine}`, async () => {
    const mail = await mailServer()
    const receiver = await webhookReceiver()
    afterAll(receiver.close)
    const watcher = await sandboxWatcher(engine, { mail: mail.settings })
    const { call, service, clock } = watcher
    afterAll(service.close)

    test('a webhook is tried out ten times a minute by a client, and then told when again', async () => {
      const made = await call(webhooksPath, { body: { url: receiver.url } })
      const path = `${webhooksPath}/${String(made.at('result.id'))}/testar`
      const answers = await Promise.all(Array.from({ length: 14 }, () => call(path, { method: 'POST' })))
      const statuses = answers.map((one) => one.status).toSorted((a, b) => a - b)
      assert.deepEqual(statuses, [...Array(10).fill(200), ...Array(4).fill(429)])
      assert.equal(receiver.received.length, 10)
      const refused = answers.find((one) => one.status === 429)
      assert.equal(refused?.at('code'), 'rate_limited')
      assert.equal(refused.headers.get('retry-after'), '60')
      assert.equal(refused.headers.get('ratelimit-policy'), '"webhook-tests";q=10;w=60')
      assert.match(String(refused.at('detail')), /10\/1 min/)
      const other = watcherOf(service, await service.newSession())
      const theirs = await other.call(webhooksPath, { body: { url: receiver.url } })
      const test = await other.call(`${webhooksPath}/${String(theirs.at('result.id'))}/testar`, {
        method: 'POST',
      })
      assert.equal(test.status, 200, 'another client has its own count')
      clock.add(60_000)
      assert.equal((await call(path, { method: 'POST' })).status, 200)
    })

    test('an address that is removed and registered again is asked five times in a day, however it is written', async () => {
      const register = (email: string) => call(emails, { body: { email } })
      const spellings = [
        'ana@exemplo.com.br',
        'Ana@exemplo.com.br',
        'ANA@EXEMPLO.com.br',
        'ana@Exemplo.com.br',
      ]
      for (const email of [...spellings, 'aNa@exemplo.com.br']) {
        const made = await register(email)
        assert.equal(made.status, 201, made.text)
        await service.runJobs()
        await call(`${emails}/${String(made.at('result.id'))}`, { method: 'DELETE' })
      }
      const sent = mail.received.length
      const refused = await register('ana@exemplo.com.br')
      assert.equal(refused.status, 429, refused.text)
      assert.equal(refused.headers.get('retry-after'), String(24 * 60 * 60))
      await service.runJobs()
      assert.equal(mail.received.length, sent)
      assert.equal((await register('bia@exemplo.com.br')).status, 201, 'others are asked')
    })

    test('a question is sent again once an hour; sooner says when', async () => {
      const made = await call(emails, { body: { email: 'caio@exemplo.com.br' } })
      const path = `${emails}/${String(made.at('result.id'))}/confirmacao`
      const soon = await call(path, { method: 'POST' })
      assert.equal(soon.status, 429, soon.text)
      assert.equal(soon.headers.get('retry-after'), '3600')
      await service.runJobs()
      const before = mail.received.length
      clock.add(60 * 60_000)
      const token = await service.call('/oauth/token', {
        body: {
          grant_type: 'client_credentials',
          client_id: watcher.session.clientId,
          client_secret: watcher.session.clientSecret,
        },
      })
      Object.assign(watcher.session, { token: String(token.at('access_token')) })
      assert.equal((await call(path, { method: 'POST' })).status, 200)
      await service.runJobs()
      assert.equal(mail.received.length, before + 1)
    })

    test('a client that registers a hundred and more addresses at once has a hundred', async () => {
      const other = watcherOf(service, await service.newSession())
      const register = (at: number) => other.call(emails, { body: { email: `a${at}@exemplo.com.br` } })
      const answers: Answer[] = []
      // They wait for one another, and whoever waits for more than five seconds is turned away: so not all at once.
      for (let from = 0; from < 115; from += 23) {
        answers.push(...(await Promise.all(Array.from({ length: 23 }, (_, at) => register(from + at)))))
      }
      assert.equal(answers.filter((one) => one.status === 201).length, 100)
      assert.equal(answers.filter((one) => one.at('code') === 'alert_emails_too_many').length, 15)
    })

    test('counts hold across processes and a restart, and are forgotten when their time is over', async () => {
      const place = await newPlace(engine)
      const allowance = { policy: 'tries', owner: 'c', limit: 7, windowMs: 60_000 }
      const take = async (from: typeof service.store) =>
        (await from.alerts.allowances.take([allowance], 1_000_000)) === undefined
      const [one, two] = [await place.open(), await place.open()]
      const taken = await Promise.all(Array.from({ length: 20 }, (_, at) => take(at % 2 === 0 ? one : two)))
      assert.equal(taken.filter(Boolean).length, 7)
      await Promise.all([one.close(), two.close()])
      const again = await place.open()
      assert.equal(await take(again), false)
      assert.equal(await again.alerts.allowances.forget(1_060_000), 0)
      assert.equal(await again.alerts.allowances.forget(1_060_001), 1)
      assert.equal(await take(again), true)
      await again.close()
    })
  })
}
