import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, onTestFinished, test } from 'vitest'
import { buildClient } from '../../scripts/packages/build-client.ts'
import { runService } from '../../service/testing/running-service.ts'

/** The client as JavaScript, as a browser or an older Node would get it. */
const directory = mkdtempSync(join(tmpdir(), 'lastro-client-'))
const out = join(directory, 'dist')
afterAll(() => rmSync(directory, { recursive: true }))
await buildClient(directory)

const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.js'))

test('what runs imports nothing but itself: no package, no contract, nothing of Node', () => {
  assert.ok(files.includes('client.js') && files.includes('verify-webhook.js'))
  for (const file of files) {
    const text = readFileSync(join(out, file), 'utf8')
    const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
      ([, target = '']) => target,
    )
    for (const target of targets) assert.ok(/^\.\/[\w-]+\.js$/.test(target), `${file} imports ${target}`)
    assert.ok(!/\b(?:process|Buffer|require|__dirname)\b/.test(text), `${file} needs Node`)
  }
})

test('it is small', () => {
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(out, file)).length, 0)
  assert.ok(bytes < 46_000, `${bytes} bytes`)
})

test('as JavaScript it asks the service', async () => {
  const service = await runService()
  onTestFinished(service.close)
  const { lastroClient } = (await import(
    pathToFileURL(join(out, 'client.js')).href
  )) as typeof import('./client.ts')
  const lastro = lastroClient({ baseUrl: `${service.url}/`, ...(await service.newSession()) })
  const { result } = await lastro.reports.query('cadastral', { documento: '529.982.247-25' })
  assert.equal(result.document, '52998224725')
})
