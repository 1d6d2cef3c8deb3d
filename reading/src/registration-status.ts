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

/** `SITUACAO DO CNPJ EM 10/05/2025: ATIVA` → `ATIVA`. */
const bareStatus = (text: string): string => text.slice(text.lastIndexOf(':') + 1).trim() || text

/** Whoever holds such a document no longer exists, or never did. */
const closed = /\b(?:BAIXAD[AO]|EXTINT[AO]|NUL[AO]|CANCELAD[AO]|FALECID[AO]|OBITO|ENCERRAD[AO])\b/
/** Something is owed to the register itself. */
const irregular = /\b(?:SUSPENS[AO]|INAPT[AO]|INATIV[AO]|IRREGULAR|PENDENTE|NAO (?:ATIV[AO]|REGULAR))\b/
const regular = /\b(?:ATIV[AO]|REGULAR|HABILITAD[AO])\b/

/** What no table knows is unknown, and never taken for regular. */
export function statusSeverity(text: string): RegistrationStatus['severity'] {
  const plain = bareStatus(text).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  if (closed.test(plain)) return 'closed'
  if (irregular.test(plain)) return 'attention'
  return regular.test(plain) ? 'clear' : 'unknown'
}
