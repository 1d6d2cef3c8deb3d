import type { Comparison, Condition, Policy } from '@lastro/contract/policies/policy.ts'
import {
  negativeKinds,
  type PolicyValueName,
  policyValueNames,
  policyValues,
  type Unit,
} from '@lastro/contract/policies/policy-values.ts'
import fc from 'fast-check'

const constants: Readonly<Record<Exclude<Unit, 'choice'>, fc.Arbitrary<string | number>>> = {
  money: fc.constantFrom('0.00', '0.01', '99.99', '100.00', '500.00', '1200.00', '9999999999999.99'),
  percent: fc.constantFrom('0.00', '10.00', '30.00', '999999.99'),
  count: fc.constantFrom(0, 1, 2, 3, 7, 30),
  months: fc.constantFrom(0, 1, 12, 24, 60),
  points: fc.constantFrom(0, 1, 7, 600),
}
const daysBack = fc.constantFrom(1, 15, 16, 30, 90, 365)
const creditors = fc.subarray(['banco exemplo', 'LOJA AGIL', 'NINGUÉM'], { minLength: 1 })
const negativeFilter = fc
  .record(
    {
      kinds: fc.subarray([...negativeKinds], { minLength: 1 }),
      withinDays: daysBack,
      olderThanDays: daysBack,
      amountFrom: constants.money as fc.Arbitrary<string>,
      creditors,
      exceptCreditors: creditors,
    },
    { requiredKeys: [] },
  )
  .filter(({ withinDays = 1_000, olderThanDays = 0 }) => withinDays > olderThanDays)

/** A comparison of a name, in one of the ways that its unit has. */
export function anyComparison(name: PolicyValueName): fc.Arbitrary<Comparison> {
  const { unit, choices, filters } = policyValues[name]
  const of =
    filters.length === 0
      ? fc.constant({})
      : filters.length === 1
        ? daysBack.map((withinDays) => ({ of: { withinDays } }))
        : fc.oneof(
            fc.constant({}),
            negativeFilter.map((filter) => ({ of: filter })),
          )
  const known = fc.boolean().map((isKnown) => ({ known: isKnown }))
  const operator =
    unit === 'choice'
      ? fc.oneof(
          fc.constantFrom(...choices).map((one) => ({ is: one })),
          fc.subarray([...choices], { minLength: 1 }).map((list) => ({ in: list })),
          known,
        )
      : fc.oneof(
          ...(['is', 'above', 'below', 'atLeast', 'atMost'] as const).map((one) =>
            constants[unit].map((constant) => ({ [one]: constant })),
          ),
          known,
        )
  return fc
    .tuple(of, operator)
    .map(([filter, comparing]) => ({ value: name, ...filter, ...comparing }) as Comparison)
}

export const anyCondition = (
  names: readonly PolicyValueName[] = policyValueNames,
): fc.Arbitrary<Condition> => {
  const comparison = fc.oneof(...names.map(anyComparison))
  return fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      { arbitrary: comparison, weight: 3 },
      {
        arbitrary: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
        weight: 1,
      },
      {
        arbitrary: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
        weight: 1,
      },
      { arbitrary: tie('condition').map((not) => ({ not })), weight: 1 },
    ),
  })).condition
}

const reason = { pt: 'Um motivo.', en: 'A reason.' }
const outcome = fc.constantFrom('approve' as const, 'review' as const, 'decline' as const)

/** A policy whose form is right; whether its rules make sense is not looked at. */
export const anyPolicy = (names: readonly PolicyValueName[] = policyValueNames): fc.Arbitrary<Policy> =>
  fc
    .record({
      rules: fc.array(
        fc.record({
          when: anyCondition(names),
          outcome,
          whenUnknown: fc.oneof(fc.constant('skip' as const), outcome),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      otherwise: outcome,
      whenSectionFails: fc.constantFrom(undefined, 'review' as const, 'rules' as const),
    })
    .map(({ rules, otherwise, whenSectionFails }) => ({
      name: 'any',
      title: reason,
      documentTypes: ['CPF', 'CNPJ'],
      report: { product: 'relatorioAvancado' },
      ...(whenSectionFails !== undefined && { whenSectionFails }),
      rules: rules.map((rule, place) => ({ id: `rule-${place}`, ...rule, reason })),
      otherwise: { outcome: otherwise, reason },
    }))
