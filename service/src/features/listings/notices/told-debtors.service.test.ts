import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { mailServer } from '../../../../testing/servers/mail-server.ts'
import { correctionService } from '../../../../testing/services/correction-service.ts'
import { cleanPerson, debt, sandboxCreditor } from '../../../../testing/services/listing-service.ts'
import { letterPdf } from '../../notices/letter-pdf.ts'

const noticeReportToken = 'a-token-that-only-the-mail-system-has'

for (const engine of engines) {
  describe(`the debtor is told of a correction, on ${engine}`, async () => {
    const mail = await mailServer()
    const { service, creditor, published, corrected, operate } = await correctionService(engine, {
      mail: mail.settings,
      noticeReportToken,
    })
    const { store } = service
    const untold = async () =>
      (await operate('/correcoes')).at('result.corrections') as { recipient: string }[]

    test('by e-mail, in a short text that says what was corrected, once', async () => {
      const id = await published({ contractId: 'D-1' })
      await creditor.patch(id, { amount: '900.00', dueDate: '2026-03-01' })
      await corrected()
      await corrected()
      const [sent, ...more] = mail.received
      assert.deepEqual(more, [])
      assert.deepEqual(sent?.to, ['ana@exemplo.com.br'])
      assert.equal(sent.subject, 'Correção de uma anotação em seu nome')
      assert.match(
        sent.text,
        /A anotação de LOJA LTDA, contrato D-1, feita em seu nome, foi corrigida em 06\/12\/2026\./,
      )
      assert.match(sent.text, /Vencimento: 10\/03\/2026 passou a 01\/03\/2026/)
      assert.match(sent.text, /Valor: R\$ 1\.520,33 passou a R\$ 900,00/)
      assert.match(sent.text, /pelo telefone 0800 000 0000/)
      assert.ok(!`${sent.headers}${sent.text}`.includes(cleanPerson))
      assert.deepEqual(await untold(), [])
    })

    test('by a letter when the e-mail comes back later, by the mail system’s own door, once', async () => {
      const id = await published({ contractId: 'D-9' })
      await creditor.patch(id, { amount: '900.00' })
      await corrected()
      const sent = mail.received.at(-1)
      const [messageId = ''] = /co_[\w-]+/.exec(sent?.headers ?? '') ?? []
      const report = async (outcome: string) => {
        const answer = await service.call(`/negativacao/v2/notificacoes/${messageId}/entrega`, {
          headers: { Authorization: `Bearer ${noticeReportToken}` },
          body: { outcome, detail: '5.1.1 no such user' },
        })
        return answer.status === 200 ? 200 : answer.at('code')
      }
      assert.equal(await report('delivered'), 'notice_unknown')
      assert.deepEqual(await store.corrections.lettersWithoutLot(10), [])
      assert.equal(await report('failed'), 200)
      assert.equal(await report('failed'), 'notice_not_awaited')
      const [letter, ...more] = await store.corrections.lettersWithoutLot(10)
      assert.deepEqual(more, [])
      assert.deepEqual([letter?.id, letter?.toldAtMs], [messageId, undefined])
      assert.ok(letter)
      await store.corrections.told(letter.id, { atMs: 1, by: 'letter', note: 'lote-0' })
      assert.equal(await report('failed'), 'notice_not_awaited')
      assert.deepEqual(await untold(), [])
    })

    test('of a listing that is gone, that it is gone', async () => {
      const id = await published({ contractId: 'D-2' })
      await creditor.act(id, 'baixa', { reason: '40' })
      await corrected()
      assert.match(mail.received.at(-1)?.text ?? '', /contrato D-2, feita em seu nome, foi retirada em/)
    })

    test('of a payment, a higher value or an end that says nothing was wrong, nothing', async () => {
      const before = mail.received.length
      const ids = [
        await creditor.inserted({ contractId: 'D-3' }),
        await creditor.inserted({ contractId: 'D-4' }),
        await published({ contractId: 'D-5' }),
      ]
      const [paid = '', raised = '', released = ''] = ids
      await creditor.patch(paid, { paidOn: '2026-12-01' })
      await creditor.patch(raised, { amount: '9000.00' })
      await creditor.act(released, 'baixa', { reason: '03' })
      await corrected()
      assert.equal(mail.received.length, before)
    })

    test('by a letter in the operator’s next lot where there is no e-mail, or its server will not have it', async () => {
      const { email: _, ...contact } = { ...debt.contact, phone: '11999990000' }
      const [silent, refused] = [
        await creditor.inserted({ contractId: 'D-6', contact }),
        await published({ contractId: 'D-7' }),
      ]
      mail.answer = { code: 550, text: 'no such mailbox' }
      await creditor.patch(silent, { amount: '900.00' })
      await creditor.patch(refused, { amount: '900.00' })
      await corrected()
      mail.answer = undefined
      const letters = await store.corrections.lettersWithoutLot(10)
      assert.equal(letters.length, 2)
      assert.ok(letters.every(({ letter }) => letter.recipient.address?.zipCode === '01001000'))
      await store.corrections.putInLot(
        letters.map(({ id }) => id),
        'lote-1',
      )
      assert.deepEqual(await store.corrections.lettersWithoutLot(10), [])
      const inLot = await store.corrections.lettersInLot('lote-1')
      assert.deepEqual(inLot, letters)
      const [first] = inLot
      assert.ok(first)
      const pdf = await letterPdf(first.letter, { sender: 'Birô, Rua 1', writtenAtMs: 0 })
      assert.ok(pdf.subarray(0, 5).toString() === '%PDF-')
      assert.ok(await store.corrections.told(first.id, { atMs: 1, by: 'letter', note: 'lote-1' }))
      assert.equal(await store.corrections.told(first.id, { atMs: 1, by: 'letter', note: 'lote-1' }), false)
    })

    test('by a letter, and by no mailbox that is somebody else’s too, unless the operator has taken it', async () => {
      const family = { email: 'familia@exemplo.com.br' }
      const [lowered, raised, taken] = [
        await creditor.inserted({ contractId: 'M-1', contact: { phone: '11999990000' } }),
        await creditor.inserted({ contractId: 'M-2', contact: { phone: '11999990000' } }),
        await creditor.inserted({ contractId: 'M-3', contact: { phone: '11999990000' } }),
      ]
      await published({ contractId: 'M-4', documento: '12345678909', contact: family })
      const before = mail.received.length
      const letters = (await store.corrections.lettersWithoutLot(100)).length
      for (const id of [lowered, raised, taken]) {
        assert.equal((await creditor.patch(id, { contact: family })).status, 200)
        assert.equal((await creditor.status(id)).at('result.state'), 'published')
      }
      await creditor.patch(lowered, { amount: '900.00' })
      for (const id of [raised, taken]) {
        await creditor.patch(id, { amount: '2000.00' })
        await service.runJobs()
        assert.equal((await creditor.status(id)).at('result.review.code'), 'mailbox_shared')
      }
      const refused = await operate(`/anotacoes/${raised}/recusar`, { body: { reason: 'não é dela' } })
      assert.equal(refused.status, 200, refused.text)
      const approved = await operate(`/anotacoes/${taken}/aprovar`, { body: { reason: 'moram juntos' } })
      assert.equal(approved.status, 200, approved.text)
      await creditor.patch(taken, { amount: '800.00' })
      await corrected()
      const told = await store.corrections.lettersWithoutLot(100)
      assert.equal(told.length - letters, 2)
      const mails = mail.received.slice(before).filter(({ subject }) => subject.startsWith('Correção'))
      assert.deepEqual(
        mails.map(({ to, text }) => [to.join(), /contrato M-3/.test(text)]),
        [[family.email, true]],
      )
    })

    test('nobody is written to for a sandbox', async () => {
      const played = await sandboxCreditor(engine)
      const id = await played.inserted({ contractId: 'D-8' })
      await played.advance('P20D')
      await played.report()
      await played.patch(id, { amount: '900.00' })
      await played.advance('PT2M')
      const { items } = await played.report()
      assert.equal(items[0]?.amount, '900.00')
      const [told] = (await played.call('/alertas/v2/ocorrencias')).at('result.occurrences') as {
        event: string
      }[]
      assert.equal(
        told?.event,
        'listing.corrected',
        'what falls due on the way has happened when the clock answers',
      )
      await played.service.close()
    })
  })
}
