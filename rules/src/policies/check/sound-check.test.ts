import assert from 'node:assert/strict'
import { type Policy, policySchema } from '@lastro/contract/policies/policy.ts'
import { policyValueNames } from '@lastro/contract/policies/policy-values.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { anyPolicy } from '../../../testing/policies/any-policy.ts'
import { anyInputs } from '../../../testing/policies/any-report.ts'
import { compilePolicy } from '../compile-policy.ts'
import { decide } from '../decide.ts'
import { checkPolicy } from './check-policy.ts'
import { readPolicy } from './read-policy.ts'

const numRuns = Number(process.env.LASTRO_TEST_ROUNDS ?? 300)

/** Few names, so that rules meet. */
const meeting = anyPolicy(['negative.count', 'negative.sum', 'registration.status', 'score', 'document.type'])

const placesOf = (policy: Policy, codes: readonly string[]): readonly number[] => {
  const checked = checkPolicy(policy)
  if (checked.kind === 'policy') return []
  return checked.faults
    .filter(({ code }) => codes.includes(code))
    .map(({ at }) => Number(/^rules\[(\d+)\]/.exec(at)?.[1]))
}

test('a rule that is said never to hold, or never to decide, does neither over any report', () => {
  let foundCount = 0
  fc.assert(
    fc.property(meeting, fc.array(anyInputs, { minLength: 20, maxLength: 20 }), (policy, all) => {
      const dead = placesOf(policy, ['never_holds', 'never_first'])
      const never = placesOf(policy, ['never_holds'])
      foundCount += dead.length
      const compiled = compilePolicy({ ...policy, whenSectionFails: 'rules' }, '1')
      for (const inputs of all) {
        const { rules, decidedBy } = decide(compiled, inputs)
        for (const place of never) assert.notEqual(rules[place]?.holds, 'yes')
        for (const place of dead)
          assert.ok(decidedBy !== rules[place]?.rule || rules[place]?.holds === 'unknown', `rule ${place}`)
      }
    }),
    { numRuns },
  )
  assert.ok(foundCount > numRuns / 20, `only ${foundCount} were found`)
})

describe('consultations by others', () => {
  const names = [
    'consultations.count',
    'negative.count',
    'request.amount',
    'registration.status',
    'score',
  ] as const

  test('nobody with nothing against them is declined for them by a policy that was taken', () => {
    let takenCount = 0
    fc.assert(
      fc.property(
        anyPolicy(names),
        anyInputs,
        fc.array(anyInputs, { minLength: 8, maxLength: 8 }),
        (any, asked, all) => {
          const policy: Policy = {
            ...any,
            documentTypes: ['CPF'],
            report: { product: 'relatorioBasico', features: ['CONSULTAS_ANTERIORES', 'SCORE'] },
          }
          if (checkPolicy(policy).kind === 'faults') return
          takenCount += 1
          const compiled = compilePolicy(policy, '1')
          const decided = all.flatMap(({ report: { facts } }) => {
            const { score } = asked.report
            const report = {
              ...cleanReport,
              ...(score !== undefined && { score }),
              ...(facts !== undefined && { facts }),
            }
            const decision = decide(compiled, { ...asked, documentType: 'CPF', report, degradedSections: [] })
            return decision.failedSections.length > 0 ? [] : [decision.outcome]
          })
          assert.ok(
            decided.every((one) => one === 'decline') || !decided.includes('decline'),
            `with other consultations: ${decided.join()}`,
          )
        },
      ),
      { numRuns },
    )
    assert.ok(takenCount > numRuns / 20, `only ${takenCount} were taken`)
  })
})

const nothing = (kind: string) => ({ [`${kind}Response`]: [], summary: { count: '0', balance: '0.00' } })
const cleanReport = {
  registration: { statusRegistration: 'REGULAR' },
  negativeData: Object.fromEntries(
    ['listingP', 'listingR', 'collectionRecords', 'check', 'notary'].map((kind) => [kind, nothing(kind)]),
  ),
}

describe('the schema for editors', () => {
  const accepts = new Ajv2020({ strict: false }).compile(JSON.parse(JSON.stringify(policySchema)))

  test('takes what is read, and refuses what is not, form for form', () => {
    fc.assert(
      fc.property(anyPolicy(), fc.infiniteStream(fc.nat()), (policy, chance) => {
        const [sent] = [mutilated(policy, chance)]
        // Depth, length, documents and names twice are beyond a schema.
        const codes = formCodes(sent)
        assert.equal(accepts(sent), codes.length === 0, `${codes.join()}: ${JSON.stringify(sent)}`)
      }),
      { numRuns },
    )
  })

  test('knows every name', () => {
    const text = JSON.stringify(policySchema)
    for (const name of policyValueNames) assert.ok(text.includes(`"const":"${name}"`), name)
  })
})

const beyondSchema = [
  'rule_repeated',
  'rule_reserved',
  'document_inside',
  'filter_never',
  'condition_too_deep',
]

const formCodes = (sent: unknown): readonly string[] => {
  const read = readPolicy(sent)
  return read.kind === 'policy'
    ? []
    : read.faults.map(({ code }) => code).filter((one) => !beyondSchema.includes(one))
}

/** The policy with one thing in it changed, removed or added; or as it was. */
function mutilated(policy: Policy, chance: Iterator<number>): unknown {
  const next = (below: number) => (chance.next().value ?? 0) % below
  const copy: unknown = JSON.parse(JSON.stringify(policy))
  let at: unknown = copy
  for (let depth = next(7); depth > 0; depth--) {
    const inner = Object.values(at as object).filter((one) => typeof one === 'object' && one !== null)
    if (inner.length === 0) break
    at = inner[next(inner.length)]
  }
  const target = at as Record<string, unknown>
  const names = Object.keys(target)
  const name = names[next(Math.max(names.length, 1))] ?? 'more'
  const strange = [
    undefined,
    7,
    -1,
    1.5,
    'x',
    '1.00',
    'CPF',
    true,
    [],
    {},
    null,
    ['listingP'],
    { withinDays: 3 },
  ]
  const acts = [
    () => {},
    () => Reflect.deleteProperty(target, name),
    () => Object.assign(target, { [name]: strange[next(strange.length)] }),
    () =>
      Object.assign(target, {
        [['more', 'known', 'above', 'of', 'not', 'is'][next(6)] ?? '']: strange[next(strange.length)],
      }),
  ]
  if (!Array.isArray(target)) acts[next(acts.length)]?.()
  else if (next(2) === 0) target.pop()
  return JSON.parse(JSON.stringify(copy))
}
