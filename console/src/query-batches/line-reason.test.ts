import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lineReason } from './line-reason.ts'

test('why a line has no report is said in words, and by no code', () => {
  const reason = lineReason({ line: 1, status: 'refused', code: 'document_type_not_accepted' }, 'pt')
  assert.match(reason, /^Recusado: /)
  assert.doesNotMatch(reason, /_/)
  assert.equal(lineReason({ line: 3, status: 'repeated', repeats: 2 }, 'pt'), 'Repete a linha 2.')
  assert.match(
    lineReason({ line: 4, status: 'unknown', code: 'source_outcome_unknown' }, 'en'),
    /nobody knows/,
  )
  const errors = [{ field: '(line)', code: 'line_not_utf8', message: 'x' }]
  assert.match(lineReason({ line: 5, status: 'invalid', errors }, 'pt'), /UTF-8/)
})
