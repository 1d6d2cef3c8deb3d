import assert from 'node:assert/strict'
import { test } from 'vitest'
import { laterRunScreen } from './first-run.ts'

const running = {
  address: 'http://127.0.0.1:8080',
  store: 'SQLite',
  noticesWaiting: undefined,
  alertsWaiting: undefined,
  warning: undefined,
  operator: undefined,
  analyst: undefined,
}

test('what is to be filled in is named in the language of the screen', () => {
  assert.match(laterRunScreen({ ...running, language: 'pt' }), / --name NOME /)
  assert.match(laterRunScreen({ ...running, language: 'en' }), / --name NAME /)
})
