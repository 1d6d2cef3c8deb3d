import { isProblem } from '@lastro/client/problem.ts'
import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import { documentText } from '@lastro/reading/value-text.ts'
import { Option } from '../parts/option.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { companyWords } from '../words/analyst/companies.ts'
import type { CompanyList } from './use-company-list.ts'

/** Companies whose name has the words of the field. Choosing one puts its CNPJ in the place of the name. */
export function FoundCompanies({ list }: { readonly list: CompanyList }) {
  const say = useSay(companyWords)
  const { found, companies, error, take, listId, optionId, marked } = list
  // The contract has changed since this person signed in.
  if (isProblem(error, 'product_not_contracted')) return null
  if (error !== null) return <ProblemNotice error={error} />
  const ageOf = ({ foundationDate }: FoundCompany) => {
    if (found === undefined || foundationDate === undefined) return undefined
    const [word, values] = ageWord(yearsBetween({ from: foundationDate, until: found.date }))
    return say(word, values)
  }
  return (
    <>
      <p className="muted small" role="status">
        {found === undefined
          ? say('searching')
          : companies.length === 0 && found.cursor === undefined
            ? say('foundNone')
            : say('foundCount', { count: companies.length })}{' '}
        {found?.cursor !== undefined && say('foundMore')}
      </p>
      {companies.length > 0 && (
        <div id={listId} role="listbox" aria-label={say('found')} className="found-list" tabIndex={-1}>
          {companies.map((one) => (
            <Option key={one.documento} id={optionId(one)} isMarked={one === marked} onTake={() => take(one)}>
              <span>{one.name ?? one.alias ?? documentText(one.documento)}</span>
              <small>{[placeOf(one), ageOf(one)].filter(Boolean).join(' · ')}</small>
            </Option>
          ))}
        </div>
      )}
    </>
  )
}

const placeOf = ({ documento, alias, city, state, status }: FoundCompany): string =>
  [alias, documentText(documento), [city, state].filter(Boolean).join('/'), status]
    .filter(Boolean)
    .join(' · ')

/** Whole years, as of the day of the data. */
function yearsBetween({ from, until }: { readonly from: string; readonly until: string }): number {
  const years = Number(until.slice(0, 4)) - Number(from.slice(0, 4))
  return Math.max(0, until.slice(5) < from.slice(5) ? years - 1 : years)
}

const ageWord = (years: number): ['ageNew'] | ['ageOne'] | ['ageYears', { readonly years: number }] =>
  years === 0 ? ['ageNew'] : years === 1 ? ['ageOne'] : ['ageYears', { years }]
