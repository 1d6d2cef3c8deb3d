import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { testOn } from '../../../../testing/matrix.ts'
import { productionWatcher } from '../../../../testing/services/alert-service.ts'
import { correctionService } from '../../../../testing/services/correction-service.ts'
import { cleanPerson, dividas } from '../../../../testing/services/listing-service.ts'

const otherPerson = '12345678909'
const range = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }

for (const engine of engines) {
  describe(`readers are told, on ${engine}`, async () => {
    const ruleTest = testOn(engine)
    const { service, clock, creditor, newReader, published, corrected, pass, contracted, operate } =
      await correctionService(engine)
    const { store } = service
    let contracts = 0
    const newContract = () => ({ contractId: `R-${contracts++}` })
    const recordsOf = async (clientId: string) =>
      (await store.trail.ofDocument('production', cleanPerson as DocumentNumber, range)).filter(
        (one) => one.clientId === clientId,
      )

    test('a lower value reaches whoever was shown the higher, once, and each of its consultations is marked', async () => {
      const [reader, stranger] = [await newReader(), await newReader()]
      const receiver = await reader.listens()
      const other = await stranger.listens()
      const id = await published(newContract())
      for (let count = 0; count < 8; count++) await reader.report()
      const keyed = { body: { documento: cleanPerson }, headers: { 'Idempotency-Key': `k-${id}` } }
      await reader.call('/relatorioBasico/v2/consulta', keyed)
      await reader.call('/relatorioBasico/v2/consulta', keyed)
      await stranger.report(otherPerson)
      assert.equal((await creditor.patch(id, { amount: '900.00' })).status, 200)
      await reader.report()
      const before = await recordsOf(reader.clientId)
      await corrected()
      await corrected()
      await pass(86_400_000)

      const [told, ...more] = await reader.corrections()
      assert.deepEqual(more, [])
      assert.ok(told)
      assert.equal('registrationId' in told, false)
      const { listing, ...data } = told.data as { listing: { amount: string; contractId: string } }
      assert.equal(listing.amount, '1520.33', 'as it was shown')
      assert.deepEqual(data, {
        on: '2026-12-06',
        change: 'changed',
        changes: [{ field: 'listingP.amount', before: '1520.33', after: '900.00' }],
      })
      assert.deepEqual(
        receiver.received.map(({ id }) => id),
        [told.id],
      )
      assert.equal(receiver.received[0]?.message.type, 'listing.corrected')

      const consultations = await reader.consultations()
      assert.deepEqual(
        consultations.map(({ outcome, corrections }) => `${outcome} ${corrections?.length ?? 0}`),
        ['answered 0', ...Array.from({ length: 9 }, () => 'answered 1')],
      )
      const mark = consultations[1]?.corrections?.[0]
      assert.equal(mark?.occurrenceId, told.id)
      assert.deepEqual(mark?.data, told.data)
      assert.ok(mark?.toldAt)

      assert.deepEqual(await recordsOf(reader.clientId), before, 'being told is not a consultation')
      assert.deepEqual(await stranger.corrections(), [])
      assert.deepEqual(other.received, [])
      assert.ok((await stranger.consultations()).every(({ corrections }) => corrections === undefined))
    })

    for (const [what, change] of [
      ['an earlier date', { dueDate: '2026-03-01' }],
      ['a lawsuit', { flagSubJudice: 'true' }],
    ] as const) {
      ruleTest(`${what} corrects what was shown`, async () => {
        const reader = await newReader()
        const id = await published(newContract())
        await reader.report()
        const answer = await creditor.patch(id, change)
        assert.equal(answer.status, 200, answer.text)
        await corrected()
        assert.equal((await reader.corrections()).length, 1)
      })
    }

    ruleTest(
      'another state corrects what was shown of a company; of a person no report shows it',
      async () => {
        const reader = await newReader()
        const company = withCheckDigits('334445550001')
        const ids = [
          await creditor.inserted(newContract()),
          await published({ ...newContract(), documento: company, name: 'EMPRESA' }),
        ]
        await reader.report()
        await reader.report(company)
        const moved = { ...addressOf, state: 'RJ', city: 'RIO DE JANEIRO', zipCode: '20040002' }
        for (const id of ids) assert.equal((await creditor.patch(id, { address: moved })).status, 200)
        await corrected()
        const [told, ...more] = await reader.corrections()
        assert.deepEqual(more, [])
        assert.equal(told?.documento, company)
        // Corrected after its notice it waits for the operator: of what nobody may read the name of the field alone.
        assert.deepEqual(told.data.changes, [{ field: 'listingP.federalUnit' }])
      },
    )

    ruleTest(
      'a new telephone, a higher value, a payment, a suspension and ends that say nothing was wrong correct nobody',
      async () => {
        const reader = await newReader()
        const ids: string[] = []
        for (let count = 0; count < 6; count++) ids.push(await creditor.inserted(newContract()))
        const [phone = '', raised = '', paid = '', suspended = '', released = '', atRequest = ''] = ids
        await pass(20 * 86_400_000)
        await reader.report()
        const answers = [
          await creditor.patch(phone, { contact: { phone: '11999990000' } }),
          await creditor.patch(raised, { amount: '9000.00' }),
          await creditor.patch(paid, { paidOn: '2026-12-01' }),
          await creditor.act(suspended, 'suspensao', { courtOrder: 'processo 1' }),
          await creditor.act(released, 'baixa', { reason: '01', paidOn: '2026-12-01' }),
          await creditor.act(atRequest, 'baixa', { reason: '03' }),
        ]
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200, 200, 200],
        )
        await corrected()
        await pass(86_400_000)
        assert.deepEqual(await reader.corrections(), [])
        assert.ok((await reader.consultations()).every(({ corrections }) => corrections === undefined))
      },
    )

    ruleTest(
      'a higher value with an earlier date names the date alone, without the value that nobody may read',
      async () => {
        const reader = await newReader()
        const id = await published(newContract())
        await reader.report()
        assert.equal((await creditor.patch(id, { amount: '9000.00', dueDate: '2026-02-01' })).status, 200)
        await corrected()
        const [told] = await reader.corrections()
        assert.deepEqual(told?.data.changes, [{ field: 'listingP.occurrenceDate' }])
        assert.equal((told.data.listing as { amount: string }).amount, '1520.33')
      },
    )

    ruleTest(
      'a value that was raised and taken back before anybody saw it corrects nobody; below what was shown it does',
      async () => {
        const reader = await newReader()
        const id = await published(newContract())
        await reader.report()
        await creditor.patch(id, { amount: '9000.00' })
        await creditor.patch(id, { amount: '1520.33' })
        await corrected()
        assert.deepEqual(await reader.corrections(), [])
        await creditor.patch(id, { amount: '100.00' })
        await corrected()
        assert.equal((await reader.corrections()).length, 1)
      },
    )

    ruleTest(
      'an end by fraud, by a contested debt or by a court reaches readers, also of what is back in its notice',
      async () => {
        const reader = await newReader()
        const ids: string[] = []
        for (let count = 0; count < 4; count++) ids.push(await creditor.inserted(newContract()))
        const [fraud = '', contested = '', court = '', raised = ''] = ids
        await pass(20 * 86_400_000)
        await reader.report()
        await creditor.patch(raised, { amount: '9000.00' })
        await creditor.act(contested, 'contestacao', { statement: 'não devo' })
        const answers = [
          await creditor.act(fraud, 'baixa', { reason: '40' }),
          await creditor.act(contested, 'contestacao/desfecho', { outcome: 'upheld' }),
          await operate(`/anotacoes/${court}/baixar`, { body: { code: '96', reason: 'processo 1' } }),
          await creditor.act(raised, 'baixa', { reason: '45' }),
        ]
        assert.deepEqual(
          answers.map(({ status, text }) => (status === 200 ? 200 : text)),
          [200, 200, 200, 200],
        )
        await corrected()
        const told = await reader.corrections()
        assert.deepEqual(
          told.map(({ data }) => data.change),
          Array(4).fill('released'),
        )
        assert.ok(told.every(({ data }) => data.listing === undefined && data.changes === undefined))
      },
    )

    ruleTest('a dispute that nobody answers ends what was shown, and its readers are told', async () => {
      const reader = await newReader()
      const id = await published(newContract())
      await reader.report()
      assert.equal((await creditor.act(id, 'contestacao', { statement: 'não devo' })).status, 200)
      await pass(11 * 86_400_000)
      await corrected()
      assert.deepEqual(
        (await reader.corrections()).map(({ data }) => data.change),
        ['released'],
      )
    })

    ruleTest(
      'whoever was shown a guarantor’s listing is told when its principal’s is corrected, or was wrong',
      async () => {
        const [ofGuarantor, ofPrincipal] = [await newReader(), await newReader()]
        const id = await creditor.inserted(newContract())
        const { name, address } = { name: 'BRUNO DE EXEMPLO', address: addressOf }
        const body = { documento: otherPerson, name, address, birthDate: '1970-01-01' }
        assert.equal((await creditor.call(`${dividas}/${id}/avalistas`, { body })).status, 201)
        await pass(20 * 86_400_000)
        await ofGuarantor.report(otherPerson)
        await ofPrincipal.report()
        await creditor.patch(id, { amount: '900.00' })
        await corrected()
        const [told] = await ofGuarantor.corrections()
        assert.equal(told?.documento, otherPerson)
        assert.equal((told.data.listing as { principal: string }).principal, 'false')
        await creditor.act(id, 'baixa', { reason: '45' })
        await corrected()
        assert.deepEqual(
          (await ofGuarantor.corrections()).map(({ data }) => data.change),
          ['released', 'changed'],
        )
        assert.equal((await ofPrincipal.corrections()).length, 2)
      },
    )

    test('a reader whose report was recorded long after its listings were read is told a day later', async () => {
      const [slow, quick] = [await newReader(), await newReader()]
      const id = await published(newContract())
      const version = Number((await creditor.status(id)).at('result.version'))
      await quick.report()
      await creditor.patch(id, { amount: '900.00' })
      await corrected()
      await slow.report()
      const [record] = await recordsOf(slow.clientId)
      assert.ok(record)
      const { environment, number: _number, place: _place, billed: _billed, cents: _cents, ...draft } = record
      await store.trail.append(environment, [
        {
          ...draft,
          atMs: clock.nowMs(),
          requestId: 'late',
          listings: `${id}:${version}`,
          priceCents: undefined,
          repeatWindowMs: 0,
        },
      ])
      await corrected()
      assert.deepEqual([(await slow.corrections()).length, (await quick.corrections()).length], [0, 1])
      await pass(86_400_000)
      assert.deepEqual([(await slow.corrections()).length, (await quick.corrections()).length], [1, 1])
      const [late, first] = await slow.consultations()
      assert.deepEqual([late?.corrections?.length, first?.corrections?.length], [1, undefined])
    })

    ruleTest(
      'an alert of the old value that nobody has taken yet can be read: its client is told, however late',
      async () => {
        const watcher = await newReader()
        const body = { documento: cleanPerson, events: ['listing.published'] }
        assert.equal((await watcher.call('/alertas/v2/documentos', { body })).status, 201)
        const id = await published(newContract())
        await service.runJobs()
        await creditor.patch(id, { amount: '900.00' })
        await corrected()
        await pass(86_400_000)
        assert.deepEqual(await recordsOf(watcher.clientId), [], 'nothing was sent')
        const [told, ...more] = await watcher.corrections()
        assert.deepEqual(more, [])
        assert.equal((told?.data.listing as { amount: string } | undefined)?.amount, '1520.33')
      },
    )

    ruleTest(
      'a client without the purpose, the events or the document chosen is told all the same',
      async () => {
        const reader = await newReader()
        const receiver = await reader.listens({ events: ['partners.changed'] })
        await reader.call('/alertas/v2/documentos', { body: { documento: cleanPerson } })
        const id = await published(newContract())
        await reader.report()
        const alerts = receiver.received.length
        await contracted(reader.clientId, {
          purposes: ['credit_analysis'],
          defaultPurpose: 'credit_analysis',
        })
        await creditor.patch(id, { amount: '900.00' })
        await corrected()
        assert.deepEqual(
          receiver.received.slice(alerts).map(({ message }) => message.type),
          ['listing.corrected'],
        )
      },
    )

    ruleTest(
      'a client that watched and lost the purpose gets its correction, and no alert that waited',
      async () => {
        const reader = await newReader()
        const receiver = await reader.listens()
        receiver.answer = (answer) => void answer.writeHead(503).end()
        await reader.call('/alertas/v2/documentos', { body: { documento: cleanPerson } })
        const id = await published(newContract())
        await reader.report()
        const waiting = receiver.received.length
        assert.ok(waiting > 0)
        await contracted(reader.clientId, {
          purposes: ['credit_analysis'],
          defaultPurpose: 'credit_analysis',
        })
        await creditor.patch(id, { amount: '900.00' })
        receiver.answer = (answer) => void answer.end()
        await corrected()
        await pass(6 * 60_000)
        assert.deepEqual(
          receiver.received.slice(waiting).map(({ message }) => message.type),
          ['listing.corrected'],
        )
      },
    )

    ruleTest('whoever watches and never consulted is told too, as a watcher: a consultation', async () => {
      const id = await published(newContract())
      const watcher = await productionWatcher(service, wholeContract)
      await watcher.watched({ events: ['listing.corrected'], label: 'carteira 7' })
      await creditor.patch(id, { amount: '900.00' })
      await service.runJobs()
      clock.add(61_000)
      for (let round = 0; round < 3; round++) await service.runJobs()
      const { clientId } = watcher.session
      const told = await store.alerts.occurrences.list({
        register: 'production',
        clientId,
        document: undefined,
        event: 'listing.corrected',
        after: undefined,
        limit: 10,
      })
      assert.deepEqual(
        told.map(({ label, data }) => [label, data.listing?.amount]),
        [['carteira 7', '900.00']],
      )
      assert.deepEqual(
        (await store.corrections.ofClient({ register: 'production', clientId, listingIds: [id] })).length,
        0,
      )
    })

    ruleTest('whoever watches is told which debt was corrected only while reports show it', async () => {
      const id = await published(newContract())
      const watcher = await productionWatcher(service, wholeContract)
      await watcher.watched({ events: ['listing.corrected'] })
      await creditor.patch(id, { amount: '900.00' })
      await service.runJobs()
      clock.add(61_000)
      for (let round = 0; round < 3; round++) await service.runJobs()
      const told = async () =>
        (await watcher.occurrences())[0]?.data as { listing?: object; visible?: string }
      assert.deepEqual([(await told()).visible, 'listing' in (await told())], ['true', true])
      const today = String((await creditor.status(id)).at('result.history.0.on'))
      assert.equal((await creditor.patch(id, { paidOn: today })).status, 200)
      assert.deepEqual(await told(), {
        on: ((await told()) as { on?: string }).on,
        change: 'changed',
        visible: 'true',
      })
    })

    test('a client sees no mark of another, though both were shown the same', async () => {
      const [one, two] = [await newReader(), await newReader()]
      const id = await published(newContract())
      await one.report()
      await two.report()
      await creditor.patch(id, { amount: '900.00' })
      await corrected()
      const [[first], [second]] = [await one.corrections(), await two.corrections()]
      assert.notEqual(first?.id, second?.id)
      const marks = (await one.consultations()).flatMap(({ corrections = [] }) => corrections)
      assert.deepEqual(
        marks.map(({ occurrenceId }) => occurrenceId),
        [first?.id],
      )
      assert.equal((await two.call(`/alertas/v2/ocorrencias/${first?.id}`)).status, 404)
    })

    test('done again after a crash, or by two at once, it is told once', async () => {
      const reader = await newReader()
      const receiver = await reader.listens()
      const id = await published(newContract())
      await reader.report()
      await creditor.patch(id, { amount: '900.00' })
      await corrected()
      const rows = [
        ...(await store.outbox.read('recipients.tell', 10_000)),
        ...(await store.outbox.read('listing.corrected', 10_000)),
      ]
      const again = rows.filter((row) => (row.payload as { listingId: string }).listingId === id)
      assert.ok(again.length >= 3)
      for (const row of again) await store.outbox.retry(row.id, 0)
      const undone = again.map((row) => ({ ...row, id: `${row.id}`, dueAtMs: 0 }))
      await Promise.all([
        ...undone.map((row) => service.handlers[row.topic]?.({ ...row, attempts: 2 })),
        ...undone.map((row) => service.handlers[row.topic]?.({ ...row, attempts: 3 })),
      ])
      await corrected()
      assert.equal((await reader.corrections()).length, 1)
      assert.equal(receiver.received.length, 1)
    })
  })
}

const addressOf = {
  addressLine: 'RUA DE EXEMPLO',
  number: '100',
  district: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
}
