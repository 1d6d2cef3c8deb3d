import { policyValues } from '@lastro/contract/policies/policy-values.ts'
import { nameInSources } from '@lastro/contract/reports/source-names.ts'
import type { CompiledPolicy } from './compile-policy.ts'
import { type DecisionInputs, notCoveredIn } from './decision-inputs.ts'
import { sectionBlocks, sectionLists } from './values/report-reading.ts'

export type FactsOf = (inputs: DecisionInputs) => DecisionInputs

/**
 * What a policy reads of a report, and nothing else of it: enough to decide again, and all that is kept of a person for
 * that. Made ready once for each version.
 */
export function factsReader({ values, sections }: CompiledPolicy): FactsOf {
  const used = new Set(sections)
  const wanted: Wanted = {}
  for (const { value } of values)
    for (const leaf of policyValues[value].leaves) {
      const path = leaf.split('.')
      if (used.has(sectionOf(path))) want(wanted, path)
    }
  for (const section of sections) wantAnswer(wanted, section)
  const named = new Set(sections.map(nameInSources))
  return ({ report, degradedSections, notCoveredSections = [], sources, ...others }) => ({
    ...others,
    report: copied(report, wanted) as DecisionInputs['report'],
    degradedSections: degradedSections.filter((name) => used.has(name)),
    ...notCoveredIn(notCoveredSections.filter((name) => used.has(name) || named.has(name))),
    ...(sources !== undefined && {
      sources: Object.fromEntries(Object.entries(sources).filter(([name]) => named.has(name))),
    }),
  })
}

/** What is copied, member by member: `*` stands for each item of a list, `true` for a leaf. */
type Wanted = { [member: string]: Wanted | true }

function want(wanted: Wanted, [member = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) {
    wanted[member] ??= true
    return
  }
  const known = wanted[member]
  const inner = known === undefined || known === true ? {} : known
  wanted[member] = inner
  want(inner, rest)
}

/** How a section answered: its error, its coverage, its count, and whether it has a list. */
function wantAnswer(wanted: Wanted, section: string): void {
  const block = sectionBlocks[section]
  const path = block === undefined ? [section] : [block, section]
  want(wanted, [...path, 'error', 'code'])
  want(wanted, [...path, 'coverage'])
  const list = sectionLists[section]
  if (list === undefined) return
  want(wanted, [...path, 'summary', 'count'])
  want(wanted, [...path, list, '*', nothingOfIt])
}

/** No section has a member of this name. */
const nothingOfIt = ''

const sectionOf = ([block = '', section = '']: readonly string[]): string =>
  sectionBlocks[section] === block ? section : block

function copied(value: unknown, wanted: Wanted | true): unknown {
  if (wanted === true) return value
  const { '*': items } = wanted
  if (items !== undefined) return Array.isArray(value) ? value.map((one) => copied(one, items)) : null
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([name, inner]) =>
      found[name] === undefined ? [] : [[name, copied(found[name], inner)] as const],
    ),
  )
}
