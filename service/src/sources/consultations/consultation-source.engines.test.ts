import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { onTestFinished, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { manyClients } from '../../../testing/invented/many-clients.ts'
import { runService } from '../../../testing/running-service.ts'

const documento = '12345678909'

for (const engine of engines) {
  test(`on ${engine}, of a thousand clients those are read that consulted, in one statement`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    const read: (readonly string[])[] = []
    const clientSegments = (ids: readonly string[]) => {
      read.push(ids)
      return store.clients.clientSegments(ids)
    }
    const service = await runService({
      place,
      store: { ...store, clients: { ...store.clients, clientSegments } },
    })
    onTestFinished(service.close)
    const [bank, shop, asking] = [
      await service.newSession(),
      await service.newSession(),
      await service.newSession(),
    ]
    await store.clients.setContract(bank.clientId, { ...wholeContract, segment: 'BANCOS' })
    await store.clients.setContract(asking.clientId, { ...wholeContract, segment: 'VAREJO' })
    const query = (as: typeof bank, features: readonly string[]) =>
      service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento, features } })
    for (const as of [bank, bank, shop]) await query(as, [])
    // Reading any of these would fail.
    await manyClients(place, 1_000)
    await changeRows(place, 'lastro.db', `update client set contract = '{}' where id like 'cli_many_%'`)

    const answer = await query(asking, ['CONSULTAS_ANTERIORES'])
    const rows = answer.at('result.report.facts.inquiry.inquiryResponse') as {
      segment: string
      count: string
    }[]
    assert.deepEqual(
      rows.map(({ segment, count }) => [segment, count]),
      [
        ['BANCOS', '2'],
        ['OUTROS', '1'],
      ],
    )
    assert.deepEqual(
      read.map((ids) => ids.toSorted()),
      [[bank.clientId, shop.clientId].toSorted()],
    )
  })

  test(`on ${engine}, a report given again under its key is on record again and counts once`, async () => {
    const service = await runService({ engine })
    onTestFinished(service.close)
    const [bank, asking] = [await service.newSession(), await service.newSession()]
    const query = (
      as: typeof bank,
      headers: Readonly<Record<string, string>> = {},
      features: string[] = [],
    ) => service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento, features }, headers })
    const keyed = { 'Idempotency-Key': 'proposta-77' }
    for (const Accept of ['application/json', 'application/json', 'application/pdf', 'text/html'])
      assert.equal((await query(bank, { ...keyed, Accept })).status, 200)
    const onRecord = await service.store.trail.ofDocument('sandbox', documento as DocumentNumber, {
      fromMs: 0,
      untilMs: Number.MAX_SAFE_INTEGER,
    })
    assert.deepEqual(
      onRecord.map(({ outcome }) => outcome),
      ['answered', 'reopened', 'reopened', 'reopened'],
    )
    const counted = async () => {
      const answer = await query(asking, {}, ['CONSULTAS_ANTERIORES'])
      return answer.at('result.report.facts.inquiry.summary.count')
    }
    assert.equal(await counted(), '1')
    // The same key of another client, and the same client without one.
    await query(asking, keyed)
    await query(bank)
    // Each time it is asked, the asking is a consultation too.
    assert.equal(await counted(), '4')
  })
}
