import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { QueuedListing } from '@lastro/contract/operator/operator-listings.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { testOn } from '../../../testing/matrix.ts'
import type { Answer } from '../../../testing/running-service.ts'
import {
  type Creditor,
  creditorOf,
  debt,
  dividas,
  personOf,
  TestClock,
} from '../../../testing/services/listing-service.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'

const guarantor = {
  documento: '12345678909',
  name: 'BRUNO AVALISTA DE EXEMPLO',
  birthDate: '1979-01-02',
  ...personOf('12345678909'),
  address: debt.address,
}

const refusalOf = (answer: Answer) => {
  assert.equal(answer.status, 422, answer.text)
  return answer.at('refusal') as { code: string; id: string; earlierListingId?: string }
}

for (const engine of engines) {
  describe(`a debt and its endings on ${engine}`, async () => {
    const ruleTest = testOn(engine)
    const service = await operatorService(engine, { clock: new TestClock() })
    afterAll(() => service.close())
    const newCreditor = async () => creditorOf(service, await service.newSession())
    const operate = (id: string, verb: string, body: object) =>
      service.operate(`/anotacoes/${id}/${verb}`, { body })

    /** Published on 27 November 2026, then ended for this reason. */
    const ended = async (reason: string, { by = 'creditor', ...changes }: Ending = {}) => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'CT-1001', ...changes })
      await creditor.advance('P11D')
      const done =
        by === 'creditor'
          ? await creditor.act(id, 'baixa', { reason })
          : await operate(id, 'baixar', { code: reason, reason: 'ordem' })
      assert.equal(done.status, 200, done.text)
      return { creditor, id }
    }
    type Ending = Partial<ListingRequest> & { by?: 'creditor' | 'operator' }
    const again = ({ insert }: Creditor, changes: Partial<ListingRequest> = {}) =>
      insert({ contractId: 'CT-1001', ...changes })

    for (const reason of ['01', '02', '04', '40', '45']) {
      test(`ended by ${reason} it does not come again, however it is spelled`, async () => {
        const { creditor, id } = await ended(reason)
        for (const contractId of ['CT-1001', ' ct-1001']) {
          const refusal = refusalOf(await again(creditor, { contractId, dueDate: '2026-10-01' }))
          assert.equal(refusal.code, 'debt_ended', contractId)
          assert.equal(refusal.earlierListingId, id)
          const kept = await creditor.status(refusal.id)
          assert.equal(kept.at('result.refusal.earlierListingId'), id)
        }
      })
    }

    for (const reason of ['96', '97']) {
      ruleTest(`ended by ${reason}, which is the bureau’s, it does not come again`, async () => {
        const { creditor } = await ended(reason, { by: 'operator' })
        assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
      })
    }

    for (const reason of ['03', '17', '21']) {
      ruleTest(`ended by ${reason} it may come again, with a new notice`, async () => {
        const { creditor } = await ended(reason)
        const answer = await again(creditor)
        assert.equal(answer.status, 201, answer.text)
        assert.equal(answer.at('result.state'), 'waiting')
        assert.equal(answer.at('result.visible'), false)
      })
    }

    for (const [reason, cause] of [
      ['25', 'ended_before'],
      ['44', 'estate_claim'],
    ] as const) {
      ruleTest(`ended by ${reason} it waits for the operator, who sees the listing of before`, async () => {
        const { creditor, id } = await ended(reason)
        const held = await again(creditor)
        assert.equal(held.status, 201, held.text)
        assert.equal(held.at('result.state'), 'received')
        assert.equal(held.at('result.review.code'), cause)
        assert.equal(held.at('result.review.earlierListingId'), id)
        // A birth date told again does not end what is held for another reason.
        const heldId = String(held.at('result.id'))
        const patched = await creditor.patch(heldId, { birthDate: '1980-05-20' })
        assert.equal(patched.at('result.state'), 'received')
        const { clientId } = creditor.session
        const { listings } = await service.result<{ listings: QueuedListing[] }>(
          `/anotacoes?environment=sandbox&clientId=${clientId}`,
        )
        assert.equal(listings.find((one) => one.id === heldId)?.earlierListingId, id)
        assert.equal((await operate(heldId, 'aprovar', { reason: 'confere' })).status, 200)
        assert.equal((await creditor.status(heldId)).at('result.state'), 'waiting')
      })
    }

    ruleTest(
      'paid before it was published, or paid and released for another reason, it is paid',
      async () => {
        const early = await newCreditor()
        const first = await early.inserted({ contractId: 'CT-1001' })
        assert.equal((await early.patch(first, { paidOn: '2026-11-16' })).at('result.state'), 'withdrawn')
        assert.equal(refusalOf(await again(early)).code, 'debt_ended')
        const late = await newCreditor()
        const second = await late.inserted({ contractId: 'CT-1001' })
        await late.advance('P11D')
        await late.patch(second, { paidOn: '2026-11-20' })
        assert.equal((await late.act(second, 'baixa', { reason: '03' })).status, 200)
        assert.equal(refusalOf(await again(late)).code, 'debt_ended')
        assert.equal((await operate(second, 'liberar', { reason: 'engano' })).at('code'), 'ending_final')
      },
    )

    test('a suspension bars the same debt, and a release does not get round it', async () => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'CT-1001' })
      await creditor.advance('P11D')
      await creditor.act(id, 'suspensao', { courtOrder: '0000001-00.2026.8.26.0100' })
      assert.equal(refusalOf(await again(creditor, { contractId: 'ct-1001' })).code, '059')
      await creditor.act(id, 'baixa', { reason: '03' })
      assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
      const without = await operate(id, 'liberar', { reason: 'cliente insiste' })
      assert.deepEqual([without.status, without.at('code')], [422, 'court_order_required'])
      const lifted = await operate(id, 'liberar', { reason: 'revogada', courtOrder: 'AI 2.001/2026' })
      assert.equal(lifted.status, 200, lifted.text)
      assert.equal(lifted.at('result.listing.state'), 'released')
      const history = lifted.at('result.listing.history') as { change: string; cause: string }[]
      assert.deepEqual([history.at(-1)?.change, history.at(-1)?.cause], ['lifted', 'AI 2.001/2026: revogada'])
      const taken = await again(creditor)
      assert.equal(taken.at('result.state'), 'waiting', taken.text)
      assert.equal(
        (await operate(id, 'liberar', { reason: 'x', courtOrder: 'y' })).at('code'),
        'listing_state',
      )
    })

    ruleTest('a suspension that was ended before the release bars nothing', async () => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'CT-1001' })
      await creditor.advance('P11D')
      await creditor.act(id, 'suspensao', { courtOrder: 'X' })
      await creditor.call(`${dividas}/${id}/suspensao`, { method: 'DELETE' })
      await creditor.act(id, 'baixa', { reason: '03' })
      assert.equal((await again(creditor)).status, 201)
    })

    ruleTest('fraud and dispute are lifted by the operator with a reason, and by nobody else', async () => {
      for (const reason of ['40', '45']) {
        const { creditor, id } = await ended(reason)
        assert.equal((await creditor.act(id, 'liberar', { reason: 'x' })).status, 404)
        assert.equal((await operate(id, 'liberar', { reason: '' })).at('code'), 'body_invalid')
        assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
        assert.equal((await operate(id, 'liberar', { reason: 'perícia confirma' })).status, 200)
        assert.equal((await again(creditor)).status, 201)
        // What is told to readers is what they may see: nothing of it.
        assert.deepEqual((await creditor.report()).items, [])
      }
    })

    ruleTest(
      'payment, renegotiation and lapse are lifted by nobody; what is free or under way has nothing to lift',
      async () => {
        for (const [reason, by] of [
          ['01', 'creditor'],
          ['43', 'creditor'],
          ['97', 'operator'],
        ] as const) {
          const { id } = await ended(reason, { by })
          const refused = await operate(id, 'liberar', { reason: 'x', courtOrder: 'y' })
          assert.deepEqual([refused.status, refused.at('code')], [409, 'ending_final'], reason)
        }
        const free = await ended('03')
        assert.equal((await operate(free.id, 'liberar', { reason: 'x' })).at('code'), 'listing_state')
        const active = await free.creditor.inserted({ contractId: 'OUTRO' })
        assert.equal((await operate(active, 'liberar', { reason: 'x' })).at('code'), 'listing_state')
      },
    )

    ruleTest(
      'a dispute that nobody answered ends it for good, whether or not a job has recorded it',
      async () => {
        const creditor = await newCreditor()
        const id = await creditor.inserted({ contractId: 'CT-1001' })
        await creditor.advance('P11D')
        await creditor.act(id, 'contestacao', { statement: 'Não devo.' })
        const { sandboxClocks } = service.store
        const { clientId } = creditor.session
        const fromMs = await sandboxClocks.offsetMs(clientId)
        await sandboxClocks.advance(clientId, { fromMs, toMs: fromMs + 11 * 86_400_000 })
        assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
        await creditor.advance('P1D')
        assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
      },
    )

    ruleTest('five years run from the earliest due date ever told, across listings', async () => {
      const { creditor, id } = await ended('03', { dueDate: '2022-01-10' })
      const second = await again(creditor, { dueDate: '2026-01-10' })
      assert.equal(second.at('result.expiresOn'), '2027-01-10')
      const secondId = String(second.at('result.id'))
      // An earlier due date of its own, and still later than the first: the end does not move.
      const patched = await creditor.patch(secondId, { dueDate: '2024-06-01' })
      assert.equal(patched.at('result.expiresOn'), '2027-01-10')
      await creditor.act(secondId, 'baixa', { reason: '03' })
      await creditor.advance('P60D')
      const third = refusalOf(await again(creditor, { dueDate: '2026-11-01' }))
      assert.deepEqual([third.code, third.earlierListingId], ['017', id])
    })

    ruleTest('lapsed, it never comes again, whatever due date is told', async () => {
      const creditor = await newCreditor()
      await creditor.inserted({ contractId: 'CT-1001', dueDate: '2021-12-10' })
      await creditor.advance('P60D')
      for (const dueDate of ['2026-12-20', '2027-01-01']) {
        assert.equal(refusalOf(await again(creditor, { dueDate })).code, 'debt_ended', dueDate)
      }
      assert.equal(refusalOf(await again(creditor, { dueDate: '2021-12-10' })).code, '017')
    })

    test('a due date told in a refused insertion counts too, until the operator strikes it', async () => {
      const creditor = await newCreditor()
      const old = refusalOf(await again(creditor, { dueDate: '2012-03-10' }))
      assert.equal(old.code, '017')
      const second = refusalOf(await again(creditor, { dueDate: '2026-03-10' }))
      assert.deepEqual([second.code, second.earlierListingId], ['017', old.id])
      const lifted = await operate(old.id, 'liberar', { reason: 'o ano foi digitado errado' })
      assert.equal(lifted.status, 200, lifted.text)
      const third = await again(creditor, { dueDate: '2026-03-10' })
      assert.equal(third.at('result.expiresOn'), '2031-03-10', third.text)
    })

    ruleTest(
      'a due date of more than five years told in a change ends the listing, and for good',
      async () => {
        const creditor = await newCreditor()
        const id = await creditor.inserted({ contractId: 'CT-1001' })
        await creditor.advance('P20D')
        const patched = await creditor.patch(id, { dueDate: '2012-03-10' })
        assert.equal(patched.status, 200, patched.text)
        assert.deepEqual(
          [patched.at('result.state'), patched.at('result.release.code')],
          ['expired', '97'],
          patched.text,
        )
        assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
      },
    )

    test('a contract that differs by punctuation or zeros waits for the operator, with what it resembles', async () => {
      const { creditor, id } = await ended('01')
      for (const contractId of ['CT1001', 'CT 1001', 'CT-01001', '00CT-1001', 'CT.1001']) {
        const held = await again(creditor, { contractId })
        assert.equal(held.at('result.review.code'), 'contract_similar', held.text)
        assert.equal(held.at('result.state'), 'received')
      }
      const active = await newCreditor()
      const first = await active.inserted({ contractId: '1-001' })
      const like = await active.insert({ contractId: '1-1' })
      assert.equal(like.at('result.review.earlierListingId'), first)
      assert.notEqual(first, id)
      assert.equal((await active.insert({ contractId: '1-2' })).at('result.state'), 'waiting')
      // The one without a sign, the other without a zero; and only some of the zeros.
      for (const [sent, resent] of [
        ['77-0012-3', '770012-03'],
        ['8-001-02', '8001-2'],
        ['9001-2', '9-001-02'],
      ] as const) {
        const earlierListingId = await active.inserted({ contractId: sent })
        const crossed = await active.insert({ contractId: resent })
        assert.deepEqual(
          [crossed.at('result.review.code'), crossed.at('result.review.earlierListingId')],
          ['contract_similar', earlierListingId],
          resent,
        )
      }
    })

    ruleTest('a former guarantor that is sent as debtor has the time that its debt had', async () => {
      const creditor = await newCreditor()
      const sent = async (changes: object) => creditor.insert({ contractId: 'FD-1', ...changes })
      const first = await creditor.inserted({ contractId: 'FD-1', dueDate: '2022-03-10' })
      await creditor.act(first, 'baixa', { reason: '03' })
      const later = await sent({ dueDate: '2025-03-10' })
      assert.equal(later.at('result.expiresOn'), '2027-03-10', later.text)
      const id = String(later.at('result.id'))
      const added = await creditor.act(id, 'avalistas', guarantor)
      assert.equal(added.status, 201, added.text)
      await creditor.act(id, 'baixa', { reason: '03' })
      const asDebtor = await sent({ ...guarantor, dueDate: '2025-03-10' })
      assert.equal(asDebtor.at('result.expiresOn'), '2027-03-10', asDebtor.text)
    })

    test('sent again for another branch of the same creditor it waits for the operator, alone and in a batch', async () => {
      const session = await service.newSession()
      const creditors = ['112223330001', '112223330002', '112223340001'].map((base) => ({
        document: withCheckDigits(base),
        name: 'LOJA LTDA',
      }))
      await service.store.clients.setContract(session.clientId, { ...wholeContract, creditors })
      const creditor = creditorOf(service, session)
      const id = await creditor.inserted({ contractId: 'CT-1001' })
      await creditor.advance('P11D')
      await creditor.act(id, 'baixa', { reason: '01' })
      const [, branch, stranger] = creditors
      const held = await again(creditor, { creditorDocument: branch?.document ?? '' })
      assert.deepEqual(
        [held.at('result.review.code'), held.at('result.review.earlierListingId')],
        ['contract_similar', id],
        held.text,
      )
      const other = await again(creditor, { creditorDocument: stranger?.document ?? '' })
      assert.equal(other.at('result.state'), 'waiting', other.text)
      const lines = [{ contractId: 'CT-7' }, { contractId: 'CT-7', creditorDocument: branch?.document }]
      const sent = await creditor.call('/negativacao/v2/lotes', {
        body: lines.map((line) => JSON.stringify({ ...debt, ...line })).join('\n'),
        headers: { 'Content-Type': 'application/x-ndjson' },
      })
      assert.ok(sent.status < 300, sent.text)
      await service.runJobs()
      const inBatch = (await creditor.call('/negativacao/v2/dividas?state=received')).text
      assert.ok(inBatch.includes('CT-7'), inBatch)
    })

    test('a guarantor whose part ended by fraud or dispute does not come again, as guarantor or as debtor', async () => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'CT-1001' })
      const added = await creditor.act(id, 'avalistas', guarantor)
      const guarantorId = String(added.at('result.id'))
      await creditor.advance('P11D')
      const path = `${dividas}/${id}/avalistas`
      await creditor.call(`${path}/${guarantorId}/baixa`, { body: { reason: '40' } })
      const asGuarantor = refusalOf(await creditor.act(id, 'avalistas', guarantor))
      assert.deepEqual([asGuarantor.code, asGuarantor.earlierListingId], ['debt_ended', guarantorId])
      assert.equal(refusalOf(await again(creditor, guarantor)).code, 'debt_ended')
      // A new debt of the same contract has the same guarantor.
      await creditor.act(id, 'baixa', { reason: '03' })
      const next = await creditor.inserted({ contractId: 'ct-1001' })
      assert.equal(refusalOf(await creditor.act(next, 'avalistas', guarantor)).code, 'debt_ended')
      assert.equal((await operate(guarantorId, 'liberar', { reason: 'perícia' })).status, 200)
      assert.equal((await creditor.act(next, 'avalistas', guarantor)).status, 201)
    })

    ruleTest(
      'what a guarantor paid does not come back against it, nor what was paid by another',
      async () => {
        const backed = async () => {
          const creditor = await newCreditor()
          const id = await creditor.inserted({ contractId: 'CT-1001' })
          const added = await creditor.act(id, 'avalistas', guarantor)
          await creditor.advance('P11D')
          const path = `${dividas}/${id}/avalistas/${String(added.at('result.id'))}`
          return { creditor, id, path }
        }
        const asDebtor = ({ insert }: Creditor) => insert({ ...guarantor, contractId: 'CT-1001' })
        const one = await backed()
        assert.equal(refusalOf(await asDebtor(one.creditor)).code, '059', 'listed once, in either part')
        await one.creditor.patch(one.id, { paidOn: '2026-11-20' })
        assert.equal(refusalOf(await asDebtor(one.creditor)).code, 'debt_ended')
        assert.equal(refusalOf(await one.creditor.act(one.id, 'avalistas', guarantor)).code, '298')
        const two = await backed()
        await two.creditor.call(`${two.path}/baixa`, { body: { reason: '03' } })
        await two.creditor.act(two.id, 'baixa', { reason: '01' })
        assert.equal(refusalOf(await asDebtor(two.creditor)).code, 'debt_ended')
        const three = await backed()
        await three.creditor.call(`${three.path}/baixa`, { body: { reason: '03', paidOn: '2026-11-20' } })
        assert.deepEqual((await three.creditor.report()).items, [], 'a day of payment is a payment')
      },
    )

    /** Ana's debt with its guarantor, both published on 27 November 2026. */
    const backed = async () => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'CT-1001' })
      const added = await creditor.act(id, 'avalistas', guarantor)
      await creditor.advance('P11D')
      const path = `${dividas}/${id}/avalistas/${String(added.at('result.id'))}`
      const leaves = async () => {
        const left = await creditor.call(`${path}/baixa`, { body: { reason: '03' } })
        assert.equal(left.status, 200, left.text)
      }
      return { creditor, id, guarantorId: String(added.at('result.id')), leaves }
    }
    const alone = ({ insert }: Creditor, contractId = 'CT-1001') => insert({ ...guarantor, contractId })
    const inBatch = async ({ call }: Creditor, contractId = 'CT-1001') => {
      const sent = await call('/negativacao/v2/lotes', {
        body: `${JSON.stringify({ ...debt, ...guarantor, contractId })}\n`,
        headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
      })
      const [line] = sent.text.split('\n')
      return JSON.parse(line ?? '{}') as { state?: string; refusal?: { code: string } }
    }
    /** By every door at which whoever backed the debt could be listed without it. */
    const isBarred = async (creditor: Creditor, ...by: readonly string[]) => {
      for (const contractId of ['CT-1001', ' ct-1001']) {
        const { code, earlierListingId = '' } = refusalOf(await alone(creditor, contractId))
        assert.equal(code, 'debt_ended', contractId)
        assert.ok(by.includes(earlierListingId), contractId)
        assert.equal((await inBatch(creditor, contractId)).refusal?.code, 'debt_ended', contractId)
      }
      const like = await alone(creditor, 'CT1001')
      assert.equal(like.at('result.review.code'), 'contract_similar')
      await creditor.act(String(like.at('result.id')), 'baixa', { reason: '03' })
      const other = await creditor.inserted({ documento: '00000001163', contractId: 'CT-1001' })
      const behind = refusalOf(await creditor.act(other, 'avalistas', guarantor))
      assert.equal(behind.code, 'debt_ended', 'behind another debtor')
      await creditor.act(other, 'baixa', { reason: '03' })
      const { items } = await creditor.report(guarantor.documento)
      assert.ok(!items.some((one) => one.contractId === 'CT-1001'))
    }

    test('whoever backs a debt that a court holds is not taken out from behind it', async () => {
      const { creditor, id, leaves } = await backed()
      assert.equal((await operate(id, 'suspender', { courtOrder: 'Processo 5' })).status, 200)
      await leaves()
      await isBarred(creditor, id)
      await operate(id, 'retomar', { reason: 'revogada' })
      const held = await alone(creditor)
      const { code, earlierListingId } = held.at('result.review') as Record<string, string>
      assert.deepEqual([held.at('result.state'), code, earlierListingId], ['received', 'ended_before', id])
    })

    ruleTest('nor from behind one that stands, but may be added to it again', async () => {
      const { creditor, id, leaves } = await backed()
      await leaves()
      const again = await creditor.act(id, 'avalistas', guarantor)
      assert.equal(again.at('result.state'), 'waiting', again.text)
      const path = `${dividas}/${id}/avalistas/${String(again.at('result.id'))}`
      await creditor.call(`${path}/baixa`, { body: { reason: '03' } })
      await creditor.act(id, 'contestacao', { statement: 'Não devo.' })
      assert.equal((await inBatch(creditor)).state, 'received')
      assert.equal(refusalOf(await alone(creditor)).code, '059', 'held for the operator')
    })

    test('nor from behind a dispute that was open, a fraud or a court, whoever left first', async () => {
      const endings: readonly ((creditor: Creditor, id: string) => Promise<Answer>)[] = [
        async (creditor, id) => {
          await creditor.act(id, 'contestacao', { statement: 'Não devo.' })
          return creditor.act(id, 'baixa', { reason: '03' })
        },
        (creditor, id) => creditor.act(id, 'baixa', { reason: '40' }),
        (_, id) => operate(id, 'baixar', { code: '96', reason: 'ordem' }),
      ]
      for (const end of endings) {
        for (const first of ['guarantor', 'principal']) {
          const { creditor, id, guarantorId, leaves } = await backed()
          if (first === 'guarantor') await leaves()
          assert.equal((await end(creditor, id)).status, 200)
          await isBarred(creditor, id, guarantorId)
          const lift = (one: string) => operate(one, 'liberar', { reason: 'x', courtOrder: 'AI 7' })
          // What a guarantor was freed by itself, with its principal, is lifted of both.
          await lift(guarantorId)
          await isBarred(creditor, id)
          assert.equal((await lift(id)).status, 200)
          const taken = await alone(creditor)
          assert.equal(taken.status, 201, taken.text)
        }
      }
    })

    test('nor from behind one that was listed anew and is held by a court since', async () => {
      const { creditor, id } = await backed()
      await creditor.act(id, 'baixa', { reason: '03' })
      const second = await creditor.inserted({ contractId: 'ct-1001' })
      assert.equal((await operate(second, 'suspender', { courtOrder: 'Processo 6' })).status, 200)
      await isBarred(creditor, second)
      await operate(second, 'retomar', { reason: 'revogada' })
      assert.equal((await creditor.act(second, 'avalistas', guarantor)).status, 201)
    })

    ruleTest('a dispute is not got round by another end before its last day', async () => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'CT-1001' })
      await creditor.advance('P11D')
      await creditor.act(id, 'contestacao', { statement: 'Não devo.' })
      await creditor.advance('P9D')
      assert.equal((await creditor.act(id, 'baixa', { reason: '03' })).status, 200)
      assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
      assert.equal((await operate(id, 'liberar', { reason: 'o devedor confirma' })).status, 200)
      assert.equal((await again(creditor)).status, 201)
    })

    ruleTest('held or in its notice, it can be suspended by a court, disputed and answered', async () => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'CT-1001' })
      await creditor.advance('P11D')
      const address = { ...debt.address, number: '200' }
      assert.equal((await creditor.patch(id, { address })).at('result.state'), 'received')
      assert.equal((await creditor.act(id, 'contestacao', { statement: 'Não devo.' })).status, 200)
      assert.equal((await creditor.act(id, 'contestacao/desfecho', { outcome: 'rejected' })).status, 200)
      const suspended = await operate(id, 'suspender', { courtOrder: 'Processo 3' })
      assert.equal(suspended.at('result.listing.state'), 'suspended', suspended.text)
      assert.equal(
        (await operate(id, 'retomar', { reason: 'revogada' })).at('result.listing.state'),
        'received',
      )
      await operate(id, 'suspender', { courtOrder: 'Processo 4' })
      await creditor.act(id, 'baixa', { reason: '03' })
      assert.equal(refusalOf(await again(creditor)).code, 'debt_ended')
    })

    test('a contract number of invisible characters, or with one, is refused', async () => {
      const { creditor } = await ended('01')
      for (const contractId of ['\u200b', 'CT-1001\u3164'])
        assert.equal(refusalOf(await again(creditor, { contractId })).code, 'contract_character')
    })

    test('a batch goes by the same rules: endings, spellings, and the lines before', async () => {
      const { creditor, id } = await ended('01')
      const line = (contractId: string, dueDate = debt.dueDate) =>
        JSON.stringify({ ...debt, contractId, dueDate })
      const body = [line('ct-1001'), line('CT1001'), line('NEW-1', '2012-01-01'), line('NEW-1'), line('N-2')]
      const sent = await creditor.call('/negativacao/v2/lotes', {
        body: `${body.join('\n')}\n`,
        headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
      })
      const lines = sent.text
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one))
        .filter((one) => one.line !== undefined)
      assert.deepEqual(
        lines.map((one) => one.refusal?.code ?? one.state),
        ['debt_ended', 'received', '017', '017', 'waiting'],
        sent.text,
      )
      assert.equal(lines[0].refusal.earlierListingId, id)
    })

    test('half of a character is refused wherever text enters: a debt, a line, a patch, a word of the operator', async () => {
      const creditor = await newCreditor()
      const half = String.fromCharCode(0xd800)
      const codeOf = (answer: Answer) => answer.at('errors.0.code')
      assert.equal(codeOf(await creditor.insert({ contractId: `CT${half}` })), 'half_character')
      assert.equal(codeOf(await creditor.insert({ name: `${half}ANA` })), 'half_character')
      const body = `${JSON.stringify({ ...debt, contractId: `L-1${half}` })}\n`
      const headers = { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' }
      const sent = await creditor.call('/negativacao/v2/lotes', { body, headers })
      assert.match(sent.text, /"field":"contractId","code":"half_character"/)
      const id = await creditor.inserted({ contractId: 'WHOLE' })
      const address = { ...debt.address, city: `SAO${half}` }
      assert.equal(codeOf(await creditor.patch(id, { address })), 'half_character')
      assert.equal(codeOf(await creditor.act(id, 'contestacao', { statement: half })), 'half_character')
      assert.equal(codeOf(await operate(id, 'suspender', { courtOrder: half })), 'half_character')
    })

    test('sent many times at once while it is being paid, it is never active again', async () => {
      for (let round = 0; round < 3; round++) {
        const creditor = await newCreditor()
        const id = await creditor.inserted({ contractId: 'CT-1001' })
        const answers = await Promise.all([
          creditor.patch(id, { paidOn: '2026-11-16' }),
          ...['CT-1001', 'ct-1001', 'CT-1001 ', ' ct-1001', 'Ct-1001', 'cT-1001'].map((contractId) =>
            again(creditor, { contractId }),
          ),
        ])
        assert.deepEqual(
          answers.slice(1).map((one) => one.status),
          [422, 422, 422, 422, 422, 422],
        )
        const listed = await creditor.call(dividas)
        const states = (listed.at('result.listings') as { state: string }[]).map((one) => one.state)
        assert.deepEqual(new Set(states), new Set(['withdrawn', 'refused']))
      }
    })

    test('sent many times at once, in many spellings, one is taken', async () => {
      const creditor = await newCreditor()
      const spellings = ['a-1', 'A-1', ' a-1', 'A-1 ', '  A-1', 'a-1  ', 'A-1', 'a-1']
      const answers = await Promise.all(spellings.map((contractId) => creditor.insert({ contractId })))
      const taken = answers.filter((one) => one.status === 201)
      assert.equal(taken.length, 1, answers.map((one) => one.text).join('\n'))
      for (const one of answers.filter((other) => other.status !== 201)) {
        const refusal = refusalOf(one)
        assert.equal(refusal.code, '059')
        assert.equal(refusal.earlierListingId, taken[0]?.at('result.id'))
      }
    })
  })
}
