import assert from 'node:assert/strict'
import { afterAll, describe, test, vi } from 'vitest'
import { engines, newPlace } from '../../testing/engines.ts'
import { sweep } from './sweep.ts'

for (const engine of engines) {
  describe(`the sweep on ${engine}`, async () => {
    const store = await (await newPlace(engine)).open()
    afterAll(() => store.close())
    const clock = { nowMs: () => 1_790_000_000_000 }
    const { clients, idempotency, batches, outbox, users, personSessions } = store
    const parts: readonly (readonly [string, object, string])[] = [
      ['tokens', clients, 'forgetTokens'],
      ['keys of idempotency', idempotency, 'forget'],
      ['lines of batches', batches, 'forget'],
      ['done jobs', outbox, 'forget'],
      ['tokens of e-mails', store.alerts.emails, 'forgetTokens'],
      ['sessions', users, 'forgetSessions'],
      ['sessions of people on file', personSessions, 'forget'],
      ['kept reports', store.keptReports, 'destroy'],
      ['batches of queries', store.queryBatches, 'destroy'],
      ['copies of sources', store.sourceCopies, 'destroy'],
      ['decisions', store.decisions, 'destroy'],
    ]

    const swept = async () => {
      const told: unknown[][] = []
      await sweep({ store, clock, logFailure: (...line: unknown[]) => void told.push(line) })
      return told
    }

    test('destroys whatever is over, and says nothing', async () => {
      assert.deepEqual(await swept(), [])
    })

    test('what cannot be destroyed is named in the log, and everything else is destroyed all the same', async () => {
      const error = new Error('broken in a test')
      const calls = parts.map(([, of, method]) =>
        vi
          .spyOn(of as Record<string, () => Promise<void>>, method)
          .mockImplementation(() => Promise.reject(error)),
      )
      assert.deepEqual(
        await swept(),
        parts.map(([what]) => [error, {}, `${what} were not swept out`]),
      )
      assert.deepEqual(
        calls.map(({ mock }) => mock.calls.length),
        parts.map(() => 1),
      )
    })
  })
}
