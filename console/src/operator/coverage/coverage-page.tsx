import { systemClock } from '@lastro/client/transport/clock.ts'
import type { CoverageOverview, ProductCoverage } from '@lastro/contract/operator/operator-coverage.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Answered } from '../../parts/answered.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { sourceText } from '../../voice/source-text.ts'
import { coverageWords } from '../../words/operator/coverage.ts'
import { useOperator } from '../operations.ts'
import { coverageName } from '../operator-names.ts'
import { CoverageMark, productName, sectionText, WithoutData } from './coverage-marks.tsx'
import { byProduct, type CoverageRow, endingSoon, keyOf, rowsOf } from './coverage-rows.ts'
import { Declarations } from './declarations.tsx'

/** What production covers, section by section, and the declarations behind it. */
export function CoveragePage() {
  const say = useSay(coverageWords)
  const operator = useOperator()
  const coverage = useQuery({ queryKey: coverageName, queryFn: () => operator.coverage() })
  return (
    <Page title={say('title')} lede={say('lede')}>
      <Answered query={coverage}>
        {(overview) => (
          <>
            <WithoutData products={overview.products} />
            <EndsSoon overview={overview} />
            <Declarations overview={overview} />
            {byProduct(overview.products).map(([product, types]) => (
              <ProductTable key={product} product={product} types={types} />
            ))}
          </>
        )}
      </Answered>
    </Page>
  )
}

function EndsSoon({ overview }: { readonly overview: CoverageOverview }) {
  const say = useSay(coverageWords)
  const { language } = useLanguage()
  const ending = endingSoon(overview.declarations, dayAt(systemClock.nowMs()))
  if (ending.length === 0) return null
  return (
    <Notice tone="warn">
      {say('endsSoon')}
      <ul>
        {ending.map(({ id, section, documentType: type, until }) => (
          <li key={id}>
            {say('endsOn', { until: dateText(until), section: sectionText(section, language), type })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

type ProductTableProps = { readonly product: string; readonly types: readonly ProductCoverage[] }

function ProductTable({ product, types }: ProductTableProps) {
  const say = useSay(coverageWords)
  const { language } = useLanguage()
  const name = productName(product, language)
  return (
    <section>
      <h2>{name}</h2>
      <DataTable
        caption={name}
        rows={rowsOf(types)}
        rowKey={keyOf}
        columns={[
          {
            label: say('section'),
            cell: ({ section, isAdditional }) => (
              <>
                {sectionText(section, language)}
                {isAdditional && <span className="muted small"> ({say('additional')})</span>}
              </>
            ),
          },
          { label: say('type'), isFixed: true, cell: (row) => row.documentType },
          {
            label: say('coverage'),
            isFixed: true,
            cell: ({ coverage }) => <CoverageMark coverage={coverage} />,
          },
          {
            label: say('sources'),
            cell: (row) =>
              bySource(
                row,
                ({ source, coverage }) =>
                  `${sourceText(source, language)}${row.sources.length > 1 ? ` (${say(coverage)})` : ''}`,
              ),
          },
          {
            label: say('asOf'),
            isFixed: true,
            cell: (row) => bySource(row, ({ asOf }) => (asOf === undefined ? '—' : dateText(asOf))),
          },
          {
            label: say('until'),
            isFixed: true,
            cell: (row) => bySource(row, ({ until }) => (until === undefined ? '—' : dateText(until))),
          },
        ]}
      />
    </section>
  )
}

/** One line per source, so that its name and dates line up. */
const bySource = (
  { sources }: CoverageRow,
  textOf: (source: CoverageRow['sources'][number]) => string,
): ReactNode => sources.length > 0 && sources.map((one) => <div key={one.source}>{textOf(one)}</div>)
