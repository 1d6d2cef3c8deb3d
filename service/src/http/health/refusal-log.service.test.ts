import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished, test, vi } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import type { NotReady } from './readiness.ts'
import { outageLog, refusalLog } from './refusal-log.ts'

function logged() {
  const lines: string[] = []
  const line = (of: object, text: string) => void lines.push(`${text} ${JSON.stringify(of)}`)
  const state: { notReady: NotReady | undefined } = { notReady: 'disk_full' }
  const { refused } = refusalLog({
    log: { warn: line, info: line } as never,
    notReady: async () => state.notReady,
  })
  return { lines, state, refused }
}

test('logs one line a second per reason with the number of refusals, and one when they end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { lines, state, refused } = logged()
  const pass = async () => {
    vi.advanceTimersByTime(1_000)
    await nextTurn()
  }
  for (let count = 0; count < 1_000; count++) refused('disk_full')
  refused('overloaded')
  assert.deepEqual(lines.splice(0), [
    'requests are refused {"reason":"disk_full","refused":1}',
    'requests are refused {"reason":"overloaded","refused":1}',
  ])
  await pass()
  assert.deepEqual(lines.splice(0), [
    'requests are refused {"reason":"disk_full","refused":999}',
    'requests are answered again {"reason":"overloaded","refused":1}',
  ])
  // Without requests, the store has not recovered.
  await pass()
  await pass()
  assert.deepEqual(lines.splice(0), [])
  refused('disk_full')
  await pass()
  assert.deepEqual(lines.splice(0), ['requests are refused {"reason":"disk_full","refused":1}'])
  state.notReady = undefined
  await pass()
  await pass()
  assert.deepEqual(lines.splice(0), ['requests are answered again {"reason":"disk_full","refused":1001}'])
})

test('background work that an outage stops is one line a second without a stack, and one when it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const line = (of: object, text: string) => void lines.push(`${text} ${JSON.stringify(of)}`)
  const state: { notReady: NotReady | undefined } = { notReady: 'store_unavailable' }
  const outage = new Error('Connection terminated')
  const failed = outageLog({
    log: { warn: line, info: line } as never,
    notReady: async () => state.notReady,
    outageReason: (error) => (error === outage ? 'store_unavailable' : undefined),
  })
  const pass = async () => {
    vi.advanceTimersByTime(1_000)
    await nextTurn()
  }
  for (let count = 0; count < 10; count++) failed(outage, { job: 'outbox' }, 'a job failed')
  failed('a fault of ours', { job: 'outbox' }, 'a job failed')
  await pass()
  await pass()
  state.notReady = undefined
  await pass()
  assert.deepEqual(lines, [
    'background work fails and is tried again {"reason":"store_unavailable","failed":1}',
    'a job failed {"job":"outbox","err":"a fault of ours"}',
    'background work fails and is tried again {"reason":"store_unavailable","failed":9}',
    'background work goes on again {"reason":"store_unavailable","failed":10}',
  ])
})

test('requests refused due to overload share a line', async () => {
  const service = await runService({ requestsInFlightMax: 0 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => service.call('/docs')))
  assert.ok(answers.every(({ status }) => status === 503))
  const refused = service.logLines
    .map((line) => JSON.parse(line) as { msg: string; reason?: string })
    .filter(({ msg }) => msg === 'requests are refused')
  assert.ok(refused.length >= 1 && refused.length < 25, `${refused.length} lines`)
  assert.ok(refused.every(({ reason }) => reason === 'overloaded'))
  await service.close()
})
