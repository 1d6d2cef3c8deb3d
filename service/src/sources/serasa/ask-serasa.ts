import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { Clock } from '../../clock.ts'
import type { Question, SectionAnswers } from '../../features/reports/source.ts'
import { askReport } from './ask-report.ts'
import type { Called, OutwardRequest, ProviderReport } from './kit.ts'
import type { SerasaToken } from './log-in.ts'
import { type PlannedFeature, planQuery, type QueryPlan } from './plan-query.ts'
import { readAnswer } from './read-answer.ts'

export type SerasaDeps = {
  /** `endClientDocument` is whom the query is made for, and `costCentre` where it is accounted; both may be absent. */
  readonly credentials: Readonly<Record<string, string>>
  readonly clock: Clock
  /** Does something with a session that all questions share; once more with another where this one is over. */
  readonly withSession: <Value>(
    signal: AbortSignal,
    ask: (token: SerasaToken) => Promise<Called<Value>>,
  ) => Promise<Called<Value>>
}

export type SerasaQuestion = Pick<
  Question,
  'document' | 'sections' | 'wholeLists' | 'united' | 'today' | 'signal'
>

/** A question to the provider: its plan, one query or more, and what they say of each section. */
export function askSerasa(
  deps: SerasaDeps,
  question: SerasaQuestion,
  query: (request: OutwardRequest<ProviderReport>) => Promise<Called<ProviderReport>>,
): Promise<SectionAnswers> {
  const { document, sections, wholeLists, united, today, signal } = question
  const plan = planQuery({
    type: documentType(document),
    sections,
    wholeLists: wholeLists || united.length > 0,
  })
  const whole = wholeLists ? sections : united
  return askReport(
    async (features, wanted) => {
      let isFailedAsWhole = false
      const called = await deps.withSession(signal, (token) =>
        query({
          ...requestOf(deps, plan, features, document, token),
          read: (answer) => {
            const read = readAnswer(answer, {
              document,
              sections: wanted,
              whole,
              today,
              hasFeatures: features.length > 0,
              isFreshSession: deps.clock.nowMs() - token.madeAtMs < freshMs,
            })
            isFailedAsWhole = answer.status === 503 && read.kind === 'failed' && read.fault === 'refused'
            return read
          },
        }),
      )
      return { called, isFailedAsWhole }
    },
    plan,
    signal,
  )
}

/** Errors within a minute of a login are the provider's: to log in again would only add to its load. */
const freshMs = 60_000

const requestOf = (
  { credentials }: SerasaDeps,
  { path, reportName }: QueryPlan,
  features: readonly PlannedFeature[],
  document: DocumentNumber,
  { accessToken }: SerasaToken,
) => {
  const { endClientDocument, costCentre } = credentials
  const query = new URLSearchParams({
    reportName,
    ...(features.length > 0 && { optionalFeatures: features.map((one) => one.name).join() }),
  })
  return {
    method: 'GET',
    path: `${path}?${query.toString()}`,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'x-document-id': document,
      ...(endClientDocument !== undefined && { 'x-retailer-document-id': endClientDocument }),
      ...(costCentre !== undefined && { 'x-cost-center': costCentre }),
    },
    // Every query that is answered is charged.
    isRepeatable: false,
  } as const
}
