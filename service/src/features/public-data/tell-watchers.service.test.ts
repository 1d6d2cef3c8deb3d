import assert from 'node:assert/strict'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import {
  branchCnpj,
  headOfficeCnpj,
  inventedCompany,
  inventedDebt,
  inventedDomains,
  inventedEstablishment,
  inventedPartner,
  inventedSanction,
} from '../../../testing/invented/invented-company.ts'

import {
  type MemorySnapshot,
  memorySnapshot,
  packCompany,
  packDebts,
  packSanctions,
  rootKeyOf,
} from '../../../testing/invented/packed-records.ts'
import { runService } from '../../../testing/running-service.ts'
import { productionWatcher } from '../../../testing/services/alert-service.ts'
import { TestClock } from '../../../testing/services/listing-service.ts'
import type { Company } from '../../data/receita/company.ts'
import { SnapshotGone } from '../../data/snapshots/snapshot-gone.ts'
import type { OutboxRow } from '../../jobs/outbox.ts'
import { claimMs } from '../../jobs/runner.ts'
import { loadSubjects } from '../bureau/load-subjects.ts'
import { removeSnapshots } from './choose-snapshot.ts'
import { switchedTopic } from './data-catalogue.ts'
import { type TellWatchersDeps, tellWatchers } from './tell-watchers.ts'

const key = rootKeyOf(headOfficeCnpj)
const accounting = { files: [] } as never
const dataOf = (occurrence: { readonly data: unknown } | undefined) => occurrence?.data as OccurrenceData
const closed = inventedEstablishment({ statusCode: '08', statusDate: '2026-09-30' as Day })

for (const engine of engines) {
  describe(`what newer public data tells, on ${engine}`, async () => {
    const clock = new TestClock()
    const place = await newPlace(engine)
    const files = new Map<string, MemorySnapshot>()
    const unreadable = new Set<string>()
    const openSnapshot = async ({ id }: { readonly id: string }) => {
      if (unreadable.has(id)) throw new Error('too many connections')
      const found = files.get(id)
      if (found === undefined) throw new SnapshotGone('the file of a snapshot is missing')
      return found
    }
    const service = await runService({ place, clock, openSnapshot })
    afterAll(service.close)
    const { dataCatalogue: catalogue, dataComparisons, subjects } = service.store
    const watcher = await productionWatcher(service)
    for (const documento of [headOfficeCnpj, '52998224725']) await watcher.watched({ documento })

    /** Imports a snapshot, which is served at once; its switch is told when jobs run. */
    const served = async (
      dataSet: string,
      date: string,
      put: (snapshot: MemorySnapshot) => void,
      again = '',
    ) => {
      const id = `${dataSet}-${date}${again}`
      const snapshot = memorySnapshot(dataSet, date, inventedDomains)
      put(snapshot)
      files.set(id, snapshot)
      const nowMs = clock.nowMs()
      await catalogue.begin({ id, dataSet, period: date, date: date as Day, startedAtMs: nowMs })
      await catalogue.finish(id, { accounting, sizeBytes: 1 }, nowMs)
    }
    const company =
      (over: Partial<Company> = {}) =>
      (snapshot: MemorySnapshot) =>
        snapshot.put('company', key, packCompany(inventedCompany(over)))
    const jobs = async () => {
      clock.add(1_000)
      await service.runJobs()
    }
    let seen = 0
    /** The events since this was last asked. */
    const told = async () => {
      await jobs()
      const all = (await watcher.occurrences()).toReversed()
      const since = all.slice(seen)
      seen = all.length
      return since
    }
    const eventsTold = async () => (await told()).map((one) => one.event)

    test('the first snapshot has nothing before it; the same data a month later is no news', async () => {
      await served('receita', '2026-08-09', company())
      assert.deepEqual(await eventsTold(), [])
      await served('receita', '2026-09-13', company())
      assert.deepEqual(await eventsTold(), [])
    })

    test('status, registration and partners that changed are told, each once', async () => {
      const sold = { partners: [inventedPartner({ document: '***456789**', name: 'BRUNO DE EXEMPLO' })] }
      await served('receita', '2026-10-11', company({ name: 'NOVA LTDA', headOffice: closed, ...sold }))
      const events = await told()
      assert.deepEqual(
        events.map((one) => one.event),
        ['status.changed', 'registration.changed', 'partners.changed'],
      )
      assert.deepEqual(dataOf(events[0]).changes?.[0], {
        field: 'registration.statusRegistration',
        before: 'ATIVA',
        after: 'BAIXADA',
      })
      assert.deepEqual(await eventsTold(), [])
    })

    test('the same month imported again, going back, and forward again tell nothing', async () => {
      const sold = { partners: [inventedPartner({ document: '***456789**', name: 'BRUNO DE EXEMPLO' })] }
      const again = company({ name: 'NOVA LTDA', headOffice: closed, ...sold })
      await served('receita', '2026-10-11', again, '-2')
      assert.deepEqual(await eventsTold(), [])
      assert.ok(await catalogue.use('receita-2026-09-13', clock.nowMs()))
      assert.deepEqual(await eventsTold(), [])
      assert.ok(await catalogue.use('receita-2026-10-11-2', clock.nowMs()))
      assert.deepEqual(await eventsTold(), [])
    })

    test('the same month imported again with other content tells what is new in it, and going back does not', async () => {
      const joined = inventedPartner({ document: '***111222**', name: 'CARLA DE EXEMPLO' })
      await served(
        'receita',
        '2026-10-11',
        company({ name: 'NOVA LTDA', headOffice: closed, partners: [joined] }),
        '-3',
      )
      assert.deepEqual(await eventsTold(), ['partners.changed'])
      for (const id of ['receita-2026-10-11-2', 'receita-2026-10-11', 'receita-2026-10-11-3']) {
        assert.ok(await catalogue.use(id, clock.nowMs()))
        assert.deepEqual(await eventsTold(), [], id)
      }
    })

    test('after going back, newer data is compared with the newest that was told', async () => {
      assert.ok(await catalogue.use('receita-2026-09-13', clock.nowMs()))
      assert.deepEqual(await eventsTold(), [])
      const joined = inventedPartner({ document: '***111222**', name: 'CARLA DE EXEMPLO' })
      await served(
        'receita',
        '2026-11-08',
        company({ name: 'NOVA LTDA', headOffice: closed, partners: [joined] }),
      )
      assert.deepEqual(await eventsTold(), [])
    })

    test('what the bureau overrides in reports is no change for a reader', async () => {
      const line = JSON.stringify({
        documento: headOfficeCnpj,
        registration: { companyName: 'DO BIRO LTDA', statusRegistration: 'ATIVA' },
        identification: { companyName: 'DO BIRO LTDA' },
        partners: { partnersList: [{ name: 'ANA DE EXEMPLO' }] },
      })
      async function* stream() {
        yield Buffer.from(`${line}\n`)
      }
      await loadSubjects({ subjects, clock }, stream(), {
        language: 'en',
        onRefused: (at, reason) => assert.fail(`${at}: ${reason}`),
        onProgress: () => undefined,
      })
      await told()
      await served('receita', '2026-12-13', company({ name: 'OUTRO NOME LTDA' }))
      assert.deepEqual(await eventsTold(), [])
      const elsewhere = inventedEstablishment({ street: 'OUTRA RUA', zipCode: '20000000' })
      await served('receita', '2027-01-10', company({ name: 'OUTRO NOME LTDA', headOffice: elsewhere }))
      const [moved] = await told()
      assert.equal(moved?.event, 'registration.changed')
      assert.deepEqual(moved.data.changes, [{ field: 'registration.addresses' }])
    })

    test('debts are told once for all, and a sanction by itself when it comes, ends by its date, or goes', async () => {
      const debts =
        (...all: Parameters<typeof packDebts>[0]) =>
        (snapshot: MemorySnapshot) =>
          snapshot.put('entry', key, packDebts(all))
      await served('pgfn', '2026-06-30', () => undefined)
      await served('pgfn', '2026-09-30', debts(inventedDebt(), inventedDebt({ inscriptionNumber: '2' })))
      const [changed, ...others] = await told()
      assert.deepEqual([changed?.event, others], ['public_debt.changed', []])
      assert.deepEqual(dataOf(changed).changes?.at(1), {
        field: 'publicDebt.summary.balance',
        before: '0.00',
        after: '200.00',
      })
      const barred = inventedSanction({ endsOn: '2026-11-15' as Day })
      const fined = inventedSanction({ processNumber: '2/2026', endsOn: undefined })
      const sanctions =
        (...all: Parameters<typeof packSanctions>[0]) =>
        (snapshot: MemorySnapshot) =>
          snapshot.put('entry', key, packSanctions(all))
      await served('ceis', '2026-11-13', () => undefined)
      await served('ceis', '2026-11-14', sanctions(barred))
      assert.deepEqual(await eventsTold(), ['sanction.added'])
      await served('ceis', '2026-11-15', sanctions(barred, fined))
      assert.deepEqual(await eventsTold(), ['sanction.added'])
      await served('ceis', '2026-11-16', sanctions(barred, fined))
      const [over] = await told()
      assert.equal(over?.event, 'sanction.removed')
      assert.equal(dataOf(over).sanction?.processNumber, '1/2026')
      await served('ceis', '2026-11-17', () => undefined)
      assert.deepEqual(await eventsTold(), ['sanction.removed'])
    })

    const fined = (snapshot: MemorySnapshot) =>
      snapshot.put('entry', key, packSanctions([inventedSanction()]))

    test('two switches before anybody looked are told as one', async () => {
      await served('cnep', '2026-11-13', () => undefined)
      await jobs()
      await served('cnep', '2026-11-14', fined)
      await served('cnep', '2026-11-15', fined)
      await jobs()
      clock.add(10_000)
      assert.deepEqual(await eventsTold(), ['sanction.added'])
    })

    test('where the one before is gone nothing is told, and telling begins anew', async () => {
      await served('cepim', '2026-11-13', () => undefined)
      await jobs()
      files.delete('cepim-2026-11-13')
      await served('cepim', '2026-11-14', fined)
      assert.deepEqual(await eventsTold(), [])
      assert.ok(service.logLines.includes('untold: cepim-2026-11-13 cepim-2026-11-14'), 'and it is logged')
      await served('cepim', '2026-11-15', () => undefined)
      assert.deepEqual(await eventsTold(), ['sanction.removed'])
    })

    test('where the one before cannot be opened for a moment all is told, a little later', async () => {
      unreadable.add('cepim-2026-11-15')
      await served('cepim', '2026-11-16', fined)
      await assert.rejects(jobs, /data\.switched failed/)
      unreadable.clear()
      clock.add(claimMs)
      assert.deepEqual(await eventsTold(), ['sanction.added'])
    })

    const removed = async (dataSet: string, period: string) => {
      const discard = async (id: string) => files.delete(id) && (await catalogue.remove(id))
      const { kind } = await removeSnapshots(
        { catalogue, comparisons: dataComparisons, discard },
        { dataSet, period },
      )
      return kind
    }

    test('what was told last is kept to compare with until newer data was told', async () => {
      assert.ok(await catalogue.use('cnep-2026-11-13', clock.nowMs()))
      assert.deepEqual(await eventsTold(), [])
      assert.equal(await removed('cnep', '2026-11-15'), 'compared')
      assert.ok((await catalogue.awaited()).includes('cnep-2026-11-15'))
      await served('cnep', '2026-11-16', fined)
      assert.equal(await removed('cnep', '2026-11-15'), 'compared')
      assert.deepEqual(await eventsTold(), [])
      assert.equal(await removed('cnep', '2026-11-15'), 'chosen')
    })

    test('where what was told last is gone, an older one does not stand in, and nothing is told twice', async () => {
      assert.ok(await catalogue.use('cnep-2026-11-13', clock.nowMs()))
      assert.deepEqual(await eventsTold(), [])
      assert.ok(await catalogue.remove('cnep-2026-11-16'))
      await served('cnep', '2026-11-17', fined)
      assert.deepEqual(await eventsTold(), [])
      await served('cnep', '2026-11-18', () => undefined)
      assert.deepEqual(await eventsTold(), ['sanction.removed'])
    })

    test('one that is gone when some were told of it counts as told; when none were, it does not', async () => {
      const gone = {
        catalogue: { find: async () => undefined },
        comparisons: dataComparisons,
        clock,
        onSkipped: () => assert.fail('nothing was to be told'),
      }
      const handle = tellWatchers({ ...gone, compare: () => assert.fail('nothing to compare') })
      const [first, second] = ['2026-11-01', '2026-11-02'].map((date) => date as Day)
      assert.ok(first !== undefined && second !== undefined)
      for (const isBegun of [false, true]) {
        const dataSet = `half-${isBegun}`
        const payload = { dataSet, from: 'half-1', to: 'half-2', isForward: true }
        const row = { payload } as unknown as OutboxRow
        await dataComparisons.remember(dataSet, { id: 'half-1', date: first })
        await dataComparisons.begin(dataSet, 'half-1', { id: 'half-2', date: second })
        const page = { dataSet, toldId: 'half-1', nextId: 'half-2', after: '', until: headOfficeCnpj }
        if (isBegun) assert.ok(await dataComparisons.keepPage(page, []))
        assert.equal(await handle(row), 'done')
        const now = await dataComparisons.find(dataSet)
        assert.deepEqual([now?.told.id, now?.next], [isBegun ? 'half-2' : 'half-1', undefined])
      }
    })

    test('one that was overtaken by a newer one does not turn back what was told', async () => {
      const dates: Record<string, string> = { old: '2026-11-01', again: '2026-11-01', newer: '2026-11-02' }
      const stale = [undefined, { told: { id: 'old', date: '2026-11-01' as Day }, next: undefined }]
      for (const [at, known] of stale.entries()) {
        const dataSet = `overtaken-${at}`
        await dataComparisons.remember(dataSet, { id: 'newer', date: '2026-11-02' as Day })
        let looks = 0
        const handle = tellWatchers({
          catalogue: { find: async (id) => ({ id, dataSet, period: '', date: dates[id] }) as never },
          comparisons: {
            ...dataComparisons,
            find: async () => (looks++ === 0 ? known : dataComparisons.find(dataSet)),
          },
          compare: async () => ({ changesOf: async () => [], close: async () => undefined }),
          clock,
          onSkipped: () => assert.fail('nothing is gone'),
        })
        const payload = { dataSet, from: null, to: 'again', isForward: false }
        const row = { payload } as unknown as OutboxRow
        assert.equal(await handle(row), known === undefined ? 'done' : 'later')
        assert.equal(await handle(row), 'done')
        assert.equal((await dataComparisons.find(dataSet))?.told.id, 'newer')
      }
    })

    for (const [late, early] of [
      ['three', 'two'],
      ['two', 'three'],
    ] as const)
      test(`a change is told once where ${early} is told while ${late} begins, and what is newer is told next`, async () => {
        const dataSet = `${late}-beside-${early}`
        const ids = ['one', 'two', 'three', 'four']
        const dayOf = (id: string) => `2026-11-0${1 + ids.indexOf(id)}` as Day
        await dataComparisons.remember(dataSet, { id: 'one', date: dayOf('one') })
        const kept: string[] = []
        const deps: TellWatchersDeps = {
          catalogue: { find: async (id) => ({ id, dataSet, period: '', date: dayOf(id) }) as never },
          comparisons: {
            ...dataComparisons,
            keepPage: async (page, events) => {
              const isKept = await dataComparisons.keepPage(page, events)
              if (isKept) kept.push(...events.map(({ topic }) => topic))
              return isKept
            },
          },
          // What is told changed with the second, and is in all after it too.
          compare: async (before) => ({
            changesOf: async (document) =>
              before.id === 'one' && document === headOfficeCnpj
                ? [{ event: 'status.changed', data: { on: '2026-11-02' } }]
                : [],
            close: async () => undefined,
          }),
          clock,
          onSkipped: () => assert.fail('nothing is gone'),
        }
        const switchTo = (to: string) =>
          ({ payload: { dataSet, from: 'one', to, isForward: true } }) as unknown as OutboxRow
        const overtaken: TellWatchersDeps = {
          ...deps,
          comparisons: {
            ...deps.comparisons,
            begin: async (...begun) => {
              assert.equal(await tellWatchers(deps)(switchTo(early)), 'done')
              await dataComparisons.begin(...begun)
            },
          },
        }
        assert.equal(await tellWatchers(overtaken)(switchTo(late)), 'later')
        assert.equal(await tellWatchers(deps)(switchTo(late)), 'done')
        assert.deepEqual(kept, ['status.changed'])
        const three = { id: 'three', date: dayOf('three') }
        assert.deepEqual(await dataComparisons.find(dataSet), { told: three, next: undefined })
        assert.equal(await tellWatchers(deps)(switchTo('four')), 'done')
        assert.equal((await dataComparisons.find(dataSet))?.told.id, 'four')
      })

    test('an older one that an earlier release left under way holds up nothing newer', async () => {
      const dataSet = 'left'
      const [old, told, newer] = ['2026-11-01', '2026-11-02', '2026-11-03'].map((date) => ({
        id: `${dataSet}-${date}`,
        date: date as Day,
      }))
      assert.ok(old !== undefined && told !== undefined && newer !== undefined)
      await dataComparisons.remember(dataSet, told)
      await dataComparisons.begin(dataSet, told.id, old)
      const handle = tellWatchers({
        catalogue: { find: async (id) => ({ ...newer, id, dataSet, period: '' }) as never },
        comparisons: dataComparisons,
        compare: async () => ({ changesOf: async () => [], close: async () => undefined }),
        clock,
        onSkipped: () => assert.fail('nothing is gone'),
      })
      const row = { payload: { dataSet, from: told.id, to: newer.id, isForward: true } }
      assert.equal(await handle(row as unknown as OutboxRow), 'done')
      assert.deepEqual(await dataComparisons.find(dataSet), { told: newer, next: undefined })
    })

    test('a month that was removed and imported again under the same ids is told again', async () => {
      const moved: boolean[] = []
      // By the address, which the bureau does not override here.
      const servedAt = async (street: string, again = '') => {
        await served(
          'receita',
          '2030-01-06',
          company({ headOffice: inventedEstablishment({ street }) }),
          again,
        )
        moved.push((await eventsTold()).includes('registration.changed'))
      }
      await servedAt('RUA PRIMEIRA')
      await servedAt('RUA SEGUNDA', '-2')
      await servedAt('RUA TERCEIRA', '-3')
      for (const id of ['receita-2030-01-06', 'receita-2030-01-06-2']) assert.ok(await catalogue.remove(id))
      await servedAt('RUA QUARTA')
      // The same two ids as the second was compared by.
      await servedAt('RUA QUINTA', '-2')
      assert.deepEqual(moved, [true, true, true, true, true])
    })

    test('killed at any commit and begun again, every watched company is told once, in pages', async () => {
      const roots = Array.from({ length: 450 }, (_, at) => String(40_000_000 + at))
      const documents = roots.map((root) => withCheckDigits(`${root}0001`))
      await watcher.call('/alertas/v2/documentos/lotes', {
        body: documents.map((documento) => `${JSON.stringify({ documento })}\n`).join(''),
        headers: { 'Content-Type': 'application/x-ndjson' },
      })
      await dataComparisons.remember('kills', { id: 'kills-1', date: '2026-11-01' as Day })
      const compared: string[] = []
      let lives = 1
      const deps: TellWatchersDeps = {
        catalogue: {
          find: async (id) =>
            ({
              id,
              dataSet: 'kills',
              period: '',
              date: id === 'kills-1' ? '2026-11-01' : '2026-11-02',
            }) as never,
        },
        comparisons: {
          ...dataComparisons,
          keepPage: async (page, events) => {
            // Once before the commit and once after it, for each page.
            if (lives-- <= 0) throw new Error('killed before')
            const isKept = await dataComparisons.keepPage(page, events)
            if (lives-- <= 0) throw new Error('killed after')
            return isKept
          },
        },
        compare: async () => ({
          changesOf: async (document) => {
            compared.push(document)
            return documents.includes(document)
              ? [{ event: 'status.changed', data: { on: '2026-11-02' } }]
              : []
          },
          close: async () => undefined,
        }),
        clock,
        onSkipped: () => assert.fail('nothing is gone'),
      }
      const row = {
        payload: { dataSet: 'kills', from: 'kills-1', to: 'kills-2', isForward: true },
      } as unknown as OutboxRow
      let kills = 0
      for (;;) {
        lives = kills % 3
        try {
          if ((await tellWatchers(deps)(row)) === 'done') break
        } catch {
          kills += 1
        }
      }
      assert.ok(kills >= 4, `${kills} kills`)
      assert.ok(compared.length < 3 * documents.length, 'pages that are done are not compared again')
      const events = async () =>
        (await service.store.outbox.read('status.changed', 1_000))
          .filter(({ payload }) => documents.includes(String(payload.documento) as never))
          .map(({ payload }) => String(payload.documento))
      assert.deepEqual((await events()).toSorted(), documents.toSorted())
      assert.equal(await tellWatchers(deps)(row), 'done')
      assert.equal((await events()).length, documents.length)
    })

    test('people, and companies of the sandbox, are not looked at', async () => {
      const all = await dataComparisons.watched('', 1_000)
      assert.equal(all.includes(headOfficeCnpj), true)
      assert.ok(all.every((one) => one.length === 14))
      const sandbox = await service.newSession('sandbox')
      const answer = await service.call('/sandbox/alertas/v2/documentos', {
        as: sandbox,
        body: { documento: branchCnpj },
      })
      assert.ok(answer.status < 500)
      assert.deepEqual(await dataComparisons.watched('', 1_000), all)
      assert.deepEqual(await dataComparisons.watched(all.at(-2) ?? '', 10), all.slice(-1))
    })

    test('no row of the topic is left waiting', async () => {
      const rows = await service.store.queue.topics(clock.nowMs(), 100)
      assert.ok(!rows.some((one) => one.topic === switchedTopic))
    })
  })
}
