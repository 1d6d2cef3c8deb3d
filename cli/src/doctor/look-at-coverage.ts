import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { ProductCoverage } from '@lastro/contract/operator/operator-coverage.ts'
import type { SectionCoverage } from '@lastro/contract/reports/coverage.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { sectionIds, sectionName, sections } from '@lastro/contract/reports/sections.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { endsWithinNotice } from '@lastro/rules/reports/coverage-end.ts'
import type { Clock } from '@lastro/service/clock.ts'
import { type CoverageDeps, coverageByProduct } from '@lastro/service/features/reports/coverage.ts'
import { ownSources } from '@lastro/service/program/open-sources.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Finding } from './finding.ts'

/** For each product and document type: what is covered, by which source, and until when. */
export const lookAtCoverage = async (store: Store, clock: Clock): Promise<readonly Finding[]> => {
  const coverage = await coverageNow(store, clock)
  return coverageByProduct(coverage, products, wholeContract).map((one) => findingOf(one, coverage.today))
}

/** Production without declared sources, which depend on a contract. Snapshots need not be opened. */
async function coverageNow(store: Store, clock: Clock): Promise<CoverageDeps> {
  const dates = new Map((await store.dataCatalogue.served()).map(({ dataSet, date }) => [dataSet, date]))
  const served = {
    isServed: (dataSet: string) => dates.has(dataSet),
    dateOf: (dataSet: string) => dates.get(dataSet),
    reading: () => undefined,
  }
  return {
    sources: ownSources({ store, clock, served }).production,
    creditors: await store.listings.countCreditors(productionRegister),
    today: dayAt(clock.nowMs()),
  }
}

const negativeNames: ReadonlySet<string> = new Set(
  sectionIds.filter((id) => sections[id].path[0] === 'negativeData').map(sectionName),
)

function findingOf(of: ProductCoverage, today: Day): Finding {
  const all = [...of.sections, ...of.features.flatMap((feature) => feature.sections)]
  const hasNegative = of.sections.some(({ section }) => negativeNames.has(section))
  const missing = of.sections.filter(
    (one) =>
      endsWithinNotice(one, today) ||
      (one.coverage === 'none' && (!hasNegative || negativeNames.has(one.section))),
  )
  const text = (language: Language): string =>
    [`${of.product} ${of.documentType}: ${coverageText(all, language)}.`, adviceFor(of, missing)?.[language]]
      .filter((part) => part !== undefined)
      .join(' ')
  return {
    of: 'coverage',
    state: missing.length === 0 ? 'well' : 'look',
    text: { pt: text('pt'), en: text('en') },
  }
}

/** Groups sections with the same coverage: `complete check, notary (bureau until 2027-01-02)`. */
function coverageText(all: readonly SectionCoverage[], language: Language): string {
  const alike = Map.groupBy(all, (one) => `${words[one.coverage][language]} ${JSON.stringify(one.sources)}`)
  return [...alike.values()]
    .map((some) => {
      const names = [...new Set(some.map(({ section }) => section))].join(', ')
      const [{ coverage, sources } = { coverage: 'none' as const, sources: [] }] = some
      const by = sources.map(({ source, until }) =>
        until === undefined ? source : `${source} ${words.until[language]} ${until}`,
      )
      return `${words[coverage][language]} ${names}${by.length === 0 ? '' : ` (${by.join(', ')})`}`
    })
    .join('; ')
}

/** What to load, declared as it was: a copied command must not call partial data complete. */
function adviceFor({ documentType }: ProductCoverage, missing: readonly SectionCoverage[]): Text | undefined {
  if (missing.length === 0) return undefined
  const byOption = Map.groupBy(missing, ({ coverage }) => (coverage === 'partial' ? ' --partial' : ''))
  const commands = (file: string, day: string) =>
    [...byOption]
      .map(([partial, some]) => {
        const names = some.map(({ section }) => section).join(',')
        return `lastro bureau load ${file} --covers ${names} --for ${documentType.toLowerCase()} --as-of ${day}${partial}`
      })
      .join('; ')
  const ending = missing.filter(({ coverage }) => coverage !== 'none').map(({ section }) => section)
  return {
    pt: `${ending.length === 0 ? '' : `Termina em até 7 dias: ${ending.join(', ')}. `}Quando tiver os dados: ${commands('ARQUIVO', 'DIA')}`,
    en: `${ending.length === 0 ? '' : `Ends within 7 days: ${ending.join(', ')}. `}Once you have the data: ${commands('FILE', 'DAY')}`,
  }
}

const words = {
  complete: { pt: 'completa', en: 'complete' },
  partial: { pt: 'parcial', en: 'partial' },
  none: { pt: 'sem dados', en: 'no data' },
  until: { pt: 'até', en: 'until' },
} as const
