import type { ProductCoverage } from '@lastro/contract/operator/operator-coverage.ts'
import type { Coverage } from '@lastro/contract/reports/coverage.ts'
import { useQuery } from '@tanstack/react-query'
import { Answered } from '../../parts/answered.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { coverageWords } from '../../words/operator/coverage.ts'
import { CoverageMark, productName, sectionText, WithoutData } from '../coverage/coverage-marks.tsx'
import { rowsOf } from '../coverage/coverage-rows.ts'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'

/** The coverage of a client's reports today, under its saved contract. */
export function ContractCoverage({ id }: { readonly id: string }) {
  const say = useSay(coverageWords)
  const operator = useOperator()
  const coverage = useQuery({
    // Read again whenever the contract is saved.
    queryKey: [...clientsName, 'coverage', id],
    queryFn: () => operator.coverage(id),
  })
  return (
    <section className="panel" aria-labelledby="coverage-title">
      <h2 id="coverage-title">{say('title')}</h2>
      <p className="muted">{say('ofClient')}</p>
      <Answered query={coverage}>
        {({ products }) =>
          products.length === 0 ? (
            <p className="empty">{say('noProducts')}</p>
          ) : (
            <>
              <WithoutData products={products} />
              <ProductTable products={products} />
            </>
          )
        }
      </Answered>
    </section>
  )
}

function ProductTable({ products }: { readonly products: readonly ProductCoverage[] }) {
  const say = useSay(coverageWords)
  const { language } = useLanguage()
  const sections = (of: ProductCoverage, wanted: Coverage) =>
    rowsOf([of])
      .filter(({ coverage }) => coverage === wanted)
      .map(({ section }) => sectionText(section, language))
      .join(', ')
  return (
    <DataTable
      caption={say('title')}
      rows={products}
      rowKey={(row) => `${row.product} ${row.documentType}`}
      columns={[
        { label: say('product'), cell: (row) => productName(row.product, language) },
        { label: say('type'), isFixed: true, cell: (row) => row.documentType },
        {
          label: say('coverage'),
          isFixed: true,
          cell: ({ coverage }) => <CoverageMark coverage={coverage} />,
        },
        { label: say('withData'), cell: (row) => sections(row, 'complete') },
        { label: say('inPart'), cell: (row) => sections(row, 'partial') },
        { label: say('lacking'), cell: (row) => sections(row, 'none') },
      ]}
    />
  )
}
