import { type DocumentNumber, documentType, parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { SectionAnswers } from '../../features/reports/source.ts'
import type { AccountDeps, AskedOfProvider } from '../outward/provider.ts'
import { type SharedLogin, withSession } from '../outward/shared-login.ts'
import { askReport } from './ask-report.ts'
import type { SerasaToken } from './log-in.ts'
import { type PlannedFeature, planQuery, type QueryPlan } from './plan-query.ts'
import { readAnswer } from './read-answer.ts'

export type SerasaDeps = Pick<AccountDeps, 'credentials' | 'clock'> & {
  readonly login: SharedLogin<SerasaToken>
}

/** A question to the provider: its plan, one query or more, and what they say of each section. */
export function askSerasa(deps: SerasaDeps, { question, query }: AskedOfProvider): Promise<SectionAnswers> {
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
      const called = await withSession(deps.login, signal, (token) =>
        query({
          method: 'GET',
          path: pathOf(plan, features),
          headers: headersOf(deps, document, token),
          // Every query that is answered is charged.
          isRepeatable: false,
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

function pathOf({ path, reportName }: QueryPlan, features: readonly PlannedFeature[]): string {
  const query = new URLSearchParams({
    reportName,
    ...(features.length > 0 && { optionalFeatures: features.map((one) => one.name).join() }),
  })
  return `${path}?${query.toString()}`
}

/** `endClientDocument` is whom the query is made for, and `costCentre` where it is accounted; either may be absent. */
function headersOf({ credentials }: SerasaDeps, document: DocumentNumber, { accessToken }: SerasaToken) {
  const { endClientDocument, costCentre } = credentials
  const endClient = parseDocument(endClientDocument ?? '')
  return {
    authorization: `Bearer ${accessToken}`,
    'x-document-id': document,
    ...(endClient.kind === 'document' && { 'x-retailer-document-id': endClient.document }),
    ...(costCentre !== undefined && { 'x-cost-center': costCentre }),
  }
}
