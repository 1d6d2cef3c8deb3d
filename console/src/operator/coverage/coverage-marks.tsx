import type { ProductCoverage } from '@lastro/contract/operator/operator-coverage.ts'
import type { Coverage } from '@lastro/contract/reports/coverage.ts'
import { products as catalogue } from '@lastro/contract/reports/products.ts'
import type { Language } from '@lastro/contract/text.ts'
import { sectionHeading } from '@lastro/reading/section-readings.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { coverageWords } from '../../words/operator/coverage.ts'
import { withoutData } from './coverage-rows.ts'

const tones = { complete: 'good', partial: 'info', none: 'warn' } as const

/** A badge for complete, partial or no coverage. */
export function CoverageMark({ coverage }: { readonly coverage: Coverage }) {
  const say = useSay(coverageWords)
  return <Mark tone={tones[coverage]}>{say(coverage)}</Mark>
}

export const productName = (code: string, language: Language): string =>
  catalogue.find((one) => one.code === code)?.name[language] ?? code

export const sectionText = (section: string, language: Language): string => sectionHeading(section)[language]

/** Warns of each product and document type that no source has data for. */
export function WithoutData({ products }: { readonly products: readonly ProductCoverage[] }) {
  const say = useSay(coverageWords)
  const { language } = useLanguage()
  const lacking = withoutData(products)
  if (lacking.length === 0) return null
  return (
    <Notice tone="warn">
      {say('withoutData')}
      <ul>
        {lacking.map(({ product, documentType: type }) => (
          <li key={`${product} ${type}`}>
            {say('productOfType', { product: productName(product, language), type })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
