import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { cepim } from '@lastro/service/data/cepim/cepim.ts'
import { writeSample } from '@lastro/service/data/sample/write-sample.ts'
import type { Snapshot } from '@lastro/service/features/public-data/data-catalogue.ts'
import { test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { newDirectory } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { oneZip } from '../../../service/testing/public-data.ts'
import {
  page,
  publisherServer,
  serve,
  stallAfter,
  status,
} from '../../../service/testing/servers/publisher-server.ts'
import { until } from '../../../service/testing/until.ts'
import type { Ran } from '../../testing/many-commands.ts'
import { barText } from '../bars/fetch-bar.ts'

const server = await publisherServer()
const bytes = createHash('shake256', { outputLength: 300_000 }).update('one').digest()
const made = newDirectory()
await oneZip(made, 'one.zip', '20261011_CNEP.csv', bytes)
const zip = readFileSync(join(made, 'one.zip'))

function started(args: readonly string[], settings: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, [programs.cli, 'data', 'fetch', ...args], {
    env: { ...childEnvironment(), LANG: 'en_US.UTF-8', LASTRO_DATA: newDirectory(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  return child
}

async function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = started(args, settings)
  assert.ok(child.stdout !== null && child.stderr !== null)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code, stdout, stderr }
}

let paths = 0
function published(): {
  readonly from: string
  readonly path: string
  readonly to: string
  readonly asked: string[]
} {
  paths += 1
  const path = `/${paths}/20261011`
  server.put(path, zip)
  const to = join(newDirectory(), 'cnep')
  const from = `${server.url}/${paths}`
  return { from, path, to, asked: ['cnep', '--period', '2026-10-11', '--from', from, '--to', to] }
}

test('a killed fetch leaves no file under its name, and the next goes on from there', async () => {
  const { path, to, asked } = published()
  const part = join(to, '20261011_CNEP.zip.part')
  server.next(path, serve, stallAfter(100_000))
  const child = started(asked)
  await until(() => existsSync(part) && statSync(part).size > 0)
  // Meanwhile nobody else works in the directory.
  const beside = await run(asked)
  assert.equal(beside.code, 1)
  assert.match(beside.stderr, /Another process is downloading/)
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.ok(!existsSync(join(to, '20261011_CNEP.zip')))

  // And once more, in the middle of the rest.
  const kept = statSync(part).size
  server.next(path, serve, stallAfter(50_000))
  const second = started(asked)
  await until(() => statSync(part).size > kept)
  second.kill('SIGKILL')
  await once(second, 'close')

  const { code, stdout } = await run([...asked, '--json'])
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout), {
    period: '2026-10-11',
    incomplete: [],
    directory: to,
    files: [{ name: '20261011_CNEP.zip', wasThere: false }],
  })
  assert.deepEqual(readFileSync(join(to, '20261011_CNEP.zip')), zip)
  const ranges = server.asked.filter((one) => one.path === path).map((one) => one.range)
  assert.equal(ranges.filter((one) => one === undefined).length, 1, 'it was begun once')
  assert.ok(!readdirSync(to).some((one) => one.endsWith('.part')))
})

test('a stop by signal keeps what has come, and says how to go on', async () => {
  const { path, to, asked } = published()
  server.next(path, serve, stallAfter(100_000))
  const child = started(asked)
  assert.ok(child.stderr !== null)
  const said = text(child.stderr)
  const part = join(to, '20261011_CNEP.zip.part')
  await until(() => existsSync(part) && statSync(part).size > 0)
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  assert.equal(code, 130)
  assert.match(await said, /the same command goes on where it stopped/)
  assert.ok(statSync(part).size > 0)
})

test('what a person can mend is said in a sentence', async () => {
  const { from, path, asked } = published()
  server.next(path, page, status(403))
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['nothing'], /There is no such data set. There are: receita, pgfn, ceis, cnep, cepim/],
    [['cnep', '--from', 'ftp://x'], /--from must be/],
    [['cnep', '--from', from, '--period', '2026-10'], /does not have the form of this data set.*2026-10-11/],
    [['cnep', '--from', from, '--period', '2026-02-30'], /Nothing was published/],
    [asked, /Nothing was published/],
    [asked, /refused the request.*403/],
  ]
  const ran = await runAll(cases.map(([args]) => ['fetch', ...args]))
  for (const [at, [args, sentence]] of cases.entries()) {
    assert.match(ran[at]?.refused ?? '', sentence, args.join(' '))
    assert.equal(ran[at]?.printed, '')
  }
})

test('what is fetched from where a setting says lies in the data directory, and is imported as it lies', async () => {
  const sampled = newDirectory()
  await writeSample(cepim, { companies: 600, seed: 3, date: '2026-10-11' as Day }, sampled)
  paths += 1
  server.put(`/${paths}/20261011`, readFileSync(join(sampled, '20261011_CEPIM.zip')))
  const settings = { LASTRO_DATA: newDirectory(), LASTRO_DATA_URL_CEPIM: `${server.url}/${paths}` }
  const directory = join(settings.LASTRO_DATA, 'public-data/downloads/cepim-2026-10-11')
  const commands = [
    ['fetch', 'cepim', '--period', '2026-10-11'],
    ['import', 'cepim', directory],
    ['list', '--json'],
  ]
  const [fetched, imported, listed] = await runAll(commands, settings)
  assert.match(fetched?.printed ?? '', /files: 1, of which were there: 0/)
  assert.ok(fetched?.printed.endsWith(`lastro data import cepim ${directory}\n`))
  assert.equal(imported?.refused, undefined)
  const [{ id, isServed, accounting }] = JSON.parse(listed?.printed ?? '') as [Snapshot]
  const [file] = accounting?.files ?? []
  assert.deepEqual([id, isServed, file?.zip], ['cepim-2026-10-11', true, '20261011_CEPIM.zip'])
  assert.ok(file !== undefined && file.kept > 20 && file.read === file.kept + file.merged + file.quarantined)
})

/** Commands of `data`, one after the other in one process. */
async function runAll(
  commands: readonly (readonly string[])[],
  settings: Readonly<Record<string, string>> = {},
): Promise<readonly Ran[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/many-commands.ts')], {
    env: { ...childEnvironment(), LANG: 'en_US.UTF-8', LASTRO_DATA: newDirectory(), ...settings },
  })
  cleanUp(() => child.kill('SIGKILL'))
  child.stdin.end(JSON.stringify(commands.map((args) => ['data', ...args])))
  return JSON.parse(await text(child.stdout))
}

test('the bar says how far, how fast and how long, as far as that is known', () => {
  const drawn = { label: '3/37 Empresas0.zip', have: 150e6, bytesPerSecond: 2e6 }
  assert.equal(
    barText({ ...drawn, size: 600e6 }),
    '3/37 Empresas0.zip [######..................] 150.0/600.0 MB, 2.0 MB/s, 4 min',
  )
  assert.equal(barText({ ...drawn, size: undefined }), '3/37 Empresas0.zip 150.0 MB, 2.0 MB/s')
  assert.match(barText({ ...drawn, have: 0, size: 0, bytesPerSecond: 0 }), /0\.0\/0\.0 MB, 0\.0 MB\/s$/)
})
