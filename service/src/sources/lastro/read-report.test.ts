import assert from 'node:assert/strict'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { test } from 'vitest'
import { failed, nothing, withheld } from '../../features/reports/source.ts'
import { failedBy } from '../outward/outward-request.ts'
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

type Over = { wholeLists?: boolean; united?: SectionId[]; status?: number; degraded?: string | undefined }

const read = (report: unknown, section: SectionId, { status = 200, degraded, ...over }: Over = {}) => {
  const headers = degraded === undefined ? {} : { 'x-report-sections-degraded': degraded }
  const json = { error: false, result: { document, report } }
  const called = readReport(
    { status, headers, json },
    { sections: [section], wholeLists: false, united: [], ...over },
  )
  assert.ok(called.kind === 'read')
  return called.value.answers[section]
}

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

test('what a provider shows of an incomplete section is shown, and stays incomplete', () => {
  const error = { code: 'section_incomplete', message: 'x' }
  const shown = listingP(1, { balance: '50000.00' })
  assert.deepEqual(read({ negativeData: { listingP: { ...shown, error } } }, 'listingP', { status: 203 }), {
    kind: 'found',
    text: JSON.stringify(shown),
    missing: 'unlisted',
    isDoubtful: true,
  })
  const none = { listingPResponse: [], summary: { count: '0', balance: '0.00' }, error }
  for (const listingP of [{ error }, none])
    assert.deepEqual(read({ negativeData: { listingP } }, 'listingP'), failed('source_unavailable'))
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
  for (const json of wrong)
    assert.deepEqual(readReport({ status: 200, headers: {}, json }, wanted), failedBy('answer_malformed'))
})

test('a report that names somebody else inside is not about the document, whatever was asked for', () => {
  const company = '11222333000181'
  const named = (registration: object, about = document) =>
    readReport(
      {
        status: 200,
        headers: {},
        json: { error: false, result: { document: about, report: { registration } } },
      },
      { sections: ['listingP'], wholeLists: false, united: [] },
    )
  const others: [object, string?][] = [
    [{ documentNumber: '12345678909' }],
    [{ documentNumber: '123.456.789-09' }],
    [{ documentNumber: '***' }],
    [{ documentNumber: '12345678909', error: { code: 'source_timeout', message: 'x' } }],
    [{ documentNumber: company, companyDocument: '11444777000161' }, company],
    // As the document that was asked for names itself, and the report another.
    [{ documentNumber: document }, '12345678909'],
  ]
  for (const [registration, about] of others)
    assert.deepEqual(named(registration, about), failedBy('other_document'))
  const own: [object, string?][] = [
    [{ consumerName: 'MARIA' }],
    [{ documentNumber: '529.982.247-25' }],
    // Where a person works, or what is theirs.
    [{ documentNumber: document, companyDocument: company }],
    [{ documentNumber: company, companyDocument: company }, company],
  ]
  for (const [registration, about] of own) assert.equal(named(registration, about).kind, 'read')
})

const copiedAt = '2026-10-20T12:00:00-03:00'
const copy = { atMs: Date.parse(copiedAt), fault: 'source_unavailable' }

test('what the provider has from a copy is one of then, in each of the places that say so', () => {
  const text = JSON.stringify(listingP(1))
  const list = { negativeData: { listingP: { ...listingP(1), copiedAt } } }
  assert.deepEqual(read(list, 'listingP'), { kind: 'found', text, copy })
  const empty = { listingPResponse: [], summary: { count: '0', balance: '0.00' }, copiedAt }
  assert.deepEqual(read({ negativeData: { listingP: empty } }, 'listingP'), { kind: 'nothing', copy })
  const registration = { documentNumber: document, consumerName: 'MARIA', addresses: [], copiedAt }
  assert.deepEqual(read({ registration }, 'registration'), {
    kind: 'found',
    text: JSON.stringify({ documentNumber: document, consumerName: 'MARIA' }),
    copy,
  })
  assert.deepEqual(read({ registration }, 'addresses'), { kind: 'nothing', copy })
  for (const wrong of ['yesterday', 7, null, ''])
    for (const section of ['registration', 'addresses'] as const)
      assert.deepEqual(
        read({ registration: { ...registration, copiedAt: wrong } }, section),
        failed('source_answer_invalid'),
      )
})

test('what the provider calls degraded is doubtful here too, and all of a 203 that does not say what', () => {
  const empty = {
    negativeData: { listingP: { listingPResponse: [], summary: { count: '0', balance: '0.00' } } },
  }
  const registration = { registration: { consumerName: 'MARIA', addresses: [] } }
  const doubtful = { kind: 'nothing', isDoubtful: true }
  for (const degraded of ['listingP', 'check, listingP', 'check,listingP', 'listingp', 'negativeData'])
    for (const status of [200, 203]) assert.deepEqual(read(empty, 'listingP', { status, degraded }), doubtful)
  assert.deepEqual(read(empty, 'listingP', { status: 203, degraded: 'check' }), nothing)
  for (const degraded of [undefined, '', ' , '])
    assert.deepEqual(read(empty, 'listingP', { status: 203, degraded }), doubtful)
  // Addresses and phones are told under the name of the registration that they lie in.
  assert.deepEqual(read(registration, 'addresses', { status: 203, degraded: 'registration' }), doubtful)
  assert.deepEqual(read({}, 'listingP', { status: 203, degraded: 'listingP' }), doubtful)
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
