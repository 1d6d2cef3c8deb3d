import assert from 'node:assert/strict'
import type { Condition, Policy, Rule } from '@lastro/contract/policies/policy.ts'
import { describe, test } from 'vitest'
import type { Test } from '../truth.ts'
import { checkPolicy } from './check-policy.ts'
import { orderFaults } from './dead-rules.ts'
import { effortMax, newEffort } from './effort.ts'
import { mappedPolicy } from './mapped-policy.ts'
import { spanCount, statesOf } from './states.ts'

const reason = { pt: 'Um motivo.', en: 'A reason.' }
const rule = (when: unknown, of: Partial<Rule> = {}): Rule => ({
  id: 'rule',
  when: when as Condition,
  outcome: 'decline',
  whenUnknown: 'skip',
  reason,
  ...of,
})
const policy = (rules: readonly Rule[], of: object = {}) => ({
  name: 'shop',
  title: reason,
  documentTypes: ['CPF'],
  report: { product: 'relatorioBasico', features: ['CONSULTAS_ANTERIORES', 'SCORE'] },
  rules: rules.map((one, place) => ({ ...one, id: one.id === 'rule' ? `rule-${place}` : one.id })),
  otherwise: { outcome: 'approve', reason },
  ...of,
})

/** Where and what is wrong, one line each. */
const faultsOf = (sent: unknown): readonly string[] => {
  const checked = checkPolicy(sent)
  return checked.kind === 'faults' ? checked.faults.map(({ at, code }) => `${at} ${code}`) : []
}
const warningsOf = (sent: unknown): readonly string[] => {
  const checked = checkPolicy(sent)
  assert.equal(checked.kind, 'policy', JSON.stringify(checked))
  return checked.kind === 'policy' ? checked.warnings.map(({ at, code }) => `${at} ${code}`) : []
}

const debts = (above: string) => ({ value: 'negative.sum', above })

describe('the form of a policy', () => {
  test('one that is right is taken as it is', () => {
    const sent = policy([rule(debts('500.00'))], {
      $schema: './policy.schema.json',
      whenSectionFails: 'rules',
    })
    assert.deepEqual(checkPolicy(sent), { kind: 'policy', policy: sent, warnings: [] })
  })

  test('what is missing, unknown or of another kind is said where it stands', () => {
    for (const sent of [undefined, null, 1, 'x', []]) assert.deepEqual(faultsOf(sent), [' not_an_object'])
    assert.deepEqual(faultsOf({}), [
      ...['name', 'title', 'documentTypes', 'report', 'rules', 'otherwise'].map(
        (one) => `${one} member_missing`,
      ),
    ])
    assert.deepEqual(faultsOf(policy([], {})), ['rules not_a_list'])
    assert.deepEqual(faultsOf(policy([rule(debts('1.00'))], { otherwise: { outcome: 'approve' } })), [
      'otherwise.reason member_missing',
    ])
    assert.deepEqual(faultsOf(policy([rule(debts('1.00'))], { score: 7, '52998224725': 1 })), [
      'score member_unknown',
      '(?) member_unknown',
    ])
    assert.deepEqual(
      faultsOf(policy([rule(debts('1.00'))], { name: 'Loja', documentTypes: ['CPF', 'CPF'] })),
      ['name slug_unfit', 'documentTypes not_a_list'],
    )
    assert.deepEqual(faultsOf(policy([rule(debts('1.00'), { outcome: 'maybe' as 'review' })])), [
      'rules[0].outcome choice_unknown',
    ])
    const { whenUnknown: _, ...silent } = rule(debts('1.00'))
    assert.deepEqual(faultsOf(policy([silent as Rule])), ['rules[0].whenUnknown member_missing'])
  })

  test('the schema that a policy names is an address, and nothing else is kept in it', () => {
    const named = ($schema: unknown) => faultsOf(policy([rule(debts('1.00'))], { $schema }))
    for (const fit of ['policy.schema.json', '../a/policy.schema.json', 'https://example.com/schemas/policy'])
      assert.deepEqual(named(fit), [], fit)
    for (const unfit of ['CPF 52998224725 MARIA', 'MARIA', '', 7, `${'a'.repeat(300)}.json`, 'a\n.json'])
      assert.deepEqual(named(unfit), ['$schema schema_unfit'])
    assert.deepEqual(named('https://example.com/52998224725'), ['$schema document_inside'])
  })

  test('a member of the language that every object has is no member of a policy', () => {
    assert.deepEqual(faultsOf(JSON.parse('{"__proto__":{},"constructor":1}')).slice(-2), [
      '__proto__ member_unknown',
      'constructor member_unknown',
    ])
    assert.deepEqual(faultsOf(policy([rule({ value: 'constructor', is: 1 })])), [
      'rules[0].when.value value_unknown',
    ])
  })

  test('rules have names of their own, and none that a decision uses', () => {
    const two = [rule(debts('9.00'), { id: 'one' }), rule(debts('1.00'), { id: 'one' })]
    assert.deepEqual(faultsOf(policy(two)), ['rules[1].id rule_repeated'])
    for (const id of ['otherwise', 'failed-sections'])
      assert.deepEqual(faultsOf(policy([rule(debts('1.00'), { id })])), ['rules[0].id rule_reserved'])
  })

  test('no reason, title, name or creditor holds a document', () => {
    const told = { pt: 'Deve ao CPF 529.982.247-25.', en: 'Owes.' }
    assert.deepEqual(faultsOf(policy([rule(debts('1.00'), { reason: told })])), [
      'rules[0].reason.pt document_inside',
    ])
    assert.deepEqual(faultsOf(policy([rule({ ...debts('1.00'), of: { creditors: ['11111111111180'] } })])), [
      'rules[0].when.of.creditors[0] document_inside',
    ])
    const spaced = { pt: 'Sócio 529 982 247 25.', en: 'Partner.' }
    assert.deepEqual(faultsOf(policy([rule(debts('1.00'), { reason: spaced })])), [
      'rules[0].reason.pt document_inside',
    ])
    const said = JSON.stringify(checkPolicy(policy([rule(debts('1.00'), { reason: told })])))
    assert.doesNotMatch(said, /529/)
  })
})

describe('names and units', () => {
  const faultIn = (when: unknown) =>
    faultsOf(policy([rule(when)])).map((one) => one.replace('rules[0].when', ''))

  test('a reason, a title and the name of a creditor have something to read in them', () => {
    // Without width, soft hyphen, marks of direction, a filler of Hangul, a blank of Braille, and signs alone.
    const unseen = [
      '\u200b',
      '\u2060\ufeff',
      '\u00ad',
      '\u202e\u2066',
      '\u3164',
      '\u2800',
      '\u{e0041}',
      '…',
      '— .',
    ]
    for (const text of unseen) {
      const sentence = { pt: text, en: 'Shop' }
      const sum = { value: 'negative.sum', of: { creditors: ['LOJA', text] }, above: '1.00' } as const
      assert.deepEqual(
        faultsOf(
          policy([rule(sum, { reason: sentence })], {
            title: sentence,
            otherwise: { outcome: 'approve', reason: { pt: 'Nada.', en: text } },
          }),
        ),
        [
          'title.pt text_unreadable',
          'rules[0].when.of.creditors[1] text_unreadable',
          'rules[0].reason.pt text_unreadable',
          'otherwise.reason.en text_unreadable',
        ],
        JSON.stringify(text),
      )
    }
    const blank = { pt: ' ', en: '' }
    assert.deepEqual(faultsOf(policy([rule(debts('1.00'), { reason: blank })])), [
      'rules[0].reason.pt text_unreadable',
      'rules[0].reason.en text_unreadable',
    ])
    const shown = { pt: 'Ra\u00adzão 1\u200b', en: '理由' }
    assert.deepEqual(
      faultsOf(policy([rule(debts('1.00'), { reason: shown })])),
      [],
      'beside letters they may stand',
    )
  })

  test('an unknown name is told with the nearest, a barred one with the law', () => {
    assert.deepEqual(faultIn({ value: 'negativ.sum', above: '1.00' }), ['.value value_unknown'])
    const checked = checkPolicy(policy([rule({ value: 'negativ.sum', above: '1.00' })]))
    assert.match(JSON.stringify(checked), /The nearest is negative\.sum\./)
    for (const value of ['registration.consumerGender', 'birthDate', 'registration.motherName', 'idade'])
      assert.deepEqual(faultIn({ value, is: 'F' }), ['.value value_barred'])
    for (const value of [undefined, 7, null, '52998224725', { toString: 1 }, [[]], { __proto__: null }])
      assert.deepEqual(faultIn({ value, is: 'F' }), ['.value value_unknown'])
  })

  test('a constant is in the unit of its value', () => {
    for (const above of [500, '500', '500,00', '-1.00', '500.0', 1e30, null, ['500.00'], '99999999999999.99'])
      assert.deepEqual(faultIn({ value: 'negative.sum', above }), ['.above unit_wrong'])
    for (const above of ['3', '3.00', 1.5, -1, 1e10, null, Number.NaN])
      assert.deepEqual(faultIn({ value: 'negative.count', above }), ['.above unit_wrong'])
    assert.deepEqual(faultIn({ value: 'request.incomeShare', above: 30 }), ['.above unit_wrong'])
    assert.deepEqual(faultIn({ value: 'registration.status', is: 'open' }), ['.is choice_unknown'])
    assert.deepEqual(faultIn({ value: 'negative.sum', known: 'yes' }), ['.known choice_unknown'])
  })

  test('a value is compared in one way, and in one that it has', () => {
    for (const when of [
      { value: 'negative.sum' },
      { value: 'negative.sum', above: '1.00', below: '9.00' },
      { value: 'negative.sum', in: ['1.00'] },
      { value: 'registration.status', above: 'regular' },
    ])
      assert.deepEqual(faultIn(when), [' comparison_unfit'])
    assert.deepEqual(faultIn({ value: 'negative.sum', over: '1.00' }), [
      '.over member_unknown',
      ' comparison_unfit',
    ])
  })

  test('filters are those of the value, and something can pass them', () => {
    assert.deepEqual(faultIn({ value: 'score', of: { withinDays: 3 }, above: 1 }), ['.of filter_unfit'])
    assert.deepEqual(faultIn({ ...debts('1.00'), of: { natures: ['HO'] } }), ['.of.natures filter_unfit'])
    assert.deepEqual(faultIn({ ...debts('1.00'), of: { withinDays: 0 } }), ['.of.withinDays filter_wrong'])
    assert.deepEqual(faultIn({ ...debts('1.00'), of: { amountFrom: 5 } }), ['.of.amountFrom filter_wrong'])
    assert.deepEqual(faultIn({ ...debts('1.00'), of: { kinds: [] } }), ['.of.kinds not_a_list'])
    assert.deepEqual(faultIn({ ...debts('1.00'), of: { withinDays: 30, olderThanDays: 30 } }), [
      '.of filter_never',
    ])
    assert.deepEqual(faultIn({ value: 'consultations.count', above: 1 }), ['.of.withinDays member_missing'])
    assert.deepEqual(faultIn({ value: 'consultations.count', of: { withinDays: 366 }, above: 1 }), [
      '.of.withinDays filter_wrong',
    ])
  })

  test('a condition is one thing, neither too deep nor too long', () => {
    for (const when of [undefined, null, [], {}, { and: [debts('1.00')], or: [debts('1.00')] }])
      assert.deepEqual(
        faultIn(when).map((one) => one.split(' ')[1]),
        ['condition_unfit'],
      )
    assert.deepEqual(faultIn({ and: [] }), ['.and not_a_list'])
    let deep: unknown = debts('1.00')
    for (let level = 0; level < 6; level++) deep = { not: deep }
    assert.deepEqual(faultIn(deep), ['.not.not.not.not.not.not condition_too_deep'])
    const twenty = Array.from({ length: 20 }, (_, at) => debts(`${at + 1}.00`))
    assert.deepEqual(faultIn({ or: [{ and: twenty }, { and: twenty }, debts('1.00')] }), [
      ' condition_too_long',
    ])
  })
})

describe('the report of a policy', () => {
  test('the product takes the documents, offers the features and shows the values', () => {
    const withReport = (report: object, when: unknown, documentTypes = ['CPF']) =>
      faultsOf(policy([rule(when)], { report, documentTypes }))
    assert.deepEqual(withReport({ product: 'relato' }, debts('1.00')), [
      'report.product product_not_for_document',
    ])
    assert.deepEqual(withReport({ product: 'relatorioBasico', features: ['QSA_COMPLETO'] }, debts('1.00')), [
      'report.features[0] feature_not_offered',
    ])
    assert.deepEqual(withReport({ product: 'cadastral' }, debts('1.00')), [
      'rules[0].when value_not_in_report',
    ])
    const debt = { value: 'publicDebt.sum', above: '1.00' }
    assert.deepEqual(withReport({ product: 'relatorioBasico' }, debt), ['rules[0].when value_not_in_report'])
    const score = { value: 'score', below: 300 }
    assert.deepEqual(withReport({ product: 'relatorioBasico' }, score), ['rules[0].when value_not_in_report'])
    assert.deepEqual(withReport({ product: 'relatorioBasico', features: ['SCORE'] }, score), [])
    assert.match(
      JSON.stringify(checkPolicy(policy([rule(debt)], { report: { product: 'relatorioBasico' } }))),
      /Ask for: DIVIDA_ATIVA/,
    )
    assert.deepEqual(withReport({ product: 'relatorioBasico', features: ['DIVIDA_ATIVA'] }, debt), [])
    assert.deepEqual(withReport({ product: 'relatorioBasico' }, { value: 'company.ageMonths', below: 12 }), [
      'rules[0].when value_not_for_document',
    ])
    assert.deepEqual(withReport({ product: 'relato' }, debts('1.00'), ['CNPJ']), [])
  })
})

describe('rules that never decide', () => {
  test('a condition that cannot hold is refused', () => {
    for (const when of [
      { and: [debts('500.00'), { value: 'negative.sum', below: '300.00' }] },
      {
        and: [
          { value: 'registration.status', is: 'closed' },
          { not: { value: 'registration.status', is: 'closed' } },
        ],
      },
      { value: 'negative.sum', below: '0.00' },
      { not: { value: 'negative.count', atLeast: 0 } },
      {
        and: [
          { value: 'request.instalments', known: false },
          { value: 'request.instalments', above: 1 },
        ],
      },
      { value: 'document.type', is: 'CNPJ' },
      // Nothing whole lies between.
      {
        and: [
          { value: 'negative.count', above: 1 },
          { value: 'negative.count', below: 2 },
        ],
      },
    ])
      assert.deepEqual(faultsOf(policy([rule(when)])), ['rules[0].when never_holds'], JSON.stringify(when))
  })

  test('bounds count: at least three may be above one and not known', () => {
    const when = {
      and: [
        { value: 'negative.count', known: false },
        { value: 'negative.count', above: 1 },
      ],
    }
    assert.deepEqual(faultsOf(policy([rule(when)])), [])
  })

  test('a rule that others always decide before is refused, and they are named', () => {
    const later = (first: unknown, second: unknown, of: Partial<Rule> = {}) =>
      faultsOf(policy([rule(first, of), rule(second, { outcome: 'review' })]))
    assert.deepEqual(later(debts('500.00'), debts('500.00')), ['rules[1].when never_first'])
    assert.deepEqual(later(debts('500.00'), debts('900.00')), ['rules[1].when never_first'])
    assert.deepEqual(later(debts('500.00'), debts('400.00')), [])
    // Written another way.
    assert.deepEqual(later({ not: { value: 'negative.sum', atMost: '500.00' } }, debts('500.00')), [
      'rules[1].when never_first',
    ])
    // Covered by two together.
    const split = policy([
      rule({ value: 'negative.count', is: 1 }),
      rule({ value: 'negative.count', above: 1 }),
      rule({ value: 'negative.count', atLeast: 1 }, { outcome: 'review' }),
    ])
    // Between one and two is atLeast 1, and neither of the others for certain.
    assert.deepEqual(faultsOf(split), [])
    const whole = structuredClone(split)
    for (const one of whole.rules.slice(0, 2)) one.whenUnknown = 'review'
    assert.deepEqual(faultsOf(whole), ['rules[2].when never_first'])
    const said = JSON.stringify(checkPolicy(whole))
    assert.match(said, /rule-0, rule-1/)
  })

  test('what is unknown passes a rule that skips, and not one that does not', () => {
    const before = (first: object, missing: object, whenUnknown: Rule['whenUnknown']) =>
      faultsOf(policy([rule(first, { whenUnknown }), rule(missing, { outcome: 'review' })]))
    const [small, notSent] = [
      { value: 'request.instalments', below: 3 },
      { value: 'request.instalments', known: false },
    ]
    assert.deepEqual(before(small, notSent, 'skip'), [])
    assert.deepEqual(before(small, notSent, 'review'), ['rules[1].when never_first'])
    // A partial section says "at least 300": not below, and not known exactly.
    const [low, missing] = [
      { value: 'score', below: 300 },
      { value: 'score', known: false },
    ]
    assert.deepEqual(before(low, missing, 'review'), [])
  })

  test('a condition with too many cases is taken, and it is said that it was not looked through', () => {
    const parts = Array.from({ length: 12 }, (_, at) => ({
      or: [
        { value: 'negative.count', of: { withinDays: at + 1 }, above: 1 },
        { value: 'negative.sum', of: { withinDays: at + 1 }, above: '1.00' },
        { value: 'negative.count', of: { olderThanDays: at + 1 }, above: 2 },
      ],
    }))
    assert.deepEqual(warningsOf(policy([rule({ and: parts })])), ['rules[0].when not_looked_through'])
  })
})

test('a policy as large as any may be is checked in bounded time, whatever is in it', () => {
  const many = (count: number, when: (at: number) => unknown) =>
    Array.from({ length: count }, (_, at) =>
      rule(when(at), { outcome: at % 2 === 0 ? 'approve' : 'decline' }),
    )
  const often = many(100, (at) => ({
    or: Array.from({ length: 20 }, (_, n) => ({ value: 'negative.sum', is: `${at * 20 + n}.00` })),
  }))
  assert.deepEqual(faultsOf(policy(often)), ['rules value_compared_often'])
  // Many rules of many boxes over many values, each of which leaves pieces of the others.
  const tangled = many(100, (at) => ({
    or: Array.from({ length: 13 }, (_, n) => ({
      and: [
        { value: 'negative.count', of: { withinDays: n + 1 }, above: at % 40 },
        { value: 'negative.sum', of: { withinDays: ((at * 7) % 90) + 1 }, above: `${(at * 3) % 40}.00` },
        { value: 'request.amount', below: `${(at * 11) % 40}.50` },
      ],
    })),
  }))
  assert.ok(warningsOfAny(policy(tangled)).some((one) => one.endsWith('not_looked_through')))
})

describe('what checking a policy costs', () => {
  const times = (count: number, of: (at: number) => unknown) =>
    Array.from({ length: count }, (_, at) => of(at))
  const of40 = (of: (at: number) => unknown) => ({
    or: [{ or: times(20, of) }, { or: times(20, (at) => of(20 + at)) }],
  })
  const sum = (withinDays: number, above: number, more: object = {}) => ({
    value: 'negative.sum',
    of: { withinDays, ...more },
    above: `${above}.00`,
  })
  const asked = (sent: unknown) => {
    const effort = newEffort()
    const checked = checkPolicy(sent, effort)
    const codes = checked.kind === 'faults' ? checked.faults : checked.warnings
    return { codes: new Set(codes.map(({ code }) => code as string)), steps: effortMax - effort.left }
  }
  const rules = (count: number, when: (at: number) => unknown) =>
    policy(
      Array.from({ length: count }, (_, at) =>
        rule(when(at), { outcome: at % 2 === 0 ? 'approve' : 'decline', whenUnknown: 'review' }),
      ),
    )

  test('more values, constants or creditors than can be looked at are refused in words', () => {
    const wide = rules(100, (at) => of40((n) => sum(at + 1, 3 * n + 1)))
    assert.deepEqual([...asked(wide).codes], ['policy_too_wide'])
    const named = rules(2, (at) =>
      of40((n) => sum(40 * at + n + 1, 1, { creditors: times(50, (c) => `LOJA ${at} ${c}`) })),
    )
    assert.deepEqual([...asked(named).codes], ['policy_too_wide'])
  })

  test('no policy takes more steps than it may; one that a person can read takes few of them', () => {
    const tangled = rules(100, (at) => ({
      and: [
        { or: times(10, (n) => sum(n + 1, at % 7)) },
        { or: times(18, (n) => ({ value: 'negative.count', of: { withinDays: n + 1 }, above: at % 7 })) },
        ...times(12, (n) => ({ value: 'negative.count', of: { olderThanDays: n + 1 }, above: at % 5 })),
      ],
    }))
    const scattered = rules(100, (at) => of40((n) => sum(40 * at + n + 1, 1)))
    for (const sent of [tangled, scattered]) {
      const { codes, steps } = asked(sent)
      assert.ok(codes.has('not_looked_through'))
      assert.ok(steps <= effortMax)
    }
    const usual = rules(50, (at) => ({ and: [sum(30 + (at % 5), at), { value: 'score', below: 300 + at }] }))
    const { codes, steps } = asked(usual)
    assert.ok(!codes.has('not_looked_through') && !codes.has('policy_too_wide'))
    assert.ok(steps < effortMax / 3, String(steps))
  })

  test('cases of consultations are counted with what each is held against', () => {
    const consulted = (count: number) =>
      rules(count, () => ({
        and: [
          { value: 'consultations.count', of: { withinDays: 30 }, above: 1 },
          ...['amount', 'instalmentAmount'].map((name) => ({
            or: times(19, (at) => ({ value: `request.${name}`, is: `${2 * at}.00` })),
          })),
        ],
      }))
    assert.ok(!asked(consulted(1)).codes.has('consultations_unclear'))
    assert.ok(asked(consulted(60)).codes.has('consultations_unclear'))
  })

  test('the steps of telling states apart are never fewer than the states', () => {
    const tests = times(9, (at) => ({
      operator: at % 2 === 0 ? 'above' : 'is',
      constants: [at * at],
    })) as Test[]
    for (const name of [
      'negative.sum',
      'negative.count',
      'request.amount',
      'score',
      'document.type',
    ] as const) {
      const choices = ['CPF', 'CNPJ']
      const { spans } = statesOf(name, tests, choices)
      assert.ok(spans.length <= spanCount(name, tests, choices), name)
    }
  })
})

/** Those of a policy that may have faults as well. */
const warningsOfAny = (sent: ReturnType<typeof policy>): readonly string[] => {
  const read = sent as unknown as Policy
  const effort = newEffort()
  const mapped = mappedPolicy(read, effort) ?? assert.fail('too wide')
  const { warnings } = orderFaults(read, mapped, effort)
  return warnings.map(({ at, code }) => `${at} ${code}`)
}

describe('overlaps that contradict', () => {
  const score = { value: 'score', atLeast: 700 }

  test('an approval before a refusal that can hold as well is said, with values for which both do', () => {
    const sent = policy([rule(score, { outcome: 'approve' }), rule(debts('500.00'))])
    assert.deepEqual(warningsOf(sent), ['rules[1].when outcomes_differ'])
    const checked = checkPolicy(sent)
    assert.match(
      JSON.stringify(checked),
      /rule-0, which comes first, decides\. For example with score = 700, negative\.sum = 500\.01/,
    )
  })

  test('a refusal before an approval is prudence, and what cannot meet is no overlap', () => {
    assert.deepEqual(warningsOf(policy([rule(debts('500.00')), rule(score, { outcome: 'approve' })])), [])
    const apart = { and: [score, { value: 'negative.sum', atMost: '500.00' }] }
    assert.deepEqual(warningsOf(policy([rule(apart, { outcome: 'approve' }), rule(debts('500.00'))])), [])
  })
})

describe('consultations by others', () => {
  const many = { value: 'consultations.count', of: { withinDays: 30 }, above: 5 }
  const few = { value: 'consultations.count', of: { withinDays: 30 }, atMost: 5 }
  const bad = { value: 'negative.count', above: 0 }

  test('a rule that looks at nothing else may only give review', () => {
    const alone = (when: unknown, of: Partial<Rule> = {}, types = ['CPF']) =>
      faultsOf(policy([rule(when, of)], { documentTypes: types }))
    assert.deepEqual(alone(many, { outcome: 'review' }), [])
    assert.deepEqual(alone(many, { outcome: 'review', whenUnknown: 'review' }), [])
    for (const other of [{}, { outcome: 'approve' }, { outcome: 'review', whenUnknown: 'decline' }] as const)
      assert.deepEqual(alone(many, other), ['rules[0] consultations_alone'])
    // The same in other words.
    for (const when of [
      { not: few },
      { or: [many, many] },
      { and: [many, { value: 'document.type', is: 'CPF' }] },
      { and: [many, { not: { value: 'document.type', is: 'CNPJ' } }] },
      { and: [many, { value: 'negative.count', atLeast: 0 }] },
      { and: [many, { not: { value: 'negative.count', below: 0 } }] },
    ])
      assert.deepEqual(alone(when), ['rules[0] consultations_alone'], JSON.stringify(when))
    // No score is beyond a thousand.
    for (const score of [{ below: 1_000_000_000 }, { atMost: 1000 }])
      assert.deepEqual(alone({ and: [many, { value: 'score', ...score }] }), ['rules[0] consultations_alone'])
    assert.deepEqual(alone(many, {}, ['CNPJ']), [])
    assert.deepEqual(alone(many, {}, ['CPF', 'CNPJ']), ['rules[0] consultations_alone'])
    assert.deepEqual(alone({ and: [many, { value: 'document.type', is: 'CNPJ' }] }, {}, ['CPF', 'CNPJ']), [])
  })

  test('nobody with nothing against them is declined for them, however it is spread', () => {
    const declined = (rules: readonly Rule[], otherwise = 'approve') =>
      faultsOf(policy(rules, { otherwise: { outcome: otherwise, reason } }))
    assert.deepEqual(declined([rule({ and: [many, bad] })]), [])
    const clean = { value: 'negative.count', is: 0 }
    for (const when of [
      { or: [many, bad] },
      { and: [many, clean] },
      { and: [many, { value: 'request.amount', above: '1000.00' }] },
      { and: [many, { value: 'negative.count', known: false }] },
      { and: [many, { value: 'registration.state', is: 'SP' }] },
      { and: [many, { value: 'registration.status', is: 'regular' }] },
      // Where a score turns bad only the policy says, and it may say that nearly all are.
      ...[{ above: 100 }, { below: 1000 }, { atMost: 999 }, { below: 300 }, { is: 500 }].map((score) => ({
        and: [many, { value: 'score', ...score }],
      })),
      { and: [many, { not: { value: 'score', is: 1000 } }] },
      // Nothing is known against them, which is not the same as something.
      { and: [many, { value: 'negative.sum', known: false }, { value: 'negative.sum', atLeast: '0.00' }] },
    ])
      assert.deepEqual(declined([rule(when)]), ['rules[0] consultations_decide'], JSON.stringify(when))
    // Approving those that few consulted, and declining the rest.
    const approval = rule({ and: [few, clean] }, { outcome: 'approve' })
    assert.deepEqual(declined([approval], 'decline'), ['otherwise consultations_decide'])
    assert.deepEqual(declined([approval], 'review'), [])
    const sparing = rule({ value: 'score', is: 1000 }, { outcome: 'approve' })
    const lenient = rule({ and: [few, clean] }, { outcome: 'review' })
    assert.deepEqual(declined([sparing, lenient], 'decline'), ['otherwise consultations_decide'])
    // Declining everybody whom a rule does not name is no matter of consultations.
    assert.deepEqual(declined([rule(bad), rule(many, { outcome: 'review' })], 'approve'), [])
  })

  test('a policy with too many cases to vouch for is refused', () => {
    const amounts = (cents: string) =>
      ['amount', 'income', 'instalmentAmount'].map((name) => ({
        or: Array.from({ length: 12 }, (_, at) => ({
          value: `request.${name}`,
          is: `${at * 10 + 5}.${cents}`,
        })),
      }))
    const rules = ['00', '50'].map((cents) => rule({ and: [...amounts(cents), many, bad] }))
    assert.deepEqual(faultsOf(policy(rules)), ['rules consultations_unclear'])
  })
})

test('the type of a policy is that of what is read', () => {
  const checked = checkPolicy(policy([rule(debts('1.00'))]))
  assert.equal(checked.kind, 'policy')
  const read: Policy | undefined = checked.kind === 'policy' ? checked.policy : undefined
  assert.equal(read?.rules.length, 1)
})
