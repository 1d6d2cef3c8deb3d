import assert from 'node:assert/strict'
import type { PersonRequest } from '@lastro/contract/person/person-requests.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { cleanPerson, debt } from '../../../testing/services/listing-service.ts'
import { identity, personService } from '../../../testing/services/person-service.ts'

const other = '12345678909'
const statement = 'Não reconheço esta dívida.'
const guarantor = {
  documento: other,
  name: 'BRUNO AVALISTA DE EXEMPLO',
  birthDate: '1979-01-02',
  address: debt.address,
  contact: { email: 'bruno@exemplo.com.br' },
}

for (const engine of engines) {
  describe(`requests of the person on file on ${engine}`, async () => {
    const service = await personService(engine)
    afterAll(service.close)
    const { creditor, operate, request, runJobs, passDays, published, acts } = service
    let contracts = 0
    const listed = () => published({ contractId: `CT-R${++contracts}` })
    const dispute = (listingId: string, more: object = {}, headers: Record<string, string> = {}) =>
      operate('/titular/contestacoes', {
        body: { documento: cleanPerson, listingId, statement, identity, ...more },
        headers,
      })
    const correct = (more: object) =>
      operate('/titular/correcoes', {
        body: {
          documento: cleanPerson,
          subject: 'registration',
          field: 'birthDate',
          statement: 'Nasci em 20/05/1981.',
          identity,
          ...more,
        },
      })
    const answer = (id: string, outcome: string, text = 'Conferido com o credor.') =>
      operate(`/titular/pedidos/${id}/resposta`, { body: { outcome, answer: text } })
    const list = async (query = '') =>
      (await operate(`/titular/pedidos?limit=200${query}`)).at('result.requests') as PersonRequest[]
    const idOf = (opened: { at: (path: string) => unknown; status: number; text: string }) => {
      assert.equal(opened.status, 201, opened.text)
      return String(opened.at('result.id'))
    }
    const isShown = async (contractId: string) =>
      (await creditor.report()).items.some((one) => one.contractId === contractId)

    test('a dispute hides its listing after five business days and releases it after the tenth day', async () => {
      const listing = await listed()
      const contractId = `CT-R${contracts}`
      // Friday 27 November 2026.
      const opened = await dispute(listing)
      const id = idOf(opened)
      assert.deepEqual(
        [opened.at('result.dueOn'), opened.at('result.answerBy')],
        ['2026-12-04', '2026-12-07'],
      )
      assert.equal((await creditor.status(listing)).at('result.dispute.statement'), statement)
      await passDays(7)
      assert.ok(await isShown(contractId))
      assert.equal((await request(id)).overdue, false)
      await passDays(1)
      assert.ok(!(await isShown(contractId)))
      assert.equal((await request(id)).overdue, true)
      await passDays(2)
      assert.equal((await request(id)).outcome, undefined)
      await passDays(1)
      // No job has run: the date alone decides, and reading the request records it.
      const ended = await request(id)
      assert.deepEqual([ended.outcome, ended.overdue], ['unanswered', false])
      const status = await creditor.status(listing)
      assert.deepEqual([status.at('result.state'), status.at('result.release.code')], ['released', '45'])
      assert.equal((await answer(id, 'rejected')).at('code'), 'request_answered')
    })

    test('whoever answers the dispute answers the request: creditor, operator, or the end of the listing', async () => {
      const outcomes: [(listing: string) => Promise<unknown>, string][] = [
        [
          (one) => creditor.act(one, 'contestacao/desfecho', { outcome: 'rejected', answer: 'Assinou.' }),
          'rejected',
        ],
        [(one) => creditor.act(one, 'contestacao/desfecho', { outcome: 'upheld' }), 'removed'],
        [(one) => creditor.act(one, 'baixa', { reason: '01' }), 'ended'],
        [
          (one) =>
            operate(`/anotacoes/${one}/contestacao`, { body: { outcome: 'upheld', reason: 'Sem prova.' } }),
          'removed',
        ],
      ]
      for (const [act, outcome] of outcomes) {
        const listing = await listed()
        const id = idOf(await dispute(listing))
        await act(listing)
        assert.equal((await request(id)).outcome, outcome)
      }
    })

    test('an answer that says nothing is none, at whichever door: the clock runs on', async () => {
      const listing = await listed()
      const id = idOf(await dispute(listing))
      const refused = [
        [await creditor.act(listing, 'contestacao/desfecho', { outcome: 'rejected' }), 'answer'],
        [
          await creditor.act(listing, 'contestacao/desfecho', { outcome: 'rejected', answer: ' .\u3164' }),
          'answer',
        ],
        [await answer(id, 'rejected', '--'), 'answer'],
        [
          await operate(`/anotacoes/${listing}/contestacao`, { body: { outcome: 'rejected', reason: '…' } }),
          'reason',
        ],
      ] as const
      for (const [one, field] of refused) {
        assert.deepEqual([one.status, one.at('code')], [400, 'body_invalid'], one.text)
        assert.deepEqual([one.at('errors.0.field'), one.at('errors.0.code')], [field, 'required'], one.text)
      }
      assert.equal((await request(id)).outcome, undefined)
      await passDays(11)
      assert.equal((await request(id)).outcome, 'unanswered')
      assert.equal((await creditor.status(listing)).at('result.release.code'), '45')
    })

    test('of a guarantor too; what the creditor itself recorded is nobody else’s to be answered', async () => {
      const listing = await listed()
      const added = await creditor.act(listing, 'avalistas', guarantor)
      const guarantorId = String(added.at('result.id'))
      const id = idOf(await dispute(guarantorId, { documento: other }))
      const reject = (path: string, body: object) =>
        creditor.act(listing, `${path}contestacao/desfecho`, { outcome: 'rejected', ...body })
      const empty = await reject(`avalistas/${guarantorId}/`, {})
      assert.deepEqual([empty.status, empty.at('errors.0.field')], [400, 'answer'], empty.text)
      assert.equal((await reject(`avalistas/${guarantorId}/`, { answer: 'Assinou.' })).status, 200)
      assert.deepEqual([(await request(id)).outcome, (await request(id)).answer], ['rejected', 'Assinou.'])
      assert.equal((await creditor.act(listing, 'contestacao', { statement })).status, 200)
      assert.equal((await reject('', {})).status, 200)
    })

    test('a second dispute while one is open is refused, also twice at once; another after its answer is new', async () => {
      const listing = await listed()
      const both = await Promise.all([dispute(listing), dispute(listing)])
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 409],
      )
      const open = await list('&kind=dispute')
      const [first] = open.filter((one) => one.listingId === listing)
      assert.equal(open.filter((one) => one.listingId === listing).length, 1)
      assert.equal((await answer(first?.id ?? '', 'rejected')).status, 200)
      const id = idOf(await dispute(listing))
      assert.notEqual(id, first?.id)
      assert.equal((await request(first?.id ?? '')).outcome, 'rejected')
      assert.equal((await request(id)).outcome, undefined)
    })

    test('a dispute that the creditor recorded itself does not shut out the person’s', async () => {
      const listing = await listed()
      const recorded = await creditor.act(listing, 'contestacao', { statement: 'Diz o credor.' })
      assert.equal(recorded.status, 200, recorded.text)
      await passDays(1)
      const opened = await dispute(listing)
      const id = idOf(opened)
      const status = await creditor.status(listing)
      assert.deepEqual(
        ['statement', 'dueOn', 'answerBy'].map((name) => status.at(`result.dispute.${name}`)),
        [statement, ...['dueOn', 'answerBy'].map((name) => recorded.at(`result.dispute.${name}`))],
      )
      assert.ok(String(status.at('result.dispute.answerBy')) < String(opened.at('result.answerBy')))
      const again = await creditor.act(listing, 'contestacao', { statement: 'Diz o credor.' })
      assert.deepEqual([again.status, again.at('code')], [409, 'listing_state'])
      const answered = { outcome: 'rejected', answer: 'Assinou.' }
      assert.equal((await creditor.act(listing, 'contestacao/desfecho', answered)).status, 200)
      assert.equal((await request(id)).outcome, 'rejected')
      // And the next one that the creditor opens at once does not either.
      await creditor.act(listing, 'contestacao', { statement: 'Diz o credor.' })
      idOf(await dispute(listing))
    })

    test('the same Idempotency-Key opens one dispute, and shows it again', async () => {
      const listing = await listed()
      const headers = { 'Idempotency-Key': `dispute-${engine}` }
      const id = idOf(await dispute(listing, {}, headers))
      assert.equal(idOf(await dispute(listing, {}, headers)), id)
    })

    test('a listing that is not on the file of the document is refused and recorded, and nothing is shown', async () => {
      const listing = await listed()
      const session = await service.newSession('sandbox')
      const inSandbox = await service.call('/sandbox/negativacao/v2/dividas', {
        as: session,
        body: { ...debt, contractId: 'SANDBOX' },
      })
      const refused = [
        await dispute(listing, { documento: other }),
        await dispute('019a8f5e-7c1b-7d3e-9c55-0a4f1f6f2b11'),
        await dispute(String(inSandbox.at('result.id'))),
        await correct({ documento: other, subject: 'listing', listingId: listing }),
      ]
      for (const one of refused) {
        assert.deepEqual([one.status, one.at('code')], [404, 'not_on_file'])
        assert.ok(!one.text.includes('EXEMPLO'))
      }
      assert.equal((await creditor.status(listing)).at('result.dispute'), undefined)
      assert.equal((await acts()).filter((one) => one.outcome === 'not_on_file').length, 4)
    })

    test('a guarantor disputes its own part, and nobody else’s', async () => {
      const listing = await listed()
      const added = await creditor.act(listing, 'avalistas', guarantor)
      await runJobs()
      const own = String(added.at('result.id'))
      assert.equal((await dispute(own)).at('code'), 'not_on_file')
      const id = idOf(await dispute(own, { documento: other }))
      assert.equal((await creditor.status(listing)).at('result.dispute'), undefined)
      assert.equal((await answer(id, 'removed')).at('result.outcome'), 'removed')
      assert.equal((await creditor.status(listing)).at('result.state'), 'published')
    })

    test('a correction of a listing counts as a dispute, and corrected needs a correction', async () => {
      const listing = await listed()
      const id = idOf(await correct({ subject: 'listing', listingId: listing, field: 'amount' }))
      assert.ok((await creditor.status(listing)).at('result.dispute'))
      assert.equal((await answer(id, 'corrected')).at('code'), 'request_not_corrected')
      await creditor.patch(listing, { amount: '1000.00' })
      const done = await answer(id, 'corrected', 'O valor agora é R$ 1.000,00.')
      assert.deepEqual(
        [done.at('result.outcome'), done.at('result.answeredBy')],
        ['corrected', 'Olívia Operadora'],
      )
      const status = await creditor.status(listing)
      assert.deepEqual(
        [status.at('result.state'), status.at('result.dispute.outcome'), status.at('result.amount')],
        ['published', 'rejected', '1000.00'],
      )
      const left = await listed()
      const unanswered = idOf(await correct({ subject: 'listing', listingId: left, field: 'dueDate' }))
      await passDays(11)
      await runJobs()
      assert.equal((await request(unanswered)).outcome, 'unanswered')
      assert.equal((await creditor.status(left)).at('result.state'), 'released')
    })

    test('a correction of anything else has five business days; after them it is marked and told, once', async () => {
      const opened = await correct({})
      const id = idOf(opened)
      const due = String(opened.at('result.dueOn'))
      await passDays(5)
      await runJobs()
      assert.ok(!service.overdueIds.includes(id))
      await passDays(10)
      assert.ok((await list('&state=overdue')).some((one) => one.id === id))
      await runJobs()
      await runJobs()
      assert.equal(service.overdueIds.filter((one) => one === id).length, 1)
      const marked = await request(id)
      assert.ok(marked.overdue && marked.overdueMarkedAt !== undefined && marked.dueOn === due)
      assert.ok(Number((await operate('/titular/pedidos')).at('result.overdueCount')) >= 1)
      const both = await Promise.all([answer(id, 'corrected'), answer(id, 'rejected')])
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      )
      assert.equal((await request(id)).overdue, false)
    })

    test('a request for access that failed half way stays open, with fifteen days', async () => {
      const { subjects } = service.store
      const { readCovered } = subjects
      Object.assign(subjects, { readCovered: () => Promise.reject(new Error('Broken on purpose')) })
      try {
        await operate('/titular/arquivo', { body: { documento: cleanPerson, identity, reason: 'Pedido' } })
      } catch {
        // A failure of ours is outside the contract.
      } finally {
        Object.assign(subjects, { readCovered })
      }
      const [open] = await list('&kind=access')
      assert.ok(open !== undefined && open.outcome === undefined)
      assert.equal((await answer(open.id, 'rejected')).at('code'), 'request_answered')
      await passDays(16)
      assert.equal((await request(open.id)).overdue, true)
    })

    test('open requests come by their deadline, page by page; a list has no document and nobody’s words', async () => {
      for (const subject of ['cheque', 'protest', 'debt']) idOf(await correct({ subject, documento: other }))
      const seen: PersonRequest[] = []
      for (let cursor = ''; ; ) {
        const page = await operate(`/titular/pedidos?limit=2${cursor && `&cursor=${cursor}`}`)
        seen.push(...(page.at('result.requests') as PersonRequest[]))
        assert.ok(!page.text.includes(other) && !page.text.includes('20/05/1981'))
        if (page.at('result.cursor') === undefined) break
        cursor = String(page.at('result.cursor'))
      }
      assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length)
      assert.deepEqual(
        seen.map(({ dueOn }) => dueOn),
        seen.map(({ dueOn }) => dueOn).toSorted(),
      )
      assert.equal(seen.length, (await list()).length)
      const answered = await list('&state=answered')
      assert.ok(answered.length > 5 && answered.every((one) => one.outcome !== undefined))
    })

    test('what makes no sense is refused field by field', async () => {
      const field = async (of: Promise<{ at: (path: string) => unknown }>) => (await of).at('errors.0.field')
      assert.equal(await field(dispute('x', { statement: ' \n ' })), 'statement')
      assert.equal(await field(dispute('x', { statement: 'a\0' })), 'statement')
      assert.equal(await field(dispute('x', { statement: 'a'.repeat(1001) })), 'statement')
      assert.equal(await field(dispute('../x')), 'listingId')
      assert.equal(await field(dispute('x', { identity: '' })), 'identity')
      assert.equal(await field(dispute('x', { documento: '1' })), 'documento')
      assert.equal(await field(correct({ subject: 'listing' })), 'listingId')
      assert.equal(await field(correct({ listingId: 'x' })), 'listingId')
      assert.equal(await field(correct({ subject: 'shoes' })), 'subject')
      assert.equal(await field(answer('nobody', 'unanswered')), 'outcome')
      assert.equal((await answer('nobody', 'rejected')).at('code'), 'request_unknown')
      assert.equal((await operate('/titular/pedidos/nobody')).at('code'), 'request_unknown')
      assert.equal(await field(operate('/titular/pedidos?state=lost')), 'state')
    })

    test('each of these acts is on record, and no document is in the record or in a log', async () => {
      const all = await acts()
      const done = new Set(all.filter((one) => one.outcome === 'done').map((one) => one.operation))
      for (const operation of ['Contesta', 'Corrige', 'Responde', 'Pedido']) {
        assert.ok(done.has(`operadorTitular${operation}`), operation)
      }
      for (const document of [cleanPerson, other]) {
        assert.ok(!JSON.stringify(all).includes(document))
        assert.ok(!service.logLines.some((line) => line.includes(document)))
      }
    })
  })
}
