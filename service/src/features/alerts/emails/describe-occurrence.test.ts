import assert from 'node:assert/strict'
import { test } from 'vitest'
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

test('a debt that can no longer be read, and negative data that came by a load, are told in words', () => {
  const of = (data: Occurrence['data']) =>
    describeOccurrence({ ...occurrence, label: undefined, data }, 'en').rows.map((row) => row.join(': '))
  const hidden = of({ on: '2026-11-27', change: 'withdrawn', visible: 'false' })
  assert.ok(hidden.includes('What happened: Withdrawn') && hidden.includes('Shown in reports: no'))
  const came = of({
    negative: {
      items: [
        {
          section: 'listingP',
          occurrenceDate: '2026-01-05',
          creditorName: 'LOJA 52998224725',
          contractId: 'CT-1',
          amount: '1520.33',
        },
        { section: 'check', occurrenceDate: '2026-01-05', bankId: '999', checkNumber: '000123' },
        { section: 'notary', occurrenceDate: '2026-01-05', city: 'CAMPINAS', amount: '10.00' },
      ],
      summary: { count: '3', balance: '1780.33' },
    },
  })
  assert.deepEqual(came.slice(2, -1), [
    'How many: 3',
    'Sum: BRL 1,780.33',
    'Debt, 2026-01-05: LOJA ***.982.247-**, CT-1, BRL 1,520.33',
    'Cheque, 2026-01-05: 999, 000123',
    'Protest, 2026-01-05: CAMPINAS, BRL 10.00',
  ])
})

test('another outcome is told with both reasons and versions, and without a document in either', () => {
  const before = { outcome: 'approve', version: 1, decidedBy: 'otherwise' } as const
  const after = { outcome: 'decline', version: 2, decidedBy: 'recent-debts' } as const
  const decision = {
    policy: 'loja',
    before: { ...before, reason: { pt: 'Nada impede.', en: 'Nothing is in the way.' } },
    after: { ...after, reason: { pt: 'Dívida 52998224725.', en: 'Debt 52998224725.' } },
  }
  const told = { ...occurrence, event: 'decision.changed', label: undefined, data: { decision } } as const
  const { title, rows } = describeOccurrence(told, 'pt')
  assert.equal(title, 'A decisão da sua política mudou.')
  assert.deepEqual(
    rows.slice(2, -1).map((row) => row.join(': ')),
    [
      'Política: loja',
      'Antes: aprovado: Nada impede. (versão 1)',
      'Agora: recusado: Dívida ***.982.247-**. (versão 2)',
    ],
  )
})

test('no document is whole in a mail, not in the name of a company, of a partner or in a label either', () => {
  for (const language of ['pt', 'en'] as const) {
    const written = JSON.stringify(describeOccurrence(occurrence, language))
    assert.ok(!/52998224725|529\.982\.247-25|11222333000181/.test(written), written)
    assert.match(written, /ANA \*\*\*\.982\.247-\*\* → ANA LTDA/)
    assert.match(written, /Cliente \*\*\*\.982\.247-\*\*/)
  }
})
