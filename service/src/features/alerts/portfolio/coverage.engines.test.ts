import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Coverage } from '@lastro/contract/reports/coverage.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import { watcherOf } from '../../../../testing/services/alert-service.ts'
import { coveringSource } from '../../../../testing/services/covering-source.ts'
import { shopPolicy } from '../../../../testing/services/decisions.ts'
import { TestClock } from '../../../../testing/test-clock.ts'
import { policyRunTopic } from './policy-run.ts'

const policy = shopPolicy({
  rules: [
    {
      id: 'debts',
      when: { value: 'negative.sum', of: { kinds: ['listingP', 'check'] }, above: '500.00' },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: { pt: 'Dívidas.', en: 'Debts.' },
    },
  ],
})
const owing = (kind: string) =>
  `{"${kind}Response":[{"occurrenceDate":"2026-11-01"}],"summary":{"count":"1","balance":"900.00"}}`

for (const engine of engines) {
  describe(`coverage and the policies of watched documents, on ${engine}`, async () => {
    const { source, cover } = coveringSource()
    const clock = new TestClock()
    const service = await runService({ engine, clock, productionSources: [source] })
    afterAll(service.close)

    /** A client that watches a document with a policy. Each event of the document runs the policy once. */
    const newWatch = async () => {
      const first = await service.newSession('production')
      const { clientId, clientSecret } = first
      await service.store.clients.setContract(clientId, wholeContract)
      clock.add(5_000)
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const token = String((await service.call('/oauth/token', { body })).at('access_token'))
      const watcher = watcherOf(service, { ...first, token })
      const saved = { warnings: [], userId: undefined, createdAtMs: clock.nowMs() }
      await service.store.policies.create(
        { environment: 'production', clientId, ...saved, name: policy.name, policy },
        10,
      )
      const registrationId = await watcher.watched({ policy: policy.name })
      let runCount = 0
      const run = async (listingP: readonly [Coverage, 'debt'?], check: readonly [Coverage, 'debt'?]) => {
        cover('registration', 'complete', '{"statusRegistration":"REGULAR"}')
        cover('listingP', listingP[0], listingP[1] && owing('listingP'))
        cover('check', check[0], check[1] && owing('check'))
        runCount += 1
        const row = {
          id: `${policyRunTopic}.${registrationId}.${runCount}`,
          topic: policyRunTopic,
          register: productionRegister,
          clientId,
          payload: { registrationId },
          createdAtMs: clock.nowMs(),
          dueAtMs: clock.nowMs(),
          attempts: 1,
        }
        assert.equal(await service.handlers[policyRunTopic]?.(row), 'done')
        const kept = await service.store.watchedPolicies.find(registrationId)
        return kept?.decided?.outcome
      }
      const events = async () =>
        (await watcher.occurrences())
          .filter(({ event }) => event === 'decision.changed')
          .toSorted((one, other) => one.sequence - other.sequence)
          .map(({ data }) => {
            const { before, after: then } = data.decision as Record<string, { outcome: string }>
            return `${before?.outcome} → ${then?.outcome}`
          })
      return { run, events }
    }

    test('coverage that ends and returns changes nothing; a debt that is there then is an event', async () => {
      const { run, events } = await newWatch()
      assert.equal(await run(['complete'], ['complete']), 'approve')
      assert.equal(await run(['complete'], ['none']), 'approve')
      assert.equal(await run(['partial'], ['partial']), 'approve')
      assert.equal(await run(['none'], ['none']), 'approve')
      assert.equal(await run(['complete'], ['complete']), 'approve')
      assert.deepEqual(await events(), [])
      assert.equal(await run(['none'], ['none']), 'approve')
      assert.equal(await run(['complete'], ['complete', 'debt']), 'decline')
      assert.deepEqual(await events(), ['approve → decline'])
    })

    test('a debt in a section still covered is an event after other coverage has ended', async () => {
      const { run, events } = await newWatch()
      assert.equal(await run(['complete'], ['complete']), 'approve')
      assert.equal(await run(['partial', 'debt'], ['none']), 'decline')
      assert.deepEqual(await events(), ['approve → decline'])
    })

    test('coverage that begins is not an event, whatever it shows, but later changes are', async () => {
      const { run, events } = await newWatch()
      assert.equal(await run(['complete'], ['none']), 'review')
      assert.equal(await run(['complete'], ['complete', 'debt']), 'decline')
      assert.deepEqual(await events(), [])
      assert.equal(await run(['complete'], ['complete']), 'approve')
      assert.deepEqual(await events(), ['decline → approve'])
    })
  })
}
