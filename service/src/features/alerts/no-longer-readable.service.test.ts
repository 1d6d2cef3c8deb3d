import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { cleanPerson, natureFor } from '../../../testing/invented/invented-debt.ts'
import { mailServer } from '../../../testing/servers/mail-server.ts'
import { answering } from '../../../testing/servers/webhook-receiver.ts'
import { ocorrencias } from '../../../testing/services/alert-service.ts'
import { correctionService, type Reader } from '../../../testing/services/correction-service.ts'

const dayMs = 86_400_000
/** The contract, creditor, amounts and due date of the debts below. */
const details = /HIDE-|LOJA LTDA|1520\.33|900\.00|2026-03-10|CRED /

for (const engine of engines) {
  describe(`alerts of a listing that may no longer be read, on ${engine}`, async () => {
    const mail = await mailServer()
    const { service, creditor, newReader, published, pass, operate, clock } = await correctionService(
      engine,
      {
        mail: mail.settings,
      },
    )
    let contracts = 0
    const newDebt = () => {
      const contractId = `HIDE-${contracts++}`
      return { contractId, ...natureFor(contractId) }
    }

    /** A reader that watches, with a webhook and a confirmed e-mail address. */
    const newWatcher = async (digest = 'each') => {
      const reader = await newReader()
      const receiver = await reader.listens()
      const address = `risco-${contracts}-${reader.clientId.slice(-6).toLowerCase()}@exemplo.com.br`
      await reader.call('/alertas/v2/emails', { body: { email: address, digest } })
      await service.runJobs()
      const question = mail.received.findLast(({ to }) => to.includes(address))
      const [, confirm = ''] = /https:\/\/alertas\.example(\S+)/.exec(question?.text ?? '') ?? []
      await service.call(confirm, { method: 'POST' })
      const watched = await reader.call('/alertas/v2/documentos', { body: { documento: cleanPerson } })
      assert.equal(watched.status, 201, watched.text)
      const sentTo = () => mail.received.filter(({ to }) => to.includes(address))
      return { reader, receiver, sentTo }
    }
    const occurrencesOf = async (reader: Reader) => {
      const answer = await reader.call(ocorrencias)
      assert.equal(answer.status, 200, answer.text)
      return answer.at('result.occurrences') as { id: string; event: string; data: object }[]
    }
    const text = (value: unknown) => JSON.stringify(value)

    const endings: readonly (readonly [string, string, (id: string) => Promise<unknown>])[] = [
      ['an upheld dispute', 'listing.released', (id) => creditor.act(id, 'baixa', { reason: '45' })],
      ['a fraud', 'listing.released', (id) => creditor.act(id, 'baixa', { reason: '40' })],
      ['a court order', 'listing.released', (id) => creditor.act(id, 'baixa', { reason: '04' })],
      [
        'a suspension by a court',
        'listing.changed',
        (id) => operate(`/anotacoes/${id}/suspender`, { body: { courtOrder: 'AI 1/26' } }),
      ],
      [
        'a dispute that nobody answered',
        'listing.released',
        async (id) => {
          await creditor.act(id, 'contestacao', { statement: 'Não devo.' })
          await pass(12 * dayMs)
        },
      ],
    ]
    for (const [title, event, end] of endings) {
      test(`after ${title} no alert, mark or resent message names the listing`, async () => {
        const { reader, receiver, sentTo } = await newWatcher()
        const id = await published(newDebt())
        await reader.report()
        await creditor.patch(id, { amount: '900.00' })
        await pass(dayMs)
        await reader.report()
        const before = await occurrencesOf(reader)
        assert.match(text(before), details, 'while it is readable')
        assert.match(text(await reader.consultations()), details)
        await end(id)
        const sentBefore = [receiver.received.length, sentTo().length] as const
        await pass(dayMs)
        const all = await occurrencesOf(reader)
        assert.ok(
          all.some((one) => one.event === event),
          text(all),
        )
        for (const one of before) assert.ok(all.some(({ id, event }) => id === one.id && event === one.event))
        assert.doesNotMatch(text(all), details)
        for (const one of all) {
          const alone = await reader.call(`${ocorrencias}/${one.id}`)
          assert.doesNotMatch(alone.text, details)
          const resent = await reader.call(`${ocorrencias}/${one.id}/reenviar`, { method: 'POST' })
          assert.equal(resent.status, 200, resent.text)
        }
        await pass(dayMs)
        const messages = receiver.received.slice(sentBefore[0])
        assert.ok(messages.length >= all.length)
        assert.doesNotMatch(text(messages.map(({ message }) => message)), details)
        const mails = sentTo().slice(sentBefore[1])
        assert.ok(mails.length >= all.length)
        assert.doesNotMatch(text(mails.map((one) => one.text)), details)
        const marked = (await reader.consultations()).filter(({ corrections }) => corrections !== undefined)
        assert.ok(marked.length > 0, 'the marks stay')
        assert.doesNotMatch(text(marked.map(({ corrections }) => corrections)), details)
      })
    }

    test('a webhook that is retried after the end no longer names the listing, nor does a daily mail', async () => {
      const { reader, receiver, sentTo } = await newWatcher('daily')
      receiver.answer = answering(503)
      const id = await published(newDebt())
      await creditor.patch(id, { amount: '900.00' })
      await service.runJobs()
      assert.match(text(receiver.received.map(({ message }) => message)), details)
      await creditor.act(id, 'baixa', { reason: '45' })
      receiver.answer = answering(200)
      const [failed, mailed] = [receiver.received.length, sentTo().length]
      await pass(2 * dayMs)
      assert.ok(receiver.received.length > failed)
      assert.doesNotMatch(text(receiver.received.slice(failed).map(({ message }) => message)), details)
      assert.ok(sentTo().length > mailed)
      assert.doesNotMatch(
        text(
          sentTo()
            .slice(mailed)
            .map((one) => one.text),
        ),
        details,
      )
      assert.doesNotMatch(text(await occurrencesOf(reader)), details)
    })

    test('the delivery log omits what a receiver echoed', async () => {
      const { reader, receiver } = await newWatcher()
      receiver.answer = (response) => void response.writeHead(200).end('ok HIDE-echo LOJA LTDA')
      const id = await published(newDebt())
      const [occurrence] = await occurrencesOf(reader)
      const log = () => reader.call(`${ocorrencias}/${occurrence?.id}/entregas`)
      assert.match((await log()).text, /HIDE-echo/)
      await creditor.act(id, 'baixa', { reason: '45' })
      await pass(dayMs)
      const after = await log()
      assert.doesNotMatch(after.text, details)
      assert.match(after.text, /"status":200/)
    })

    test('an ordinary release still names the listing until its five years have passed', async () => {
      const { reader, receiver } = await newWatcher()
      const id = await published(newDebt())
      await creditor.act(id, 'baixa', { reason: '03' })
      await pass(dayMs)
      const released = (await occurrencesOf(reader)).find(({ event }) => event === 'listing.released')
      assert.match(text(released), /HIDE-/)
      clock.set('2031-03-12T12:00:00-03:00')
      await reader.renew()
      const all = await occurrencesOf(reader)
      assert.ok(all.some((one) => one.id === released?.id && one.event === released.event))
      assert.doesNotMatch(text(all), details)
      const count = receiver.received.length
      await reader.call(`${ocorrencias}/${released?.id}/reenviar`, { method: 'POST' })
      await pass(60_000)
      assert.ok(receiver.received.length > count)
      assert.doesNotMatch(text(receiver.received.slice(count).map(({ message }) => message)), details)
    })
  })

  describe(`alerts of a listing that lapses, on ${engine}`, async () => {
    const { creditor, newReader, published, pass, clock } = await correctionService(engine)

    test('the alert of the end of five years does not name the listing, nor do earlier alerts and marks', async () => {
      const reader = await newReader()
      const receiver = await reader.listens()
      await reader.call('/alertas/v2/documentos', { body: { documento: cleanPerson } })
      const id = await published({ contractId: 'HIDE-5' })
      await reader.report()
      await creditor.patch(id, { amount: '900.00' })
      await pass(dayMs)
      assert.match(JSON.stringify(await reader.consultations()), details)
      const count = receiver.received.length
      clock.set('2031-03-11T12:00:00-03:00')
      await pass(60_000)
      const answer = await reader.call(ocorrencias)
      assert.match(answer.text, /listing\.expired/)
      assert.doesNotMatch(answer.text, details)
      const sent = receiver.received.slice(count).map(({ message }) => message)
      assert.ok(sent.some(({ type }) => type === 'listing.expired'))
      assert.doesNotMatch(JSON.stringify(sent), details)
      const marks = (await reader.consultations()).flatMap(({ corrections = [] }) => corrections)
      assert.ok(marks.length > 0)
      assert.doesNotMatch(JSON.stringify(marks), details)
    })
  })
}
