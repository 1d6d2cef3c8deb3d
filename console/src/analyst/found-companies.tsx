import { isProblem } from '@lastro/client/problem.ts'
import type { FoundCompany } from '@lastro/contract/companies/company-search.ts'
import { documentText } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session.ts'
import { analystWords } from '../words/analyst.ts'

/** As many as one reads through; whoever wants fewer writes more of the name. */
const shownCountMax = 10

/** A company found again a moment later is the same. */
const staleMs = 60_000

type FoundCompaniesProps = { readonly name: string; readonly onUse: (document: string) => void }

/** Companies whose name has these words. Choosing one puts its CNPJ in the place of the name. */
export function FoundCompanies({ name, onUse }: FoundCompaniesProps) {
  const say = useSay(analystWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const asked = useSettled(name.trim())
  const { data, error } = useQuery({
    queryKey: ['companies', asked, language],
    queryFn: () => lastro.companies.page({ name: asked, limit: shownCountMax, headOfficesOnly: true }),
    staleTime: staleMs,
  })
  // The contract has changed since this person signed in.
  if (isProblem(error, 'product_not_contracted')) return null
  if (error !== null) return <ProblemNotice error={error} />
  const companies = data?.companies ?? []
  const ageOf = ({ foundationDate }: FoundCompany) => {
    if (data === undefined || foundationDate === undefined) return undefined
    const [word, values] = ageWord(yearsBetween({ from: foundationDate, until: data.date }))
    return say(word, values)
  }
  return (
    <section className="found" aria-label={say('found')}>
      <p className="muted small" role="status">
        {data === undefined
          ? say('searching')
          : companies.length === 0 && data.cursor === undefined
            ? say('foundNone')
            : say('foundCount', { count: companies.length })}{' '}
        {data?.cursor !== undefined && say('foundMore')}
      </p>
      <ul>
        {companies.map((one) => (
          <li key={one.documento}>
            <button type="button" className="plain" onClick={() => onUse(documentText(one.documento))}>
              {one.name ?? one.alias ?? documentText(one.documento)}
            </button>
            <span className="muted small">{[placeOf(one), ageOf(one)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
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
