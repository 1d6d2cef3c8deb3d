import assert from 'node:assert/strict'
import { mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'

const script = `export const text = '${'á'.repeat(2_000)}'`

function build(directory: string): void {
  mkdirSync(join(directory, 'assets'), { recursive: true })
  writeFileSync(join(directory, 'assets/page-abc.js'), script)
  writeFileSync(join(directory, 'assets/page-abc.js.gz'), gzipSync(script))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Lastro</title>')
}

describe('/console', async () => {
  const directory = newDirectory()
  const service = await runService({ consoleDirectory: directory })
  afterAll(service.close)
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers: { Accept: 'text/html', ...headers } })

  test('says that it is being built while it is not there, in the language of the reader', async () => {
    for (const [language, word] of [
      ['pt', 'montado'],
      ['en', 'being built'],
    ] as const) {
      const answer = await get('/console/consulta', { 'Accept-Language': language })
      assert.equal(answer.status, 503)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
      assert.match(await answer.text(), new RegExp(word))
    }
  })

  test('serves the build as soon as it is there, and its page at every address that is no file', async () => {
    build(directory)
    for (const path of [
      '/console',
      '/console/',
      '/console/consulta',
      '/console/dividas/1-2/avalistas/novo?a=b',
    ]) {
      const answer = await get(path)
      assert.equal(answer.status, 200, path)
      assert.match(await answer.text(), /<title>Lastro/)
      assert.equal(answer.headers.get('cache-control'), 'no-cache')
    }
  })

  test('lets nothing inline and nothing from elsewhere into its pages', async () => {
    const policy = (await get('/console')).headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self'/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|http/)
  })

  test('sends a file with a hashed name once and for all, compressed where that is understood', async () => {
    const asked = async (encoding: string) => {
      const answer = await get('/console/assets/page-abc.js', { 'Accept-Encoding': encoding, Accept: '*/*' })
      return { encoding: answer.headers.get('content-encoding'), text: await answer.text(), answer }
    }
    const packed = await asked('gzip, br')
    assert.equal(packed.encoding, 'gzip')
    assert.equal(packed.text, script)
    const plain = await asked('identity')
    assert.equal(plain.encoding, null)
    assert.equal(plain.text, script)
    assert.match(plain.answer.headers.get('cache-control') ?? '', /immutable/)
    assert.match(plain.answer.headers.get('content-type') ?? '', /javascript/)
  })

  test('the typeface of the build has a name that lasts, for the pages that are not built', async () => {
    const font = () => get('/console/typeface.woff2', { Accept: '*/*' })
    assert.equal((await font()).status, 404)
    writeFileSync(join(directory, 'assets/letters-abc.woff2'), 'letters')
    // Another build is told by the time of its page.
    utimesSync(join(directory, 'index.html'), 2, 2)
    const answer = await font()
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'font/woff2')
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
    assert.equal(await answer.text(), 'letters')
    const styled = await (await get('/')).text()
    assert.match(styled, /src: url\("\/console\/typeface\.woff2"\)/)
    assert.match((await get('/')).headers.get('content-security-policy') ?? '', /font-src 'self'/)
  })

  test('sends no coding that the reader refuses', async () => {
    const codingFor = async (accepted: string) => {
      const answer = await get('/console/assets/page-abc.js', { 'Accept-Encoding': accepted })
      assert.equal(await answer.text(), script)
      return answer.headers.get('content-encoding')
    }
    assert.equal(await codingFor('gzip;q=0, identity'), null)
    assert.equal(await codingFor('gzip; q=0.000'), null)
    assert.equal(await codingFor('x-gzip-b'), null)
    assert.equal(await codingFor('*;q=0'), null)
    assert.equal(await codingFor('identity;q=0.5, *'), 'gzip')
    assert.equal(await codingFor('br, GZIP;q=0.1'), 'gzip')
  })

  test('takes an edition that the reader names whole, or any', async () => {
    const etag = (await get('/console')).headers.get('etag') ?? ''
    const statusFor = async (header: string) => (await get('/console', { 'If-None-Match': header })).status
    assert.equal(await statusFor('*'), 304)
    assert.equal(await statusFor(`"other", ${etag}`), 304)
    assert.equal(await statusFor(etag.replace('W/', '')), 304)
    assert.equal(await statusFor(`"not ${etag} but more"`), 200)
  })

  test('304 to whoever has it already', async () => {
    const etag = (await get('/console')).headers.get('etag') ?? ''
    const answer = await get('/console', { 'If-None-Match': etag })
    assert.equal(answer.status, 304)
    assert.equal(await answer.text(), '')
  })

  test('404 for a file that is not there, for an unknown operation, and for whoever wants no page', async () => {
    assert.equal((await get('/console/assets/old-123.js')).status, 404)
    assert.equal((await get('/console/v2/unknown')).status, 404)
    assert.equal((await get('/console/consulta', { Accept: 'application/json' })).status, 404)
    assert.equal((await get('/console/..%2f..%2fpackage.json')).status, 200)
    assert.equal((await get('/consoles')).status, 404)
  })

  test('405 for anything but reading', async () => {
    assert.equal((await fetch(`${service.url}/console/consulta`, { method: 'POST' })).status, 405)
  })

  test('shows what it had while a build cannot be read, and the build once it can', async () => {
    const directory = newDirectory()
    const service = await runService({ consoleDirectory: directory })
    onTestFinished(service.close)
    const page = () => fetch(`${service.url}/console`, { headers: { Accept: 'text/html' } })
    const hole = join(directory, 'assets/hole.js')
    build(directory)
    // Too large to be read into memory, which fails for every user of the machine.
    writeFileSync(hole, '')
    truncateSync(hole, 5 * 1024 ** 3)
    assert.equal((await page()).status, 503)
    rmSync(hole)
    assert.equal((await page()).status, 200)
    writeFileSync(hole, '')
    truncateSync(hole, 5 * 1024 ** 3)
    utimesSync(join(directory, 'index.html'), 1, 1)
    assert.equal((await page()).status, 200)
  })
})
