import type { FilePublicData } from '@lastro/contract/person/person-file.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Clock } from '../../clock.ts'
import type { SubjectStore } from '../bureau/subject-store.ts'
import type { ClientStore } from '../clients/client-store.ts'
import type { ListingDeps } from '../listings/change-debt.ts'
import type { TrailStore } from '../trail/trail-store.ts'
import type { RequestStore } from './request-store.ts'

/** What is asked to know, and to change, what is held of a person. */
export type PersonDeps = {
  readonly requests: RequestStore
  readonly listing: ListingDeps
  readonly subjects: Pick<SubjectStore, 'readCovered' | 'readParticipations'>
  readonly trail: Pick<TrailStore, 'ofDocument'>
  readonly clients: Pick<ClientStore, 'clientNames'>
  readonly decisions: DecisionsOfConsultations
  readonly clock: Clock
  readonly newId: () => string
  /** How to reach the operator, in its own words. */
  readonly contact: string | undefined
}

/** What is asked to put a file together. */
export type FileDeps = PersonDeps & { readonly readPublicData: ReadPublicData }

/** What public registers say of a company, each by itself; none of a person, and none that was never loaded. */
export type ReadPublicData = (
  document: DocumentNumber,
  today: Day,
  language: Language,
) => Promise<readonly PublicRecord[]>

export type PublicRecord = {
  readonly source: string
  /** Of the data; undefined where it cannot be read. */
  readonly date: Day | undefined
  readonly report: FilePublicData['report']
}

/** The automated decisions that consultations of one client ended in. */
export type DecisionsOfConsultations = {
  readonly ofConsultations: (of: {
    readonly environment: 'production'
    readonly clientId: string
    readonly consultations: readonly { readonly requestId: string; readonly checkCode: string }[]
  }) => Promise<readonly DecisionMade[]>
}

export type DecisionMade = {
  readonly id: string
  readonly checkCode: string
  readonly finalOutcome: Outcome
  readonly reviewCount: number
}

/** Who asks: the operator on the person's behalf, or the person. */
export type Asking = {
  readonly channel: 'operator' | 'person'
  /** The operator's name; undefined where the person came alone. */
  readonly by: string | undefined
  /** How identity was checked. */
  readonly identity: string
}
