import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { ListingChange } from '@lastro/contract/listings/listing-codes.ts'
import { dateText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { Facts } from '../parts/facts.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { alertWords } from '../words/alerts.ts'
import { changeWords } from '../words/changes.ts'

/** What changed, by the kind of event: of each only what was told. */
export function WhatChanged({ data }: { readonly data: OccurrenceData }) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const { change, listing, partners, publicDebt, sanction, changes = [] } = data
  const partnerText = ({ name, role }: { readonly name?: string; readonly role?: string }) =>
    [name, role].flatMap((one) => (one === undefined ? [] : [printable(one)])).join(', ')
  const facts = [
    {
      label: say('change'),
      value: change && (changeWords[change as ListingChange]?.[language] ?? change),
    },
    { label: say('creditor'), value: listing?.creditorName && printable(listing.creditorName) },
    { label: say('amount'), value: listing && moneyText(listing.amount) },
    { label: say('contract'), value: listing?.contractId },
    { label: say('nature'), value: listing?.legalNature },
    { label: say('dueDate'), value: listing && dateText(listing.occurrenceDate) },
    { label: say('partnerAdded'), value: partners?.added.map(partnerText).join('; ') },
    { label: say('partnerRemoved'), value: partners?.removed.map(partnerText).join('; ') },
    { label: say('inscription'), value: publicDebt?.inscriptionNumber },
    { label: say('situation'), value: publicDebt?.situation },
    { label: say('amount'), value: publicDebt && moneyText(publicDebt.amount) },
    { label: say('register'), value: sanction?.register },
    { label: say('category'), value: sanction?.category },
    { label: say('since'), value: sanction && dateText(sanction.startDate) },
  ].filter(({ value }) => value !== undefined && value !== '')
  if (facts.length === 0 && changes.length === 0) return null
  return (
    <section className="panel">
      <h2>{say('whatChanged')}</h2>
      {facts.length > 0 && <Facts facts={facts} />}
      {changes.length > 0 && <FieldChanges changes={changes} />}
    </section>
  )
}

function FieldChanges({ changes }: { readonly changes: NonNullable<OccurrenceData['changes']> }) {
  const say = useSay(alertWords)
  const isTold = ({ before, after }: (typeof changes)[number]) => before !== undefined || after !== undefined
  return (
    <DataTable
      caption={say('whatChanged')}
      rows={changes}
      rowKey={(row) => row.field}
      columns={[
        { label: say('field'), cell: (row) => <span className="code">{row.field}</span> },
        { label: say('before'), cell: (row) => (isTold(row) ? printable(row.before ?? say('nothing')) : '') },
        {
          label: say('after'),
          cell: (row) => (isTold(row) ? printable(row.after ?? say('nothing')) : say('notTold')),
        },
      ]}
    />
  )
}
