import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { objectText, textMember } from './json-text.ts'

test('whatever somebody wrote comes back as it was, as JSON.stringify writes it', () => {
  const units = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  })
  for (const texts of [
    units,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\n', '\ud800', 'É'),
  ]) {
    fc.assert(
      fc.property(texts, (text) => {
        if (text === '') return
        assert.equal(objectText(textMember('name', text)), JSON.stringify({ name: text }))
      }),
    )
  }
})
