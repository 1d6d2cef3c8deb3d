import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import { build } from '../build/build.ts'
import { root } from '../build/manifest.ts'
import { firstMinutes, firstWords } from './first-minutes.ts'
import { installPackages } from './installed-packages.ts'
import { nodesHere, supportedVersions } from './nodes.ts'
import { packPackages } from './pack.ts'

/** A user of TypeScript: what is known is known by its type, and what is wrong does not compile. */
const typedProgram = `
import { lastroClient, type ReportAnswer } from '@lastro/client'
import { isProblem } from '@lastro/client/problem'
import { verifyWebhook } from '@lastro/client/verify-webhook'
import type { Listing, ListingRequest } from '@lastro/client/contract'

const lastro = lastroClient({
  baseUrl: 'http://127.0.0.1:1',
  environment: 'sandbox',
  clientId: 'a',
  clientSecret: 'b',
  apiKey: 'c',
})
export async function ask(debt: ListingRequest): Promise<string> {
  const answer = await lastro.reports.query('relato', { documento: '1' })
  const kept: ReportAnswer<unknown> = answer
  const name: string | undefined = answer.result.report.identificationReport?.companyName
  const listing: Listing = await lastro.listings.insert(debt)
  for await (const one of lastro.listings.list({ state: 'published' })) if (one.id === listing.id) break
  // @ts-expect-error: there is no such report.
  await lastro.reports.query('relatorio', { documento: '1' })
  // @ts-expect-error: an amount is a text, so that no cent is lost.
  await lastro.listings.update('1', { amount: 900 }, listing)
  const event = await verifyWebhook({ secrets: 's', headers: {}, body: '' })
  if (event.type === 'webhook.test') return event.data.webhookId
  return (name ?? '') + String(kept.billed)
}
export const codeOf = (error: unknown) => (isProblem(error, 'rate_limited') ? error.retryAfterSeconds : error)
`

describe('the packages, installed where nothing else is', async () => {
  // Programs may be started from here on every machine.
  const home = mkdtempSync(join(tmpdir(), 'lastro-packages-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const built = process.env.LASTRO_TEST_BUILD ?? join(home, 'build')
  if (process.env.LASTRO_TEST_BUILD === undefined) await build(built)
  const packages = await packPackages(home, { built })
  const installed = await installPackages(join(home, 'project'), packages, process.execPath)
  const place = (path: string) => join(installed.directory, 'node_modules', path)
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>

  test('the client has its JavaScript, types and maps, and nothing else', () => {
    const names = globSync('client/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((path) =>
      basename(path, '.ts'),
    )
    const made = names.flatMap((name) => ['d.ts', 'js', 'js.map'].map((end) => `dist/${name}.${end}`))
    const expected = [
      ...made,
      'dist/contract.d.ts',
      'dist/report.d.ts',
      'LICENSE',
      'README.md',
      'package.json',
    ]
    assert.deepEqual(packages.client.paths, expected.toSorted())
    for (const path of packages.client.paths.filter((one) => one.endsWith('.d.ts'))) {
      const text = readFileSync(place(`@lastro/client/${path}`), 'utf8')
      const targets = [...text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(
        ([, target = '']) => target,
      )
      assert.ok(
        targets.every((target) => /^\.\/[\w-]+\.js$/.test(target)),
        `${path}: ${targets.join(' ')}`,
      )
    }
  })

  test('the program has what it runs, the console and the fonts, and nothing else', () => {
    const [own, carried] = [
      packages.program.paths.filter((path) => !path.startsWith('node_modules/')),
      packages.program.paths.filter((path) => path.startsWith('node_modules/')),
    ]
    const expected = [
      /^(LICENSE|README\.md|package\.json)$/,
      /^[\w-]+\.js$/,
      /^(default-template|dictionary-\d+)\.txt$/,
      /^console\/(index\.html|assets\/[\w-]+\.(js|css|svg|woff2)(\.br|\.gz)?)$/,
    ]
    assert.deepEqual(
      own.filter((path) => !expected.some((one) => one.test(path))),
      [],
    )
    for (const path of ['lastro.js', 'cli.js', 'service.js', 'console/index.html'])
      assert.ok(own.includes(path), path)
    const names = carried.map((path) => /^node_modules\/((?:@[\w-]+\/)?[\w-]+)\//.exec(path)?.[1] ?? path)
    assert.deepEqual([...new Set(names)].toSorted(), [
      '@swc/helpers',
      'base64-js',
      'brotli',
      'clone',
      'dejavu-fonts-ttf',
      'dfa',
      'fast-deep-equal',
      'fontkit',
      'pako',
      'restructure',
      'tiny-inflate',
      'unicode-properties',
      'unicode-trie',
    ])
    assert.deepEqual(
      carried.filter((path) => /\.(ts|map|node)$|\/tests?\//.test(path)),
      [],
    )
  })

  test('nothing is run to install them', () => {
    for (const path of globSync('**/package.json', { cwd: place('.') })) {
      const scripts = Object.keys((read(place(path)).scripts as object | undefined) ?? {})
      const run = scripts.filter((name) => ['preinstall', 'install', 'postinstall'].includes(name))
      assert.deepEqual(run, [], path)
    }
  })

  test('both have the version, the license and the provenance of the project', () => {
    const project = read(join(root, 'package.json'))
    for (const path of ['lastro', '@lastro/client']) {
      const { version, license, publishConfig } = read(place(`${path}/package.json`))
      assert.deepEqual(
        [version, license, publishConfig],
        [project.version, project.license, project.publishConfig],
      )
    }
    assert.deepEqual(project.publishConfig, { access: 'public', provenance: true })
  })

  describe('a report, a PDF, a problem and a forged webhook', async () => {
    const served = await installed.serve()
    afterAll(served.stop)
    for (const version of supportedVersions) {
      const node = nodesHere().find((one) => one.version === version)
      test(`on Node ${version}`, async ({ skip }) => {
        skip(node === undefined, `Node ${version} is not here; npm run packages:check fetches it`)
        assert.equal(await firstMinutes(installed, served, node?.path ?? ''), firstWords)
      })
    }
  })

  const old = nodesHere().find(({ version }) => version < 24)
  test('on a Node that is too old the program says which it needs', { skip: old === undefined }, () => {
    const said = spawnSync(old?.path ?? '', [place('lastro/lastro.js'), 'serve'], {
      encoding: 'utf8',
      env: {},
    })
    assert.equal(said.status, 1)
    assert.match(said.stderr, /precisa do Node 24 .*\n.* needs Node 24 or newer/)
    assert.doesNotMatch(said.stderr, / at /)
  })

  test('what the client is made of cannot be imported', async () => {
    const program = `await import('@lastro/client/dist/transport.js').catch(({ code }) => console.log(code))`
    const said = await installed.run(program, { node: process.execPath, settings: {} })
    assert.equal(said, 'ERR_PACKAGE_PATH_NOT_EXPORTED\n')
  })

  const browser = { lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] }
  const server = { lib: ['es2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }
  for (const [name, own] of Object.entries({
    'Node, module nodenext': { ...server, module: 'nodenext' },
    'browsers, module bundler': { ...browser, module: 'esnext', moduleResolution: 'bundler' },
  })) {
    test(`a strict program of TypeScript compiles: ${name}`, () => {
      const options = { ...own, strict: true, skipLibCheck: false, noEmit: true, target: 'es2022' }
      writeFileSync(join(installed.directory, 'typed.ts'), typedProgram)
      writeFileSync(
        join(installed.directory, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['typed.ts'] }),
      )
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', installed.directory], {
        encoding: 'utf8',
      })
      assert.equal(status, 0, stdout)
    })
  }
})
