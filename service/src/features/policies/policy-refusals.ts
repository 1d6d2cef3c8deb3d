import type { PolicyFault } from '@lastro/contract/policies/policy-faults.ts'
import type { Language } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import type { Refusal } from '../../http/reply.ts'
import type { PolicyState } from './policy-store.ts'

/** A page of faults: whoever mends these finds the others at the next saving. */
const toldCountMax = 50

/** What is wrong with a policy, and where, in the language of its author. */
export const unfitRefusal = (faults: readonly PolicyFault[], language: Language): Refusal => ({
  code: 'policy_unfit',
  values: { count: String(faults.length) },
  errors: faults.slice(0, toldCountMax).map(({ at, code, message }) => ({
    field: spokenPlace(at),
    code,
    message: message[language],
  })),
})

/** A place has names that its author made up, and somebody's document may be one of them. */
const spokenPlace = (at: string): string => (holdsDocument(at) || at.length > placeLengthMax ? '(?)' : at)

/** Six conditions inside each other, with a name at the end, have less. */
const placeLengthMax = 200

export const versionUnknown = ({ version }: Pick<PolicyState, 'version'>): Refusal => ({
  code: 'policy_version_unknown',
  values: { version: String(version) },
})

export const retiredRefusal = (retiredAtMs: number): Refusal => ({
  code: 'policy_retired',
  values: { day: dayAt(retiredAtMs) },
})
