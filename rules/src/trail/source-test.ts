import type { Text } from '@lastro/contract/text.ts'
import type { DocumentNumber } from '../documents/document-number.ts'
import type { ConsultationDraft } from './consultation.ts'

/** In the place of a client: whoever runs the service asks for itself. */
export const operatorOnTrail = 'operador'

export const operatorName: Text = { pt: 'O operador deste serviço', en: 'The operator of this service' }

/** A source was tried with the document. It shows what it says of the person, and counts in no usage and no report. */
export const testedOutcome = 'tested'

export const testPurpose = 'source_test'

export const testPurposeText: Text = { pt: 'Teste de uma fonte', en: 'Test of a source' }

export type SourceTested = {
  readonly atMs: number
  readonly document: DocumentNumber
  readonly source: string
  /** False where the source told nothing of the document. */
  readonly isAnswered: boolean
  /** Who of the operator's people tried it. */
  readonly userId: string
  readonly requestId: string
}

/** Whoever tries a source sees what it says of a person, who may learn of it. */
export const testOnRecord = ({ source, isAnswered, ...of }: SourceTested): ConsultationDraft => ({
  ...of,
  clientId: operatorOnTrail,
  purpose: testPurpose,
  product: testPurpose,
  features: source,
  listings: '',
  address: '',
  outcome: isAnswered ? testedOutcome : 'sources_unavailable',
  priceCents: undefined,
  key: '',
  repeatWindowMs: 0,
})
