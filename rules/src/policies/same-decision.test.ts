import assert from 'node:assert/strict'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import fc from 'fast-check'
import { onTestFinished, test, vi } from 'vitest'
import { anyPolicy } from '../../testing/policies/any-policy.ts'
import { anyInputs } from '../../testing/policies/any-report.ts'
import type { Day } from '../calendar/day.ts'
import { compilePolicy } from './compile-policy.ts'
import { decide } from './decide.ts'
import type { DecisionInputs } from './decision-inputs.ts'
import { factsReader } from './report-facts.ts'

const numRuns = Number(process.env.LASTRO_TEST_ROUNDS ?? 1_000)
const bytesOf = (policy: Parameters<typeof compilePolicy>[0], inputs: DecisionInputs, version = '1') =>
  JSON.stringify(decide(compilePolicy(policy, version), inputs))

test('from its kept inputs a decision comes again with the same bytes', () => {
  fc.assert(
    fc.property(anyPolicy(), anyInputs, (policy, inputs) => {
      const before = bytesOf(policy, inputs)
      const kept = JSON.parse(JSON.stringify({ policy, inputs }))
      assert.equal(bytesOf(kept.policy, kept.inputs), before)
      // Another program may have kept its members in another order.
      assert.equal(bytesOf(policy, turnedRound(inputs) as DecisionInputs), before)
    }),
    { numRuns },
  )
})

test('what a policy reads of a report is enough to decide again, and the rest of it is not kept', () => {
  fc.assert(
    fc.property(anyPolicy(), anyInputs, (policy, inputs) => {
      const facts = factsReader(compilePolicy(policy, '1'))(inputs)
      assert.equal(bytesOf(policy, facts), bytesOf(policy, inputs))
      assert.deepEqual(factsReader(compilePolicy(policy, '1'))(facts), facts)
      assert.doesNotMatch(
        JSON.stringify(facts),
        /"(?:consumerName|motherName|consumerGender|birthDate|city|legalNature|segment|name|message|checkCount)"/,
      )
    }),
    { numRuns },
  )
})

test('of sections that a policy does not use nothing is kept, nor who answered them', () => {
  const policy: Policy = {
    name: 'checks',
    title: { pt: 'Cheques', en: 'Checks' },
    documentTypes: ['CPF'],
    report: { product: 'relatorioBasico' },
    rules: [
      {
        id: 'checks',
        when: { value: 'negative.count', of: { kinds: ['check'] }, above: 0 },
        outcome: 'decline',
        whenUnknown: 'review',
        reason: { pt: 'Há cheques.', en: 'There are checks.' },
      },
    ],
    otherwise: { outcome: 'approve', reason: { pt: 'Nada consta.', en: 'Nothing is on file.' } },
  }
  const facts = factsReader(compilePolicy(policy, '1'))({
    documentType: 'CPF',
    report: {
      registration: { consumerName: 'MARIA', statusRegistration: 'REGULAR' },
      negativeData: {
        check: {
          checkResponse: [{ occurrenceDate: '2026-01-02', checkNumber: '77' }],
          summary: { count: '1', firstOccurrence: '2026-01-02' },
        },
        notary: { error: { code: 'source_timeout', message: 'Não respondeu.' } },
      },
    },
    degradedSections: ['notary', 'check'],
    sources: { check: 'bureau', notary: 'other', registration: 'receita' },
    sent: { amount: '10.00' },
    today: '2026-11-16' as Day,
  })
  assert.deepEqual(facts, {
    documentType: 'CPF',
    report: {
      negativeData: {
        check: { summary: { count: '1' }, checkResponse: [{ occurrenceDate: '2026-01-02' }] },
      },
    },
    degradedSections: ['check'],
    sources: { check: 'bureau' },
    sent: { amount: '10.00' },
    today: '2026-11-16',
  })
})

test('a decision reads neither the clock nor chance nor the zone, and changes nothing that it is given', () => {
  const sample = fc.sample(fc.tuple(anyPolicy(), anyInputs), 200)
  const before = sample.map(([policy, inputs]) => bytesOf(policy, inputs))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2001-01-01T00:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  vi.spyOn(Math, 'random').mockImplementation(() => assert.fail('a decision is no chance'))
  const zone = process.env.TZ
  process.env.TZ = 'Asia/Tokyo'
  try {
    for (const [place, [policy, inputs]] of sample.entries())
      assert.equal(bytesOf(frozen(policy), frozen(inputs)), before[place])
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('a compiled policy remembers nothing of the report before', () => {
  fc.assert(
    fc.property(anyPolicy(), anyInputs, anyInputs, (policy, one, other) => {
      const compiled = compilePolicy(policy, '1')
      decide(compiled, other)
      assert.equal(JSON.stringify(decide(compiled, one)), bytesOf(policy, one))
    }),
    { numRuns: numRuns / 4 },
  )
})

test('a decision names the version that made it', () => {
  const [sample] = fc.sample(fc.tuple(anyPolicy(), anyInputs), 1)
  assert.ok(sample !== undefined)
  const { policy } = decide(compilePolicy(sample[0], '7'), sample[1])
  assert.deepEqual(policy, { name: 'any', version: '7' })
})

/** The same with the members of every object in the opposite order. */
function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, one]) => [name, turnedRound(one)]),
  )
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const one of Object.values(value)) frozen(one)
  }
  return value
}
