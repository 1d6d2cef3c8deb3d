import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import { queueTopics } from '@lastro/contract/operator/queue-topics.ts'
import { describe, test } from 'vitest'
import { childEnvironment } from '../../testing/child-environment.ts'
import { engines, newPlace } from '../../testing/engines.ts'
import { programs } from '../../testing/programs.ts'
import { runService } from '../../testing/running-service.ts'
import { eventTopics } from '../store/alerts/fan-out.ts'
import { assertTopicsConsumed, writtenTopics } from './consumed-topics.ts'

const waiting = { topic: '', waiting: 1, due: 1, failing: 0, oldestAtMs: 0 }
const storeWith = (topics: readonly string[], isNewer = false) => ({
  isNewer,
  queue: { topics: async () => topics.map((topic) => ({ ...waiting, topic })) } as never,
})
const handled = writtenTopics.filter((topic) => !eventTopics.includes(topic))

test('a topic that the program writes and nobody takes up is a fault that stops the start', async () => {
  await assertTopicsConsumed(storeWith([]), handled, { nowMs: 0 })
  for (const forgotten of handled) {
    const others = handled.filter((topic) => topic !== forgotten)
    await assert.rejects(assertTopicsConsumed(storeWith([]), others, { nowMs: 0 }), new RegExp(forgotten))
  }
})

test('so is one that waits in the store; what a newer release has left is not judged', async () => {
  await assert.rejects(assertTopicsConsumed(storeWith(['some.work']), handled, { nowMs: 0 }), /some\.work/)
  await assertTopicsConsumed(storeWith(['some.work'], true), handled, { nowMs: 0 })
})

test('every topic that a feature or the contract names is among those that are written', () => {
  const root = join(import.meta.dirname, '../../..')
  const named = globSync(['service/src/features/**/*.ts', 'contract/src/**/*.ts'], { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .flatMap((source) => [...source.matchAll(/\b(\w*Topic|correctionEvent) = '([^']+)'/g)])
    .map(([, , topic = '']) => topic)
  assert.ok(named.length >= 8, 'the names are where they were')
  assert.deepEqual(
    named.filter((topic) => !writtenTopics.includes(topic)),
    [],
  )
})

test('every topic has a name for the people who look at the queue', () => {
  const names = { ...alertEvents, ...queueTopics }
  assert.deepEqual(
    writtenTopics.filter((topic) => !Object.hasOwn(names, topic)),
    [],
  )
  assert.deepEqual(
    Object.keys(queueTopics).filter((topic) => !writtenTopics.includes(topic)),
    [],
  )
})

for (const engine of engines) {
  describe(`topics of the outbox on ${engine}`, () => {
    test('all that the program writes is taken up by the program', async () => {
      const { handlers, store, close } = await runService({ engine })
      assert.equal(store.isNewer, false)
      await assertTopicsConsumed(store, Object.keys(handlers), { nowMs: 0 })
      await close()
    })

    test('the program does not start on work that nobody does, and says which', async () => {
      const place = await newPlace(engine)
      const store = await place.open()
      const row = { id: 'w1', topic: 'some.work', register: 'production', clientId: 'c', payload: {} }
      await store.outbox.add([{ ...row, createdAtMs: 0, dueAtMs: 0 }])
      await store.close()
      const { databaseUrl, dataDirectory } = place
      const child = spawn(process.execPath, [programs.service], {
        env: {
          ...childEnvironment(),
          PORT: '0',
          LANG: 'en_US.UTF-8',
          LASTRO_DATA: dataDirectory,
          ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      assert.equal(code, 1)
      assert.match(said, /Nobody in this program takes up what waits in the outbox under some\.work/)
    })
  })
}
