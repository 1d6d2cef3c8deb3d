import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { failed, nothing, withheld } from '../../features/reports/source.ts'
import { readProblem } from './read-problem.ts'
import { readReport } from './read-report.ts'

const document = '52998224725'
const debt = {
  occurrenceDate: '2026-03-10',
  legalNature: 'EMPRÉSTIMO',
  contractId: 'C-1',
  creditorName: 'LOJA DE EXEMPLO',
  amount: '10.00',
  principal: 'true',
}
const listingP = (count: number, summary: object = {}) => ({
  listingPResponse: Array.from({ length: count }, () => debt),
  summary: { count: String(count), balance: '10.00', ...summary },
})

const read = (
  report: unknown,
  section: SectionId,
  over: { wholeLists?: boolean; united?: SectionId[] } = {},
) =>
  readReport(
    { error: false, result: { document, report } },
    { sections: [section], wholeLists: false, united: [], ...over },
  )?.answers[section]

test('a section goes out as it came, and nothing on file as nothing', () => {
  const found = read({ negativeData: { listingP: listingP(1) } }, 'listingP')
  assert.deepEqual(found, { kind: 'found', text: JSON.stringify(listingP(1)) })
  const empty = { listingPResponse: [], summary: { count: '0', balance: '0.00' } }
  assert.deepEqual(read({ negativeData: { listingP: empty } }, 'listingP'), nothing)
  assert.deepEqual(read({ negativeData: {} }, 'listingP'), nothing)
  assert.deepEqual(read({}, 'listingP'), nothing)
})

test('the error of a section is passed on, in words that we know', () => {
  const error = (code: unknown) => ({ negativeData: { listingP: { error: { code, message: 'x' } } } })
  assert.deepEqual(read(error('source_timeout'), 'listingP'), failed('source_timeout'))
  for (const code of ['XYZ-1', 7, null, 'constructor', undefined])
    assert.deepEqual(read(error(code), 'listingP'), failed('source_unavailable'))
  assert.deepEqual(
    read({ negativeData: { listingP: { error: 'down' } } }, 'listingP'),
    failed('source_unavailable'),
  )
})

test('the error of a registration is its own, or that of what is missing inside it', () => {
  const error = { code: 'source_timeout', message: 'x' }
  const alone = { registration: { error } }
  const beside = { registration: { documentNumber: document, consumerName: 'MARIA', error, phones: [] } }
  assert.deepEqual(read(alone, 'registration'), failed('source_timeout'))
  assert.deepEqual(read(alone, 'addresses'), failed('source_timeout'))
  assert.deepEqual(read(beside, 'registration'), {
    kind: 'found',
    text: JSON.stringify({ documentNumber: document, consumerName: 'MARIA' }),
  })
  assert.deepEqual(read(beside, 'addresses'), failed('source_timeout'))
  assert.deepEqual(read(beside, 'phones'), nothing)
})

test('contact data that is not told is withheld, not nothing', () => {
  assert.deepEqual(read({ registration: { consumerName: 'MARIA' } }, 'addresses'), withheld)
  assert.deepEqual(read({ registration: { consumerName: 'MARIA', addresses: [] } }, 'addresses'), nothing)
})

test('what has another form than the contract gives a section is not believed', () => {
  const wrong: unknown[] = [
    'text',
    7,
    null,
    [],
    { listingPResponse: 'none' },
    { listingPResponse: [{ ...debt, amount: 10 }] },
    { listingPResponse: [{ ...debt, occurrenceDate: '10/03/2026' }] },
    { listingPResponse: [{ ...debt, creditorName: { nested: true } }] },
  ]
  for (const value of wrong)
    assert.deepEqual(read({ negativeData: { listingP: value } }, 'listingP'), failed('source_answer_invalid'))
  for (const block of ['text', 7, []])
    assert.deepEqual(read({ negativeData: block }, 'listingP'), failed('source_answer_invalid'))
})

test('members that nobody knows are left out, however deep', () => {
  const value = {
    ...listingP(1),
    listingPResponse: [{ ...debt, score: '900', __proto__: { polluted: true } }],
    trace: 'internal',
  }
  const text = JSON.stringify(value).replace('"score"', '"__proto__":{"polluted":true},"score"')
  const found = read({ negativeData: { listingP: JSON.parse(text) } }, 'listingP')
  assert.deepEqual(found, { kind: 'found', text: JSON.stringify(listingP(1)) })
})

test('a whole list is cut where no whole list was asked for, and only there', () => {
  const many = { negativeData: { listingP: listingP(30) } }
  const cut = read(many, 'listingP')
  assert.ok(cut?.kind === 'found')
  const shown = JSON.parse(cut.text)
  assert.equal(shown.listingPResponse.length, 25)
  assert.deepEqual(Object.entries(shown.summary).slice(0, 2), [
    ['count', '30'],
    ['listed', '25'],
  ])
  for (const over of [{ wholeLists: true }, { united: ['listingP' as const] }]) {
    const whole = read(many, 'listingP', over)
    assert.ok(whole?.kind === 'found' && JSON.parse(whole.text).listingPResponse.length === 30)
  }
})

test('half a list is not united with another', () => {
  const half = { negativeData: { listingP: listingP(25, { listed: '25', count: '60' }) } }
  assert.deepEqual(read(half, 'listingP', { united: ['listingP'] }), failed('source_refused'))
  assert.equal(read(half, 'listingP')?.kind, 'found')
})

test('what is no report at all is none', () => {
  const wanted = { sections: ['listingP' as const], wholeLists: false, united: [] }
  const wrong: unknown[] = [
    undefined,
    null,
    [],
    'x',
    {},
    { error: true, result: { document, report: {} } },
    { error: 'false', result: { document, report: {} } },
    { result: { document, report: {} } },
    { error: false, result: [] },
    { error: false, result: { report: {} } },
    { error: false, result: { document: 52998224725, report: {} } },
    { error: false, result: { document, report: [] } },
  ]
  for (const json of wrong) assert.equal(readReport(json, wanted), undefined)
})

test('problems are read by their code, and by their status where nobody knows the code', () => {
  const fault = (status: number, json: unknown) => {
    const called = readProblem({ status, headers: {}, json })
    return called.kind === 'failed' && called.fault
  }
  assert.equal(fault(401, { code: 'token_expired' }), 'session_over')
  assert.equal(fault(401, { code: 'api_key_invalid' }), 'login_refused')
  assert.equal(fault(401, { code: 'constructor' }), 'session_over')
  assert.equal(fault(403, { code: 'feature_not_contracted' }), 'refused')
  assert.equal(fault(422, { code: 'document_not_in_sandbox' }), 'refused')
  assert.equal(fault(502, { code: 'sources_unavailable' }), 'server_error')
  assert.equal(fault(504, { code: 'deadline_exceeded' }), 'timeout')
  assert.equal(fault(504, undefined), 'timeout')
  assert.equal(fault(500, null), 'server_error')
  assert.equal(fault(404, 'text'), 'refused')
  assert.equal(fault(204, undefined), 'answer_malformed')
})
