import type { GuarantorRequest } from '@lastro/contract/listings/listings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { bodyOf } from '../parts/forms/form-values.ts'
import { useUnsaved } from '../parts/forms/unsaved.ts'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { creditorWords } from '../words/creditor.ts'
import { listingName } from './listing-place.ts'
import { PartyFields } from './party-fields.tsx'
import { useRefusedFields } from './refused-field.ts'

/** Somebody who guarantees the debt: told apart, with a period apart. */
export function AddGuarantorPage() {
  const { id = '' } = useParams()
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [values, setValues] = useState<Record<string, string>>({})
  const settled = useUnsaved(Object.values(values).some((value) => value !== ''))
  const insert = useMutation({
    mutationFn: (guarantor: GuarantorRequest) => lastro.listings.guarantors(id).insert(guarantor),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: listingName })
      settled()
      navigate(`/dividas/${id}`)
    },
  })
  const wrong = useRefusedFields(insert.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    insert.mutate({ address: {}, ...bodyOf(values) } as unknown as GuarantorRequest)
  }
  return (
    <Page title={say('addGuarantor')}>
      <form className="panel" onSubmit={submit}>
        <PartyFields
          isGuarantor
          values={values}
          wrong={wrong}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        />
        {insert.isError && <ProblemNotice error={insert.error} />}
        <div className="acts">
          <BusyButton className="main" isBusy={insert.isPending}>
            {say('addGuarantor')}
          </BusyButton>
        </div>
      </form>
    </Page>
  )
}
