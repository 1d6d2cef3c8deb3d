import type { Comparison } from '@lastro/contract/policies/policy.ts'
import { policyValues } from '@lastro/contract/policies/policy-values.ts'
import { exactly, type Span } from '../span.ts'
import { negativeCount, negativeSum } from './negative-values.ts'
import type { ReportReading } from './report-reading.ts'
import {
  companyAge,
  companyCapital,
  companySpecialStatus,
  consultations,
  registrationState,
  registrationStatus,
  restricted,
  score,
  summed,
} from './section-values.ts'
import {
  incomeShare,
  instalmentAmount,
  relationshipMonths,
  sentAmount,
  sentIncome,
  sentInstalments,
} from './sent-values.ts'

export type ValueReader = (reading: ReportReading) => Span

/** How a value is read of a report, its filters made ready once. */
export function valueReader({ value, of }: Pick<Comparison, 'value' | 'of'>): ValueReader {
  switch (value) {
    case 'document.type':
      return ({ documentType }) => exactly(policyValues['document.type'].choices.indexOf(documentType))
    case 'registration.status':
      return registrationStatus
    case 'registration.state':
      return registrationState
    case 'company.specialStatus':
      return companySpecialStatus
    case 'company.ageMonths':
      return companyAge
    case 'company.capital':
      return companyCapital
    case 'partners.restricted':
      return restricted('partnerCompleteReport', 'partnersList')
    case 'directors.restricted':
      return restricted('directorCompleteReport', 'directorsList')
    case 'negative.count':
      return negativeCount(of)
    case 'negative.sum':
      return negativeSum(of)
    case 'publicDebt.count':
      return summed('publicDebt', 'count')
    case 'publicDebt.sum':
      return summed('publicDebt', 'balance')
    case 'sanctions.count':
      return summed('sanctions', 'count')
    case 'consultations.count':
      return consultations(of?.withinDays ?? 0)
    case 'score':
      return score
    case 'request.amount':
      return sentAmount
    case 'request.instalments':
      return sentInstalments
    case 'request.income':
      return sentIncome
    case 'request.relationshipMonths':
      return relationshipMonths
    case 'request.instalmentAmount':
      return instalmentAmount
    case 'request.incomeShare':
      return incomeShare
  }
}
