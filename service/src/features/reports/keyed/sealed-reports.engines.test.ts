import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../../testing/invented/two-clients.ts'
import { asItWas, type IdempotencyStore, onceForKey } from '../../../http/idempotency.ts'
import { resealSecrets, sealsUnder } from '../../sealing/reseal-secrets.ts'
import { SealedElsewhere } from '../../sealing/sealed-secrets.ts'
import { sealedReports } from './sealed-reports.ts'

const sealsOf = (letter: string) => sealsUnder(() => Buffer.alloc(32, letter))
const body = '{"error":false,"result":{"document":"12345678909"}}'

for (const engine of engines) {
  describe(`reports that wait for a repeat under their keys on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const [before, next] = [sealsOf('a'), sealsOf('b')]
    const sealed = sealedReports(store.idempotency, before['kept reports'])
    const clock = { nowMs: () => 1_000 }
    const once = async (idempotency: IdempotencyStore, key: string, clientId: string = ana) => {
      const keyed = {
        environment: 'production',
        clientId,
        key,
        operation: 'o',
        body: Buffer.from(''),
      } as const
      const reply = await onceForKey(
        { idempotency, clock },
        keyed,
        async () => ({ status: 200, body }),
        asItWas,
      )
      return { body: 'body' in reply && reply.body, isReplayed: reply.headers !== undefined }
    }
    /** The answer as it lies in the store. */
    const lying = async (key: string, clientId: string = ana): Promise<string> => {
      let text = ''
      const reading: IdempotencyStore = {
        ...store.idempotency,
        claim: async (...claim) => {
          const outcome = await store.idempotency.claim(...claim)
          text = outcome.kind === 'answered' ? outcome.answer : ''
          return { kind: 'in_flight' }
        },
      }
      await once(reading, key, clientId)
      return text
    }

    test('lie sealed, open for their key alone, and are what they were', async () => {
      await once(sealed, 'one')
      assert.match(await lying('one'), /^report:v1\./)
      assert.doesNotMatch(await lying('one'), /document|12345678909/)
      assert.deepEqual(await once(sealed, 'one'), { body, isReplayed: true })
      // Whoever can write to the store cannot pass one answer off as another's.
      const stolen = await lying('one')
      for (const [key, clientId] of [
        ['two', ana],
        ['one', bia],
      ] as const) {
        const planting: IdempotencyStore = {
          ...store.idempotency,
          complete: (claim) => store.idempotency.complete(claim, stolen),
        }
        await once(planting, key, clientId)
        await assert.rejects(once(sealed, key, clientId))
      }
    })

    test('that an earlier release left open are given again as they are', async () => {
      await once(store.idempotency, 'open')
      assert.deepEqual(await once(sealed, 'open'), { body, isReplayed: true })
    })

    test('are sealed anew with everything else, and open under the new key only', async () => {
      // Those planted above open under no key at all.
      await store.idempotency.forget(Number.MAX_SAFE_INTEGER)
      for (const key of ['r1', 'r2', 'r3']) await once(sealed, key, bia)
      await resealSecrets(store.sealed, { previous: before, next })
      const anew = sealedReports(store.idempotency, next['kept reports'])
      for (const key of ['r1', 'r2', 'r3'])
        assert.deepEqual(await once(anew, key, bia), { body, isReplayed: true })
      await assert.rejects(once(sealed, 'r1', bia), SealedElsewhere)
    })
  })
}
