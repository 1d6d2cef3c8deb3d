import type { OccurrenceData, PolicyOutcome } from '@lastro/contract/alerts/alerts.ts'
import type { ListingChange } from '@lastro/contract/listings/listing-codes.ts'
import { outcomeWords } from '@lastro/reading/policies/explanation-words.ts'
import { dateText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { Facts } from '../../parts/facts.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { changedName, sectionName } from '../../voice/changed-name.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { changeWords } from '../../words/creditor/changes.ts'

/** What changed, by the kind of event: of each only what was told. */
export function WhatChanged({ data }: { readonly data: OccurrenceData }) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const { change, visible, listing, partners, publicDebt, negative, sanction, decision, changes = [] } = data
  const partnerText = ({ name, role }: { readonly name?: string; readonly role?: string }) =>
    [name, role].flatMap((one) => (one === undefined ? [] : [printable(one)])).join(', ')
  const outcomeText = ({ outcome, reason, version }: PolicyOutcome) =>
    say('policyOutcome', {
      outcome: outcomeWords[outcome][language],
      reason: printable(reason[language]),
      version,
    })
  const facts = [
    {
      label: say('change'),
      value: change && (changeWords[change as ListingChange]?.[language] ?? say('changedOtherwise')),
    },
    { label: say('visible'), value: visible && say(visible === 'true' ? 'isVisible' : 'isHidden') },
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
    { label: say('negativeCount'), value: negative?.summary.count },
    { label: say('balance'), value: negative?.summary.balance && moneyText(negative.summary.balance) },
    { label: say('register'), value: sanction?.register },
    { label: say('category'), value: sanction?.category },
    { label: say('since'), value: sanction?.startDate && dateText(sanction.startDate) },
    { label: say('policy'), value: decision && printable(decision.policy) },
    { label: say('outcomeBefore'), value: decision && outcomeText(decision.before) },
    { label: say('outcomeAfter'), value: decision && outcomeText(decision.after) },
  ].filter(({ value }) => value !== undefined && value !== '')
  if (facts.length === 0 && changes.length === 0) return null
  return (
    <section className="panel">
      <h2>{say('whatChanged')}</h2>
      {facts.length > 0 && <Facts facts={facts} />}
      {changes.length > 0 && <FieldChanges changes={changes} />}
      {negative !== undefined && <NegativeItems items={negative.items} />}
    </section>
  )
}

type Negative = NonNullable<OccurrenceData['negative']>

function NegativeItems({ items }: { readonly items: Negative['items'] }) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const rows = items.map((item, at) => ({ ...item, key: String(at) }))
  return (
    <DataTable
      caption={say('negativeItems')}
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { label: say('section'), cell: (row) => sectionName(row.section, language) },
        { label: say('occurrenceDate'), cell: (row) => dateText(row.occurrenceDate) },
        {
          label: say('creditor'),
          cell: (row) => printable(row.creditorName ?? row.bankName ?? row.bankId ?? row.city ?? ''),
        },
        {
          label: say('contract'),
          cell: (row) => printable(row.contractId ?? row.checkNumber ?? row.officeNumber ?? ''),
        },
        { label: say('amount'), cell: (row) => (row.amount === undefined ? '' : moneyText(row.amount)) },
      ]}
    />
  )
}

function FieldChanges({ changes }: { readonly changes: NonNullable<OccurrenceData['changes']> }) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  const isTold = ({ before, after }: (typeof changes)[number]) => before !== undefined || after !== undefined
  return (
    <DataTable
      caption={say('whatChanged')}
      rows={changes}
      rowKey={(row) => row.field}
      columns={[
        { label: say('field'), cell: (row) => changedName(row.field, language) },
        { label: say('before'), cell: (row) => (isTold(row) ? printable(row.before ?? say('nothing')) : '') },
        {
          label: say('after'),
          cell: (row) => (isTold(row) ? printable(row.after ?? say('nothing')) : say('notTold')),
        },
      ]}
    />
  )
}
