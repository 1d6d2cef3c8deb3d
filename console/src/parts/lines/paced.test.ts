import assert from 'node:assert/strict'
import { onTestFinished, test, vi } from 'vitest'
import { paced, pauseMs } from './paced.ts'

test('passes on the first value at once, then the newest, and always the last', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: number[] = []
  const { tell } = paced((value: number) => told.push(value))
  for (const value of [1, 2, 3]) tell(value)
  assert.deepEqual(told, [1])
  vi.advanceTimersByTime(pauseMs)
  assert.deepEqual(told, [1, 3])
  vi.advanceTimersByTime(pauseMs)
  tell(4)
  assert.deepEqual(told, [1, 3, 4])
})

test('after the end nothing old comes on top of it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const told: number[] = []
  const { tell, end } = paced((value: number) => told.push(value))
  tell(1)
  tell(2)
  end()
  vi.advanceTimersByTime(pauseMs)
  assert.deepEqual(told, [1])
})
