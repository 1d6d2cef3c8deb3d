import {
  type PolicyFault,
  type PolicyFaultCode,
  type PolicyWarningCode,
  policyFaults,
  policyWarnings,
} from '@lastro/contract/policies/policy-faults.ts'
import type { Text } from '@lastro/contract/text.ts'

type Blanks = Readonly<Record<string, string | Text>>

export const faultAt = (at: string, code: PolicyFaultCode, blanks: Blanks = {}): PolicyFault => ({
  at,
  code,
  message: filled(policyFaults[code], blanks),
})

export const warningAt = (at: string, code: PolicyWarningCode, blanks: Blanks = {}): PolicyFault => ({
  at,
  code,
  message: filled(policyWarnings[code], blanks),
})

function filled({ pt, en }: Text, blanks: Blanks): Text {
  const fill = (text: string, language: keyof Text) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const blank = blanks[name] ?? ''
      return typeof blank === 'string' ? blank : blank[language]
    })
  return { pt: fill(pt, 'pt'), en: fill(en, 'en') }
}

/** The one of `names` that takes the fewest letters to become. */
export function nearestOf(sent: string, names: readonly string[]): string {
  const distances = names.map((name) => ({ name, letters: lettersBetween(sent.slice(0, 60), name) }))
  return distances.reduce((best, one) => (one.letters < best.letters ? one : best)).name
}

function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to++) {
      const changed = (row[to] ?? 0) + (one[at]?.toLowerCase() === other[to]?.toLowerCase() ? 0 : 1)
      next.push(Math.min(changed, (next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
