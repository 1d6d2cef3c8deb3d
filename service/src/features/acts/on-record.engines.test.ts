import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { type Act, type ActRecordDeps, onRecord } from './on-record.ts'

const outage = new Error('nobody answers')
const by = { userId: 'u', userName: 'Olívia', operation: 'operadorUsuariosCria' }
const theId = '019a8f5e-7c1b-7d3e-9c55-0a4f1f6f2b11'

for (const engine of engines) {
  describe(`acts on record on ${engine}`, async () => {
    const store = await (await newPlace(engine)).open()
    afterAll(() => store.close())
    let made = 0
    let nowMs = 0
    const deps: ActRecordDeps = {
      acts: store.acts,
      clock: { nowMs: () => ++nowMs },
      newId: () => `act-${++made}`,
      isOutage: (error) => error === outage,
    }
    const newest = async () => (await store.acts.list({ userId: 'u', after: undefined, limit: 1 }))[0]
    const act = (target?: string): Act => ({ target, outcome: 'done' })

    test('an act is there before its work begins, and has its end afterwards', async () => {
      const held = act()
      const given = await onRecord(deps, { ...by, requestId: 'r' }, held, async () => {
        assert.deepEqual([(await newest())?.outcome, (await newest())?.target], [undefined, undefined])
        held.target = theId
        return 'what was made'
      })
      assert.equal(given, 'what was made')
      const { outcome, target, requestId, userName } = (await newest()) ?? {}
      assert.deepEqual([outcome, target, requestId, userName], ['done', theId, 'r', 'Olívia'])
    })

    for (const [what, error, outcome] of [
      ['work that breaks', new Error('broken'), 'internal_error'],
      ['a store out of reach', outage, 'store_unavailable'],
      ['a refusal that is thrown', 'no such client', 'client_unknown'],
    ] as const) {
      test(`${what} is thrown on, and ends its act with ${outcome}`, async () => {
        const held = act()
        const refusalOf = (one: unknown) => (one === 'no such client' ? 'client_unknown' : undefined)
        const broken = onRecord({ ...deps, refusalOf }, by, held, async () => {
          held.target = theId
          throw error
        })
        await assert.rejects(broken, (one) => one === error)
        assert.deepEqual([(await newest())?.outcome, (await newest())?.target], [outcome, theId])
      })
    }

    test('what broke is what is thrown, also where its end cannot be written', async () => {
      const acts = { ...store.acts, end: () => Promise.reject(outage) }
      const broken = onRecord({ ...deps, acts }, by, act(), () => Promise.reject(new Error('broken')))
      await assert.rejects(broken, /broken/)
      assert.equal((await newest())?.outcome, undefined)
    })

    test('without a request an act is told apart by its own id; a document is no target', async () => {
      await onRecord(deps, by, act('52998224725'), async () => undefined)
      const { id, requestId, target } = (await newest()) ?? {}
      assert.ok(id !== undefined)
      assert.deepEqual([requestId, target], [id, undefined])
    })
  })
}
