import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ageText } from './age.ts'

test('an age is said in its largest unit, in either language', () => {
  const nowMs = Date.parse('2026-03-10T12:00:00-03:00')
  const age = (at: string, language: 'pt' | 'en') => ageText({ at, nowMs, language })
  assert.equal(age('2026-03-10T09:00:00-03:00', 'pt'), 'há 3 horas')
  assert.equal(age('2026-03-08T09:00:00-03:00', 'en'), '2 days ago')
  assert.equal(age('2026-03-10T12:02:30-03:00', 'en'), 'in 2 minutes')
  for (const at of [
    '2026-03-10T12:00:00.900-03:00',
    '2026-03-10T12:00:00-03:00',
    '2026-03-10T11:59:59.100-03:00',
  ]) {
    assert.equal(age(at, 'en'), 'now')
    assert.equal(age(at, 'pt'), 'agora')
  }
})
