import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { caixa, storeOfClients } from '../../../testing/invented/two-clients.ts'

const registers = ['production', caixa, 'elsewhere'] as const
const topic = 'notice.send'

for (const engine of engines) {
  describe(`work that waits in several registers on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { outbox } = store
    const row = (register: string) => ({
      id: `job of ${register}`,
      topic,
      register,
      clientId: '',
      payload: {},
      createdAtMs: 1_000,
      dueAtMs: 5_000,
    })
    await outbox.add(registers.map(row))

    test('comes nearer in the one whose clock was moved, and is claimed in it alone', async () => {
      await outbox.bringNearer(caixa, [topic], 3_000)
      const dueAtMs = Object.fromEntries(
        (await outbox.read(topic, 10)).map((one) => [one.register, one.dueAtMs]),
      )
      assert.deepEqual(dueAtMs, { production: 5_000, [caixa]: 2_000, elsewhere: 5_000 })
      const asked = { topics: [topic], nowMs: 9_000, claimedUntilMs: 20_000, limit: 10 }
      const claimed = await outbox.claim({ ...asked, register: caixa })
      assert.deepEqual(
        claimed.map((one) => one.id),
        [row(caixa).id],
      )
      assert.equal((await outbox.claim(asked)).length, 2, 'whoever names none claims in all')
    })
  })
}
