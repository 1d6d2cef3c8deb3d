import {
  bareStatus,
  isHeavierStatus,
  type SpecialStanding,
  specialStandingOf,
  standingOf,
} from '@lastro/contract/reports/registration-standing.ts'
import { at, membersOf, textAt } from './report-json.ts'
import type { Severity } from './severity.ts'

/** A registration status as it came, and what it means for whoever is about to decide. */
export type RegistrationStatus = {
  readonly severity: Exclude<Severity, 'negative'>
  /** Undefined where the report does not tell it. */
  readonly text: string | undefined
}

type Json = Readonly<Record<string, unknown>>

/** Of the registration and of the company's identification; where they differ, the one that weighs more. */
export function registrationStatus(report: Json): RegistrationStatus {
  const told = ['registration', 'identificationReport']
    .flatMap((block) => textAt(membersOf(at(report, [block])), 'statusRegistration') ?? [])
    .map((text) => ({ text: bareStatus(text), severity: statusSeverity(text) }))
  return (
    told.find((one) => one.severity === 'closed') ??
    told.find((one) => one.severity === 'attention') ??
    told.find((one) => one.severity === 'unknown') ??
    told[0] ?? { text: undefined, severity: 'unknown' }
  )
}

const severities = { closed: 'closed', irregular: 'attention', regular: 'clear' } as const

/** What no table knows is unknown, and never taken for regular. */
export function statusSeverity(text: string): RegistrationStatus['severity'] {
  const standing = standingOf(text)
  return standing === undefined ? 'unknown' : severities[standing]
}

/** The special status of a company: EM RECUPERACAO JUDICIAL, FALIDO. */
export type SpecialStatus = {
  readonly text: string
  readonly standing: SpecialStanding
  /** As people read it. */
  readonly date: string | undefined
}

/** The more serious of the two that the registration and the identification state; undefined if neither states one. */
export function specialStatus(report: Json): SpecialStatus | undefined {
  return ['registration', 'identificationReport']
    .flatMap((block) => {
      const members = membersOf(at(report, [block]))
      const text = textAt(members, 'specialStatus')
      const standing = text === undefined ? 'none' : specialStandingOf(text)
      const date = textAt(members, 'specialStatusDate', 'date')
      return text === undefined || standing === 'none' ? [] : [{ text, standing, date }]
    })
    .reduce<SpecialStatus | undefined>(
      (one, other) => (one === undefined || isHeavierStatus(other.text, one.text) ? other : one),
      undefined,
    )
}
