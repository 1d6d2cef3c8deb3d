import assert from 'node:assert/strict'
import { policyValueNames, policyValues } from '@lastro/contract/policies/policy-values.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { anyPolicy } from '../../testing/policies/any-policy.ts'
import { anyInputs } from '../../testing/policies/any-report.ts'
import { compilePolicy } from './compile-policy.ts'
import { decide } from './decide.ts'

const numRuns = Number(process.env.LASTRO_TEST_ROUNDS ?? 1_000)

test('a decision reads only values in the catalogue and how each section was answered', () => {
  const allowed = new Set(policyValueNames.flatMap((name) => policyValues[name].leaves))
  const read = new Set<string>()
  fc.assert(
    fc.property(anyPolicy(), anyInputs, (policy, inputs) => {
      decide(compilePolicy(policy, '1'), { ...inputs, report: watched(inputs.report, '', read) })
    }),
    { numRuns },
  )
  const strange = [...read].filter(
    (path) => !allowed.has(path) && !/(^|\.)(error(\.code)?|coverage)$/.test(path),
  )
  assert.deepEqual(strange, [])
  assert.deepEqual(
    [...allowed].filter((path) => !read.has(path)),
    [],
  )
})

test('a name, sex, birth date, mother or city in the report changes no byte of a decision', () => {
  fc.assert(
    fc.property(anyPolicy(), anyInputs, fc.string(), (policy, inputs, other) => {
      const compiled = compilePolicy(policy, '1')
      const decided = JSON.stringify(decide(compiled, inputs))
      const changed = JSON.parse(JSON.stringify(inputs), (name, value) => (barred.has(name) ? other : value))
      assert.equal(JSON.stringify(decide(compiled, changed)), decided)
    }),
    { numRuns },
  )
})

const barred = new Set([
  'consumerName',
  'motherName',
  'consumerGender',
  'birthDate',
  'city',
  'name',
  'legalNature',
])

/** The same report, which writes down what leaves are looked at. */
function watched<Value extends object>(value: Value, path: string, read: Set<string>): Value {
  return new Proxy(value, {
    get(target, name) {
      const one: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || (Array.isArray(target) && !/^\d+$/.test(name))) return one
      const step = Array.isArray(target) ? '*' : name
      const here = path === '' ? step : `${path}.${step}`
      if (typeof one === 'object' && one !== null) return watched(one, here, read)
      if (one !== undefined) read.add(here)
      return one
    },
  })
}
