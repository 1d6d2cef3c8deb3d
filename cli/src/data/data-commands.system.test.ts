import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { sqliteSnapshots } from '@lastro/service/data/snapshots/sqlite/sqlite-snapshots.ts'
import { zipEntries } from '@lastro/service/data/zip/zip-entries.ts'
import type { Snapshot } from '@lastro/service/features/public-data/data-catalogue.ts'
import { openStore } from '@lastro/service/store/open-store.ts'
import { describe, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { newDirectory } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { until } from '../../../service/testing/until.ts'
import type { Ran } from '../../testing/many-commands.ts'
import { importText } from '../bars/import-progress.ts'

const environmentOf = (dataDirectory: string) => ({
  ...childEnvironment(),
  LC_ALL: 'en_US.UTF-8',
  LASTRO_DATA: dataDirectory,
})

function started(dataDirectory: string, command: string) {
  const child = spawn(process.execPath, [programs.cli, ...command.split(' ')], {
    env: environmentOf(dataDirectory),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], printed, said]) => ({ code: code as number | null, printed, said }),
  )
  return { child, ended }
}

const ran = (dataDirectory: string, command: string) => started(dataDirectory, command).ended

describe('public data by commands', async () => {
  const data = newDirectory()
  const [october, november] = [newDirectory(), newDirectory()]
  const sampled = await ran(
    data,
    `data sample receita --companies 40 --to ${october} --date 2026-10-11 --json`,
  )
  await ran(data, `data sample receita --companies 8000 --seed 2 --to ${november} --date 2026-11-14`)
  const listed = async (): Promise<readonly Snapshot[]> => {
    const store = await openStore({ databaseUrl: undefined, dataDirectory: data })
    try {
      return await store.dataCatalogue.list()
    } finally {
      await store.close()
    }
  }
  const served = async () => (await listed()).filter((one) => one.isServed).map((one) => one.id)
  const ranTogether = async (
    commands: readonly (readonly string[])[],
    dataDirectory = data,
  ): Promise<readonly Ran[]> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/many-commands.ts')], {
      env: environmentOf(dataDirectory),
    })
    cleanUp(() => child.kill('SIGKILL'))
    child.stdin.end(JSON.stringify(commands))
    return JSON.parse(await text(child.stdout))
  }
  const inside = () => readdirSync(join(data, 'public-data'))

  test('sample, import and list: three commands from nothing to what is served', async () => {
    assert.equal(readdirSync(october).length, 37)
    const { lies, example } = JSON.parse(sampled.printed)
    assert.match(example, /^\d{8}0001\d\d$/)
    assert.equal(lies['Empresas2.zip'].capital_placeholder, 1)
    const imported = await ran(data, `data import receita ${october} --threads 1 --search`)
    assert.equal(imported.code, 0, imported.said)
    assert.match(imported.printed, /Empresas2\.zip +\d+ +\d+ +0 +0 +.*capital_placeholder 1/)
    assert.match(imported.printed, /\d+ read = \d+ kept \+ \d+ merged \+ \d+ quarantined/)
    assert.match((await ran(data, 'data list')).printed, /receita +2026-10 +2026-10-11 +served/)
    const reader = await sqliteSnapshots(join(data, 'public-data')).open({ location: 'receita-2026-10' })
    assert.ok(reader.blocks !== undefined, 'it can be searched')
    await reader.close()
  })

  test('rows of people are said to be counted alone, and a file is called by its name where a zip has several', async () => {
    const [debts, sanctions] = [newDirectory(), newDirectory()]
    const [, , ofDebts, ofSanctions] = await ranTogether(
      [
        ['data', 'sample', 'pgfn', '--companies', '60', '--to', debts, '--date', '2026-09-30'],
        ['data', 'sample', 'ceis', '--companies', '60', '--to', sanctions, '--date', '2026-10-11'],
        ['data', 'import', 'pgfn', debts],
        ['data', 'import', 'ceis', sanctions],
      ],
      newDirectory(),
    )
    assert.match(ofDebts?.printed ?? '', /^\S+Nao_Previdenciario\.zip\/arquivo_lai_SIDA_1_202606\.csv +\d/m)
    assert.match(ofSanctions?.printed ?? '', /^20261011_CEIS\.zip +\d/m)
    assert.match(
      ofSanctions?.printed ?? '',
      /Of the quarantined rows 1 are of people: they are counted, and written/,
    )
    assert.match(ofSanctions?.printed ?? '', /The other quarantined rows are in \S+quarantine\.tsv/)
  })

  test('what is wrong is said in a sentence, with exit code 1', async () => {
    const cases = [
      ['data import receita /nowhere', /could not be read/],
      [`data import nothing ${october}`, /no such data set.*receita/],
      [`data import receita ${october} --threads 0`, /--threads is a whole number/],
      [`data import ceis ${october} --search`, /not searched by name/],
      ['data use receita 2019-01', /was not imported/],
      ['data use foo 1', /no such data set.*receita/],
      ['data remove foo 1', /no such data set.*receita/],
      ['data remove receita 2026-10', /is being served/],
      ['data sample receita --companies many --to /tmp', /whole numbers/],
      [`data sample receita --companies 9 --to ${october}`, /zips in \S+ already.*empty directory/],
      [
        `data sample receita --companies 9 --to ${join(data, 'lastro.db')}`,
        /lastro\.db cannot be written to/,
      ],
    ] as const
    const answers = await ranTogether(cases.map(([command]) => command.split(' ')))
    for (const [at, [command, words]] of cases.entries()) {
      assert.match(answers[at]?.refused ?? '', words, command)
      assert.doesNotMatch(answers[at]?.refused ?? '', /internal|at .*\.ts:/)
    }
    const alone = await ran(data, cases[0][0])
    assert.equal(alone.code, 1)
    assert.match(alone.said, /^lastro: [^\n]+\n$/)
  })

  test('an import that is killed while it reads or writes leaves one whole snapshot served', async () => {
    const moments = [
      () =>
        inside().some(
          (one) => one.endsWith('.work') && readdirSync(join(data, 'public-data', one)).length > 0,
        ),
      () => existsSync(join(data, 'public-data', 'receita-2026-11.sqlite')),
    ]
    for (const [at, isSo] of moments.entries()) {
      const options = at === 0 ? [] : ['--resume']
      const { child, ended } = started(data, ['data', 'import', 'receita', november, ...options].join(' '))
      await until(isSo, 'the import has come so far')
      child.kill('SIGKILL')
      await ended
      // It may have been quicker than we were; what is served is whole either way.
      const [now, ...others] = (await listed()).filter((one) => one.isServed)
      assert.deepEqual([now?.state, others.length], ['ready', 0])
      const reader = await sqliteSnapshots(join(data, 'public-data')).open({ location: now?.id ?? '' })
      assert.equal(reader.period, now?.period)
      await reader.close()
    }
  })

  test('a signal stops it cleanly, and --resume goes on', async () => {
    for (const one of inside().filter((name) => name.endsWith('.work'))) {
      rmSync(join(data, 'public-data', one), { recursive: true })
    }
    const before = await served()
    const { child, ended } = started(data, `data import receita ${november}`)
    await until(() => inside().some((one) => one.endsWith('.work')), 'the import has begun')
    child.kill('SIGINT')
    const { code, said } = await ended
    assert.deepEqual([code, await served()], [1, before])
    assert.match(said, /--resume/)
    const resumed = await ran(data, `data import receita ${november} --resume --json`)
    assert.equal(resumed.code, 0, resumed.said)
    const [now] = await served()
    assert.match(now ?? '', /^receita-2026-11/)
    assert.deepEqual(
      inside().filter((one) => one.endsWith('.work')),
      [],
    )
  })

  test('what is sampled without a day is older than any month that is published', async () => {
    const undated = join(newDirectory(), 'sample')
    const [sample] = await ranTogether([['data', 'sample', 'receita', '--companies', '30', '--to', undated]])
    assert.match(sample?.printed ?? '', /All companies are invented\..* ask for example for \d{14}\.\n$/)
    const year = Number(dayAt(Date.now()).slice(0, 4)) - 1
    const [file] = await zipEntries(join(undated, 'Simples.zip'))
    assert.match(file?.name ?? '', new RegExp(`D${year % 10}\\d{4}$`))
  })

  test('an older month does not take the place of a newer one, and the command says how it would', async () => {
    const before = await served()
    await ranTogether([['data', 'remove', 'receita', '2026-10']])
    const { code, printed } = await ran(data, `data import receita ${october}`)
    assert.deepEqual([code, await served()], [0, before])
    assert.match(printed, /2026-10-11 .*it is kept.*2026-11-14.*lastro data use receita 2026-10/)
    assert.doesNotMatch(printed, /now serves/)
  })

  test('nothing is deleted while an import is under way, which could take it up again', async () => {
    const importing = sqliteSnapshots(join(data, 'public-data'))
    const unlock = await importing.lock()
    assert.ok(unlock)
    const before = await listed()
    const refused = await ran(data, 'data remove receita 2026-10')
    assert.deepEqual([refused.code, await listed()], [1, before])
    assert.match(refused.said, /import is under way/)
    await unlock()
    await importing.close()
  })

  test('what watchers were told of last is not deleted, in words', async () => {
    const store = await openStore({ databaseUrl: undefined, dataDirectory: data })
    const [kept] = (await store.dataCatalogue.list()).filter((one) => !one.isServed)
    assert.ok(kept)
    await store.dataComparisons.remember('receita', kept)
    const [refused] = await ranTogether([['data', 'remove', 'receita', kept.period]])
    assert.match(refused?.refused ?? '', /told of this period last/)
    assert.ok(await store.dataCatalogue.find(kept.id))
    await store.dataComparisons.remember(
      'receita',
      { id: 'receita-2026-09', date: kept.date },
      { told: kept, next: undefined },
    )
    await store.close()
  })

  test('an import that nobody carries on any more is listed as interrupted, at once', async () => {
    const store = await openStore({ databaseUrl: undefined, dataDirectory: data })
    const begun = { dataSet: 'ceis', startedAtMs: Date.now() }
    for (const [at, period] of ['2026-11-13', '2026-11-14'].entries()) {
      const date = period as Snapshot['date']
      const startedAtMs = begun.startedAtMs + at
      await store.dataCatalogue.begin({ ...begun, id: `ceis-${period}`, period, date, startedAtMs })
    }
    const snapshots = sqliteSnapshots(join(data, 'public-data'))
    const unlock = await snapshots.lock()
    const [during] = await ranTogether([['data', 'list']])
    await unlock?.()
    const [after] = await ranTogether([['data', 'list']])
    for (const period of ['2026-11-13', '2026-11-14']) await store.dataCatalogue.remove(`ceis-${period}`)
    await store.close()
    const interrupted = 'interrupted: import again, or with --resume'
    assert.match(during?.printed ?? '', /ceis +2026-11-14 +2026-11-14 +importing, 0%/)
    assert.match(during?.printed ?? '', new RegExp(`ceis +2026-11-13 +2026-11-13 +${interrupted}`))
    assert.equal(after?.printed.split(interrupted).length, 3)
    assert.doesNotMatch(after?.printed ?? '', /importing/)
  })

  test('of two imports of one period each is served and deleted by its day', async () => {
    const earlier = newDirectory()
    const [, imported, used, , back, removed, list] = await ranTogether([
      ['data', 'sample', 'receita', '--companies', '30', '--to', earlier, '--date', '2026-11-08'],
      ['data', 'import', 'receita', earlier],
      ['data', 'use', 'receita', '2026-11-08'],
      ['data', 'use', 'receita', '2026-11'],
      ['data', 'use', 'receita', '2026-11-14'],
      ['data', 'remove', 'receita', '2026-11-08'],
      ['data', 'list', '--json'],
    ])
    assert.match(imported?.printed ?? '', /is older/)
    assert.match(used?.printed ?? '', /serves the data of 2026-11-08/)
    assert.match(back?.printed ?? '', /serves the data of 2026-11-14/)
    assert.match(removed?.printed ?? '', /was deleted/)
    const days = (JSON.parse(list?.printed ?? '') as Snapshot[]).map(({ date }) => date)
    assert.deepEqual(
      days.filter((one) => one.startsWith('2026-11')),
      ['2026-11-14'],
    )
  })

  test('back to an older period, and one that is not served is deleted', async () => {
    const [used, removed, list] = await ranTogether([
      ['data', 'use', 'receita', '2026-10'],
      ['data', 'remove', 'receita', '2026-11'],
      ['data', 'list', '--json'],
    ])
    assert.match(used?.printed ?? '', /serves the data of 2026-10-11/)
    assert.match(removed?.printed ?? '', /was deleted/)
    assert.equal(JSON.parse(list?.printed ?? '').length, 1)
    assert.deepEqual(await served(), ['receita-2026-10'])
    assert.deepEqual(
      (await listed()).map((one) => one.id),
      ['receita-2026-10'],
    )
    assert.ok(!inside().some((one) => one.startsWith('receita-2026-11')))
  })
})

test('progress says rows, rate and the time that is left', () => {
  assert.match(
    importText({ step: 'reading', rows: 500_000, share: 0.25 }, 10_000),
    /25%.*500000.*50000\/s.*0:30/,
  )
  assert.match(importText({ step: 'writing', rows: 10, share: 0 }, 0), /0%.*0:00/)
})
