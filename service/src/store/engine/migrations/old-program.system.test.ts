import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, onTestFinished, test } from 'vitest'
import { emptyPlace, engines, newDirectory } from '../../../../testing/engines.ts'
import { oldProgram } from '../../../../testing/old-stores/old-program.ts'
import { type Program, startProgram, tokenOf } from '../../../../testing/program.ts'
import { until } from '../../../../testing/until.ts'
import { verifyTrail } from '../../../features/trail/seals/verify-trail.ts'

const old = engines.includes('postgres') ? oldProgram(newDirectory()) : undefined

if (old === undefined) {
  test.skip('needs PostgreSQL and the history of this repository: a clone that is not shallow')
} else describe('a program of before beside that of today', () => bothAtOnce(old))

/** A rolling upgrade: the program from before the newest migration and that of today, at once, on one database. */
async function bothAtOnce(service: string): Promise<void> {
  const place = await emptyPlace('postgres')
  const screen = join(place.dataDirectory, 'screen')
  const settings = {
    DATABASE_URL: place.databaseUrl ?? '',
    LASTRO_DATA: place.dataDirectory,
    LASTRO_SECRETS_KEY: 'a key that both of them are given, long enough',
  }
  const startOld = () => startProgram(settings, { service, output: `>>"${screen}" 2>&1` })
  let before = await startOld()
  await until(() => /^apiKey/m.test(readFileSync(screen, 'utf8')), 'the first client is shown')
  const shown = (name: string) =>
    new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(readFileSync(screen, 'utf8'))?.[1] ?? assert.fail(name)
  const client = { clientId: shown('clientId'), clientSecret: shown('clientSecret'), apiKey: shown('apiKey') }
  const tokens = [await tokenOf(before, client)]
  const today = await startProgram(settings)
  tokens.push(await tokenOf(today, client))

  let asked = 0
  const send = async (program: Program, path: string, body?: object, key?: string) => {
    const answer = await fetch(`${program.url}/sandbox${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        // Those that either gave, in turn.
        Authorization: `Bearer ${tokens[asked++ % tokens.length]}`,
        'x-api-key': client.apiKey,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text(), billed: answer.headers.get('x-billed') }
  }
  const query = (program: Program, documento: string, key?: string) =>
    send(program, '/relatorioBasico/v2/consulta', { documento }, key)

  test('both answer, and what was paid at one is not paid again at the other', async () => {
    for (const [first, second, documento] of [
      [before, today, '52998224725'],
      [today, before, '12345678909'],
    ] as const) {
      const paid = await query(first, documento)
      assert.equal(paid.status, 200, paid.text)
      const repeated = await query(second, documento)
      assert.deepEqual([repeated.status, paid.billed, repeated.billed], [200, 'true', 'false'], repeated.text)
    }
  })

  test('what one answered under a key the other repeats', async () => {
    for (const [first, second, key] of [
      [before, today, 'of-before'],
      [today, before, 'of-today'],
    ] as const) {
      const made = await query(first, '52998224725', key)
      assert.equal(made.status, 200, made.text)
      const repeated = await query(second, '52998224725', key)
      assert.deepEqual([repeated.status, repeated.text], [200, made.text])
    }
  })

  test('what one took in the other reads, lists and takes out', async () => {
    for (const [first, second, documento] of [
      [before, today, '52998224725'],
      [today, before, '12345678909'],
    ] as const) {
      const made = await send(first, '/alertas/v2/documentos', { documento })
      assert.equal(made.status, 201, made.text)
      const { id } = (JSON.parse(made.text) as { result: { id: string } }).result
      const found = await send(second, `/alertas/v2/documentos/${id}`)
      assert.equal(found.status, 200, found.text)
      assert.equal((await send(second, '/alertas/v2/documentos', { documento })).status, 409)
    }
  })

  test('the old one may be started again meanwhile, and the trail of both is whole', async () => {
    assert.equal(await before.stop(), 0)
    before = await startOld()
    assert.equal((await query(before, '52998224725')).status, 200)
    assert.equal((await query(today, '52998224725')).status, 200)
    assert.deepEqual([await before.stop(), await today.stop()], [0, 0])
    const store = await place.open()
    onTestFinished(store.close)
    const { broken, besides, records } = await verifyTrail(store.trail, 'sandbox')
    assert.deepEqual([broken, besides], [undefined, []])
    // Each query is on record once, repeats too: four, four under keys, and two here.
    assert.equal(records, 10)
  })
}
