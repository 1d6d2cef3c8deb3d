import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import { mailServer, type Received } from '../../../../testing/servers/mail-server.ts'
import { freePort } from '../../../../testing/servers/postgres-server.ts'
import {
  emails,
  ocorrencias,
  productionWatcher,
  sandboxWatcher,
  watchedPerson,
  watcherOf,
} from '../../../../testing/services/alert-service.ts'
import { debt } from '../../../../testing/services/listing-service.ts'

const address = 'credito@exemplo.com.br'

/** The path of the first link in a mail that leads there. */
function linkIn(mail: Received | undefined, step: 'confirmacao' | 'descadastro'): string {
  const [, path] =
    new RegExp(`https://alertas\\.example(/alertas/v2/${step}/[\\w-]+)`).exec(mail?.text ?? '') ?? []
  assert.ok(path, mail?.text ?? 'no mail')
  return path
}

const post = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }

for (const engine of engines) {
  describe(`alerts by e-mail, on ${engine}`, async () => {
    const mail = await mailServer()
    const watcher = await sandboxWatcher(engine, { mail: mail.settings })
    const { call, service, clock } = watcher
    afterAll(service.close)
    await watcher.watched({ label: '<b>João</b> & "Cia"' })
    const states = async (id: string) => (await call(`${emails}/${id}`)).at('result.state')
    let id = ''
    let unsubscribe = ''
    let confirmation = ''

    test('nothing but the question is sent before its owner has confirmed', async () => {
      const made = await call(emails, { body: { email: 'credito@EXEMPLO.com.br' } })
      assert.equal(made.status, 201, made.text)
      id = String(made.at('result.id'))
      assert.equal(made.at('result.email'), address)
      assert.equal(made.at('result.state'), 'unconfirmed')
      assert.equal(made.at('result.digest'), 'each')
      await watcher.triggered()
      await service.runJobs()
      assert.equal(mail.received.length, 1)
      const [question] = mail.received
      assert.deepEqual(question?.to, [address])
      assert.equal(question.subject, 'Confirme para receber alertas')
      assert.match(question.text, /acompanhados por Teste\./)
      const link = linkIn(question, 'confirmacao')
      confirmation = link
      // A mail scanner opens links.
      const page = await service.call(link)
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
      assert.match(page.text, /<form method="post"><button>Confirmar<\/button>/)
      assert.equal(await states(id), 'unconfirmed')
      assert.equal((await service.call(link, post)).status, 200)
      assert.equal(await states(id), 'active')
      assert.equal((await service.call(link, post)).status, 200, 'a second click is no fault')
      await service.runJobs()
      assert.equal(mail.received.length, 1, 'what happened before is not sent')
    })

    test('an alert leaves as text and HTML, its subject shows the document masked, and hostile words stay words', async () => {
      const occurrenceId = await watcher.triggered()
      await service.runJobs()
      const [, alert] = mail.received
      assert.equal(alert?.subject, '[Lastro] Uma dívida foi publicada: ***.982.247-**')
      assert.match(alert.text, /Credor: CREDOR DE EXEMPLO LTDA/)
      assert.match(alert.text, /Valor: R\$ 1\.520,33/)
      assert.match(alert.text, /Rótulo: <b>João<\/b> & "Cia"/)
      assert.match(alert.html, /&lt;b&gt;João&lt;\/b&gt; &amp; &quot;Cia&quot;/)
      assert.ok(!alert.html.includes('<b>João'))
      assert.ok(!`${alert.headers}${alert.text}${alert.html}`.includes(watchedPerson))
      assert.match(alert.text, new RegExp(occurrenceId))
      const deliveries = await call(`${ocorrencias}/${occurrenceId}/entregas`)
      assert.equal(deliveries.at('result.deliveries.0.state'), 'delivered')
      assert.deepEqual(deliveries.at('result.deliveries.0.target'), { kind: 'email', id })
      assert.equal(deliveries.at('result.deliveries.0.attempts.0.status'), 250)
      assert.match(String(deliveries.at('result.deliveries.0.attempts.0.excerpt')), /^250 /)
      unsubscribe = linkIn(alert, 'descadastro')
      const headers = alert.headers
      assert.match(headers, new RegExp(`^List-Unsubscribe: <https://alertas\\.example${unsubscribe}>$`, 'm'))
      assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    })

    test('an alert sent is a consultation in the trail, once, and costs no query', async () => {
      const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
      const found = await service.store.trail.ofDocument('sandbox', watchedPerson as never, range)
      const alerts = found.filter((one) => one.product === 'alertas')
      assert.equal(alerts.length, 1)
      const [record] = alerts
      assert.equal(record?.purpose, 'monitoring')
      assert.equal(record.clientId, watcher.session.clientId)
      assert.equal(record.outcome, 'alerted')
      assert.equal(record.billed, false)
      const by = await service.store.trail.consultedBy('sandbox', watchedPerson as never, range)
      assert.equal(by.length, 1)
      const usage = await call('/conta/v2/consumo')
      assert.equal(usage.at('result.total.unbilled'), 0)
    })

    test('it can be sent again, with the same id, and is no second consultation', async () => {
      const before = mail.received.length
      const [last] = await watcher.occurrences()
      const again = await call(`${ocorrencias}/${last?.id}/reenviar`, { method: 'POST' })
      assert.equal(again.status, 200, again.text)
      assert.equal(again.at('result.deliveries.0.state'), 'pending')
      await service.runJobs()
      assert.equal(mail.received.length, before + 1)
      const deliveries = await call(`${ocorrencias}/${last?.id}/entregas`)
      assert.deepEqual(
        (deliveries.at('result.deliveries.0.attempts') as { attempt: number }[]).map((one) => one.attempt),
        [1, 2],
      )
    })

    test('in English for who wants English, and only of the events and documents chosen', async () => {
      const made = await call(emails, {
        body: {
          email: 'credit@example.com',
          language: 'en',
          events: ['partners.changed'],
          documents: [watchedPerson],
        },
      })
      await service.runJobs()
      await service.call(linkIn(mail.received.at(-1), 'confirmacao'), post)
      const before = mail.received.length
      await watcher.triggered('status.changed')
      await watcher.triggered('partners.changed')
      await service.runJobs()
      const mails = mail.received.slice(before)
      const english = mails.filter((one) => one.to[0] === 'credit@example.com')
      assert.deepEqual(
        english.map((one) => one.subject),
        ['[Lastro] The partners changed: ***.982.247-**'],
      )
      assert.match(english[0]?.text ?? '', /Joined: BRUNO DE EXEMPLO, SOCIO/)
      assert.ok(!english[0]?.text.includes('12345678909'), 'a partner’s document stays out of the mail')
      assert.equal(mails.length, 3)
      await call(`${emails}/${String(made.at('result.id'))}`, { method: 'DELETE' })
    })

    test('a day’s alerts go together at eight, by the sandbox’s own clock', async () => {
      await call(`${emails}/${id}`, { method: 'PATCH', body: { digest: 'daily' } })
      const before = mail.received.length
      await watcher.triggered('status.changed')
      await watcher.triggered('sanction.added')
      await service.runJobs()
      assert.equal(mail.received.length, before)
      await watcher.advance('P1D')
      assert.equal(mail.received.length, before + 1)
      const digest = mail.received.at(-1)
      assert.equal(digest?.subject, '[Lastro] Alertas do dia: 2')
      assert.ok(digest.text.indexOf('situação cadastral') < digest.text.indexOf('sanção nova'))
      await call(`${emails}/${id}`, { method: 'PATCH', body: { digest: 'each' } })
    })

    test('a server that puts off is tried again by a ladder that the sandbox clock moves', async () => {
      mail.answer = { code: 451, text: 'Greylisted' }
      const occurrenceId = await watcher.triggered('public_debt.changed')
      await service.runJobs()
      const path = `${ocorrencias}/${occurrenceId}/entregas`
      const waiting = await call(path)
      assert.equal(waiting.at('result.deliveries.0.state'), 'pending')
      assert.equal(waiting.at('result.deliveries.0.attempts.0.status'), 451)
      await watcher.advance('PT6M')
      assert.equal(((await call(path)).at('result.deliveries.0.attempts') as unknown[]).length, 3)
      mail.answer = undefined
      await watcher.advance('PT31M')
      assert.equal((await call(path)).at('result.deliveries.0.state'), 'delivered')
    })

    test('alerts of one document arrive in order, also when the first was put off', async () => {
      mail.answer = { code: 451, text: 'Later' }
      await watcher.triggered('status.changed')
      await service.runJobs()
      mail.answer = undefined
      await watcher.triggered('registration.changed')
      await service.runJobs()
      const before = mail.received.length
      await watcher.advance('PT1M')
      assert.deepEqual(
        mail.received.slice(before).map((one) => one.subject),
        ['[Lastro] A situação cadastral mudou: ***.982.247-**', '[Lastro] O cadastro mudou: ***.982.247-**'],
      )
    })

    test('three refusals in a row pause an address, with the reason shown; it can be resumed', async () => {
      mail.answer = { code: 550, text: 'No such mailbox' }
      for (let count = 1; count <= 3; count++) {
        await watcher.triggered()
        await service.runJobs()
        assert.equal((await call(`${emails}/${id}`)).at('result.bounces'), count)
      }
      const paused = await call(`${emails}/${id}`)
      assert.equal(paused.at('result.state'), 'paused')
      assert.equal(paused.at('result.pause.code'), 'bounced')
      assert.equal(paused.at('result.pause.answer'), '550 No such mailbox')
      mail.answer = undefined
      const before = mail.received.length
      await watcher.triggered()
      await service.runJobs()
      assert.equal(mail.received.length, before)
      const resumed = await call(`${emails}/${id}`, { method: 'PATCH', body: { paused: false } })
      assert.equal(resumed.at('result.state'), 'active')
      assert.equal(resumed.at('result.bounces'), 0)
      await watcher.triggered()
      await service.runJobs()
      assert.equal(mail.received.length, before + 1)
    })

    test('its addresses are told when a webhook of the client was switched off', async () => {
      const before = mail.received.length
      const { clientId } = watcher.session
      const payload = { webhookId: 'w', url: 'https://sistema.exemplo.com.br/<b>', reason: 'gone', atMs: 0 }
      const row = { topic: 'webhook.off', register: clientId, clientId, createdAtMs: 0, dueAtMs: 0 }
      await service.store.outbox.add([{ ...row, id: 'webhook.off.w.2', payload }])
      await service.runJobs()
      await service.runJobs()
      const told = mail.received.slice(before)
      assert.deepEqual(
        told.map((one) => [one.to[0], one.subject]),
        [[address, '[Lastro] Um webhook foi desligado']],
      )
      assert.match(told[0]?.text ?? '', /respondeu 410/)
      assert.ok(!told[0]?.html.includes('<b>'))
    })

    test('a creditor that was paid is reminded by mail to ask for the release', async () => {
      const as = watcher.session
      const debts = '/sandbox/negativacao/v2/dividas'
      const inserted = await service.call(debts, { as, body: { ...debt, contractId: 'PAGO-1' } })
      assert.equal(inserted.status, 201, inserted.text)
      await watcher.advance('P20D')
      const path = `${debts}/${String(inserted.at('result.id'))}`
      const published = await service.call(path, { as })
      const headers = { 'If-Match': published.headers.get('etag') ?? '' }
      const paidOn = String(published.at('result.publishOn'))
      const paid = await service.call(path, { as, method: 'PATCH', headers, body: { paidOn } })
      assert.equal(paid.status, 200, paid.text)
      const before = mail.received.length
      await watcher.advance('P7D')
      await service.runJobs()
      await service.runJobs()
      const told = mail.received.slice(before).filter((one) => one.subject.includes('Peça a baixa até'))
      assert.deepEqual(
        told.map((one) => one.to[0]),
        [address],
      )
      assert.match(told[0]?.text ?? '', new RegExp(`PAGO-1[^]*${paidOn}[^]*/baixa`))
      assert.ok(!`${told[0]?.subject}${told[0]?.text}`.includes(debt.documento))
    })

    test('one click stops the mails, without credentials and without opening anything', async () => {
      await call(`${emails}/${id}`, { method: 'PATCH', body: { digest: 'daily' } })
      await watcher.triggered()
      const answer = await service.call(unsubscribe, {
        ...post,
        // Whatever a mail program would like to read back, the click counts.
        headers: { ...post.headers, Accept: 'application/json' },
        body: 'List-Unsubscribe=One-Click',
      })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await states(id), 'unsubscribed')
      const before = mail.received.length
      await watcher.triggered()
      await watcher.advance('P2D')
      assert.equal(mail.received.length, before)
      const back = await call(`${emails}/${id}`, { method: 'PATCH', body: { paused: false } })
      assert.equal(back.at('code'), 'alert_email_state', 'only its owner takes it back')
    })

    test('whoever has stopped the mails is not brought back by an old link, nor told so', async () => {
      assert.equal((await service.call(confirmation)).at('code'), 'link_unknown')
      assert.equal((await service.call(confirmation, post)).at('code'), 'link_unknown')
      assert.equal(await states(id), 'unsubscribed')
      assert.equal((await service.call(unsubscribe, post)).status, 200, 'a second click is no fault')
    })

    test('a link that is made up, or has expired, is unknown', async () => {
      assert.equal((await service.call(`/alertas/v2/confirmacao/${'x'.repeat(43)}`)).status, 404)
      assert.equal((await service.call(unsubscribe.replace('descadastro', 'confirmacao'), post)).status, 404)
      const made = await call(emails, { body: { email: 'outro@exemplo.com.br' } })
      await service.runJobs()
      const link = linkIn(mail.received.at(-1), 'confirmacao')
      clock.add(7 * 24 * 60 * 60_000 + 1)
      assert.equal((await service.call(link, post)).at('code'), 'link_unknown')
      clock.add(-(7 * 24 * 60 * 60_000 + 1))
      assert.equal((await service.call(link, post)).status, 200)
      assert.equal(await states(String(made.at('result.id'))), 'active')
    })

    test('an address once a client: the second says which exists', async () => {
      const again = await call(emails, { body: { email: address } })
      assert.equal(again.status, 409)
      assert.equal(again.at('existingId'), id)
      for (const email of ['x', 'a@b@c', 'a b@c.d', 'a@c.d, e@f.g', `${'x'.repeat(250)}@c.d`]) {
        assert.equal((await call(emails, { body: { email } })).at('code'), 'body_invalid', email)
      }
      const headers = { 'Idempotency-Key': 'mail-1' }
      const first = await call(emails, { body: { email: 'chave@exemplo.com.br' }, headers })
      const repeat = await call(emails, { body: { email: 'chave@exemplo.com.br' }, headers })
      assert.equal(first.status, 201)
      assert.equal(repeat.text, first.text)
    })

    test('a sandbox and production keep their addresses apart', async () => {
      const production = await productionWatcher(service)
      assert.deepEqual((await production.call(emails)).at('result.emails'), [])
      const other = watcherOf(service, await service.newSession())
      assert.deepEqual((await other.call(emails)).at('result.emails'), [])
      assert.equal((await other.call(`${emails}/${id}`)).at('code'), 'alert_email_unknown')
    })

    test('a day of very many alerts goes in several mails, in order, each alert once', async () => {
      const other = watcherOf(service, await service.newSession())
      await other.watched()
      await other.call(emails, { body: { email: 'muitos@exemplo.com.br', digest: 'daily' } })
      await service.runJobs()
      const question = mail.received.find((one) => one.to[0] === 'muitos@exemplo.com.br')
      await service.call(linkIn(question, 'confirmacao'), post)
      const ids: string[] = []
      for (let count = 0; count < 205; count++) ids.push(await other.triggered('status.changed'))
      const before = mail.received.length
      await other.advance('P1D')
      clock.add(10 * 60_000)
      await service.runJobs()
      const digests = mail.received.slice(before)
      assert.deepEqual(
        digests.map((one) => one.subject),
        ['[Lastro] Alertas do dia: 200', '[Lastro] Alertas do dia: 5'],
      )
      const told = digests.flatMap((one) => [...one.text.matchAll(/oc_[\w-]{24}/g)].map(([found]) => found))
      assert.deepEqual(told, ids)
    })

    test('while our relay is away a sandbox may move its clock by a lifetime: it is tried once, and alerts wait', async () => {
      const settings = { ...mail.settings, smtpUrl: `smtp://127.0.0.1:${await freePort()}` }
      const other = await sandboxWatcher(engine, { mail: settings })
      await other.watched()
      const made = await other.call(emails, { body: { email: address } })
      const { store } = other.service
      const kept = await store.alerts.emails.findAny(String(made.at('result.id')))
      assert.ok(kept)
      const moment = { nowMs: other.clock.nowMs(), machineMs: other.clock.nowMs() }
      await store.alerts.emails.update({ ...kept, state: 'active', version: 2 }, 1, moment)
      const occurrenceId = await other.triggered()
      await other.advance('P90Y')
      await other.service.runJobs()
      const log = await other.call(`${ocorrencias}/${occurrenceId}/entregas`)
      assert.equal(log.at('result.deliveries.0.state'), 'pending')
      assert.equal((log.at('result.deliveries.0.attempts') as unknown[]).length, 1)
      await other.service.close()
    })

    test('without settings for mail alerts wait, and leave once there are some', async () => {
      const place = await newPlace(engine)
      const mail = await mailServer()
      const before = await runService({ store: await place.open() })
      const watcher = watcherOf(before, await before.newSession())
      await watcher.watched()
      await watcher.call(emails, { body: { email: address } })
      await before.runJobs()
      const after = await runService({
        store: await place.open(),
        mail: mail.settings,
        clock: { nowMs: () => Date.now() + 60_000 },
      })
      await after.runJobs()
      await after.call(linkIn(mail.received[0], 'confirmacao'), post)
      const occurrenceId = await watcher.triggered()
      await before.runJobs()
      assert.equal(mail.received.length, 1)
      const waiting = await watcher.call(`${ocorrencias}/${occurrenceId}/entregas`)
      assert.equal(waiting.at('result.deliveries.0.state'), 'pending')
      await after.runJobs()
      assert.equal(mail.received.length, 2)
      await before.close()
      await after.close()
    })
  })
}
