import { called, cents, type Json, plainValue, sectionsOf } from './plain-values.ts'

/**
 * A second evaluator, written from docs/guide/en/policies.md alone: it shares no line with the first, and is as plain
 * as the page. It takes what any program that reads JSON has. Its values are in plain-values.ts.
 */
export function plainDecision(
  policy: Json,
  input: Json,
): { outcome: string; decidedBy: string; holds: string[] } {
  const holds: string[] = policy.rules.map((rule: Json) => truth(rule.when, input))
  const gives = policy.rules.map(
    (rule: Json, n: number) => ({ yes: rule.outcome, unknown: rule.whenUnknown })[holds[n] ?? ''],
  )
  const first = gives.findIndex((one: string | undefined) => one !== undefined && one !== 'skip')
  const failed = JSON.stringify(policy.rules.map((rule: Json) => rule.when))
    .match(/"value":"[^"]+"(,"of":\{[^}]*\})?/g)
    ?.flatMap((text) => {
      const { value, of } = JSON.parse(`{${text}}`)
      return sectionsOf(value, of).filter((one) =>
        ['failed', 'degraded', 'silent'].includes(called(one, input)),
      )
    })
  if (policy.whenSectionFails !== 'rules' && failed?.length)
    return { outcome: 'review', decidedBy: 'failed-sections', holds }
  return first < 0
    ? { outcome: policy.otherwise.outcome, decidedBy: 'otherwise', holds }
    : { outcome: gives[first], decidedBy: policy.rules[first].id, holds }
}

function truth(when: Json, input: Json): string {
  const inner = (when.and ?? when.or ?? [when.not]).map((one: Json) => one && truth(one, input))
  if (when.and) return inner.includes('no') ? 'no' : inner.includes('unknown') ? 'unknown' : 'yes'
  if (when.or) return inner.includes('yes') ? 'yes' : inner.includes('unknown') ? 'unknown' : 'no'
  if (when.not) return { yes: 'no', no: 'yes', unknown: 'unknown' }[inner[0] as string] ?? ''
  const read = plainValue(when.value, when.of ?? {}, input)
  if ('known' in when)
    return (typeof read === 'string' || (read !== undefined && read[0] === read[1])) === when.known
      ? 'yes'
      : 'no'
  if (read === undefined) return 'unknown'
  if (typeof read === 'string') return (when.in ?? [when.is]).includes(read) ? 'yes' : 'no'
  const [least, most] = read
  const number = (constant: Json): number =>
    typeof constant === 'string' ? (cents(constant) ?? 0) : constant
  const told = (yes: boolean, no: boolean): string => (yes ? 'yes' : no ? 'no' : 'unknown')
  if ('above' in when) return told(least > number(when.above), most <= number(when.above))
  if ('atLeast' in when) return told(least >= number(when.atLeast), most < number(when.atLeast))
  if ('below' in when) return told(most < number(when.below), least >= number(when.below))
  if ('atMost' in when) return told(most <= number(when.atMost), least > number(when.atMost))
  return told(least === most && least === number(when.is), number(when.is) < least || number(when.is) > most)
}
