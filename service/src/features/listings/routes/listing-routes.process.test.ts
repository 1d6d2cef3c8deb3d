import assert from 'node:assert/strict'
import { ListingSummary } from '@lastro/contract/listings/listings.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, test } from 'vitest'
import { cpuMsDuring } from '../../../../testing/cpu-time.ts'
import { engines } from '../../../../testing/engines.ts'
import type { Answer, Session } from '../../../../testing/running-service.ts'
import {
  cleanPerson,
  creditorOf,
  debt,
  dividas,
  sandboxCreditor,
} from '../../../../testing/services/listing-service.ts'
import { validator } from '../../../http/body/validate.ts'
import type { ListingGroup } from '../listing-store.ts'
import { listingSummary } from './listing-summary.ts'

const otherPerson = '12345678909'
const guarantor = {
  documento: otherPerson,
  name: 'BRUNO DE EXEMPLO',
  birthDate: '1985-04-12',
  address: debt.address,
}

const refused = (answer: Answer, code: string): void => {
  assert.equal(answer.status, 422, answer.text)
  assert.equal(answer.at('code'), 'listing_refused')
  assert.equal(answer.at('refusal.code'), code, answer.text)
  assert.ok(String(answer.at('refusal.reason')).length > 10)
  assert.ok(String(answer.at('detail')).includes(String(answer.at('refusal.reason'))))
}
const problem = (answer: Answer, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.at('code'), code, answer.text)
}

for (const engine of engines) {
  describe(`listings over HTTP on ${engine}`, async () => {
    const creditor = await sandboxCreditor(engine)
    const { service, call, insert, inserted, status, act, patch, report, advance } = creditor
    afterAll(service.close)
    let contracts = 0
    const fresh = () => ({ contractId: `C${contracts++}` })
    const published = async (changes = {}): Promise<string> => {
      const id = await inserted({ ...fresh(), ...changes })
      await advance('P20D')
      return id
    }
    const shows = async (id: string, documento = cleanPerson): Promise<boolean> => {
      const { items } = await report(documento)
      const found = await status(id)
      const isThere = items.some((one) => one.contractId === found.at('result.contractId'))
      assert.equal(found.at('result.visible'), isThere, 'the status says what the report shows')
      return isThere
    }

    describe('insert', () => {
      test('400 lists every fault of form at once, by field', async () => {
        const answer = await call(dividas, {
          body: { name: 'x'.repeat(71), amount: '10', dueDate: '10/03/2026', legalNatureId: 'CP', colour: 1 },
        })
        problem(answer, 400, 'body_invalid')
        const errors = answer.at('errors') as { field: string; code: string }[]
        assert.deepEqual(errors.map(({ field, code }) => `${field} ${code}`).toSorted(), [
          'address required',
          'amount format',
          'colour unknown_member',
          'documento required',
          'dueDate format',
          'name too_long',
        ])
      })

      const refusals: readonly [string, object][] = [
        ['014', { dueDate: '2026-02-30' }],
        ['016', { dueDate: '2099-01-01' }],
        ['017', { dueDate: '2020-01-01' }],
        ['029', { documento: '52998224726' }],
        ['035', { legalNatureId: 'ZZ' }],
        ['057', { amount: '9.99' }],
        ['085', { contractId: undefined }],
        ['089', { creditorDocument: '11222333000181' }],
        ['109', { address: { ...debt.address, addressLine: undefined } }],
        ['110', { address: { ...debt.address, district: undefined } }],
        ['111', { address: { ...debt.address, city: undefined } }],
        ['112', { address: { ...debt.address, state: undefined } }],
        ['113', { address: { ...debt.address, zipCode: undefined } }],
        ['121', { birthDate: '2012-01-01' }],
        ['381', { amount: '1000000000.00' }],
        ['491', { address: { ...debt.address, zipCode: '20001000' } }],
      ]
      for (const [code, changes] of refusals) {
        test(`422 ${code} is on record`, async () => {
          const answer = await insert({ ...fresh(), ...changes })
          refused(answer, code)
          const kept = await status(String(answer.at('refusal.id')))
          assert.equal(kept.at('result.state'), 'refused')
          assert.equal(kept.at('result.refusal.code'), code)
          assert.equal(kept.at('result.nextStep.code'), 'none')
        })
      }

      test('422 tells everything that is wrong with a debt, member by member; one that is known already has nothing to mend', async () => {
        const city = 'SAO PAULO'
        const answer = await insert({ ...fresh(), amount: '9.99', dueDate: '2099-01-01', address: { city } })
        refused(answer, '016')
        const told = (one: typeof answer) =>
          (one.at('errors') as { field: string; code: string; message: string }[] | undefined)?.map(
            ({ field, code }) => `${field} ${code}`,
          )
        const address = ['addressLine 109', 'district 110', 'state 112', 'zipCode 113']
        assert.deepEqual(told(answer), [
          'dueDate 016',
          'amount 057',
          ...address.map((one) => `address.${one}`),
        ])
        assert.equal(answer.at('errors.1.message'), 'O valor é menor que R$ 10,00.')

        const listed = fresh()
        const id = await inserted(listed)
        assert.equal(told(await insert(listed)), undefined)
        const theirs = await act(id, 'avalistas', {
          ...guarantor,
          birthDate: '2012-01-01',
          address: { city },
        })
        refused(theirs, '109')
        assert.deepEqual(told(theirs), [...address.map((one) => `address.${one}`), 'birthDate 121'])
      })

      test('422 286: the creditor is the debtor', async () => {
        const own = await service.newSession()
        const client = await service.store.clients.findClient(own.clientId)
        assert.ok(client)
        const creditors = [{ document: cleanPerson, name: 'ANA' }]
        await service.store.clients.setContract(own.clientId, { ...client.contract, creditors })
        refused(await creditorOf(service, own).insert(), '286')
      })

      test('400 for controls and for nothing but blanks, before any store has to keep them', async () => {
        const hostile = [
          { documento: '\0' },
          { contractId: 'A\0' },
          { contractId: ' ' },
          { name: 'ANA\r\nBcc: x' },
          { legalSquare: '\x7f' },
          { address: { ...debt.address, city: '\u00a0' } },
        ]
        for (const changes of hostile) {
          problem(await insert({ ...fresh(), ...changes }), 400, 'body_invalid')
        }
        const accented = await insert({ ...fresh(), name: ' JOÃO D’ÁVILA ', contractId: ' N. 1/2 ' })
        assert.equal(accented.status, 201, accented.text)
        const id = await inserted(fresh())
        problem(await act(id, 'suspensao', { courtOrder: 'A\0' }), 400, 'body_invalid')
        problem(await act(id, 'contestacao', { statement: '\0' }), 400, 'body_invalid')
        assert.equal((await act(id, 'contestacao', { statement: 'não devo\nnada' })).status, 200)
        problem(
          await act(id, 'contestacao/desfecho', { outcome: 'rejected', answer: '\0' }),
          400,
          'body_invalid',
        )
        const found = await call(`${dividas}?contractId=%00`)
        problem(found, 400, 'query_invalid')
      })

      test('a long text that ends badly is refused as quickly as a short one', async () => {
        const long = { name: `${'x'.repeat(60_000)}\0`, contractId: ' '.repeat(5_000) }
        const cpuMs = await cpuMsDuring(async () =>
          problem(await insert({ ...fresh(), ...long }), 400, 'body_invalid'),
        )
        assert.ok(cpuMs < 2_000, `${cpuMs} ms of CPU time`)
      })

      test('422 059: a second active listing of the same creditor, debtor and contract', async () => {
        const same = fresh()
        const first = await inserted(same)
        refused(await insert(same), '059')
        await act(first, 'baixa', { reason: '03' })
        assert.equal((await insert(same)).status, 201)
      })

      test('the reason comes in the caller’s language', async () => {
        const english = { 'Accept-Language': 'en' }
        const answer = await insert({ ...fresh(), amount: '1.00' }, english)
        assert.equal(answer.at('refusal.reason'), 'The value is below R$ 10.00.')
      })

      test('a person without a birth date is held, and goes on once it is known', async () => {
        const id = await inserted({ ...fresh(), birthDate: undefined } as never)
        const held = await status(id)
        assert.equal(held.at('result.state'), 'received')
        assert.equal(held.at('result.review.code'), 'birth_date_unknown')
        assert.equal(held.at('result.nextStep.code'), 'review')
        const known = await patch(id, { birthDate: '1980-05-20' })
        assert.equal(known.at('result.state'), 'waiting', known.text)
        assert.equal(known.at('result.review'), undefined)
      })

      test('404: the sandbox takes debts of its test documents only', async () => {
        problem(await insert({ ...fresh(), documento: '11144477735' }), 404, 'document_not_in_sandbox')
      })

      test('an Idempotency-Key repeats the first answer, a refusal too', async () => {
        const key = { 'Idempotency-Key': 'insert-1' }
        const body = { ...debt, ...fresh() }
        const first = await call(dividas, { body, headers: key })
        const again = await call(dividas, { body, headers: key })
        assert.equal(first.status, 201)
        assert.equal(again.text, first.text)
        assert.equal(again.headers.get('etag'), first.headers.get('etag'))
        assert.equal(again.headers.get('idempotency-replayed'), 'true')
        const poor = { ...body, amount: '1.00' }
        const refusal = await call(dividas, { body: poor, headers: { 'Idempotency-Key': 'insert-2' } })
        const repeated = await call(dividas, { body: poor, headers: { 'Idempotency-Key': 'insert-2' } })
        assert.equal(repeated.text, refusal.text)
        problem(await call(dividas, { body: poor, headers: key }), 409, 'idempotency_key_reused')
      })
    })

    describe('update', () => {
      test('428 without If-Match, 412 with another version', async () => {
        const id = await inserted(fresh())
        problem(
          await call(`${dividas}/${id}`, { method: 'PATCH', body: { amount: '50.00' } }),
          428,
          'version_required',
        )
        problem(await patch(id, { amount: '50.00' }, '"99"'), 412, 'version_mismatch')
        assert.equal((await patch(id, { amount: '50.00' })).at('result.amount'), '50.00')
      })

      test('400 for nothing to change, or for what cannot be changed', async () => {
        const id = await inserted(fresh())
        problem(await patch(id, {}), 400, 'body_invalid')
        problem(await patch(id, { name: 'OUTRO' }), 400, 'body_invalid')
      })

      test('a birth date and a higher value in one change queue one notice, of the higher value', async () => {
        const id = await inserted({ ...fresh(), birthDate: undefined } as never)
        const changed = await patch(id, { birthDate: '1980-05-20', amount: '3000.00' })
        assert.deepEqual([changed.status, changed.at('result.state')], [200, 'waiting'], changed.text)
        const notices = (await status(id)).at('result.notices') as { status: string; text?: string }[]
        assert.deepEqual(
          notices.map((one) => one.status),
          ['dropped', 'delivered'],
        )
        assert.match(notices[1]?.text ?? '', /3\.000,00/)
      })

      test('the version that a payment told late answers with is good for the next change', async () => {
        const id = await published()
        const paid = await patch(id, { paidOn: '2026-06-01' })
        const next = await patch(id, { contact: {} }, paid.headers.get('etag') ?? '')
        assert.equal(next.status, 200, next.text)
      })

      test('a lower value is in the very next report', async () => {
        const id = await published()
        const contractId = (await status(id)).at('result.contractId')
        assert.equal((await patch(id, { amount: '700.01' })).status, 200)
        const { items } = await report()
        assert.equal(items.find((one) => one.contractId === contractId)?.amount, '700.01')
      })

      test('a higher value vanishes, and comes back after its new waiting period', async () => {
        const id = await published()
        const raised = await patch(id, { amount: '3000.00' })
        assert.equal(raised.at('result.state'), 'waiting')
        assert.equal(await shows(id), false)
        const found = await status(id)
        assert.equal((found.at('result.notices') as unknown[]).length, 2)
        await advance('P20D')
        assert.equal(await shows(id), true)
      })

      test('422 due_date_forward', async () => {
        const id = await inserted(fresh())
        problem(await patch(id, { dueDate: '2026-03-11' }), 422, 'due_date_forward')
        assert.equal((await patch(id, { dueDate: '2026-03-09' })).at('result.expiresOn'), '2031-03-09')
      })

      test('a lawsuit is shown in the report', async () => {
        const id = await published()
        const contractId = (await status(id)).at('result.contractId')
        await patch(id, { flagSubJudice: 'true' })
        const { items } = await report()
        assert.equal(items.find((one) => one.contractId === contractId)?.flagSubJudice, 'true')
      })

      test('a payment hides at once and says by when to release', async () => {
        const id = await published()
        const today = String((await status(id)).at('result.history.0.on'))
        const paid = await patch(id, { paidOn: today })
        assert.equal(paid.status, 200, paid.text)
        assert.equal(paid.at('result.nextStep.code'), 'release')
        assert.ok(String(paid.at('result.releaseDueOn')) > today)
        assert.equal(await shows(id), false)
        problem(await patch(id, { paidOn: today }), 409, 'listing_state')
        assert.equal((await act(id, 'baixa', { reason: '01' })).at('result.state'), 'released')
      })
    })

    describe('release', () => {
      test('gone from the very next report; a second release is told so', async () => {
        const id = await published()
        assert.equal(await shows(id), true)
        const answer = await act(id, 'baixa', { reason: '02' })
        assert.equal(answer.at('result.release.code'), '02')
        assert.equal(await shows(id), false)
        problem(await act(id, 'baixa', { reason: '02' }), 409, 'listing_state')
      })

      test('under a key it is done once and answered twice', async () => {
        const id = await published()
        const headers = { 'Idempotency-Key': `release-${id}` }
        const releaseIt = () => call(`${dividas}/${id}/baixa`, { body: { reason: '01' }, headers })
        const first = await releaseIt()
        const again = await releaseIt()
        assert.equal(first.status, 200, first.text)
        assert.equal(again.text, first.text)
        assert.equal(again.headers.get('idempotency-replayed'), 'true')
        const other = await published()
        const elsewhere = await call(`${dividas}/${other}/baixa`, { body: { reason: '01' }, headers })
        problem(elsewhere, 409, 'idempotency_key_reused')
      })

      test('before publication it withdraws', async () => {
        const id = await inserted(fresh())
        assert.equal((await act(id, 'baixa', { reason: '03' })).at('result.state'), 'withdrawn')
        await advance('P20D')
        assert.equal(await shows(id), false)
      })

      test('422 799 for a reserved reason, 400 for one that does not exist, 016 for a payment to come', async () => {
        const id = await inserted(fresh())
        refused(await act(id, 'baixa', { reason: '97' }), '799')
        problem(await act(id, 'baixa', { reason: '98' }), 400, 'body_invalid')
        refused(await act(id, 'baixa', { reason: '01', paidOn: '2099-01-01' }), '016')
        refused(await act(id, 'baixa', { reason: '01', paidOn: '2026-02-31' }), '014')
      })
    })

    describe('court and dispute', () => {
      test('a suspension hides, and its end shows again', async () => {
        const id = await published()
        const suspended = await act(id, 'suspensao', { courtOrder: 'Processo 1' })
        assert.equal(suspended.at('result.state'), 'suspended')
        assert.equal(suspended.at('result.suspension.by'), 'creditor')
        assert.equal(await shows(id), false)
        problem(await act(id, 'suspensao', { courtOrder: 'Processo 1' }), 409, 'listing_state')
        const resumed = await call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
        assert.equal(resumed.at('result.state'), 'published')
        assert.equal(await shows(id), true)
        problem(await call(`${dividas}/${id}/suspensao`, { method: 'DELETE' }), 409, 'listing_state')
      })

      test('a dispute rejected keeps, upheld releases', async () => {
        const id = await published()
        const opened = await act(id, 'contestacao', { statement: 'Não é minha.' })
        assert.equal(opened.at('result.nextStep.code'), 'dispute')
        problem(await act(id, 'contestacao', { statement: 'De novo.' }), 409, 'listing_state')
        const rejected = await act(id, 'contestacao/desfecho', { outcome: 'rejected', answer: 'É sua.' })
        assert.equal(rejected.at('result.dispute.outcome'), 'rejected')
        assert.equal(await shows(id), true)
        problem(await act(id, 'contestacao/desfecho', { outcome: 'upheld' }), 409, 'listing_state')
        await act(id, 'contestacao', { statement: 'Agora com prova.' })
        const upheld = await act(id, 'contestacao/desfecho', { outcome: 'upheld' })
        assert.equal(upheld.at('result.release.code'), '45')
        assert.equal(await shows(id), false)
      })

      test('a dispute that nobody answers hides after its deadline', async () => {
        const id = await published()
        await act(id, 'contestacao', { statement: 'Não é minha.' })
        assert.equal(await shows(id), true)
        await advance('P10D')
        assert.equal(await shows(id), false)
        await act(id, 'contestacao/desfecho', { outcome: 'rejected' })
        assert.equal(await shows(id), true)
      })
    })

    describe('guarantors', () => {
      test('has its own notice and state, shows as a guarantor, and goes with its principal', async () => {
        const id = await published({ documento: cleanPerson })
        const added = await act(id, 'avalistas', guarantor)
        assert.equal(added.status, 201, added.text)
        assert.equal(added.at('result.state'), 'waiting')
        assert.equal(added.at('result.principalId'), id)
        const contractId = added.at('result.contractId')
        const find = async () =>
          (await report(otherPerson)).items.find((one) => one.contractId === contractId)
        assert.equal(await find(), undefined)
        await advance('P20D')
        assert.equal((await find())?.principal, 'false')
        assert.equal(await shows(id), true)

        const guarantorId = String(added.at('result.id'))
        const path = `${dividas}/${id}/avalistas/${guarantorId}`
        assert.equal((await call(path)).at('result.state'), 'published')
        const listed = await call(`${dividas}/${id}/avalistas`)
        assert.equal((listed.at('result.guarantors') as unknown[]).length, 1)
        assert.equal(((await status(id)).at('result.guarantors') as unknown[]).length, 1)

        await act(id, 'suspensao', { courtOrder: 'Processo 2' })
        assert.equal(await find(), undefined)
        await call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
        assert.equal((await find())?.principal, 'false')

        await act(id, 'baixa', { reason: '01' })
        assert.equal(await find(), undefined)
        assert.equal((await call(path)).at('result.state'), 'released')
      })

      test('is updated, suspended, disputed and released by itself; the principal stays', async () => {
        const id = await published()
        const added = await act(id, 'avalistas', guarantor)
        const path = `${dividas}/${id}/avalistas/${String(added.at('result.id'))}`
        const etag = added.headers.get('etag') ?? ''
        const changed = await call(path, {
          method: 'PATCH',
          body: { contact: { phone: '11999990000' } },
          headers: { 'If-Match': etag },
        })
        assert.equal(changed.at('result.contact.phone'), '11999990000')
        problem(
          await call(path, {
            method: 'PATCH',
            body: { amount: '1.00' },
            headers: { 'If-Match': changed.headers.get('etag') ?? '' },
          }),
          400,
          'body_invalid',
        )
        assert.equal(
          (await call(`${path}/suspensao`, { body: { courtOrder: 'X' } })).at('result.state'),
          'suspended',
        )
        assert.equal((await call(`${path}/suspensao`, { method: 'DELETE' })).at('result.state'), 'waiting')
        await call(`${path}/contestacao`, { body: { statement: 'Não assinei.' } })
        const upheld = await call(`${path}/contestacao/desfecho`, { body: { outcome: 'upheld' } })
        assert.equal(upheld.at('result.state'), 'withdrawn')
        problem(await call(`${path}/baixa`, { body: { reason: '01' } }), 409, 'listing_state')
        assert.equal(await shows(id), true)
      })

      test('422 059 twice, 298 on what has ended; the principal stays as it is', async () => {
        const id = await inserted(fresh())
        assert.equal((await act(id, 'avalistas', guarantor)).status, 201)
        refused(await act(id, 'avalistas', guarantor), '059')
        refused(await act(id, 'avalistas', { ...guarantor, documento: '1' }), '029')
        assert.equal((await status(id)).at('result.state'), 'waiting')
        await act(id, 'baixa', { reason: '03' })
        refused(await act(id, 'avalistas', guarantor), '298')
      })
    })

    describe('list', () => {
      test('newest first, by pages, each listing once', async () => {
        const own = creditorOf(service, await service.newSession())
        const ids: string[] = []
        for (let at = 0; at < 5; at++) ids.push(await own.inserted({ contractId: `P${at}` }))
        const seen: string[] = []
        let cursor = ''
        do {
          const page = await own.call(`${dividas}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
          seen.push(...(page.at('result.listings') as { id: string }[]).map((one) => one.id))
          cursor = (page.at('result.cursor') as string | undefined) ?? ''
        } while (cursor !== '')
        assert.deepEqual(seen.toSorted(), ids.toSorted())
        assert.equal(new Set(seen).size, 5)
      })

      test('filters by state, contract, day and document', async () => {
        const own = creditorOf(service, await service.newSession())
        const one = await own.inserted({ contractId: 'F1' })
        await own.inserted({ contractId: 'F2', documento: otherPerson })
        const idsOf = async (query: string, headers = {}) =>
          ((await own.call(`${dividas}${query}`, { headers })).at('result.listings') as { id: string }[]).map(
            (found) => found.id,
          )
        assert.deepEqual(await idsOf('?contractId=F1'), [one])
        assert.deepEqual(await idsOf('?contractId=F1?'), [])
        assert.deepEqual(await idsOf('', { 'x-documento': '529.982.247-25' }), [one])
        assert.equal((await idsOf('?state=waiting')).length, 2)
        assert.equal((await idsOf('?state=published')).length, 0)
        await own.advance('P20D')
        assert.equal((await idsOf('?state=published')).length, 2)
        assert.equal((await idsOf('?from=2026-11-16&until=2026-11-16')).length, 2)
        assert.equal((await idsOf('?from=2026-11-17')).length, 0)
      })

      test('those under dispute are asked for apart, a disputed guarantor with its principal', async () => {
        const own = creditorOf(service, await service.newSession())
        const [plain, disputed, answered, guaranteed] = [
          await own.inserted({ contractId: 'D1' }),
          await own.inserted({ contractId: 'D2' }),
          await own.inserted({ contractId: 'D3' }),
          await own.inserted({ contractId: 'D4' }),
        ]
        const added = await own.act(guaranteed, 'avalistas', guarantor)
        const guarantorPath = `${dividas}/${guaranteed}/avalistas/${String(added.at('result.id'))}`
        await own.advance('P20D')
        for (const path of [`${dividas}/${disputed}`, `${dividas}/${answered}`, guarantorPath]) {
          assert.equal(
            (await own.call(`${path}/contestacao`, { body: { statement: 'não é minha' } })).status,
            200,
          )
        }
        await own.call(`${dividas}/${answered}/contestacao/desfecho`, {
          body: { outcome: 'rejected', answer: 'contrato assinado' },
        })
        const idsOf = async (query: string) =>
          ((await own.call(`${dividas}${query}`)).at('result.listings') as { id: string }[]).map(
            ({ id }) => id,
          )
        assert.deepEqual((await idsOf('?disputed=true')).toSorted(), [disputed, guaranteed].toSorted())
        assert.deepEqual((await idsOf('?disputed=false')).toSorted(), [plain, answered].toSorted())
        assert.deepEqual(await idsOf('?disputed=true&contractId=D1'), [])
        problem(await own.call(`${dividas}?disputed=maybe`), 400, 'query_invalid')
      })

      test('those refused are asked for apart, or left out, page by page', async () => {
        const own = creditorOf(service, await service.newSession())
        const one = await own.inserted({ contractId: 'R1' })
        const two = await own.insert({ contractId: 'R2', amount: '9.99' })
        const idsOf = async (query: string) =>
          ((await own.call(`${dividas}${query}`)).at('result.listings') as { id: string }[]).map(
            ({ id }) => id,
          )
        assert.deepEqual(await idsOf('?refused=false'), [one])
        assert.deepEqual(await idsOf('?refused=true'), [two.at('refusal.id')])
        assert.equal((await idsOf('')).length, 2)
        assert.deepEqual(await idsOf('?refused=false&state=refused'), [])
        const page = await own.call(`${dividas}?refused=false&limit=1`)
        assert.equal(page.at('result.cursor'), undefined, 'what is left out makes no further page')
        problem(await own.call(`${dividas}?refused=maybe`), 400, 'query_invalid')
      })

      test('a summary counts and adds up by state, and says what waits and until when', async () => {
        const own = creditorOf(service, await service.newSession())
        const summary = async () => (await own.call('/negativacao/v2/resumo')).at('result')
        const nothing = { count: 0, amount: '0.00' }
        assert.deepEqual(await summary(), {
          states: [],
          disputed: nothing,
          toRelease: nothing,
          review: nothing,
        })
        const [one, two] = [
          await own.inserted({ contractId: 'S1', amount: '100.10' }),
          await own.inserted({ contractId: 'S2', amount: '999999999.99' }),
        ]
        await own.inserted({ contractId: 'S3', amount: '10.95' })
        await own.advance('P20D')
        await own.call(`${dividas}/${one}/contestacao`, { body: { statement: 'não é minha' } })
        const { dueDate } = (await own.status(two)).at('result') as { dueDate: string }
        assert.equal((await own.patch(two, { paidOn: dueDate })).status, 200)
        assert.deepEqual(await summary(), {
          states: [{ state: 'published', count: 3, amount: '1000000111.04' }],
          disputed: {
            count: 1,
            amount: '100.10',
            nextDueOn: (await own.status(one)).at('result.dispute.dueOn'),
          },
          toRelease: {
            count: 1,
            amount: '999999999.99',
            nextDueOn: (await own.status(two)).at('result.releaseDueOn'),
          },
          review: nothing,
        })
        await own.act(two, 'baixa', { reason: '01' })
        assert.deepEqual(((await summary()) as { toRelease: unknown }).toRelease, nothing)
        const stranger = creditorOf(service, await service.newSession())
        const theirs = (await stranger.call('/negativacao/v2/resumo')).at('result.states')
        assert.deepEqual(theirs, [])
      })

      test('a dispute that was open when its debt ended needs no answer', async () => {
        const own = creditorOf(service, await service.newSession())
        const [released, withdrawn, backed, freed] = [
          await own.inserted({ contractId: 'T1' }),
          await own.inserted({ contractId: 'T2' }),
          await own.inserted({ contractId: 'T3' }),
          await own.inserted({ contractId: 'T4' }),
        ]
        const backer = String((await own.act(backed, 'avalistas', guarantor)).at('result.id'))
        const freedBacker = String((await own.act(freed, 'avalistas', guarantor)).at('result.id'))
        const disputed = [released, withdrawn, `${backed}/avalistas/${backer}`]
        for (const id of [...disputed, `${freed}/avalistas/${freedBacker}`]) {
          const answer = await own.act(id, 'contestacao', { statement: 'não é minha' })
          assert.equal(answer.status, 200, answer.text)
        }
        const waiting = async () => [
          (await own.call('/negativacao/v2/resumo')).at('result.disputed.count'),
          ((await own.call(`${dividas}?disputed=true`)).at('result.listings') as object[]).length,
        ]
        assert.deepEqual(await waiting(), [4, 4])
        await own.act(released, 'baixa', { reason: '01' })
        await own.act(withdrawn, 'baixa', { reason: '03' })
        await own.act(backed, 'baixa', { reason: '01' })
        await own.act(`${freed}/avalistas/${freedBacker}`, 'baixa', { reason: '03' })
        assert.deepEqual(await waiting(), [0, 0])
      })

      test('a summary does not count a refused debt', async () => {
        const own = creditorOf(service, await service.newSession())
        refused(await own.insert({ contractId: 'R1', amount: '9.99' }), '057')
        assert.equal(((await own.call(`${dividas}?refused=true`)).at('result.listings') as []).length, 1)
        assert.deepEqual((await own.call('/negativacao/v2/resumo')).at('result.states'), [])
      })

      test('400 tells everything that is wrong with the filters', async () => {
        const answer = await call(`${dividas}?state=x&from=2026-02-30&limit=0&cursor=!&colour=1`)
        problem(answer, 400, 'query_invalid')
        const fields = (answer.at('errors') as { field: string }[]).map((one) => one.field)
        assert.deepEqual(fields.toSorted(), ['colour', 'cursor', 'from', 'limit', 'state'])
        problem(await call(dividas, { headers: { 'x-documento': '1' } }), 422, 'document_invalid')
      })
    })

    test('another client’s listing is 404 on every operation', async () => {
      const id = await inserted(fresh())
      const added = await act(id, 'avalistas', guarantor)
      const guarantorId = String(added.at('result.id'))
      const stranger = creditorOf(service, await service.newSession())
      const ifMatch = { 'If-Match': '"4"' }
      for (const base of [`${dividas}/${id}`, `${dividas}/${id}/avalistas/${guarantorId}`]) {
        const calls = [
          await stranger.call(base),
          await stranger.call(base, {
            method: 'PATCH',
            body: { contact: {} },
            headers: ifMatch,
          }),
          await stranger.call(`${base}/baixa`, { body: { reason: '01' } }),
          await stranger.call(`${base}/suspensao`, { body: { courtOrder: 'X' } }),
          await stranger.call(`${base}/suspensao`, { method: 'DELETE' }),
          await stranger.call(`${base}/contestacao`, { body: { statement: 'X' } }),
          await stranger.call(`${base}/contestacao/desfecho`, { body: { outcome: 'upheld' } }),
        ]
        for (const answer of calls) problem(answer, 404, 'listing_unknown')
      }
      problem(await stranger.call(`${dividas}/${id}/avalistas`), 404, 'listing_unknown')
      problem(await stranger.act(id, 'avalistas', guarantor), 404, 'listing_unknown')
      assert.deepEqual((await stranger.call(dividas)).at('result.listings'), [])
      const other = await inserted(fresh())
      problem(await call(`${dividas}/${other}/avalistas/${guarantorId}`), 404, 'listing_unknown')
      problem(await call(`${dividas}/${guarantorId}`), 404, 'listing_unknown')
    })

    test('403 without the product of listings', async () => {
      const reader = await service.newSession('sandbox', 'relatorioBasico')
      problem(await creditorOf(service, reader).insert(), 403, 'product_not_contracted')
    })

    describe('the clock of a sandbox', () => {
      test('moves forward only, for its own client alone, and is kept', async () => {
        const mine = creditorOf(service, await service.newSession())
        const clockOf = (body: object) => service.call('/sandbox/relogio', { body, as: mine.session })
        const moved = await clockOf({ now: '2031-01-31T12:00:00-03:00' })
        assert.equal(moved.at('result.now'), '2031-01-31T12:00:00-03:00')
        problem(await clockOf({ now: '2031-01-31T11:59:00-03:00' }), 422, 'clock_backward')
        problem(await clockOf({ now: '2200-01-01T00:00:00-03:00' }), 422, 'clock_backward')
        problem(await clockOf({ now: '2032-02-30T12:00:00-03:00' }), 400, 'body_invalid')
        for (const advance of ['P9999Y', 'P000000000001D'])
          problem(await clockOf({ advance }), 422, 'clock_backward')
        const worded = await clockOf({ advance: '11' })
        assert.equal(worded.at('errors.0.code'), 'duration')
        assert.equal((await clockOf({ now: 'amanhã' })).at('errors.0.code'), 'instant')
        for (const now of [
          '2031-01-31t12:00:00z',
          '2031-01-30T20:59:60-03:00',
          '2031-01-31T11:00:00-03:00[UTC]',
        ])
          problem(await clockOf({ now }), 422, 'clock_backward')
        assert.equal((await clockOf({ advance: 'P1M' })).at('result.now'), '2031-02-28T12:00:00-03:00')
        for (const body of [
          { advance: '11' },
          { advance: 'P' },
          { now: 'amanhã' },
          {},
          { now: 'x', advance: 'y' },
        ]) {
          problem(await clockOf(body), 400, 'body_invalid')
        }
        const here = await service.call('/sandbox/relogio', {
          body: { advance: 'PT0S' },
          as: creditor.session,
        })
        assert.ok(String(here.at('result.now')) < '2031')
        const read = async (as: Session) =>
          String((await service.call('/sandbox/relogio', { as })).at('result.now'))
        assert.equal(await read(mine.session), '2031-02-28T12:00:00-03:00')
        assert.ok((await read(creditor.session)) < '2031')
        const answer = await mine.insert({ dueDate: '2031-01-01' })
        assert.equal(answer.at('result.receivedAt'), '2031-02-28T12:00:00-03:00')
      })

      test('production has no such route', async () => {
        const answer = await service.call('/relogio', { body: { advance: 'P1D' }, as: creditor.session })
        problem(answer, 404, 'route_unknown')
        const live = await service.newSession('production')
        const wrong = await service.call('/sandbox/relogio', { body: { advance: 'P1D' }, as: live })
        problem(wrong, 401, 'api_key_wrong_environment')
      })
    })
  })
}

test('a summary of a hundred thousand of the largest debts fits its schema', () => {
  const group: ListingGroup = {
    state: 'published',
    isInReview: true,
    answerBy: '2026-11-24' as Day,
    paidOn: '2026-11-16' as Day,
    count: 100_000,
    amountCents: 99_999_999_999n * 100_000n,
  }
  const check = validator(ListingSummary)
  const summary = listingSummary([group, group])
  assert.ok(check.accepts(summary), JSON.stringify(check.errorsOf(summary, 'en')))
})
