import assert from 'node:assert/strict'
import type { SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { onTestFinished, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { storeOfClients } from '../../../testing/invented/two-clients.ts'
import { lastroImitation } from '../../../testing/servers/lastro-imitation.ts'
import { answerJson } from '../../../testing/servers/provider-server.ts'
import { addressGuard } from '../../features/alerts/webhooks/address-guard.ts'
import { type DeclaredSource, sealOwner } from '../../features/declared-sources/declared-source.ts'
import { coversAlways, type Source } from '../../features/reports/source.ts'
import { sealUnder } from '../../features/sealing/sealed-secrets.ts'
import { providers } from '../providers.ts'
import { contractedSources } from './contracted-sources.ts'
import { declaredSources } from './declared-sources.ts'
import { type TestDeps, trySource } from './try-source.ts'

const seal = sealUnder(Buffer.alloc(32, 7))
const onError = (error: unknown): void => {
  throw error
}
const person = '52998224725' as DocumentNumber
const tested = { document: person, userId: 'usr_1', requestId: 'req_1' }
const unrecorded: Omit<TestDeps, 'clock'> = { record: async () => 'unbilled', readHeld: () => [] }
const credentials = JSON.stringify({ clientId: 'c', clientSecret: 's', apiKey: 'k' })
const ours = (sourceId: string) => seal.seal(credentials, sealOwner({ sourceId, clientId: undefined }))

const declaredAt = (url: string, id: string, over: Partial<DeclaredSource> = {}): DeclaredSource => ({
  id,
  name: `named-${id}`,
  kind: 'lastro',
  url,
  sections: undefined,
  concurrencyMax: 10,
  clientConcurrencyMax: 10,
  timeoutMs: 60_000,
  priceCents: 0,
  monthlyBudgetCents: undefined,
  isEnabled: false,
  version: 1,
  createdAtMs: 0,
  ...over,
})

for (const engine of engines) {
  test(`a process follows what is declared, and keeps breaker and slots through changes, on ${engine}`, async () => {
    const { declaredSources: store, close } = await storeOfClients(engine)
    onTestFinished(close)
    const provider = await lastroImitation()
    onTestFinished(provider.close)
    const clock = { nowMs: () => 0 }
    const deps = { store, providers, seal, guard: addressGuard({ networks: ['127.0.0.0/8'] }), clock }
    const sources = declaredSources({ ...deps, onError })
    onTestFinished(sources.stop)

    await sources.look()
    const none = sources.enabled()
    assert.equal(none.size, 0)
    await store.add(declaredAt(provider.url, 'fon_1'), ours('fon_1'))
    await sources.look()
    assert.deepEqual([sources.all().length, sources.enabled().size], [1, 0])
    await store.setEnabled('fon_1', true)
    await sources.look()
    const enabled = sources.enabled()
    assert.deepEqual([...enabled.keys()], ['named-fon_1'])
    await sources.look()
    assert.equal(sources.enabled(), enabled, 'nothing has changed')

    provider.consult = (answer) => answerJson(answer, 500, {})
    for (let at = 0; at < 5; at++) {
      const [open] = sources.all()
      assert.ok(open !== undefined)
      const { sections } = await trySource({ clock, ...unrecorded }, open, tested)
      assert.ok(sections.length > 5 && sections.every(({ outcome }) => outcome === 'failed'))
    }
    assert.equal(sources.all()[0]?.state().breaker, 'open')
    await store.setCredentials({ sourceId: 'fon_1', clientId: undefined }, ours('fon_1'))
    await sources.look()
    assert.notEqual(sources.enabled(), enabled)
    assert.equal(sources.all()[0]?.state().breaker, 'open', 'other credentials are the same provider')

    await store.remove('fon_1')
    await sources.look()
    assert.deepEqual([sources.all().length, sources.enabled().size], [0, 0])
  })
}

test('workers of one service divide what a provider allows', async () => {
  const { declaredSources: store, close } = await storeOfClients('sqlite')
  onTestFinished(close)
  const provider = await lastroImitation()
  onTestFinished(provider.close)
  const clock = { nowMs: () => 0 }
  const deps = { store, providers, seal, guard: addressGuard({ networks: ['127.0.0.0/8'] }), clock }
  await store.add(declaredAt(provider.url, 'fon_w', { isEnabled: true }), ours('fon_w'))
  const workers = [1, 2, 3].map(() => declaredSources({ ...deps, workers: 3, onError }))
  for (const one of workers) onTestFinished(one.stop)
  provider.consult = (answer) => void setImmediate(() => answerJson(answer, 422, {}))
  for (const worker of workers) await worker.look()
  await Promise.all(
    workers.flatMap((worker) =>
      Array.from({ length: 30 }, async () => {
        const [open] = worker.all()
        assert.ok(open !== undefined)
        await trySource({ clock, ...unrecorded }, open, tested)
      }),
    ),
  )
  assert.ok(provider.queries().length >= 90)
  assert.ok(provider.atOnce.most <= 9, `${provider.atOnce.most} at once`)
})

const sourceOf = (name: string): Source => ({ name, ...coversAlways([]), ask: () => ({}) })
const term = (source: string): SourceTerm => ({ source, paidBy: 'operator' })

test('the sources of a contract are one list until a source changes, built-in ones first', () => {
  const builtIn = [sourceOf('bureau')]
  let enabled = new Map([sourceOf('one'), sourceOf('two')].map((one) => [one.name, one]))
  const sourcesOf = contractedSources(builtIn, () => enabled)
  const names = (terms: readonly SourceTerm[]) => sourcesOf(terms).map(({ name }) => name)
  assert.deepEqual(names([term('two'), term('one')]), ['bureau', 'two', 'one'])
  assert.equal(sourcesOf([term('one')]), sourcesOf([{ ...term('one'), paidBy: 'client' }]))
  assert.equal(sourcesOf([term('none')]), builtIn)
  assert.equal(sourcesOf([]), builtIn)
  const before = sourcesOf([term('one')])
  enabled = new Map(enabled)
  assert.notEqual(sourcesOf([term('one')]), before)
  enabled = new Map()
  assert.equal(sourcesOf([term('one')]), builtIn)
})
