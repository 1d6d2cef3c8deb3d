import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companies } from './companies.ts'

/** The invented companies as a search shows them. Those whose registration nobody knows are not found by name. */
export const listedCompanies = (today: Day): readonly FoundCompany[] =>
  companies.flatMap(({ document, subject }) => {
    const { registration, identification } = subject?.(today) ?? {}
    const name = registration?.companyName
    if (name === undefined) return []
    const alias = identification?.companyAlias
    const { city, state } = registration?.address ?? {}
    const cnae = identification?.cnae
    const status = registration?.statusRegistration
    const foundationDate = registration?.foundationDate
    return {
      documento: document,
      headOffice: document.slice(8, 12) === '0001',
      name,
      ...(alias !== undefined && { alias }),
      ...(city !== undefined && { city }),
      ...(state !== undefined && { state }),
      ...(cnae !== undefined && { cnae }),
      ...(status !== undefined && { status }),
      ...(foundationDate !== undefined && { foundationDate }),
    }
  })
