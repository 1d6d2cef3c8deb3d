import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { newPlace } from '../../../service/testing/engines.ts'
import { residentLastro } from '../../testing/resident-lastro.ts'

describe('what sources cost, on the terminal', async () => {
  const place = await newPlace('sqlite')
  const { dataDirectory } = place
  const lastro = residentLastro(
    {
      ...childEnvironment(),
      LANG: 'en_US.UTF-8',
      LASTRO_DATA: dataDirectory,
      LASTRO_WEBHOOK_NETWORKS: '127.0.0.0/8',
    },
    dataDirectory,
  )
  const did = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await lastro(words)
    assert.equal(code, 0, stderr)
    return stdout
  }
  const json = async (...words: readonly string[]) => JSON.parse(await did(...words, '--json'))
  const newClient = async (name: string): Promise<string> =>
    (await json('client', 'create', '--env', 'production', '--name', name)).clientId
  const [ana, bia] = [await newClient('Ana'), await newClient('Bia')]
  const store = await place.open()
  const of = { sourceId: 'fon_1', sourceName: 'parceiro', month: '2026-10' }
  const limits = { priceCents: 130, sourceBudgetCents: undefined, clientBudgetCents: undefined }
  for (const clientId of [ana, ana, bia])
    await store.declaredSources.spend({ ...of, clientId, paidBy: 'operator' }, limits)
  await store.declaredSources.spend({ ...of, clientId: ana, paidBy: 'client' }, limits)
  await store.declaredSources.countUnbilled(
    { ...of, clientId: ana, paidBy: 'operator' },
    { calls: 1, cents: 130 },
  )
  await store.close()
  const october = ['usage', '--costs', '--month', '2026-10']

  test('they are by source and payer, of one client or of all, with what nobody was billed for', async () => {
    const costs = (calls: number, unbilled: number, paidBy: string) => ({
      source: 'parceiro',
      paidBy,
      calls,
      cents: calls * 130,
      unbilled: { calls: unbilled, cents: unbilled * 130 },
    })
    const byPayer = async (...words: readonly string[]) =>
      ((await json(...october, ...words)) as { paidBy: string }[]).toSorted((a, b) =>
        a.paidBy < b.paidBy ? -1 : 1,
      )
    assert.deepEqual(await byPayer(), [costs(1, 0, 'client'), costs(3, 1, 'operator')])
    assert.deepEqual(await byPayer('--client', bia), [costs(1, 0, 'operator')])
    assert.match(await did(...october), /source +paidBy +calls +cost +unbilledCalls +unbilledCost\n/)
    assert.match(await did(...october), /parceiro +operator +3 +3\.90 +1 +1\.30/)
  })

  test('a month without calls and the sandbox have none, and it is said', async () => {
    assert.match(await did('usage', '--costs', '--month', '2026-09'), /No source was called/)
    assert.match(await did(...october, '--env', 'sandbox'), /No source was called/)
  })

  test('a contract says for how many days copies are kept, and shows it', async () => {
    await did('source', 'add', '--name', 'parceiro', '--kind', 'lastro', '--url', 'http://127.0.0.1:59999')
    await did('contract', 'set', ana, '--sources', 'parceiro=client:500,00 copies:7')
    const { sources } = await json('contract', 'show', ana)
    assert.deepEqual(sources, [{ source: 'parceiro', paidBy: 'client', monthlyBudget: 50_000, copyDays: 7 }])
    const refused = await lastro(['contract', 'set', ana, '--sources', 'parceiro=client copies:31'])
    assert.notEqual(refused.code, 0)
    assert.match(refused.stderr, /30 days/)
    assert.deepEqual((await json('contract', 'show', ana)).sources, sources)
  })
})
