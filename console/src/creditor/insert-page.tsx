import type { ListingRequest, ListingStatus } from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { amountOf } from '../parts/forms/amount.ts'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { SelectField, TextField } from '../parts/forms/field.tsx'
import { bodyOf } from '../parts/forms/form-values.ts'
import { useUnsaved } from '../parts/forms/unsaved.ts'
import { useFormFaults } from '../parts/forms/use-form-faults.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { creditorWords } from '../words/creditor/creditor.ts'
import { debtValues } from './debt-values.ts'
import { type FieldsProps, PartyFields, useFieldOf } from './party-fields.tsx'
import { useRefusedFields } from './refused-field.ts'
import { useRefused, WasRefused } from './was-refused.tsx'

/** One debt, with help at every field that has been got wrong before; or one that was refused, to be mended. */
export function InsertPage() {
  const say = useSay(creditorWords)
  const [search] = useSearchParams()
  const refusedId = search.get('de') ?? undefined
  const refused = useRefused(refusedId === undefined ? {} : { id: refusedId })
  return (
    <Page title={say('insert')} lede={say('insertLede')}>
      {refusedId === undefined ? (
        <DebtForm />
      ) : (
        <Answered query={refused}>{(listing) => <DebtForm key={listing.id} refused={listing} />}</Answered>
      )}
    </Page>
  )
}

const nothingTyped: Readonly<Record<string, string>> = { section: 'listingP' }

function DebtForm({ refused }: { readonly refused?: ListingStatus }) {
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const [, navigate] = useLocation()
  const [first] = useState(() => (refused === undefined ? nothingTyped : debtValues(refused)))
  const [values, setValues] = useState(first)
  const isTyped = Object.entries(values).some(([name, value]) => value !== (first[name] ?? ''))
  const settled = useUnsaved(isTyped)
  const queries = useQueryClient()
  const insert = useMutation({
    mutationFn: (debt: ListingRequest) => lastro.listings.insert(debt),
    onSuccess: ({ id }) => {
      settled()
      navigate(`/dividas/${id}`)
    },
    // A refused one is on record too.
    onSettled: () => queries.invalidateQueries({ queryKey: ['listings'] }),
  })
  const send = () => {
    const body = { address: {}, ...bodyOf({ ...values, amount: amountOf(values.amount ?? '') }) }
    insert.mutate(body as unknown as ListingRequest)
  }
  const { form, wrong: missing, looked, summary } = useFormFaults(send)
  const wrong = useRefusedFields(insert.error)
  const fields: FieldsProps = {
    values,
    wrong: { ...wrong, ...missing },
    onChange: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      looked()
    },
  }
  return (
    <form className="panel" {...form}>
      {refused !== undefined && <WasRefused listing={refused} />}
      <PartyFields {...fields} isGuarantor={false} />
      <DebtFields {...fields} />
      {summary || (insert.isError && <ProblemNotice error={insert.error} />)}
      <div className="acts">
        <BusyButton className="main" isBusy={insert.isPending}>
          {say('send')}
        </BusyButton>
      </div>
    </form>
  )
}

const sections = ['listingP', 'listingR', 'collectionRecords'] as const

function DebtFields(fields: FieldsProps) {
  const say = useSay(creditorWords)
  const field = useFieldOf(fields)
  return (
    <fieldset>
      <legend>{say('groupDebt')}</legend>
      <div className="fields">
        <TextField {...field('amount', 'amountHelp')} inputMode="decimal" required />
        <TextField {...field('dueDate', 'dueDateHelp')} type="date" required />
        <TextField {...field('contractId', 'contractIdHelp')} required />
        <SelectField {...field('legalNatureId')} required>
          <option value="">{say('choose')}</option>
          {Object.entries(natures).map(([code, label]) => (
            <option key={code} value={code}>
              {code} · {label}
            </option>
          ))}
        </SelectField>
        <SelectField {...field('section')}>
          {sections.map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </SelectField>
        <TextField {...field('legalSquare')} />
        <TextField {...field('creditorDocument', 'creditorDocumentHelp')} />
      </div>
    </fieldset>
  )
}
