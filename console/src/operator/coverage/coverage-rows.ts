import type { CoverageDeclaration, ProductCoverage } from '@lastro/contract/operator/operator-coverage.ts'
import type { SectionCoverage } from '@lastro/contract/reports/coverage.ts'
import { addDays, type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import { isWithinNotice } from '@lastro/rules/reports/coverage-end.ts'

/** A section of a product for one document type; `isAdditional` where only a feature adds it. */
export type CoverageRow = SectionCoverage & { readonly isAdditional: boolean }

type Products = readonly ProductCoverage[]

/** The products of an overview, in its order, each with its document types. */
export const byProduct = (products: Products): readonly (readonly [string, readonly ProductCoverage[]])[] => [
  ...Map.groupBy(products, ({ product }) => product),
]

/** The sections of a product, each once per document type: its own first, then those of its features. */
export function rowsOf(types: readonly ProductCoverage[]): readonly CoverageRow[] {
  const own = types.flatMap(({ sections }) => sections.map((one) => ({ ...one, isAdditional: false })))
  const added = types.flatMap(({ features }) =>
    features.flatMap(({ sections }) => sections.map((one) => ({ ...one, isAdditional: true }))),
  )
  const rows = new Map<string, CoverageRow>()
  for (const row of [...own, ...added]) {
    const key = keyOf(row)
    if (!rows.has(key)) rows.set(key, row)
  }
  return [...rows.values()]
}

export const keyOf = ({ section, documentType }: Pick<SectionCoverage, 'section' | 'documentType'>): string =>
  `${section} ${documentType}`

/** How many of a product's own sections have data, over all its document types. */
export function countOf(types: readonly ProductCoverage[]): { readonly none: number; readonly all: number } {
  const own = types.flatMap(({ sections }) => sections)
  return { none: own.filter(({ coverage }) => coverage === 'none').length, all: own.length }
}

/** Products and document types without any data: their queries are refused. */
export const withoutData = (products: Products): readonly ProductCoverage[] =>
  products.filter(({ coverage }) => coverage === 'none')

/** Declarations in force that end within a week, the next to end first. */
export const endingSoon = (
  declarations: readonly CoverageDeclaration[],
  today: Day,
): readonly CoverageDeclaration[] =>
  declarations
    .filter(({ state, until }) => {
      const day = parseDay(until)
      return state === 'in_force' && day !== undefined && isWithinNotice(day, today)
    })
    .toSorted((one, other) => one.until.localeCompare(other.until))

/** The effect of ending a declaration: from which day, and which other sources still cover the section then. */
export type Effect = {
  /** Undefined: at once. */
  readonly from: Day | undefined
  readonly remaining: readonly string[]
}

/** `until` is the new last day; undefined where the declaration is withdrawn. */
export function effectOf(
  { section, documentType }: Pick<CoverageDeclaration, 'section' | 'documentType'>,
  until: string | undefined,
  { products, today }: { readonly products: Products; readonly today: Day },
): Effect {
  const last = until === undefined ? undefined : parseDay(until)
  const row = rowsOf(products).find((one) => one.section === section && one.documentType === documentType)
  return {
    from: last === undefined || last < today ? undefined : addDays(last, 1),
    remaining: (row?.sources ?? []).map(({ source }) => source).filter((source) => source !== 'bureau'),
  }
}
