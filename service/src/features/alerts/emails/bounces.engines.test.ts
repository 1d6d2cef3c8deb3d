import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { mailServer, type Received } from '../../../../testing/servers/mail-server.ts'
import { emails, ocorrencias, sandboxWatcher } from '../../../../testing/services/alert-service.ts'
import { alertMailId } from './alert-mail-id.ts'
import { reportBounce } from './report-bounce.ts'

const token = 'operator-token-of-at-least-32-characters'
const dayMs = 24 * 60 * 60_000

const messageIdOf = (mail: Received | undefined): string => {
  const [, id = ''] = /^Message-ID: <([^@]+)@/im.exec(mail?.headers ?? '') ?? []
  return id
}

for (const engine of engines) {
  describe(`mails that come back, on ${engine}`, async () => {
    const mail = await mailServer()
    const watcher = await sandboxWatcher(engine, { mail: mail.settings, noticeReportToken: token })
    const { call, service, clock } = watcher
    afterAll(service.close)
    await watcher.watched()
    const made = await call(emails, { body: { email: 'credito@exemplo.com.br' } })
    const path = `${emails}/${String(made.at('result.id'))}`
    await service.runJobs()
    const [, confirm = ''] = /https:\/\/alertas\.example(\S+)/.exec(mail.received[0]?.text ?? '') ?? []
    await service.call(confirm, { method: 'POST' })
    const report = (messageId: string, as = token, detail = '550 5.1.1 mailbox unknown') =>
      service.call('/alertas/v2/devolucoes', {
        headers: { Authorization: `Bearer ${as}` },
        body: { messageId, detail },
      })
    const olderIds: string[] = []
    const sent = async () => {
      const occurrenceId = await watcher.triggered()
      await service.runJobs()
      olderIds.push(occurrenceId)
      return { occurrenceId, messageId: messageIdOf(mail.received.at(-1)) }
    }
    const bounces = async () => (await call(path)).at('result.bounces')

    test('only the operator reports one, and only of a mail that was sent', async () => {
      const { messageId } = await sent()
      assert.equal((await report(messageId, 'x'.repeat(40))).at('code'), 'operator_token_invalid')
      const own = await service.call('/alertas/v2/devolucoes', {
        as: watcher.session,
        body: { messageId, detail: 'x' },
      })
      assert.equal(own.status, 401, 'a client’s own credentials are none')
      for (const id of ['x', `oc_x.${randomUUID()}`, '..', '.'])
        assert.equal((await report(id)).status, 404, id)
      for (const id of ['', 'a@b', 'a\u0000', 'x'.repeat(301)])
        assert.equal((await report(id)).status, 400, id)
      assert.equal((await report(messageId, token, 'a\u0000')).status, 400)
      assert.equal(await bounces(), 0)
    })

    test('it counts once, and the log of deliveries shows it', async () => {
      const { occurrenceId, messageId } = await sent()
      const reports = await Promise.all([report(messageId), report(messageId), report(messageId)])
      assert.deepEqual(
        reports.map((one) => one.status),
        [200, 200, 200],
      )
      assert.equal(await bounces(), 1)
      const log = await call(`${ocorrencias}/${occurrenceId}/entregas`)
      assert.equal(log.at('result.deliveries.0.state'), 'failed')
      assert.equal(log.at('result.deliveries.0.attempts.1.error'), 'bounced: 550 5.1.1 mailbox unknown')
    })

    test('a relay that takes everything does not make up for it: the third pauses the address, and says why', async () => {
      await report((await sent()).messageId)
      assert.equal(await bounces(), 2)
      await report((await sent()).messageId)
      const paused = await call(path)
      assert.equal(paused.at('result.state'), 'paused')
      assert.equal(paused.at('result.pause.code'), 'bounced')
      assert.equal(paused.at('result.pause.answer'), '550 5.1.1 mailbox unknown')
    })

    test('once nothing has come back for days, a mail that is taken counts as well again', async () => {
      await call(path, { method: 'PATCH', body: { paused: false } })
      await report((await sent()).messageId)
      assert.equal(await bounces(), 1)
      clock.add(5 * dayMs)
      const answer = await service.call('/oauth/token', {
        body: {
          grant_type: 'client_credentials',
          client_id: watcher.session.clientId,
          client_secret: watcher.session.clientSecret,
        },
      })
      Object.assign(watcher.session, { token: String(answer.at('access_token')) })
      await sent()
      assert.equal(await bounces(), 0)
    })

    const resend = async (occurrenceId: string) => {
      const answer = await call(`${ocorrencias}/${occurrenceId}/reenviar`, { method: 'POST' })
      assert.equal(answer.status, 200, answer.text)
    }
    const states = async (...occurrenceIds: string[]) => {
      const logs = await Promise.all(occurrenceIds.map((id) => call(`${ocorrencias}/${id}/entregas`)))
      return logs.map((log) => [
        log.at('result.deliveries.0.state'),
        (log.at('result.deliveries.0.attempts') as object[]).length,
      ])
    }
    const deps = { ...service.store.alerts, clock, nowMsIn: () => clock.nowMs() }

    test('one that somebody else came before is not lost: it counts when it is told again', async () => {
      const { occurrenceId, messageId } = await sent()
      const emailId = path.slice(emails.length + 1)
      const stale = await deps.emails.findAny(emailId)
      assert.ok(stale)
      const outrun = {
        ...deps.emails,
        findAny: async () => ({ ...stale, version: stale.version - 1 }),
      }
      const bounce = { messageId, detail: '550 no' }
      assert.equal(await reportBounce({ ...deps, emails: outrun }, bounce), 'busy')
      assert.deepEqual([await bounces(), await states(occurrenceId)], [0, [['delivered', 1]]])
      assert.equal((await report(messageId)).status, 200)
      assert.deepEqual([await bounces(), await states(occurrenceId)], [1, [['failed', 2]]])
    })

    test('a mail that was sent again comes back as another, and what is told late of the first leaves it alone', async () => {
      const { occurrenceId, messageId } = await sent()
      await resend(occurrenceId)
      await service.runJobs()
      const again = messageIdOf(mail.received.at(-1))
      assert.notEqual(again, messageId)
      assert.equal((await report(messageId)).status, 200)
      assert.deepEqual([await bounces(), await states(occurrenceId)], [2, [['delivered', 2]]])
      assert.equal((await report(again)).status, 200)
      assert.equal((await report(again)).status, 200)
      assert.deepEqual([await bounces(), await states(occurrenceId)], [3, [['failed', 3]]])
      assert.equal((await call(path)).at('result.pause.code'), 'bounced')
      await call(path, { method: 'PATCH', body: { paused: false } })
    })

    test('one that comes back before it is written down as taken is asked for again', async () => {
      const occurrenceId = await watcher.triggered()
      const now = clock.nowMs()
      const claiming = { kind: 'email', register: undefined, nowMs: now, limit: 8 } as const
      const [held] = await deps.deliveries.claim({ ...claiming, claimedUntilMs: now + 60_000 })
      assert.equal(held?.occurrence.id, occurrenceId)
      const messageId = alertMailId(held.delivery)
      assert.equal((await report(messageId)).at('code'), 'alert_busy')
      assert.equal(await bounces(), 0)
      const attempt = { atMs: now, status: 250, error: undefined, excerpt: 'taken' }
      await deps.deliveries.settle(held.delivery, attempt, { state: 'delivered' }, now)
      assert.equal((await report(messageId)).status, 200)
      assert.deepEqual([await bounces(), await states(occurrenceId)], [1, [['failed', 2]]])
    })

    test('of two mails that a resend put on their way at once, either may come back', async () => {
      const occurrenceId = await watcher.triggered()
      const claimed = async () => {
        const nowMs = clock.nowMs()
        const asked = { kind: 'email', register: undefined, nowMs, limit: 8 } as const
        const [held] = await deps.deliveries.claim({ ...asked, claimedUntilMs: nowMs + 60_000 })
        assert.equal(held?.occurrence.id, occurrenceId)
        return held.delivery
      }
      const first = await claimed()
      await resend(occurrenceId)
      clock.add(1)
      const second = await claimed()
      const attempt = { atMs: clock.nowMs(), status: 250, error: undefined, excerpt: 'taken' }
      for (const one of [first, second])
        await deps.deliveries.settle(one, attempt, { state: 'delivered' }, clock.nowMs())
      assert.equal(alertMailId(first), alertMailId(second))
      assert.equal((await report(alertMailId(second))).status, 200)
      assert.deepEqual(await states(occurrenceId), [['failed', 3]])
      await call(path, { method: 'PATCH', body: { paused: false } })
    })

    test('what a day’s mail told has failed with it, all of it', async () => {
      await call(path, { method: 'PATCH', body: { digest: 'daily', paused: false } })
      const ids = [await watcher.triggered(), await watcher.triggered('listing.released')]
      await watcher.advance('P1D')
      await service.runJobs()
      assert.deepEqual(await states(...ids), [
        ['delivered', 1],
        ['delivered', 1],
      ])
      const before = await states(...olderIds)
      assert.equal((await report(messageIdOf(mail.received.at(-1)))).status, 200)
      assert.deepEqual(await states(...ids), [
        ['failed', 2],
        ['failed', 2],
      ])
      assert.deepEqual(await states(...olderIds), before)
    })

    test('a question that comes back counts against its address too', async () => {
      const other = await call(emails, { body: { email: 'ninguem@exemplo.com.br' } })
      await service.runJobs()
      assert.equal((await report(messageIdOf(mail.received.at(-1)))).status, 200)
      assert.equal((await call(`${emails}/${String(other.at('result.id'))}`)).at('result.bounces'), 1)
    })
  })
}
