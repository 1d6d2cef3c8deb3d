import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { anyPolicy } from '../../testing/policies/any-policy.ts'
import { anyInputs } from '../../testing/policies/any-report.ts'
import { plainDecision } from '../../testing/policies/plain-evaluator.ts'
import { compilePolicy } from './compile-policy.ts'
import { decide } from './decide.ts'

/** `LASTRO_TEST_ROUNDS=100000` plays all of them; a failure prints its seed. */
const numRuns = Number(process.env.LASTRO_TEST_ROUNDS ?? 2_000)

test('an evaluator written from the guide alone comes to the same', () => {
  fc.assert(
    fc.property(anyPolicy(), anyInputs, (policy, inputs) => {
      const { outcome, decidedBy, rules } = decide(compilePolicy(policy, '1'), inputs)
      const plain = plainDecision(policy, inputs)
      assert.deepEqual({ outcome, decidedBy, holds: rules.map(({ holds }) => holds) }, plain)
    }),
    { numRuns },
  )
})

test('a policy for companies decides on no person', () => {
  const [sample] = fc.sample(fc.tuple(anyPolicy(), anyInputs), 1)
  assert.ok(sample !== undefined)
  const compiled = compilePolicy({ ...sample[0], documentTypes: ['CNPJ'] }, '1')
  assert.throws(() => decide(compiled, { ...sample[1], documentType: 'CPF' }), /not for a CPF/)
})
