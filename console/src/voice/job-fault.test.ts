import assert from 'node:assert/strict'
import { test } from 'vitest'
import { jobFaultText } from './job-fault.ts'
import { isTechnical } from './technical-words.ts'

test('whatever an error said, a person reads a sentence', () => {
  const kinds = new Set<string>()
  for (const said of [
    'connect ECONNREFUSED (…)',
    'getaddrinfo ENOTFOUND mail',
    'The operation timed out',
    'Connection timeout',
    'SQLITE_BUSY: database is locked',
    'relation "outbox" does not exist',
    'self-signed certificate',
    '550 mailbox unavailable',
    "Cannot read properties of undefined (reading 'documento')",
    'internal_error',
    '',
  ]) {
    for (const language of ['pt', 'en'] as const) {
      const text = jobFaultText(said, language)
      assert.ok(text.endsWith('.') && !isTechnical(text), text)
      kinds.add(text)
    }
  }
  assert.equal(kinds.size, 12)
  assert.equal(jobFaultText('connect ECONNREFUSED (…)', 'pt'), 'O destino não atendeu.')
  assert.equal(jobFaultText('Connection timeout', 'pt'), 'Não houve resposta a tempo.')
  assert.match(jobFaultText('Cannot read properties', 'en'), /log of the service/)
})
