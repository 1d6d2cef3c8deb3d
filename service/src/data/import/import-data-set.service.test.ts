import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { describe, test } from 'vitest'
import { copyOf, oneZip, publicData, refusalOf, sampledReceita } from '../../../testing/public-data.ts'
import { until } from '../../../testing/until.ts'
import { totalsOf } from '../../features/public-data/accounting.ts'
import { switchedTopic } from '../../features/public-data/data-catalogue.ts'
import { inventCompany } from '../receita/sample/invent-company.ts'
import type { NewSnapshot } from '../snapshots/snapshot-writer.ts'

const october = await sampledReceita(60)
const november = await sampledReceita(80, '2026-11-14', 2)

describe('snapshots', async () => {
  const { deps, store, run } = await publicData()
  const states = async () =>
    (await deps.catalogue.list()).map((one) => `${one.id} ${one.isServed ? 'served' : one.state}`)
  const told = async () =>
    (await store.outbox.read(switchedTopic, 20)).map(({ payload }) => [
      payload.from,
      payload.to,
      payload.isForward,
    ])

  test('each import is served once it is whole, and the switch is told once', async () => {
    const { phasesMs } = await run(october.directory)
    await run(november.directory)
    assert.deepEqual(Object.keys(phasesMs), ['reading', 'writing', 'indexing', 'switching'])
    // Every look at the clock of this test is a second later.
    assert.ok(Object.values(phasesMs).every((ms) => ms >= 1_000))
    assert.deepEqual(await states(), ['receita-2026-11 served', 'receita-2026-10 ready'])
    assert.deepEqual(await told(), [
      [null, 'receita-2026-10', false],
      ['receita-2026-10', 'receita-2026-11', true],
    ])
  })

  test('the same month again is another snapshot, which goes neither forward nor back', async () => {
    for (const { id } of await store.outbox.read(switchedTopic, 20)) await store.outbox.done(id, 1)
    const { removed } = await run(november.directory)
    // October stays, for it is the month before; November's first goes once it was compared.
    assert.deepEqual(await states(), [
      'receita-2026-11-2 served',
      'receita-2026-11 ready',
      'receita-2026-10 ready',
    ])
    assert.deepEqual(removed, [])
    assert.deepEqual((await told()).at(-1), ['receita-2026-11', 'receita-2026-11-2', false])
  })

  test('what a switch still has to compare is not removed before it was', async () => {
    const { isServed } = await run(october.directory)
    // November's second is compared with its first.
    assert.deepEqual(
      [isServed, await states()],
      [false, ['receita-2026-11-2 served', 'receita-2026-11 ready', 'receita-2026-10-2 ready']],
    )
  })

  test('an older month is kept beside the newer one that is served, until somebody chooses it', async () => {
    const before = (await told()).length
    assert.ok(await deps.catalogue.use('receita-2026-10-2', 1))
    assert.equal((await told()).length, before + 1)
    assert.ok((await states()).includes('receita-2026-10-2 served'))
  })

  test('what watchers were told of last is kept, however much was imported since', async () => {
    for (const { id } of await store.outbox.read(switchedTopic, 20)) await store.outbox.done(id, 1)
    await store.dataComparisons.remember('receita', { id: 'receita-2026-11', date: '2026-11-14' as Day })
    await run(october.directory)
    const { removed } = await run(october.directory)
    assert.ok(!removed.includes('receita-2026-11'))
    assert.ok((await states()).includes('receita-2026-11 ready'))
  })

  test('an older one is opened beside the newer and reads what it held', async () => {
    const reader = await deps.snapshots.open({ location: 'receita-2026-11' })
    assert.deepEqual([reader.dataSet, reader.period, reader.date], ['receita', '2026-11', '2026-11-14'])
    assert.ok(await reader.read('company', companyKey(inventCompany(2, 70, false).root)))
    assert.equal(await reader.read('company', 99_999_999), undefined)
    await reader.close()
  })

  test('one that is missing or half-built is not opened', async () => {
    await assert.rejects(deps.snapshots.open({ location: 'receita-2019-01' }), /missing/)
    const writer = await deps.snapshots.begin({
      location: 'receita-2019-02',
      dataSet: 'receita',
      period: '2019-02',
      date: '2019-02-01' as never,
      tables: [],
    })
    await writer.close()
    await assert.rejects(deps.snapshots.open({ location: 'receita-2019-02' }), /finished/)
    await deps.snapshots.discard('receita-2019-02')
  })
})

test('a fault in clearing up after the switch takes nothing from what is served by then', async () => {
  const { deps, run } = await publicData()
  await run(october.directory)
  const { awaited } = deps.catalogue
  Object.assign(deps.catalogue, { awaited: () => Promise.reject(new Error('the connection was lost')) })
  await assert.rejects(run(november.directory), /was lost/)
  await assert.rejects(run(october.directory), /was lost/)
  Object.assign(deps.catalogue, { awaited })
  assert.equal((await deps.catalogue.find('receita-2026-10-2'))?.state, 'ready', 'nor from what is not')
  assert.deepEqual(
    (await deps.catalogue.served()).map(({ id }) => id),
    ['receita-2026-11'],
  )
  const reader = await deps.snapshots.open({ location: 'receita-2026-11' })
  assert.ok(await reader.read('company', companyKey(inventCompany(2, 70, false).root)))
  await reader.close()
})

test('spill files of an import that was killed after its switch go with the next one', async () => {
  const { deps, run } = await publicData()
  await run(october.directory)
  const folders = () => readdirSync(deps.directory).filter((one) => one.endsWith('.work'))
  // Of what is ready, of what nobody knows, and of another set that can still go on.
  for (const name of ['receita-2026-10', 'receita-2026-09', 'ceis-2026-11-13'])
    mkdirSync(join(deps.directory, `${name}.work`))
  await deps.catalogue.begin({
    id: 'ceis-2026-11-13',
    dataSet: 'ceis',
    period: '2026-11-13',
    date: '2026-11-13' as Day,
    startedAtMs: 1,
  })
  await run(november.directory)
  assert.deepEqual(folders(), ['ceis-2026-11-13.work'])
})

test('an import that is searched by name is indexed on a thread, and is whole', async () => {
  const { deps, run } = await publicData()
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const { begin } = deps.snapshots
  Object.assign(deps.snapshots, {
    begin: async (snapshot: NewSnapshot) => {
      const writer = await begin(snapshot)
      const finish = async () => {
        turns = 0
        await writer.finish()
        assert.ok(turns > 0, 'nothing waited for it')
      }
      return { ...writer, finish }
    },
  })
  await run(october.directory, { isSearchable: true })
  clearInterval(timer)
  const reader = await deps.snapshots.open({ location: 'receita-2026-10' })
  assert.ok(reader.blocks)
  assert.ok(await reader.read('company', companyKey(inventCompany(1, 1, false).root)))
  await reader.close()
})

test('a text of a domain table shows no CPF and no control characters', async () => {
  const { deps, run } = await publicData()
  const from = copyOf(october)
  const rows = '"01";"DE 529.982\x07247-25"\n"02";"DE 52998224725"\n"03";" SEM\tMOTIVO "\n'
  await oneZip(from, 'Motivos.zip', 'F.K03200$Z.D61011.MOTICSV', rows)
  const { accounting } = await run(from)
  const reader = await deps.snapshots.open({ location: 'receita-2026-10' })
  assert.deepEqual(
    [1, 2, 3].map((code) => reader.domain('reason').get(code)),
    ['DE ***982247**', 'DE ***982247**', 'SEM MOTIVO'],
  )
  await reader.close()
  const counted = accounting.files.find(({ zip }) => zip === 'Motivos.zip')
  assert.equal(counted?.fields.cpf_masked, 2)
})

describe('an import that was stopped', async () => {
  const { deps, run } = await publicData()
  await run(october.directory)
  const ids = async () => (await deps.catalogue.list()).map((one) => [one.id, one.state])

  /** Stops as soon as something was read, and again as soon as something was written. */
  const stoppedAt = async (step: 'reading' | 'writing', isResumed: boolean, from = november.directory) => {
    const stop = new AbortController()
    const said = await refusalOf(
      run(from, {
        isResumed,
        signal: stop.signal,
        onProgress: (progress) => {
          if (progress.step === step) stop.abort()
        },
      }),
    )
    assert.match(said, /--resume/)
  }

  test('leaves what was served, and goes on where it was', async () => {
    await stoppedAt('reading', false)
    assert.deepEqual(await ids(), [
      ['receita-2026-11', 'building'],
      ['receita-2026-10', 'ready'],
    ])
    await stoppedAt('writing', true)
    let readAgain = 0
    const { accounting } = await run(november.directory, {
      isResumed: true,
      onProgress: ({ step, rows }) => {
        if (step === 'reading') readAgain += rows
      },
    })
    assert.equal(readAgain, 0, 'what was read before is used again')
    const whole = await (await publicData()).run(november.directory)
    assert.deepEqual(accounting, whole.accounting)
    assert.equal(totalsOf(accounting).read, totalsOf(whole.accounting).read)
  })

  test('while it is indexed shows that it lives, is not served, and goes on from there', async () => {
    const { deps, run } = await publicData()
    const stop = new AbortController()
    const seenAtMs = async () => (await deps.catalogue.find('receita-2026-11'))?.seenAtMs ?? 0
    const stoppedWhileIndexed = async (finish: () => Promise<void>) => {
      const before = await seenAtMs()
      await until(async () => (await seenAtMs()) > before, 'the catalogue hears of it')
      stop.abort()
      await finish()
    }
    const { begin } = deps.snapshots
    Object.assign(deps.snapshots, {
      begin: async (snapshot: NewSnapshot) => {
        const writer = await begin(snapshot)
        return { ...writer, finish: () => stoppedWhileIndexed(writer.finish) }
      },
    })
    assert.match(await refusalOf(run(november.directory, { signal: stop.signal })), /--resume/)
    assert.deepEqual(await deps.catalogue.served(), [])
    Object.assign(deps.snapshots, { begin: () => assert.fail('it goes on with what there is') })
    await run(november.directory, { isResumed: true })
    assert.deepEqual(
      (await deps.catalogue.served()).map((one) => one.id),
      ['receita-2026-11'],
    )
  })

  test('begins anew without being asked to go on, and where a zip is another now', async () => {
    await stoppedAt('writing', false)
    const changed = copyOf(november)
    utimesSync(join(changed, 'Socios1.zip'), 1_000, 1_000)
    await stoppedAt('writing', true, changed)
    const { accounting } = await run(changed)
    for (const one of accounting.files) assert.equal(one.read, one.kept + one.merged + one.quarantined)
    assert.ok((await ids()).every(([, state]) => state === 'ready'))
    assert.deepEqual(
      readdirSync(deps.directory).filter((one) => one.endsWith('.work')),
      [],
    )
  })
})
