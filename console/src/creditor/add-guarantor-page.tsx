import type { GuarantorRequest, ListingStatus } from '@lastro/contract/listings/listings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { Answered } from '../parts/answered.tsx'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { bodyOf } from '../parts/forms/form-values.ts'
import { useUnsaved } from '../parts/forms/unsaved.ts'
import { useFormFaults } from '../parts/forms/use-form-faults.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { useSession } from '../shell/session/session.ts'
import { creditorWords } from '../words/creditor/creditor.ts'
import { partyValues } from './debt-values.ts'
import { listingName } from './listing/listing-place.ts'
import { PartyFields } from './party-fields.tsx'
import { useRefusedFields } from './refused-field.ts'
import { useRefused, WasRefused } from './was-refused.tsx'

/** Somebody who guarantees the debt: told apart, with a period apart. */
export function AddGuarantorPage() {
  const { id = '' } = useParams()
  const say = useSay(creditorWords)
  const [search] = useSearchParams()
  const guarantorId = search.get('de') ?? undefined
  const refused = useRefused(guarantorId === undefined ? {} : { id, guarantorId })
  return (
    <Page title={say('addGuarantor')}>
      {guarantorId === undefined ? (
        <GuarantorForm id={id} />
      ) : (
        <Answered query={refused}>
          {(listing) => <GuarantorForm key={listing.id} id={id} refused={listing} />}
        </Answered>
      )}
    </Page>
  )
}

type GuarantorFormProps = { readonly id: string; readonly refused?: ListingStatus }

function GuarantorForm({ id, refused }: GuarantorFormProps) {
  const say = useSay(creditorWords)
  const { lastro } = useSession()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [first] = useState(() => (refused === undefined ? {} : partyValues(refused)))
  const [values, setValues] = useState(first)
  const settled = useUnsaved(Object.entries(values).some(([name, value]) => value !== (first[name] ?? '')))
  const insert = useMutation({
    mutationFn: (guarantor: GuarantorRequest) => lastro.listings.guarantors(id).insert(guarantor),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: listingName })
      settled()
      navigate(`/dividas/${id}`)
    },
  })
  const {
    form,
    wrong: missing,
    looked,
    summary,
  } = useFormFaults(() => insert.mutate({ address: {}, ...bodyOf(values) } as unknown as GuarantorRequest))
  const wrong = useRefusedFields(insert.error)
  return (
    <form className="panel" {...form}>
      {refused !== undefined && <WasRefused listing={refused} />}
      <PartyFields
        isGuarantor
        values={values}
        wrong={{ ...wrong, ...missing }}
        onChange={(name, value) => {
          setValues((before) => ({ ...before, [name]: value }))
          looked()
        }}
      />
      {summary || (insert.isError && <ProblemNotice error={insert.error} />)}
      <div className="acts">
        <BusyButton className="main" isBusy={insert.isPending}>
          {say('addGuarantor')}
        </BusyButton>
      </div>
    </form>
  )
}
