import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sections } from '../reports/sections.ts'
import { isBarredName } from './barred-names.ts'
import { policyValueNames, policyValues } from './policy-values.ts'

test('these names can be compared, and no others', () => {
  assert.deepEqual(policyValueNames, [
    'document.type',
    'registration.status',
    'registration.state',
    'company.specialStatus',
    'company.ageMonths',
    'company.capital',
    'partners.restricted',
    'directors.restricted',
    'negative.count',
    'negative.sum',
    'publicDebt.count',
    'publicDebt.sum',
    'sanctions.count',
    'consultations.count',
    'score',
    'request.amount',
    'request.instalments',
    'request.income',
    'request.relationshipMonths',
    'request.instalmentAmount',
    'request.incomeShare',
  ])
})

test('these leaves of a report can weigh in a decision: no sex, birth, name, parent, city, phone or nature', () => {
  const leaves = new Set(policyValueNames.flatMap((name) => policyValues[name].leaves))
  assert.deepEqual(
    [...leaves].toSorted(),
    [
      'QSAReport.companyData.socialCapitalValue',
      'QSAReport.directorCompleteReport.directorsList.*.restrictionSign',
      'QSAReport.directorCompleteReport.summary.count',
      'QSAReport.partnerCompleteReport.partnersList.*.restrictionSign',
      'QSAReport.partnerCompleteReport.summary.count',
      'facts.inquiry.inquiryResponse.*.count',
      'facts.inquiry.inquiryResponse.*.month',
      'facts.inquiry.summary.count',
      'identificationReport.address.state',
      'identificationReport.companyFoundation',
      'identificationReport.specialStatus',
      'identificationReport.statusRegistration',
      ...['listingP', 'listingR', 'collectionRecords'].flatMap((kind) => [
        `negativeData.${kind}.${kind}Response.*.amount`,
        `negativeData.${kind}.${kind}Response.*.creditorName`,
        `negativeData.${kind}.${kind}Response.*.occurrenceDate`,
      ]),
      'negativeData.check.checkResponse.*.occurrenceDate',
      'negativeData.notary.notaryResponse.*.amount',
      'negativeData.notary.notaryResponse.*.occurrenceDate',
      ...['listingP', 'listingR', 'collectionRecords', 'check', 'notary'].flatMap((kind) => [
        `negativeData.${kind}.summary.balance`,
        `negativeData.${kind}.summary.count`,
      ]),
      'publicDebt.summary.balance',
      'publicDebt.summary.count',
      'registration.address.state',
      'registration.foundationDate',
      'registration.specialStatus',
      'registration.statusRegistration',
      'sanctions.summary.count',
      'score.score',
    ].toSorted(),
  )
})

test('every leaf is one that the contract has, in a section that the value names', () => {
  for (const name of policyValueNames) {
    // No section of the contract has a score yet.
    for (const leaf of policyValues[name].leaves.filter((one) => one !== 'score.score'))
      assert.ok(
        policyValues[name].sections.some((id) => hasLeaf(sections[id], leaf)),
        `${name}: ${leaf}`,
      )
  }
})

test('whoever names what the law bars is told so', () => {
  for (const name of [
    ...[
      'registration.consumerGender',
      'consumerGender',
      'sexo',
      'registration.birthDate',
      'idade',
      'person.age',
    ],
    ...[
      'registration.motherName',
      'registration.consumerName',
      'registration.address.city',
      'zipCode',
      'bairro',
    ],
    ...['phones', 'directors.maritalStatus', 'nationality', 'negative.legalNature', 'religion', 'raca'],
  ])
    assert.ok(isBarredName(name), name)
  assert.deepEqual(policyValueNames.filter(isBarredName), [])
})

function hasLeaf(section: (typeof sections)[keyof typeof sections], leaf: string): boolean {
  const steps = leaf.split('.')
  if (!section.path.every((step, place) => steps[place] === step)) return false
  let schema: unknown = section.schema
  for (const step of steps.slice(section.path.length)) {
    const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown }
    schema = step === '*' ? items : properties?.[step]
    if (schema === undefined) return false
  }
  return true
}
