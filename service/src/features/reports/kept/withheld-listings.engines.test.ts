import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { readPdf } from '../../../../testing/pdf/pdf-reader.ts'
import type { Answer, RunningService } from '../../../../testing/running-service.ts'
import { itemsOf, keptReader } from '../../../../testing/services/kept-reports.ts'
import {
  type Creditor,
  cleanPerson,
  creditorOf,
  dividas,
  sandboxCreditor,
} from '../../../../testing/services/listing-service.ts'
import { noticeService } from '../../../../testing/services/notice-service.ts'
import { searchTrail } from '../../trail/search-trail.ts'

/** A creditor of its own, with nothing listed yet. */
const fresh = async ({ service }: { readonly service: RunningService }) => ({
  ...creditorOf(service, await service.newSession()),
  service,
})

/** Of these the debt is still shown, for the same amount: the later report says it. */
const isAmountKept = (what: string): boolean =>
  what === 'is disputed' || what === 'is corrected in its due date'

/** What a listing of ours may undergo after a report has shown it, each as its creditor or its debtor brings it about. */
const ways: Readonly<Record<string, (creditor: Creditor, id: string) => Promise<unknown>>> = {
  'is paid': ({ patch }, id) => patch(id, { paidOn: '2026-11-26' }),
  'is released as paid': ({ act }, id) => act(id, 'baixa', { reason: '01' }),
  'is released as renegotiated': ({ act }, id) => act(id, 'baixa', { reason: '02' }),
  'is released as fraud': ({ act }, id) => act(id, 'baixa', { reason: '40' }),
  'is released at the creditor’s request': ({ act }, id) => act(id, 'baixa', { reason: '03' }),
  'is suspended by a court': ({ act }, id) => act(id, 'suspensao', { courtOrder: '1/2026' }),
  'is disputed': ({ act }, id) => act(id, 'contestacao', { statement: 'Não é minha.' }),
  'is disputed and left without an answer': async ({ act, advance }, id) => {
    const disputed = await act(id, 'contestacao', { statement: 'Não é minha.' })
    await advance('P8D')
    return disputed
  },
  'is released because nobody answered a dispute': async ({ act, advance }, id) => {
    const disputed = await act(id, 'contestacao', { statement: 'Não é minha.' })
    await advance('P20D')
    return disputed
  },
  'is disputed and upheld': async ({ act }, id) => {
    await act(id, 'contestacao', { statement: 'Não é minha.' })
    return act(id, 'contestacao/desfecho', { outcome: 'upheld' })
  },
  'is corrected to less': ({ patch }, id) => patch(id, { amount: '777.77' }),
  'is corrected to more, and waits for a new notice': ({ patch }, id) => patch(id, { amount: '9999.99' }),
  'is corrected in its due date': ({ patch }, id) => patch(id, { dueDate: '2026-02-10' }),
  'lapses after five years': async ({ advance, status }, id) => {
    await advance('P1570D')
    return status(id)
  },
}

/** Which listings are readable is asked of each engine elsewhere; here one of each kind will do on the second. */
const waysOnBoth = ['is paid', 'is disputed', 'is corrected to less', 'lapses after five years']

for (const engine of engines) {
  describe(`what is withheld of a kept report, of listings on ${engine}`, async () => {
    const creditor = await sandboxCreditor(engine)
    afterAll(creditor.service.close)
    let contracts = 0

    for (const [what, happens] of Object.entries(ways)) {
      if (engine === 'postgres' && !waysOnBoth.includes(what)) continue
      test(`a debt that ${what}`, async () => {
        const own = await fresh(creditor)
        const { asked, keyed, again, compared } = keptReader(own)
        const contractId = `CT-W${++contracts}`
        const id = await own.inserted({ contractId, documento: cleanPerson })
        await own.advance('P11D')
        const first = await asked(cleanPerson)
        const answered = await keyed(cleanPerson, contractId)
        const drawn = await keyed(cleanPerson, contractId, { Accept: 'text/html' })
        assert.ok(drawn.text.includes(contractId), drawn.text)
        assert.deepEqual((await again(first)).at('result.withheld'), [])
        assert.equal(itemsOf(await again(first)).length, 1)
        const done = (await happens(own, id)) as Answer
        assert.equal(done.status, 200, done.text)
        const found = await again(first)
        assert.deepEqual(found.at('result.withheld'), ['no_longer_shown'])
        assert.deepEqual(itemsOf(found), [])
        const summary = found.at('result.report.negativeData.listingP.summary')
        assert.deepEqual(summary, { count: '0', balance: '0.00' })
        const second = await asked(cleanPerson)
        const html = await again(first, 'text/html')
        const comparison = await compared(first, second)
        assert.deepEqual(comparison.at('result.withheld'), ['no_longer_shown'])
        const old = isAmountKept(what) ? [] : ['1520.33', '1.520,33']
        for (const answer of [found, html])
          for (const text of [contractId, '1520.33', '1.520,33']) assert.ok(!answer.text.includes(text), text)
        for (const text of old) assert.ok(!comparison.text.includes(text), comparison.text)
        const sections = comparison.at('result.sections') as Record<'added' | 'gone' | 'changed', unknown[]>[]
        for (const { added, gone, changed } of sections)
          assert.deepEqual([added, gone, changed], [[], [], []])
        assert.match(html.text, /já não pode ser lido/)
        assert.doesNotMatch(html.text, /Nada consta/)
        await drawnByToday(own, contractId, answered)
      })
    }

    /** Under its key JSON is what it was and says of when; a page leaves out what went, says so, and is not billed. */
    const drawnByToday = async (own: Creditor & { service: RunningService }, key: string, first: Answer) => {
      // What moved the clock of the register moved none of the service: the key is alive.
      const { keyed } = keptReader(own)
      const json = await keyed(cleanPerson, key)
      assert.equal(json.text, first.text)
      assert.equal(json.headers.get('idempotency-replayed'), 'true')
      assert.equal(json.headers.get('x-consultation-at'), first.headers.get('x-consultation-at'))
      const page = await keyed(cleanPerson, key, { Accept: 'text/html' })
      assert.equal(page.status, 200, page.text)
      for (const text of [key, '1520.33', '1.520,33']) assert.ok(!page.text.includes(text), text)
      assert.match(page.text, /reaberto em.*já não pode ser lido/)
      assert.doesNotMatch(page.text, /Nada consta/)
      const told = ['idempotency-replayed', 'x-billed', 'x-billing-reason', 'x-consultation-id']
      assert.deepEqual(
        told.map((name) => page.headers.get(name)),
        ['true', 'false', 'given_again', first.headers.get('x-consultation-id')],
      )
    }

    test('a PDF holds nothing of it, and says that something is left out', async () => {
      const own = await fresh(creditor)
      const { asked, keyed, again } = keptReader(own)
      const id = await own.inserted({ contractId: 'CT-PDF', documento: cleanPerson })
      await own.advance('P11D')
      const first = await asked(cleanPerson)
      const Accept = 'application/pdf'
      // The first answer under the key was a PDF itself.
      const paper = await keyed(cleanPerson, 'paper', { Accept })
      assert.equal(paper.headers.get('x-billed'), 'false', 'asked within the window of the first')
      assert.deepEqual((await keyed(cleanPerson, 'paper', { Accept })).bytes, paper.bytes)
      const textOf = (answer: Answer) =>
        readPdf(answer.bytes)
          .pages.flat()
          .map(({ text }) => text)
          .join(' ')
      assert.match(textOf(await again(first, 'application/pdf')), /CT-PDF/)
      await own.act(id, 'baixa', { reason: '01' })
      const text = textOf(await again(first, 'application/pdf'))
      const underKey = textOf(await keyed(cleanPerson, 'paper', { Accept }))
      for (const one of [text, underKey]) {
        assert.doesNotMatch(one, /CT-PDF|1\.520,33/)
        assert.match(one, /reaberto em/)
      }
    })

    test('a guarantor’s goes with its principal’s', async () => {
      const own = await fresh(creditor)
      const { asked, again } = keptReader(own)
      const id = await own.inserted({ contractId: 'CT-G', documento: cleanPerson })
      const guarantor = {
        documento: '12345678909',
        name: 'BRUNO DE EXEMPLO',
        birthDate: '1985-04-12',
        address: {
          addressLine: 'RUA A',
          district: 'CENTRO',
          city: 'SAO PAULO',
          state: 'SP',
          zipCode: '01001000',
        },
        contact: { email: 'bruno@exemplo.com.br' },
      }
      const added = await own.call(`${dividas}/${id}/avalistas`, { body: guarantor })
      assert.equal(added.status, 201, added.text)
      await own.advance('P11D')
      const first = await asked(guarantor.documento)
      assert.ok((await again(first)).text.includes('CT-G'))
      await own.act(id, 'baixa', { reason: '01' })
      assert.ok(!(await again(first)).text.includes('CT-G'))
    })

    test('whoever opens a report is on record with the listings that it still shows, and no others', async () => {
      const own = await fresh(creditor)
      const { asked, keyed, again } = keptReader(own)
      const stays = await own.inserted({ contractId: 'CT-SHOWN', documento: cleanPerson })
      const paid = await own.inserted({ contractId: 'CT-GONE', documento: cleanPerson })
      await own.advance('P11D')
      const first = await asked(cleanPerson)
      await keyed(cleanPerson, 'on-record')
      await own.act(paid, 'baixa', { reason: '01' })
      await own.inserted({ contractId: 'CT-LATER', documento: cleanPerson })
      await own.advance('P11D')
      await again(first)
      await keyed(cleanPerson, 'on-record', { Accept: 'text/html' })
      await keyed(cleanPerson, 'on-record')
      const records = await Array.fromAsync(
        searchTrail(own.service.store.trail, 'sandbox', {
          fromMs: 0,
          untilMs: Number.MAX_SAFE_INTEGER,
          document: undefined,
          clientId: own.session.clientId,
        }),
      )
      const idsOf = (listings: string) => listings.split(',').map((one) => one.split(':')[0])
      const shown = records
        .filter(({ outcome }) => outcome === 'reopened')
        .map(({ listings }) => new Set(idsOf(listings)))
      // The JSON is of then, and so are the listings that it shows.
      const wanted = [new Set([stays, paid]), new Set([stays]), new Set([stays])]
      assert.deepEqual(
        shown.toSorted((one, other) => other.size - one.size),
        wanted,
      )
    })

    test('a debt that was listed meanwhile is not added, and one beside it that is paid goes alone', async () => {
      const own = await fresh(creditor)
      const { asked, again, compared } = keptReader(own)
      await own.inserted({ contractId: 'CT-STAYS', documento: cleanPerson })
      const paid = await own.inserted({ contractId: 'CT-PAID', documento: cleanPerson })
      await own.advance('P11D')
      const first = await asked(cleanPerson)
      await own.act(paid, 'baixa', { reason: '01' })
      await own.inserted({ contractId: 'CT-NEW', documento: cleanPerson })
      await own.advance('P11D')
      const found = await again(first)
      assert.deepEqual(
        itemsOf(found).map(({ contractId }) => contractId),
        ['CT-STAYS'],
      )
      const comparison = await compared(first, await asked(cleanPerson))
      const [section] = (
        comparison.at('result.sections') as { section: string; added: unknown[]; gone: unknown[] }[]
      ).filter((one) => one.section === 'listingP')
      assert.ok(JSON.stringify(section?.added).includes('CT-NEW'))
      assert.deepEqual(section?.gone, [])
      assert.ok(!comparison.text.includes('CT-PAID'))
    })

    test('a notice that bounced after publication hides it here too', async () => {
      const { creditor: own, published, bounced, service } = await noticeService(engine)
      onTestFinished(service.close)
      const { clientId } = own.session
      await service.store.clients.setContract(clientId, {
        ...wholeContract,
        keyReportDays: 30,
        creditors: [{ document: '11222333000181', name: 'LOJA LTDA' }],
      })
      const { asked, again } = keptReader({ service, call: own.call })
      const id = await published()
      const first = await asked(cleanPerson)
      assert.equal(itemsOf(await again(first)).length, 1)
      await bounced(id)
      assert.deepEqual(itemsOf(await again(first)), [])
    })
  })
}
