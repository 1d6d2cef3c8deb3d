import type { FileListing, PersonFileRequest } from '@lastro/contract/person/person-file.ts'
import { statementLengthMax } from '@lastro/contract/person/request-codes.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { AreaField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { personWords } from '../../words/operator/person.ts'
import { useOperator } from '../operations.ts'
import { requestsName } from '../operator-names.ts'

type DisputeDialogProps = {
  readonly listing: FileListing
  readonly asked: PersonFileRequest
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The dispute of one listing, in the person's words. */
export function DisputeDialog({ listing, asked, onDone, onClose }: DisputeDialogProps) {
  const say = useSay(personWords)
  const operator = useOperator()
  const [statement, setStatement] = useState('')
  const { documento, identity } = asked
  return (
    <ActDialog
      title={say('dispute')}
      text={say('disputeText')}
      button={say('dispute')}
      act={() => operator.disputeForPerson({ documento, identity, listingId: listing.listing.id, statement })}
      changes={requestsName}
      onDone={onDone}
      onClose={onClose}
    >
      {(wrong) => (
        <AreaField
          label={say('statement')}
          wrong={wrong.statement}
          value={statement}
          maxLength={statementLengthMax}
          required
          onChange={(event) => setStatement(event.target.value)}
        />
      )}
    </ActDialog>
  )
}
