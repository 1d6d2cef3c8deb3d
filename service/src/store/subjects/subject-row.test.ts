import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { rowOf } from './subject-row.ts'

test('what stands in a row and the mark of its form change together', () => {
  const document = withCheckDigits('000000101')
  const validUntil = '2030-01-01' as Day
  const { sections } = rowOf({
    document,
    facts: { documento: document },
    partners: [],
    validUntil,
    sections: [
      { section: 'registration', text: '{"consumerName":"ANDRÉ"}', validUntil },
      { section: 'check', text: '{"checkResponse":[]}', validUntil },
    ],
  })
  const none = (name: string) => `"${name}":{"${name}Response":[],"summary":{"count":"0","balance":"0.00"}}`
  const report =
    `{"registration":{"consumerName":"ANDRÉ"},"negativeData":{${none('listingP')},${none('listingR')},` +
    `${none('collectionRecords')},"check":{"checkResponse":[]},${none('notary')}}}`
  assert.equal(
    sections,
    `#${Buffer.byteLength(report)} registration 16 24,check ${report.indexOf('{"checkResponse')} 20\n${report}`,
    'rows that were kept before have another text: give `form` another mark, so that they are told from the facts',
  )
})
