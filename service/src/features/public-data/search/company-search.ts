import type { CompanyStatus, FederalUnit } from '@lastro/contract/companies/company-codes.ts'
import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'

/** Finds companies of one environment. */
export type CompanySearch = (question: CompanyQuestion) => Promise<CompaniesFound>

export type CompanyQuestion = {
  /** As `nameWords` gives them. */
  readonly words: readonly string[]
  readonly state: FederalUnit | undefined
  readonly city: string | undefined
  readonly cnae: string | undefined
  readonly status: CompanyStatus | undefined
  readonly headOfficesOnly: boolean
  readonly limit: number
  /** Only what comes after this. */
  readonly after: CompanyPosition | undefined
}

/** Where a page ended: the key of a company, and the order of its establishment. */
export type CompanyPosition = { readonly key: number; readonly order: number }

export type CompaniesFound =
  | {
      readonly kind: 'found'
      readonly companies: readonly FoundCompany[]
      readonly date: Day
      readonly next: CompanyPosition | undefined
    }
  | { readonly kind: 'cityUnknown' }
  /** Nothing was imported that can be searched. */
  | { readonly kind: 'noIndex' }
  /** It was, and cannot be read. */
  | { readonly kind: 'failed'; readonly error: unknown }
