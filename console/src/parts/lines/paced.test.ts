import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paced, pauseMs } from './paced.ts'

test('the first is told at once, then the newest, and the last one always', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const told: number[] = []
  const { tell } = paced((value: number) => told.push(value))
  for (const value of [1, 2, 3]) tell(value)
  assert.deepEqual(told, [1])
  mock.timers.tick(pauseMs)
  assert.deepEqual(told, [1, 3])
  mock.timers.tick(pauseMs)
  tell(4)
  assert.deepEqual(told, [1, 3, 4])
})

test('after the end nothing old comes on top of it', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const told: number[] = []
  const { tell, end } = paced((value: number) => told.push(value))
  tell(1)
  tell(2)
  end()
  mock.timers.tick(pauseMs)
  assert.deepEqual(told, [1])
})
