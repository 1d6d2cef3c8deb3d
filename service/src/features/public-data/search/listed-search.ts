import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { companyKey, orderKey } from '@lastro/rules/documents/company-key.ts'
import { hasWords, nameWords } from '@lastro/rules/subjects/name-words.ts'
import type { CompanyPosition, CompanyQuestion, CompanySearch } from './company-search.ts'

/** Companies of a short list: the invented ones of the sandbox, by the same rules as those of the register. */
export const listedSearch =
  (listed: () => { readonly companies: readonly FoundCompany[]; readonly date: Day }): CompanySearch =>
  async (question) => {
    const { companies, date } = listed()
    const { city } = question
    if (city !== undefined && !companies.some((one) => isIn(one, city))) return { kind: 'cityUnknown' }
    const found = companies
      .map((company) => ({ company, position: positionOf(company) }))
      .filter(({ company, position }) => isMeant(company, question) && isPast(position, question.after))
      .toSorted((a, b) => a.position.key - b.position.key || a.position.order - b.position.order)
    const page = found.slice(0, question.limit)
    return {
      kind: 'found',
      companies: page.map((one) => one.company),
      date,
      next: found.length > page.length ? page.at(-1)?.position : undefined,
    }
  }

const positionOf = ({ documento }: FoundCompany): CompanyPosition => ({
  key: companyKey(documento.slice(0, 8)),
  order: orderKey(documento.slice(8, 12)),
})

const isPast = ({ key, order }: CompanyPosition, after: CompanyPosition | undefined): boolean =>
  after === undefined || key > after.key || (key === after.key && order > after.order)

const isIn = (company: FoundCompany, city: string): boolean =>
  company.city !== undefined && nameWords(company.city).join(' ') === nameWords(city).join(' ')

const isMeant = (company: FoundCompany, question: CompanyQuestion): boolean =>
  hasWords(nameWords(`${company.name ?? ''} ${company.alias ?? ''}`), question.words) &&
  (question.city === undefined || isIn(company, question.city)) &&
  isSame(question.state, company.state) &&
  isSame(question.status, company.status) &&
  isSame(question.cnae, company.cnae) &&
  (company.headOffice || !question.headOfficesOnly)

const isSame = (asked: string | undefined, held: string | undefined): boolean =>
  asked === undefined || asked === held
