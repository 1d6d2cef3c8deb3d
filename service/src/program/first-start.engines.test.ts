import assert from 'node:assert/strict'
import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import { describe, test } from 'vitest'
import { cleanUp } from '../../testing/clean-up.ts'
import { engines, newPlace } from '../../testing/engines.ts'
import { quickPasswords } from '../../testing/http/quick-passwords.ts'
import { firstStart } from './first-start.ts'
import { systemUser } from './system-user.ts'

for (const engine of engines) {
  describe(`the first start on ${engine}`, () => {
    const opened = async () => {
      const store = await (await newPlace(engine)).open()
      cleanUp(() => store.close())
      const clock = { nowMs: () => 1_790_000_000_000 }
      return { store, passwords: quickPasswords, clock }
    }
    const actsIn = ({ store }: Awaited<ReturnType<typeof opened>>) =>
      store.acts.list({ userId: undefined, after: undefined, limit: 10 })

    test('makes a client, its analyst and an operator, and is on record as an act of its account', async () => {
      const deps = await opened()
      const { client, operator, analyst } = await firstStart(deps)
      assert.ok(client !== undefined && operator !== undefined && analyst !== undefined)
      const [act, ...others] = await actsIn(deps)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [act?.operation, act?.userId, act?.userName, act?.outcome, act?.target],
        ['comandoPrimeiraPartida', commandLineUserId, systemUser(), 'done', client.clientId],
      )
    })

    test('a later start makes nobody, and leaves no record', async () => {
      const deps = await opened()
      await firstStart(deps)
      assert.deepEqual(await firstStart(deps), {})
      assert.equal((await actsIn(deps)).length, 1)
    })

    test('one that breaks half way has its end on record', async () => {
      const deps = await opened()
      const passwords = { ...quickPasswords, hash: () => Promise.reject(new Error('no memory left')) }
      await assert.rejects(firstStart({ ...deps, passwords }), /no memory left/)
      const [act] = await actsIn(deps)
      assert.deepEqual([act?.operation, act?.outcome], ['comandoPrimeiraPartida', 'internal_error'])
    })

    test('of two that start on one store each is on record, and one has made nobody', async () => {
      const deps = await opened()
      const made = await Promise.all([firstStart(deps), firstStart(deps)])
      assert.equal(made.filter(({ client }) => client !== undefined).length, 1)
      assert.equal(made.filter(({ operator }) => operator !== undefined).length, 1)
    })
  })
}
