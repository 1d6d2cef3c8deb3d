import { isProblem } from '@lastro/client/problem.ts'
import type { ListingPatch, ListingStatus } from '@lastro/contract/listings/listings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { useAskedClose } from '../../parts/dialogs/use-asked-close.tsx'
import { amountOf, typedAmount } from '../../parts/forms/amount.ts'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { AreaField, SelectField, TextField } from '../../parts/forms/field.tsx'
import { bodyOf, type FormValues } from '../../parts/forms/form-values.ts'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { under } from '../debt-values.ts'
import { AddressFields, type FieldsProps, useFieldOf } from '../party-fields.tsx'
import { useRefusedFields } from '../refused-field.ts'
import { type ActProps, actsAt, idAt, listingName } from './listing-place.ts'

/** Sends what was changed, and the version that it was changed from. */
export function UpdateListing({ place, listing, onDone, onClose }: ActProps) {
  const say = useSay(creditorWords)
  const sayShell = useSay(shellWords)
  const { lastro } = useSession()
  const queries = useQueryClient()
  const { form, close, saved, question } = useAskedClose(onClose)
  const [values, setValues] = useState(() => valuesOf(listing))
  const patch = patchOf(valuesOf(listing), values)
  const update = useMutation({
    mutationFn: () => actsAt(lastro, place).update(idAt(place), patch, listing),
    onSuccess: () => {
      saved()
      onDone()
    },
    // After a conflict as after a success: what stands there now is read again.
    onSettled: () => queries.invalidateQueries({ queryKey: listingName }),
  })
  const wrong = useRefusedFields(update.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(patch).length > 0) update.mutate()
  }
  const fields = {
    values,
    wrong,
    onChange: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
  }
  const field = useFieldOf(fields)
  const isDebt = place.guarantorId === undefined
  return (
    <Dialog title={say('updateTitle')} onClose={close}>
      <form {...form} onSubmit={submit}>
        {isDebt && <p className="muted">{say('updateText')}</p>}
        {isProblem(update.error, 'version_mismatch') ? (
          <Notice tone="warn">{say('conflict')}</Notice>
        ) : (
          update.isError && <ProblemNotice error={update.error} />
        )}
        <div className="fields">
          {isDebt && <TextField {...field('amount', 'amountHelp')} inputMode="decimal" required />}
          {isDebt && <TextField {...field('dueDate')} type="date" required />}
          {isDebt && <TextField {...field('paidOn', 'paidOnHelp')} type="date" />}
          <TextField {...field('birthDate')} type="date" />
          <TextField {...field('contact.email')} type="email" maxLength={254} />
          <TextField {...field('contact.phone')} type="tel" maxLength={15} />
        </div>
        <AddressFields {...fields} />
        <LawsuitFields {...fields} wasMarked={listing.flagSubJudice === 'true'} />
        <div className="acts">
          {Object.keys(patch).length === 0 && <span className="muted">{say('nothingChanged')}</span>}
          <button type="button" onClick={close}>
            {sayShell('cancel')}
          </button>
          <BusyButton className="main" isBusy={update.isPending}>
            {say('save')}
          </BusyButton>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

/** A mark that is taken back needs a reason, which the service records. */
function LawsuitFields({ wasMarked, ...fields }: FieldsProps & { readonly wasMarked: boolean }) {
  const say = useSay(creditorWords)
  const field = useFieldOf(fields)
  const isMarked = fields.values.flagSubJudice === 'true'
  return (
    <fieldset>
      <legend>{say('groupLawsuit')}</legend>
      <div className="fields">
        <SelectField {...field('flagSubJudice', 'flagSubJudiceHelp')}>
          <option value="false">{say('no')}</option>
          <option value="true">{say('yes')}</option>
        </SelectField>
        {isMarked && <TextField {...field('courtCase')} maxLength={100} />}
        {wasMarked && !isMarked && (
          <AreaField {...field('subJudiceReason', 'subJudiceReasonHelp')} maxLength={1000} required />
        )}
      </div>
    </fieldset>
  )
}

function valuesOf(listing: ListingStatus): Record<string, string> {
  const {
    amount,
    dueDate,
    paidOn = '',
    birthDate = '',
    address,
    contact,
    flagSubJudice,
    courtCase = '',
  } = listing
  return {
    amount: typedAmount(amount),
    dueDate,
    paidOn,
    birthDate,
    flagSubJudice,
    courtCase,
    ...under('address', address),
    ...under('contact', contact),
  }
}

/** What differs. An address or a contact goes whole, as the service takes it. */
export function patchOf(before: FormValues, after: FormValues): ListingPatch {
  const [kept, typed] = [before, fittingLawsuit(before, after)].map((values) =>
    values.amount === undefined ? values : { ...values, amount: amountOf(values.amount) },
  ) as [FormValues, FormValues]
  const groupOf = (name: string) => name.split('.')[0] ?? name
  const changed = new Set(
    Object.keys(typed)
      .filter((name) => (typed[name] ?? '') !== (kept[name] ?? ''))
      .map(groupOf),
  )
  return bodyOf(Object.fromEntries(Object.entries(typed).filter(([name]) => changed.has(groupOf(name)))))
}

/** What was typed into a field that is no longer there is not sent. */
const fittingLawsuit = (before: FormValues, after: FormValues): FormValues =>
  after.flagSubJudice === 'true'
    ? { ...after, subJudiceReason: '' }
    : { ...after, courtCase: before.courtCase ?? '' }
