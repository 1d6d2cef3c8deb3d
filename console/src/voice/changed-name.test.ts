import assert from 'node:assert/strict'
import { sectionReadings } from '@lastro/reading/section-readings.ts'
import { test } from 'vitest'
import { changedName, sectionName } from './changed-name.ts'
import { isTechnical } from './technical-words.ts'

test('what changed is called as the report calls it', () => {
  const { heading } = sectionReadings.listingP
  assert.match(changedName('listingP.amount', 'pt'), new RegExp(`^${heading.pt}: Valor`))
  assert.notEqual(changedName('registration.consumerName', 'pt'), changedName('registration', 'pt'))
  assert.equal(sectionName('listingP', 'en'), heading.en)
})

test('no path of a report is shown, whatever changed', () => {
  for (const field of ['registration.addresses', 'of.tomorrow', 'listingP.tomorrow', '', 'toString']) {
    for (const language of ['pt', 'en'] as const) {
      const name = changedName(field, language)
      assert.ok(name !== '' && !isTechnical(name) && !name.includes('.'), `${field}: ${name}`)
    }
  }
})
