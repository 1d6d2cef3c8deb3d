import assert from 'node:assert/strict'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
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

const lotes = '/negativacao/v2/lotes'
const other = '12345678909'
const guarantor = { documento: other, ...personOf(other), address: debt.address }

/** Spellings that look like `PG-77`, each with parts of the expected error. */
const lookAlikes = [
  ['\u0420G-77', 'U+0420', 'cyrillic letter', 'letra cirílica'],
  ['P\u0261-77', 'U+0261', 'latin letter outside A–Z', 'letra latina fora de A–Z'],
  ['PG-\u0667\u0667', 'U+0667', 'arabic digit', 'algarismo arábico'],
  ['PG-\uff17\uff17', 'U+FF17', 'full-width', 'forma larga'],
  ['PG-7\u2077', 'U+2077', 'superscript', 'sobrescrito'],
  ['PG\u00a077', 'U+00A0', 'space', 'espaço'],
  ['PG\u200b-77', 'U+200B', 'invisible', 'invisível'],
  ['PG\u201377', 'U+2013', 'punctuation', 'pontuação'],
  ['PG\u0301-77', 'U+0301', 'combining mark', 'sinal combinante'],
  ['PG-77\u{1f4a9}', 'U+1F4A9', 'symbol', 'símbolo'],
  ['PG+77', 'U+002B', 'symbol', 'símbolo'],
] as const

const sameNature = { legalNatureId: 'CP' }

const errorsOf = (answer: Answer) =>
  answer.at('errors') as readonly { field: string; code: string; message: string }[]

for (const engine of engines) {
  describe(`contract numbers on ${engine}`, async () => {
    const ruleTest = testOn(engine)
    const service = await operatorService(engine, { clock: new TestClock() })
    afterAll(() => service.close())
    const newCreditor = async () => creditorOf(service, await service.newSession())
    const operate = (id: string, verb: string, body: object) =>
      service.operate(`/anotacoes/${id}/${verb}`, { body })

    const published = async (creditor: Creditor, changes: Partial<ListingRequest> = {}) => {
      const id = await creditor.inserted({ contractId: 'PG-77', ...sameNature, ...changes })
      await creditor.advance('P11D')
      return id
    }
    const reviewOf = (answer: Answer) => {
      assert.equal(answer.status, 201, answer.text)
      return answer.at('result.review.code') as string | undefined
    }
    /** The same debt under an unused number. */
    const renumbered = ({ insert }: Creditor, changes: Partial<ListingRequest> = {}) =>
      insert({ contractId: 'NEW-1', ...sameNature, ...changes })

    for (const [contractId, point, english, portuguese] of lookAlikes) {
      const name = JSON.stringify(contractId)
      ruleTest(
        `${name} is refused, and the error names ${point}, through insertion and batches`,
        async () => {
          const creditor = await newCreditor()
          const refused = await creditor.insert({ contractId }, { 'Accept-Language': 'en' })
          assert.equal(refused.status, 422, refused.text)
          assert.equal(refused.at('refusal.code'), 'contract_character')
          const [error] = errorsOf(refused)
          assert.equal(error?.field, 'contractId')
          assert.ok(error.message.includes(point), error.message)
          assert.ok(error.message.toLowerCase().includes(english.toLowerCase()), error.message)
          const inPortuguese = errorsOf(await creditor.insert({ contractId }, { 'Accept-Language': 'pt-BR' }))
          assert.ok(String(inPortuguese[0]?.message).includes(portuguese), portuguese)
          const { documento, amount, dueDate, legalNatureId, address, name: debtor, birthDate } = debt
          const heading =
            'documento,name,birthDate,amount,dueDate,contractId,legalNatureId,' +
            'address.addressLine,address.number,address.district,address.city,address.state,address.zipCode'
          const cells = [documento, debtor, birthDate, amount, dueDate, contractId, legalNatureId]
          const { addressLine, number, district, city, state, zipCode } = address
          for (const [type, body] of [
            ['application/x-ndjson', `${JSON.stringify({ ...debt, contractId })}\n`],
            [
              'text/csv',
              `${heading}\n${[...cells, addressLine, number, district, city, state, zipCode].join(',')}\n`,
            ],
          ] as const) {
            const answer = await creditor.call(lotes, { body, headers: { 'Content-Type': type } })
            const line = JSON.parse(answer.text.split('\n')[0] ?? '')
            assert.equal(line.refusal?.code, 'contract_character', answer.text)
            assert.ok(line.errors[0].message.includes(point), answer.text)
          }
          assert.deepEqual((await creditor.report()).items ?? [], [])
        },
      )
    }

    test('every ASCII letter, digit and accepted sign may be in a contract number', async () => {
      const creditor = await newCreditor()
      for (const contractId of ['ABCDEFGHIJKLM nopq', 'rstuvwxyz 0123456789', './-_# 1', '  A1  '])
        assert.equal((await creditor.insert({ contractId })).status, 201, contractId)
      const again = await creditor.insert({ contractId: 'abcdefghijklm  NOPQ' })
      assert.equal(again.at('refusal.code'), '059')
    })

    test('a number accepted before the rule can still be read, changed, backed and released', async () => {
      const creditor = await newCreditor()
      const id = await published(creditor, { contractId: 'OLD-77' })
      const old = '\u041eLD-77'
      await changeRows(
        service.place,
        'lastro.db',
        `update listing set contract_id = '${old}', contract_key = '${old}', contract_joined = '\u041eLD77'
         where id = '${id}'`,
      )
      assert.equal((await creditor.status(id)).at('result.contractId'), old)
      assert.equal((await creditor.report()).items[0]?.contractId, old)
      const found = await creditor.call(`${dividas}?contractId=${encodeURIComponent(old)}`)
      assert.equal(found.at('result.listings.0.id'), id, found.text)
      assert.equal((await creditor.patch(id, { amount: '900.00' })).status, 200)
      const backed = await creditor.call(`${dividas}/${id}/avalistas`, { body: guarantor })
      assert.equal(backed.status, 201, backed.text)
      assert.equal((await creditor.act(id, 'baixa', { reason: '10' })).status, 200)
    })

    for (const [title, end] of [
      ['paid', (creditor, id) => creditor.act(id, 'baixa', { reason: '01' })],
      ['paid by deposit', (creditor, id) => creditor.act(id, 'baixa', { reason: '20' })],
      ['paid and not yet released', (creditor, id) => creditor.patch(id, { paidOn: '2026-11-27' })],
      ['ended by a court order', (creditor, id) => creditor.act(id, 'baixa', { reason: '04' })],
      ['ended by the bureau for a court', (_, id) => operate(id, 'baixar', { code: '96', reason: 'ordem' })],
      ['ended by fraud', (creditor, id) => creditor.act(id, 'baixa', { reason: '40' })],
      ['ended by a dispute', (creditor, id) => creditor.act(id, 'baixa', { reason: '45' })],
      ['suspended by a court', (creditor, id) => creditor.act(id, 'suspensao', { courtOrder: 'AI 1/26' })],
      [
        'suspended and then released by the creditor',
        async (creditor, id) => {
          await creditor.act(id, 'suspensao', { courtOrder: 'AI 1/26' })
          return creditor.act(id, 'baixa', { reason: '03' })
        },
      ],
      [
        'disputed and never answered',
        async (creditor, id) => {
          const answer = await creditor.act(id, 'contestacao', { statement: 'não devo' })
          await creditor.advance('P11D')
          return answer
        },
      ],
      [
        'disputed, and hidden while the answer is late',
        async (creditor, id) => {
          const answer = await creditor.act(id, 'contestacao', { statement: 'não devo' })
          await creditor.advance('P9D')
          return answer
        },
      ],
    ] as const satisfies readonly (readonly [
      string,
      (creditor: Creditor, id: string) => Promise<Answer>,
    ])[]) {
      ruleTest(`a debt ${title} goes to review under a new number, alone and in a batch`, async () => {
        const creditor = await newCreditor()
        const id = await published(creditor)
        const done = await end(creditor, id)
        assert.ok(done.status < 300, done.text)
        const held = await renumbered(creditor)
        assert.equal(reviewOf(held), 'same_terms_as_ended')
        assert.equal(held.at('result.state'), 'received')
        assert.equal(held.at('result.review.earlierListingId'), id)
        const body = `${JSON.stringify({ ...debt, contractId: 'NEW-2' })}\n`
        const headers = { 'Content-Type': 'application/x-ndjson' }
        const batch = await creditor.call(lotes, { body, headers })
        assert.equal(JSON.parse(batch.text.split('\n')[0] ?? '').state, 'received', batch.text)
      })
    }

    test('another creditor, debtor, amount, due date or nature is another debt', async () => {
      const creditor = await newCreditor()
      await creditor.act(await published(creditor), 'baixa', { reason: '01' })
      for (const [at, changes] of [
        { amount: '1520.34' },
        { dueDate: '2026-03-11' },
        { legalNatureId: 'CT' },
        { documento: other, ...personOf(other) },
      ].entries())
        assert.equal(reviewOf(await renumbered(creditor, { contractId: `N-${at}`, ...changes })), undefined)
      assert.equal(reviewOf(await renumbered(await newCreditor())), undefined)
    })

    for (const reason of ['02', '03', '13', '21']) {
      ruleTest(`ended by ${reason}, the debt under a new number needs no review`, async () => {
        const creditor = await newCreditor()
        await creditor.act(await published(creditor), 'baixa', { reason })
        assert.equal(reviewOf(await renumbered(creditor)), undefined)
      })
    }

    test('an amount that the ended debt once had counts as well', async () => {
      const creditor = await newCreditor()
      const id = await published(creditor)
      await creditor.patch(id, { amount: '900.00' })
      await creditor.act(id, 'baixa', { reason: '40' })
      assert.equal(reviewOf(await renumbered(creditor, { amount: '1520.33' })), 'same_terms_as_ended')
      const lower = await renumbered(creditor, { contractId: 'NEW-2', amount: '900.00' })
      assert.equal(reviewOf(lower), 'same_terms_as_ended')
    })

    test('a guarantor of an ended debt goes to review as debtor or guarantor of a new number', async () => {
      const creditor = await newCreditor()
      const id = await creditor.inserted({ contractId: 'PG-77', ...sameNature })
      await creditor.call(`${dividas}/${id}/avalistas`, { body: guarantor })
      await creditor.advance('P11D')
      await creditor.act(id, 'baixa', { reason: '01' })
      const asDebtor = await renumbered(creditor, { documento: other, ...personOf(other) })
      assert.equal(reviewOf(asDebtor), 'same_terms_as_ended')
      const third = withCheckDigits('000000013')
      const principal = await creditor.inserted({
        contractId: 'NEW-3',
        ...sameNature,
        documento: third,
        ...personOf(third),
      })
      const asGuarantor = await creditor.call(`${dividas}/${principal}/avalistas`, { body: guarantor })
      assert.equal(reviewOf(asGuarantor), 'same_terms_as_ended')
    })

    for (const [title, inserted, patch] of [
      ['a lower amount', { amount: '2000.00' }, { amount: '1520.33' }],
      ['a higher amount', { amount: '900.00' }, { amount: '1520.33' }],
      ['an earlier due date', { dueDate: '2026-04-10' }, { dueDate: '2026-03-10' }],
    ] as const) {
      ruleTest(`a listing that ${title} turns into the ended debt goes to review`, async () => {
        const creditor = await newCreditor()
        const ended = await published(creditor)
        const id = await creditor.inserted({ contractId: 'NEW-1', ...sameNature, ...inserted })
        await creditor.advance('P11D')
        await creditor.act(ended, 'baixa', { reason: '04' })
        const patched = await creditor.patch(id, patch)
        assert.equal(patched.status, 200, patched.text)
        assert.equal(patched.at('result.review.code'), 'same_terms_as_ended')
        assert.deepEqual((await creditor.report()).items ?? [], [])
        assert.equal((await operate(id, 'aprovar', { reason: 'outra dívida' })).status, 200)
        assert.equal((await creditor.status(id)).at('result.state'), 'waiting')
        const phone = { contact: { email: 'ana@exemplo.com.br', phone: '11999990000' } }
        assert.equal((await creditor.patch(id, phone)).at('result.review'), undefined)
      })
    }

    test('a debt that the operator lifted may be listed under a new number without review', async () => {
      const creditor = await newCreditor()
      const id = await published(creditor)
      await creditor.act(id, 'baixa', { reason: '40' })
      assert.equal((await operate(id, 'liberar', { reason: 'não houve fraude' })).status, 200)
      assert.equal(reviewOf(await renumbered(creditor)), undefined)
    })
  })
}
