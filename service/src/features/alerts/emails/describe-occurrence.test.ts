import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Occurrence } from '../alert.ts'
import { describeOccurrence } from './describe-occurrence.ts'

const occurrence: Occurrence = {
  id: 'oc_4mQb0V0mJ2p3c5XyT1n7aRkd',
  register: 'production',
  clientId: 'c',
  document: '11222333000181',
  event: 'partners.changed',
  registrationId: 'r',
  label: 'Cliente 529.982.247-25',
  data: {
    changes: [{ field: 'identificationReport.companyName', before: 'ANA 52998224725', after: 'ANA LTDA' }],
    partners: { added: [{ documentId: '52998224725', name: 'ANA 52998224725', role: 'SOCIO' }], removed: [] },
  },
  shown: '',
  sequence: 1,
  createdAtMs: 0,
  recordedAtMs: undefined,
}

test('no document is whole in a mail, not in the name of a company, of a partner or in a label either', () => {
  for (const language of ['pt', 'en'] as const) {
    const written = JSON.stringify(describeOccurrence(occurrence, language))
    assert.ok(!/52998224725|529\.982\.247-25|11222333000181/.test(written), written)
    assert.match(written, /ANA \*\*\*\.982\.247-\*\* → ANA LTDA/)
    assert.match(written, /Cliente \*\*\*\.982\.247-\*\*/)
  }
})
