import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import type { Clock } from '../../clock.ts'
import type { Credentials } from '../../features/declared-sources/declared-source.ts'
import { answerAll, failed, type Question, type SectionAnswers } from '../../features/reports/source.ts'
import { faultEffects } from './fault-effects.ts'
import type { Called, OutwardRequest } from './outward-request.ts'

/** A kind of source: a folder beside this one. The kit does the calling; this says what and how. */
export type Provider = {
  /** What it can answer. The sets are always the same objects. */
  readonly covers: (type: DocumentType) => ReadonlySet<SectionId>
  readonly openAccount: (deps: AccountDeps) => ProviderAccount
}

export type AccountDeps = {
  readonly credentials: Credentials
  /** For logging in, and for what costs nothing: waits for nobody's report. */
  readonly call: ProviderCall
  readonly clock: Clock
}

/** What one set of credentials opens: its session lasts from one question to the next. */
export type ProviderAccount = {
  /** Answers every section asked, or fails in those that it cannot. */
  readonly ask: (asked: AskedOfProvider) => Promise<SectionAnswers>
}

export type AskedOfProvider = {
  readonly question: Question
  /** A query that the provider charges for. */
  readonly query: (request: OutwardRequest<ProviderReport>) => Promise<Called<ProviderReport>>
}

export type ProviderCall = <Value>(request: OutwardRequest<Value>) => Promise<Called<Value>>

/** What a provider said of a document, as it names it: the kit refuses what is said of another. */
export type ProviderReport = { readonly document: string; readonly answers: SectionAnswers }

/** What a reader is told of sections that a fault cost. */
export const sectionsFailedBy = (sections: readonly SectionId[], fault: CallFault): SectionAnswers =>
  answerAll(sections, failed(faultEffects[fault].section))
