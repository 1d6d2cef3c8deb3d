import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import { documentText, printable } from '@lastro/reading/value-text.ts'
import { Link } from 'wouter'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useSay } from '../../shell/language.tsx'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { StateMark } from '../state-mark.tsx'
import { nextStepText } from './next-step.ts'

/** Whoever guarantees the debt, each with a state of its own. */
export function Guarantors({ id, listing }: { readonly id: string; readonly listing: ListingStatus }) {
  const say = useSay(creditorWords)
  const { guarantors = [] } = listing
  return (
    <section className="panel">
      <div className="page-head">
        <h2>{say('guarantors')}</h2>
        {listing.nextStep.code !== 'none' && (
          <Link href={`/dividas/${id}/avalistas/novo`} className="button">
            {say('addGuarantor')}
          </Link>
        )}
      </div>
      {guarantors.length === 0 ? (
        <p className="muted">{say('noGuarantors')}</p>
      ) : (
        <DataTable
          caption={say('guarantors')}
          rows={guarantors}
          rowKey={(row) => row.id}
          columns={[
            {
              label: say('name'),
              cell: (row) => <Link href={`/dividas/${id}/avalistas/${row.id}`}>{printable(row.name)}</Link>,
            },
            { label: say('documento'), isFixed: true, cell: (row) => documentText(row.documento) },
            { label: say('state'), isFixed: true, cell: (row) => <StateMark listing={row} /> },
            { label: say('next'), cell: (row) => nextStepText(row.nextStep) },
          ]}
        />
      )}
    </section>
  )
}
