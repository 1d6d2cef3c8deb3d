import { linePattern } from '@lastro/contract/leaves.ts'
import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import { policyLimits } from '@lastro/contract/policies/policy-limits.ts'
import { holdsDocument } from '../../documents/document-number.ts'
import { saysSomething } from '../says-something.ts'
import { faultAt } from './fault-list.ts'

/** One line with something to read in it: a person is told it, or finds a creditor by it. */
export const line: PolicyReader = (value, at) => {
  const { textLengthMax } = policyLimits
  if (typeof value === 'string' && !saysSomething(value)) return [faultAt(at, 'text_unreadable')]
  const isLine = typeof value === 'string' && value.length <= textLengthMax && lineForm.test(value)
  if (!isLine) return [faultAt(at, 'text_unfit', most(textLengthMax))]
  return holdsDocument(value) ? [faultAt(at, 'document_inside')] : []
}

const lineForm = new RegExp(linePattern)

/** What is wrong with a value that stands at a place. */
export type PolicyReader = ((value: unknown, at: string) => readonly PolicyFault[]) & { isOptional?: true }

export const optional = (reader: PolicyReader): PolicyReader =>
  Object.assign((value: unknown, at: string) => reader(value, at), { isOptional: true as const })

/** An object with these members and no others. */
export function membersIn(
  value: unknown,
  at: string,
  readers: Readonly<Record<string, PolicyReader>>,
): readonly PolicyFault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [faultAt(at, 'not_an_object')]
  const members = new Map<string, unknown>(Object.entries(value))
  return [
    ...Object.entries(readers).flatMap(([name, reader]) => {
      const here = within(at, name)
      if (members.has(name)) return reader(members.get(name), here)
      return reader.isOptional ? [] : [faultAt(here, 'member_missing')]
    }),
    ...[...members.keys()]
      .filter((name) => !Object.hasOwn(readers, name))
      .map((name) => faultAt(within(at, sayable(name)), 'member_unknown')),
  ]
}

const within = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

/** A name that somebody made up is repeated only when it cannot be a document. */
export const sayable = (name: string): string =>
  /^[\w.$-]{1,60}$/.test(name) && name.replace(/\D/g, '').length < 6 ? name : '(?)'

export const choiceOf =
  (allowed: readonly string[]): PolicyReader =>
  (value, at) =>
    allowed.some((one) => one === value)
      ? []
      : [faultAt(at, 'choice_unknown', { allowed: allowed.join(', ') })]

/** A list of choices, none of them twice. */
export const listOf =
  (allowed: readonly string[], { empty = false } = {}): PolicyReader =>
  (value, at) => {
    const isList = Array.isArray(value) && new Set(value).size === value.length && (empty || value.length > 0)
    if (!isList) return [faultAt(at, 'not_a_list', most(allowed.length))]
    return value.flatMap((one: unknown, place) => choiceOf(allowed)(one, `${at}[${place}]`))
  }

export const most = (count: number) => ({ most: String(count) })
