import assert from 'node:assert/strict'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { test } from 'vitest'
import { subjectChanges } from './subject-changes.ts'

const person: Subject = {
  documento: '52998224725',
  registration: {
    consumerName: 'ANA',
    motherName: 'EVA',
    statusRegistration: 'REGULAR',
    statusDate: '2020-01-01',
    address: { city: 'SAO PAULO', state: 'SP' },
    addresses: [
      { addressLine: 'RUA A', city: 'SAO PAULO', updateDate: '2025-01-01' },
      { addressLine: 'RUA B', city: 'SANTOS' },
    ],
    phones: [{ areaCode: '11', phoneNumber: '999990000' }],
  },
  negativeItems: [],
}

const company: Subject = {
  documento: '99999001000159',
  identification: { companyName: 'LTDA', statusRegistration: 'SITUACAO DO CNPJ EM 10/05/2025: ATIVA' },
  partners: {
    partnersList: [
      { documentId: '52998224725', name: 'ANA', capitalTotalValue: '50.00' },
      { documentId: '12345678909', name: 'BRUNO', capitalTotalValue: '50.00' },
    ],
    directorsList: [{ documentId: '52998224725', name: 'ANA', role: 'ADMINISTRADOR' }],
  },
}

const withRegistration = (changes: Partial<NonNullable<Subject['registration']>>): Subject => ({
  ...person,
  registration: { ...person.registration, ...changes },
})

test('the same facts in another order, or looked at on another day, are no change', () => {
  const turned = withRegistration({
    addresses: [
      { city: 'SANTOS', addressLine: 'RUA B' },
      { updateDate: '2026-02-02', city: 'SAO PAULO', addressLine: 'RUA A' },
    ],
  })
  assert.deepEqual(subjectChanges(person, turned), [])
  assert.deepEqual(subjectChanges(person, { ...turned, cheques: [] }), [])
  const looked: Subject = {
    ...company,
    identification: {
      companyName: 'LTDA',
      statusRegistration: 'SITUACAO DO CNPJ EM 11/06/2026: ATIVA',
      updateDate: '2026-06-11',
    },
    partners: { ...company.partners, partnersList: company.partners?.partnersList?.toReversed() ?? [] },
  }
  assert.deepEqual(subjectChanges(company, looked), [])
})

test('a change names the field, with what it was and is', () => {
  assert.deepEqual(subjectChanges(person, withRegistration({ consumerName: 'ANA SILVA' })), [
    {
      event: 'registration.changed',
      data: { changes: [{ field: 'registration.consumerName', before: 'ANA', after: 'ANA SILVA' }] },
    },
  ])
})

test('what is gated is told by its name alone', () => {
  const changed = subjectChanges(
    person,
    withRegistration({
      motherName: 'MARIA',
      phones: [],
      address: { city: 'SANTOS', state: 'SP' },
      addresses: [],
    }),
  )
  assert.deepEqual(changed, [
    {
      event: 'registration.changed',
      data: {
        changes: [
          { field: 'registration.motherName' },
          { field: 'registration.address' },
          { field: 'registration.addresses' },
          { field: 'registration.phones' },
        ],
      },
    },
  ])
})

test('a status is a change of its own', () => {
  const changed = subjectChanges(person, withRegistration({ statusRegistration: 'SUSPENSA' }))
  assert.deepEqual(changed, [
    {
      event: 'status.changed',
      data: { changes: [{ field: 'registration.statusRegistration', before: 'REGULAR', after: 'SUSPENSA' }] },
    },
  ])
  const closed = { ...company, identification: { ...company.identification, statusRegistration: 'BAIXADA' } }
  assert.deepEqual(
    subjectChanges(company, closed).map((one) => one.event),
    ['status.changed'],
  )
})

test('who joined and who left is said by document, name and role; another share changes the list', () => {
  const [first] = company.partners?.partnersList ?? []
  assert.ok(first)
  const joined = { documentId: '11144477735', name: 'CARLA' }
  const [changed, ...more] = subjectChanges(company, {
    ...company,
    partners: { ...company.partners, partnersList: [first, joined] },
  })
  assert.deepEqual(more, [])
  assert.deepEqual(changed, {
    event: 'partners.changed',
    data: {
      changes: [{ field: 'QSAReport.partnersList' }],
      partners: { added: [joined], removed: [{ documentId: '12345678909', name: 'BRUNO' }] },
    },
  })
  const shares = { ...company.partners, partnersList: [{ ...first, capitalTotalValue: '100.00' }] }
  const [share] = subjectChanges(
    { ...company, partners: { partnersList: [first] } },
    {
      ...company,
      partners: { partnersList: shares.partnersList },
    },
  )
  assert.deepEqual(share?.data.partners, { added: [], removed: [] })
})

test('a subject that was not known tells what became known, and no status that it changed from', () => {
  assert.deepEqual(
    subjectChanges(undefined, person).map((one) => one.event),
    ['registration.changed'],
  )
  assert.deepEqual(subjectChanges(undefined, { documento: person.documento }), [])
})
