import assert from 'node:assert/strict'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import type { DataSnapshot } from '@lastro/contract/operator/operator-data.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { operatorService } from '../../../testing/services/operator-service.ts'
import type { FileAccount } from '../public-data/accounting.ts'

const nowMs = Date.parse('2026-11-16T12:00:00-03:00')

const file: FileAccount = {
  zip: 'Empresas0.zip',
  file: 'K3241.K03200Y0.D61011.EMPRECSV',
  kind: 'companies',
  read: 10,
  kept: 7,
  merged: 2,
  quarantined: 1,
  quarantinedBy: { root_invalid: 1 },
  fields: { cpf_masked: 4 },
}

for (const engine of engines) {
  describe(`public data, as the operator sees it on ${engine}`, async () => {
    const clock = { now: nowMs, nowMs: () => clock.now }
    const service = await operatorService(engine, { clock })
    afterAll(() => service.close())
    const { operate, result, store } = service
    const list = async () => (await result<{ snapshots: DataSnapshot[] }>('/dados')).snapshots
    const begin = (id: string, dataSet: string, date: string) =>
      store.dataCatalogue.begin({
        id,
        dataSet,
        period: date.slice(0, 7),
        date: date as Day,
        startedAtMs: clock.now,
      })
    const imported = async (id: string, dataSet: string, date: string) => {
      await begin(id, dataSet, date)
      await store.dataCatalogue.finish(
        id,
        { accounting: { files: [file, file] }, sizeBytes: 4_096 },
        clock.now,
      )
    }
    const before = await list()
    await imported('receita-2026-09', 'receita', '2026-09-13')
    const alone = await list()
    await imported('receita-2026-10', 'receita', '2026-10-11')

    test('there is nothing before the first import', () => assert.deepEqual(before, []))

    test('what is served says its age, and is late once a month was missed', async () => {
      assert.deepEqual(
        alone.map(({ id, state, late, ageDays }) => ({ id, state, late, ageDays })),
        [{ id: 'receita-2026-09', state: 'served', late: true, ageDays: 64 }],
      )
      assert.deepEqual(
        (await list()).map(({ id, state, late }) => ({ id, state, late })),
        [
          { id: 'receita-2026-10', state: 'served', late: false },
          { id: 'receita-2026-09', state: 'kept', late: false },
        ],
      )
    })

    test('each import has its account, file by file and in all', async () => {
      const [newest] = await list()
      assert.deepEqual(newest?.totals, { read: 20, kept: 14, merged: 4, quarantined: 2 })
      assert.deepEqual(newest?.files, [file, file])
      assert.equal(newest?.sizeBytes, 4_096)
    })

    test('an import under way says how far it is, and one that fell silent has stopped', async () => {
      await begin('ceis-2026-11-15', 'ceis', '2026-11-15')
      await store.dataCatalogue.progress(
        'ceis-2026-11-15',
        { step: 'reading', rows: 1_200, share: 0.428 },
        clock.now,
      )
      const found = async () => (await list()).find((one) => one.dataSet === 'ceis')
      assert.equal((await found())?.state, 'importing')
      assert.deepEqual((await found())?.progress, { step: 'reading', rows: 1_200, percent: 42 })
      clock.now += 31_000
      assert.equal((await found())?.state, 'stopped')
    })

    test('another period is served from the act on, which is on record', async () => {
      const used = await result<DataSnapshot>('/dados/receita-2026-09/usar', { method: 'POST' })
      assert.equal(used.state, 'served')
      const [served] = await store.dataCatalogue.served()
      assert.equal(served?.id, 'receita-2026-09')
      const { acts } = await result<{ acts: OperatorAct[] }>('/atos')
      const [act] = acts
      assert.deepEqual(
        [act?.operation, act?.target, act?.outcome],
        ['operadorDadosUsa', 'receita-2026-09', 'done'],
      )
    })

    test('what is unknown, or still being imported, cannot be served', async () => {
      for (const id of ['receita-2020-01', 'ceis-2026-11-15', '..']) {
        const answer = await operate(`/dados/${encodeURIComponent(id)}/usar`, { method: 'POST' })
        assert.equal(answer.status, 404, id)
      }
      const answer = await operate('/dados/receita-2020-01/usar', { method: 'POST' })
      assert.equal(answer.at('code'), 'data_snapshot_unknown')
    })

    test('only an operator sees it', async () => {
      assert.equal((await service.call('/operador/v2/dados')).status, 401)
    })
  })
}
