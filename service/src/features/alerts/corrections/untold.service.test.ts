import assert from 'node:assert/strict'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import type { UntoldCorrection } from '@lastro/contract/operator/operator-corrections.ts'
import { describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { mailServer } from '../../../../testing/servers/mail-server.ts'
import { answering } from '../../../../testing/servers/webhook-receiver.ts'
import { correctionService } from '../../../../testing/services/correction-service.ts'
import { cleanPerson } from '../../../../testing/services/listing-service.ts'
import { reportBounce } from '../emails/report-bounce.ts'

const dayMs = 86_400_000

for (const engine of engines) {
  describe(`corrections that nobody has told, on ${engine}`, async () => {
    const mail = await mailServer()
    const { service, clock, creditor, newReader, published, corrected, pass, operate } =
      await correctionService(engine, { mail: mail.settings })
    const { store } = service
    let contracts = 0
    const newContract = () => ({ contractId: `U-${contracts++}`, contact: { email: 'ana@exemplo.com.br' } })

    const untold = async (environment = 'production') => {
      const answer = await operate(`/correcoes?environment=${environment}`)
      assert.equal(answer.status, 200, answer.text)
      assert.ok(!answer.text.includes(cleanPerson))
      return answer.at('result.corrections') as UntoldCorrection[]
    }
    const reasonsOf = async (of: { readonly clientId: string }) =>
      (await untold()).filter(({ clientId }) => clientId === of.clientId).map(({ reason }) => reason)
    /** A debt that the reader was shown, and that was wrong. */
    const wrongFor = async (reader: { readonly report: () => Promise<unknown> }) => {
      const id = await published(newContract())
      await reader.report()
      assert.equal((await creditor.patch(id, { amount: '900.00' })).status, 200)
      return id
    }

    test('a client with no channel is on the list until somebody has told it, and the mark says when', async () => {
      const reader = await newReader()
      const id = await wrongFor(reader)
      await corrected()
      const [one, ...more] = (await untold()).filter(({ clientId }) => clientId === reader.clientId)
      assert.deepEqual(more, [])
      assert.ok(one)
      const [occurrence] = await reader.corrections()
      assert.deepEqual(
        { ...one, id: '', createdAt: '', version: 0 },
        {
          id: '',
          environment: 'production',
          recipient: 'reader',
          clientId: reader.clientId,
          clientName: 'Teste',
          listingId: id,
          version: 0,
          occurrenceId: occurrence?.id,
          reason: 'no_channel',
          dueOn: '2026-12-11',
          createdAt: '',
        },
      )
      const mark = async () => (await reader.consultations())[0]?.corrections?.[0]
      assert.equal((await mark())?.toldAt, undefined)
      assert.equal((await operate(`/correcoes/${one.id}/comunicada`, { body: { note: ' ' } })).status, 400)
      const body = { note: `por telefone, sobre ${cleanPerson}` }
      const told = await operate(`/correcoes/${one.id}/comunicada`, { body })
      assert.equal(told.status, 200, told.text)
      assert.deepEqual(await reasonsOf(reader), [])
      assert.ok((await mark())?.toldAt)
      const again = await operate(`/correcoes/${one.id}/comunicada`, { body })
      assert.deepEqual([again.status, again.at('code')], [404, 'correction_unknown'])
      const acts = (await operate('/atos')).at('result.acts') as OperatorAct[]
      const done = acts.filter(({ operation }) => operation === 'operadorCorrecoesComunica')
      assert.ok(done.every(({ target }) => target === one.id))
      const outcomes = done.map(({ outcome }) => String(outcome)).toSorted()
      assert.deepEqual(outcomes, ['body_invalid', 'correction_unknown', 'done'])
    })

    test('a client that was revoked since is on the list, before it was told or while it was on its way', async () => {
      const [before, between] = [await newReader(), await newReader()]
      const receiver = await between.listens()
      receiver.answer = answering(503)
      await before.listens()
      const id = await published(newContract())
      await before.report()
      await between.report()
      await creditor.patch(id, { amount: '900.00' })
      await store.clients.revokeClient(before.clientId, clock.nowMs())
      await service.runJobs()
      clock.add(61_000)
      for (let round = 0; round < 3; round++) await service.runJobs()
      assert.deepEqual(await reasonsOf(before), ['client_revoked'])
      assert.deepEqual(await reasonsOf(between), [])
      await store.clients.revokeClient(between.clientId, clock.nowMs())
      receiver.answer = answering(200)
      clock.add(6 * 60_000)
      const arrived = receiver.received.length
      await service.runJobs()
      assert.equal(receiver.received.length, arrived)
      assert.deepEqual(await reasonsOf(between), ['client_revoked'])
    })

    test('one whose webhook takes nothing is on the list once the time is over, and off it once it was taken', async () => {
      const reader = await newReader()
      const receiver = await reader.listens()
      receiver.answer = answering(503)
      await wrongFor(reader)
      await corrected()
      assert.deepEqual(await reasonsOf(reader), [], 'it is on its way')
      await pass(8 * dayMs)
      assert.deepEqual(await reasonsOf(reader), ['overdue'])
      receiver.answer = answering(200)
      await pass(dayMs)
      assert.deepEqual(await reasonsOf(reader), [])
      assert.ok((await reader.consultations())[0]?.corrections?.[0]?.toldAt)
    })

    test('one whose webhook was removed before it took anything is on the list, and sending it again takes it off', async () => {
      const reader = await newReader()
      const receiver = await reader.listens()
      receiver.answer = answering(503)
      await wrongFor(reader)
      await corrected()
      const [webhook] = (await reader.call('/alertas/v2/webhooks')).at('result.webhooks') as { id: string }[]
      await reader.call(`/alertas/v2/webhooks/${webhook?.id}`, { method: 'DELETE' })
      assert.deepEqual(await reasonsOf(reader), ['undelivered'])
      const [occurrence] = await reader.corrections()
      await reader.listens()
      const resent = await reader.call(`/alertas/v2/ocorrencias/${occurrence?.id}/reenviar`, {
        method: 'POST',
      })
      assert.equal(resent.status, 200, resent.text)
      await service.runJobs()
      assert.deepEqual(await reasonsOf(reader), [])
    })

    test('an e-mail tells it, in words and with the document masked; one that came back has told nobody', async () => {
      const reader = await newReader()
      const made = await reader.call('/alertas/v2/emails', { body: { email: 'credito@exemplo.com.br' } })
      assert.equal(made.status, 201, made.text)
      await service.runJobs()
      const [, path] =
        /https:\/\/alertas\.example(\/alertas\/v2\/confirmacao\/[\w-]+)/.exec(
          mail.received.at(-1)?.text ?? '',
        ) ?? []
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
      assert.equal((await service.call(path ?? '', { method: 'POST', headers: form })).status, 200)
      await wrongFor(reader)
      await corrected()
      const sent = mail.received.filter(({ to }) => to.includes('credito@exemplo.com.br')).at(-1)
      assert.equal(sent?.subject, '[Lastro] Uma dívida que foi mostrada estava errada: ***.982.247-**')
      assert.match(sent.text, /O que houve: O que foi mostrado estava errado e foi corrigido/)
      assert.match(sent.text, /listingP\.amount: 1520\.33 → 900\.00/)
      assert.ok(!sent.text.includes(cleanPerson))
      assert.deepEqual(await reasonsOf(reader), [])
      const [occurrence] = await reader.corrections()
      const messageId = `${occurrence?.id}.${String(made.at('result.id'))}`
      const { nowMsIn } = service.listings
      const deps = { ...store.alerts, clock, nowMsIn }
      assert.equal(await reportBounce(deps, { messageId, detail: '550 no such mailbox' }), 'recorded')
      await service.runJobs()
      assert.deepEqual(await reasonsOf(reader), ['undelivered'])
      assert.equal((await reader.consultations())[0]?.corrections?.[0]?.toldAt, undefined)
    })

    test('a sandbox’s own are in the sandbox’s list', async () => {
      const before = (await untold()).length
      const session = await service.newSession('sandbox')
      const answer = await service.call('/sandbox/eventos', {
        body: { documento: cleanPerson, event: 'listing.corrected' },
        as: session,
      })
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.at('result.occurrences.0.event'), 'listing.corrected')
      assert.equal((await untold()).length, before)
      const [own] = await untold('sandbox')
      assert.equal(own?.clientId, session.clientId)
    })

    test('the list goes on by pages, and a query that says more is refused', async () => {
      for (let count = 0; count < 2; count++) await wrongFor(await newReader())
      await corrected()
      const all = (await untold()).map(({ id }) => id)
      assert.ok(all.length >= 3)
      const paged: string[] = []
      for (let cursor = ''; ; ) {
        const answer = await operate(`/correcoes?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
        paged.push(...(answer.at('result.corrections') as UntoldCorrection[]).map(({ id }) => id))
        if (answer.at('result.cursor') === undefined) break
        cursor = String(answer.at('result.cursor'))
      }
      assert.deepEqual(paged, all)
      assert.equal((await operate('/correcoes?documento=1')).status, 400)
      const stranger = await newReader()
      assert.equal((await stranger.call('/operador/v2/correcoes')).status, 401)
    })
  })
}
