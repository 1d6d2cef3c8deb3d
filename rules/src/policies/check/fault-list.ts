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

/** The one of `names` that takes the fewest letters to become. What goes on beyond the longest of them is not read. */
export function nearestOf(sent: string, names: readonly string[]): string {
  const read = sent.slice(0, Math.max(...names.map(({ length }) => length))).toLowerCase()
  let nearest = ''
  let lettersMin = Number.POSITIVE_INFINITY
  for (const name of names) {
    // No fewer letters than one of the two is longer: most names need not be looked at.
    if (Math.abs(name.length - read.length) >= lettersMin) continue
    const letters = lettersBetween(read, name.toLowerCase())
    if (letters < lettersMin) [nearest, lettersMin] = [name, letters]
  }
  return nearest
}

function lettersBetween(one: string, other: string): number {
  const row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at++) {
    let before = at
    row[0] = at + 1
    for (let to = 0; to < other.length; to++) {
      const changed = before + (one.charCodeAt(at) === other.charCodeAt(to) ? 0 : 1)
      before = row[to + 1] ?? 0
      row[to + 1] = Math.min(changed, (row[to] ?? 0) + 1, before + 1)
    }
  }
  return row.at(-1) ?? 0
}
