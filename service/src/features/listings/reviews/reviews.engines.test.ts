import assert from 'node:assert/strict'
import type { GuarantorRequest } from '@lastro/contract/listings/listings.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { cleanPerson, creditorOf, debt, personOf } from '../../../../testing/services/listing-service.ts'
import { noticeService } from '../../../../testing/services/notice-service.ts'
import { loadSubjects } from '../../bureau/load-subjects.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { operate } from '../operate.ts'

const bruno = '12345678909'
const company = '11444777000161'
const guarantor: GuarantorRequest = { documento: bruno, name: '', address: debt.address, ...personOf(bruno) }

for (const engine of engines) {
  describe(`what the operator looks at first, on ${engine}`, async () => {
    const made = await noticeService(engine)
    afterAll(made.service.close)
    const { service, creditor, clock, email, pass, operated, stateOf, reviewOf, statusesOf } = made
    let contracts = 0
    const fresh = () => ({ contractId: `R${contracts++}` })
    const load = async (...subjects: readonly Subject[]) => {
      async function* file() {
        yield Buffer.from(subjects.map((one) => `${JSON.stringify(one)}\n`).join(''))
      }
      const { kept } = await loadSubjects({ subjects: service.store.subjects, clock }, file(), {
        language: 'en',
        onRefused: (_, reason) => assert.fail(reason),
        onProgress: () => undefined,
      })
      assert.equal(kept, subjects.length)
    }
    const isVisible = async (id: string) => (await creditor.status(id)).at('result.visible')
    await load(
      { documento: bruno, registration: { consumerName: 'BRUNO DE EXEMPLO', birthDate: '1985-04-12' } },
      {
        documento: company,
        registration: { companyName: 'EMPRESA DE EXEMPLO LTDA' },
        identification: { companyAlias: 'EXEMPLINHO' },
      },
    )

    test('a name that contradicts the registration waits for the operator, by every door', async () => {
      const other = { documento: bruno, name: 'CARLOS DE OUTRO NOME' }
      const alone = await creditor.inserted({ ...fresh(), ...other })
      assert.deepEqual([await stateOf(alone), await reviewOf(alone)], ['received', 'name_differs'])
      const principal = await creditor.inserted(fresh())
      const added = await creditor.act(principal, 'avalistas', { ...guarantor, ...other })
      assert.equal(added.at('result.review.code'), 'name_differs', added.text)
      assert.equal(await reviewOf(principal), undefined)
      const line = { ...debt, ...personOf(bruno), ...fresh(), ...other }
      const sent = await creditor.call('/negativacao/v2/lotes', {
        body: `${JSON.stringify(line)}\n`,
        headers: { 'Content-Type': 'application/x-ndjson' },
      })
      const answer = JSON.parse(sent.text.split('\n')[0] ?? '')
      assert.deepEqual([answer.status, answer.state], ['created', 'received'], sent.text)
      assert.equal(await reviewOf(answer.id), 'name_differs')
      for (const name of ['Bruno  de Exemplo', 'bruno de exemplo', 'BRUNO DE ÉXEMPLO']) {
        const id = await creditor.inserted({ ...fresh(), documento: bruno, name })
        assert.equal(await reviewOf(id), undefined, name)
      }
    })

    test('a company has any of the names it is registered under; nobody unknown has another', async () => {
      const named = async (documento: string, name: string) =>
        reviewOf(await creditor.inserted({ ...fresh(), documento, name }))
      assert.equal(await named(company, 'Empresa de Exemplo Ltda.'), undefined)
      assert.equal(await named(company, 'EXEMPLINHO'), undefined)
      assert.equal(await named(company, 'OUTRA LTDA'), 'name_differs')
      assert.equal(await named('11144477735', 'QUEM QUER QUE SEJA'), undefined)
    })

    test('a birth date that contradicts it does too: at first, told later, or changed while published', async () => {
      const wrong = await creditor.inserted({ ...fresh(), documento: bruno, birthDate: '1985-04-13' })
      assert.equal(await reviewOf(wrong), 'birth_date_differs')
      await creditor.patch(wrong, { birthDate: '1985-04-12' })
      assert.equal(await stateOf(wrong), 'notice_queued')
      await service.runJobs()
      await pass(12)
      assert.equal(await isVisible(wrong), true)
      await creditor.patch(wrong, { birthDate: '1985-04-14' })
      assert.deepEqual([await stateOf(wrong), await reviewOf(wrong)], ['received', 'birth_date_differs'])
      assert.equal(await isVisible(wrong), false)
      await pass(60)
      assert.equal(await isVisible(wrong), false)
      assert.equal(await operated(wrong, { kind: 'approve', note: 'certidão vista' }), 'notice_queued')
      await service.runJobs()
      await pass(16)
      assert.equal(await isVisible(wrong), true)
    })

    test('a creditor does not answer a doubt about a birth date by saying it again, or another', async () => {
      const person = '11144477735'
      const contact = { email: 'alguem@exemplo.com.br' }
      const doubtful = async (first: object, second: object, patched: string) => {
        const contract = fresh()
        const told = { ...contract, documento: person, name: 'ALGUÉM DE EXEMPLO', contact }
        await creditor.insert({ ...told, ...first })
        const { birthDate: _, ...undated } = { ...debt, ...told }
        const answer = await creditor.call('/negativacao/v2/dividas', { body: { ...undated, ...second } })
        const id = String(answer.at('result.id'))
        assert.equal(answer.at('result.state'), 'received', answer.text)
        await creditor.patch(id, { birthDate: patched })
        return [await stateOf(id), await reviewOf(id)]
      }
      const [child, adult] = [{ birthDate: '2014-03-01' }, { birthDate: '1990-03-01' }]
      assert.deepEqual(await doubtful(child, adult, '1990-03-01'), ['received', 'birth_date_differs'])
      assert.deepEqual(await doubtful(child, {}, '1990-03-01'), ['received', 'birth_date_differs'])
      const id = await creditor.inserted({ ...fresh(), documento: person, contact, birthDate: '2009-12-01' })
      assert.equal(await reviewOf(id), 'minor')
      for (let round = 0; round < 2; round++) {
        await creditor.patch(id, { birthDate: '1990-03-01' })
        assert.deepEqual([await stateOf(id), await reviewOf(id)], ['received', 'birth_date_differs'])
      }
      const unknown = await creditor.call('/negativacao/v2/dividas', {
        body: { ...debt, ...fresh(), documento: person, contact, birthDate: undefined },
      })
      await creditor.patch(String(unknown.at('result.id')), { birthDate: '1990-03-01' })
      assert.equal(await stateOf(String(unknown.at('result.id'))), 'notice_queued', 'the first that is told')
    })

    test('the sandbox compares with its own people', async () => {
      const sandbox = creditorOf(service, await service.newSession())
      const inserted = async (changes: object) => {
        const answer = await sandbox.insert({ ...fresh(), ...changes })
        return [answer.at('result.state'), answer.at('result.review.code')]
      }
      assert.deepEqual(await inserted({}), ['waiting', undefined])
      assert.deepEqual(await inserted({ name: 'OUTRA PESSOA' }), ['received', 'name_differs'])
      assert.deepEqual(await inserted({ birthDate: '1980-05-21' }), ['received', 'birth_date_differs'])
    })

    test('one mailbox for two documents waits before anything is sent there, whatever its case', async () => {
      const contact = { email: 'casal@exemplo.com.br' }
      const first = await creditor.inserted({ ...fresh(), contact })
      assert.equal(await reviewOf(first), undefined)
      await service.runJobs()
      assert.equal(await stateOf(first), 'waiting')
      const same = await creditor.inserted({ ...fresh(), contact })
      assert.equal(await reviewOf(same), undefined, 'two debts of one person')
      const other = { documento: bruno, contact: { email: 'Casal@Exemplo.com.br' } }
      const second = await creditor.inserted({ ...fresh(), ...other })
      assert.equal(await reviewOf(second), 'mailbox_shared')
      const before = email.sent.length
      await service.runJobs()
      assert.ok(email.sent.slice(before).every((one) => one.recipient.document === cleanPerson))
      assert.equal(await operated(second, { kind: 'approve', note: 'são casados' }), 'notice_queued')
      await service.runJobs()
      assert.equal(await stateOf(second), 'waiting', 'what was looked at goes out')
    })

    test('two who approve at once approve one cause: what waits behind it is still to be looked at', async () => {
      const contact = { email: 'duas-causas@exemplo.com.br' }
      await creditor.inserted({ ...fresh(), contact })
      const named = { documento: bruno, name: 'CARLOS DE OUTRO NOME', contact }
      const id = await creditor.inserted({ ...fresh(), ...named })
      const approve = { kind: 'approve', note: 'visto' } as const
      const { listings } = service.listings
      const outrun = {
        ...service.listings,
        listings: {
          ...listings,
          findListing: async (of: string) => {
            const found = await listings.findListing(of)
            assert.equal(await operated(id, approve), 'received')
            return found
          },
        },
      }
      assert.deepEqual(await operate(outrun, { id, operator: 'olavo' }, approve), { kind: 'moved' })
      assert.deepEqual([await stateOf(id), await reviewOf(id)], ['received', 'mailbox_shared'])
    })

    test('nobody judges another version than the one they looked at', async () => {
      const id = await creditor.inserted({ ...fresh(), documento: bruno, birthDate: '1985-04-13' })
      const seenVersion = Number((await creditor.status(id)).at('result.version'))
      await creditor.patch(id, { birthDate: '1985-04-14' })
      const approve = { kind: 'approve', note: 'certidão vista' } as const
      const act = (seen: number) =>
        operate(service.listings, { id, operator: 'olivia', seenVersion: seen }, approve)
      assert.deepEqual(await act(seenVersion), { kind: 'moved' })
      assert.equal(await stateOf(id), 'received')
      assert.equal((await act(seenVersion + 1)).kind, 'done')
    })

    test('another client’s debtor counts, a refused debt and another register do not', async () => {
      const contact = { email: 'vizinha@exemplo.com.br' }
      await creditor.insert({ ...fresh(), contact, documento: '52998224726' })
      const sandbox = creditorOf(service, await service.newSession())
      await sandbox.inserted({ ...fresh(), contact })
      const first = await creditor.inserted({ ...fresh(), documento: bruno, contact })
      assert.equal(await reviewOf(first), undefined)
      const added = await creditor.act(await creditor.inserted(fresh()), 'avalistas', {
        ...guarantor,
        documento: '11144477735',
        contact,
      })
      assert.equal(added.at('result.review.code'), 'mailbox_shared')
    })

    test('two that are sent at once, or in one batch, are found out before either is told', async () => {
      const contact = { email: 'ao-mesmo-tempo@exemplo.com.br' }
      const people = [cleanPerson, bruno].map((documento) => ({ ...fresh(), documento, contact }))
      const ids = await Promise.all(people.map((one) => creditor.inserted(one)))
      const before = email.sent.length
      await service.runJobs()
      const to = (from: number) =>
        email.sent.slice(from).filter(({ recipient }) => recipient.email === contact.email)
      assert.deepEqual(to(before), [])
      assert.ok((await Promise.all(ids.map((id) => reviewOf(id)))).includes('mailbox_shared'))

      const inBatch = { email: 'lote@exemplo.com.br' }
      const lines = people.map((one) => ({
        ...debt,
        ...personOf(one.documento),
        ...one,
        ...fresh(),
        contact: inBatch,
      }))
      const sent = await creditor.call('/negativacao/v2/lotes', {
        body: lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
        headers: { 'Content-Type': 'application/x-ndjson' },
      })
      const states = sent.text
        .trim()
        .split('\n')
        .slice(0, 2)
        .map((line) => JSON.parse(line).state)
      assert.deepEqual(states, ['notice_queued', 'received'], sent.text)
      const from = email.sent.length
      await service.runJobs()
      assert.deepEqual(
        email.sent.slice(from).filter(({ recipient }) => recipient.email === inBatch.email),
        [],
      )
    })

    test('an address corrected after the notice hides the listing until a new notice has run', async () => {
      const id = await creditor.inserted(fresh())
      await service.runJobs()
      await pass(12)
      assert.equal(await isVisible(id), true)
      const address = { ...debt.address, addressLine: 'AVENIDA CERTA' }
      await creditor.patch(id, { address })
      assert.deepEqual([await stateOf(id), await reviewOf(id)], ['received', 'contact_corrected'])
      assert.equal(await isVisible(id), false)
      await pass(60)
      assert.equal(await isVisible(id), false)
      await operated(id, { kind: 'approve', note: 'visto' })
      await service.runJobs()
      assert.equal(email.sent.at(-1)?.recipient.address?.addressLine, 'AVENIDA CERTA')
      await pass(16)
      assert.equal(await isVisible(id), true)
    })

    test('refused by the operator, what was corrected is over', async () => {
      const id = await creditor.inserted(fresh())
      await service.runJobs()
      await creditor.patch(id, { contact: { email: 'outra@exemplo.com.br' } })
      assert.equal(await operated(id, { kind: 'refuse', note: 'não é ela' }), 'refused')
      assert.equal((await creditor.status(id)).at('result.refusal.code'), 'review_refused')
    })

    test('corrected while the e-mail is on its way to the old address, it does not count', async () => {
      const id = await creditor.inserted(fresh())
      const row = (await service.store.outbox.read('notice.send', 1_000)).find(
        ({ payload }) => payload.listingId === id,
      )
      assert.ok(row)
      const channels = service.listings.channels.map((one) => ({
        ...one,
        send: async (...sent: Parameters<typeof one.send>) => {
          await creditor.patch(id, { contact: { email: 'nova@exemplo.com.br' } })
          return { kind: 'delivered' as const, proof: `250 ${sent.length}` }
        },
      }))
      assert.equal(await sendNotice({ ...service.listings, channels }, row), 'done')
      assert.deepEqual([await stateOf(id), await reviewOf(id)], ['received', 'contact_corrected'])
      await pass(30)
      assert.equal(await isVisible(id), false)
    })

    test('the notice that was corrected proves nothing any more, and its bounce harms nothing', async () => {
      const id = await creditor.inserted(fresh())
      await service.runJobs()
      const noticeId = await made.current(id)
      await creditor.patch(id, { contact: { email: 'certa@exemplo.com.br' } })
      for (const outcome of ['delivered', 'failed'])
        assert.equal(await made.post(noticeId, { outcome, detail: 'x' }), 'notice_not_awaited')
      await operated(id, { kind: 'approve', note: 'visto' })
      await service.runJobs()
      assert.deepEqual(await statusesOf(id), ['email delivered', 'email delivered'])
    })
  })
}
