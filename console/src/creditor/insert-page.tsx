import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { amountOf } from '../parts/forms/amount.ts'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { SelectField, TextField } from '../parts/forms/field.tsx'
import { bodyOf } from '../parts/forms/form-values.ts'
import { useUnsaved } from '../parts/forms/unsaved.ts'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { creditorWords } from '../words/creditor.ts'
import { type FieldsProps, PartyFields, useFieldOf } from './party-fields.tsx'
import { useRefusedFields } from './refused-field.ts'

/** One debt, with help at every field that has been got wrong before. */
export function InsertPage() {
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const [, navigate] = useLocation()
  const [values, setValues] = useState<Record<string, string>>({ section: 'listingP' })
  const isTyped = Object.entries(values).some(([name, value]) => name !== 'section' && value !== '')
  const settled = useUnsaved(isTyped)
  const insert = useMutation({
    mutationFn: (debt: ListingRequest) => lastro.listings.insert(debt),
    onSuccess: ({ id }) => {
      settled()
      navigate(`/dividas/${id}`)
    },
  })
  const wrong = useRefusedFields(insert.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { address: {}, ...bodyOf({ ...values, amount: amountOf(values.amount ?? '') }) }
    insert.mutate(body as unknown as ListingRequest)
  }
  const fields: FieldsProps = {
    values,
    wrong,
    onChange: (name, value) => setValues((before) => ({ ...before, [name]: value })),
  }
  return (
    <Page title={say('insert')} lede={say('insertLede')}>
      <form className="panel" onSubmit={submit}>
        <PartyFields {...fields} isGuarantor={false} />
        <DebtFields {...fields} />
        {insert.isError && <ProblemNotice error={insert.error} />}
        <div className="acts">
          <BusyButton className="main" isBusy={insert.isPending}>
            {say('send')}
          </BusyButton>
        </div>
      </form>
    </Page>
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
