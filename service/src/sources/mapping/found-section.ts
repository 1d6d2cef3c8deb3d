import { type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import { contractOrder } from '@lastro/rules/subjects/contract-order.ts'
import type { TSchema } from 'typebox'
import { compiledOnUse } from '../../compiled-on-use.ts'
import { failed, isTold, nothing, type SectionAnswer } from '../../features/reports/source.ts'
import type { Occurrences } from './occurrences.ts'

/**
 * The mapped section as JSON in the contract's order, if it is valid; "nothing on file" if nothing was mapped. With
 * `isUnreadable`, a number could not be read, so the figures are lower bounds.
 */
export function foundSection(section: SectionId, value: unknown, isUnreadable = false): SectionAnswer {
  if (value === undefined) return isUnreadable ? failed('source_answer_invalid') : nothing
  const arranged = orders[section](value)
  if (!schemas[section]().Check(arranged)) return failed('source_answer_invalid')
  return { kind: 'found', text: JSON.stringify(arranged), ...(isUnreadable && { missing: 'unreadable' }) }
}

/** The same of a list of negative data with its summary. */
export function foundOccurrences(section: SectionId, read: Occurrences): SectionAnswer {
  if (read.kind === 'fault') return failed(read.code)
  const answer =
    read.kind === 'nothing'
      ? nothing
      : foundSection(section, { [listFields[section]]: read.items, summary: read.summary }, read.isUnreadable)
  return read.lapsed === undefined || !isTold(answer) ? answer : { ...answer, lapsed: read.lapsed }
}

const ofEach = <Value>(of: (id: SectionId) => Value) =>
  Object.fromEntries(sectionIds.map((id) => [id, of(id)])) as Readonly<Record<SectionId, Value>>

const orders = ofEach((id) => contractOrder(sections[id].schema))
const schemas = ofEach((id) => compiledOnUse(sections[id].schema as TSchema))

/** A section of occurrences has its list first. */
const listFields = ofEach(
  (id) => Object.keys((sections[id].schema as { properties?: object }).properties ?? {})[0] ?? '',
)
