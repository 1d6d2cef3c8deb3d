import type { PersonFile, PersonFileRequest } from '@lastro/contract/person/person-file.ts'
import {
  type CorrectionSubject,
  correctionSubjects,
  statementLengthMax,
} from '@lastro/contract/person/request-codes.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { AreaField, SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { personWords } from '../../words/operator/person.ts'
import { useOperator } from '../operations.ts'
import { requestsName } from '../operator-names.ts'

type CorrectionDialogProps = {
  readonly file: PersonFile
  readonly asked: PersonFileRequest
  readonly onDone: () => void
  readonly onClose: () => void
}

/** A correction of anything on the file. */
export function CorrectionDialog({ file, asked, onDone, onClose }: CorrectionDialogProps) {
  const say = useSay(personWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const live = file.listings.filter(({ listing }) => listing.nextStep.code !== 'none')
  const [typed, setTyped] = useState({
    subject: 'registration',
    listingId: live[0]?.listing.id ?? '',
    field: '',
    statement: '',
  })
  const change = (name: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value })
  const { documento, identity } = asked
  const { subject, listingId, field, statement } = typed
  const isOfListing = subject === 'listing'
  return (
    <ActDialog
      title={say('correct')}
      text={say('correctText')}
      button={say('correct')}
      act={() =>
        operator.correctForPerson({
          documento,
          identity,
          subject: subject as CorrectionSubject,
          field,
          statement,
          ...(isOfListing && { listingId }),
        })
      }
      changes={requestsName}
      onDone={onDone}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <SelectField
            label={say('subject')}
            wrong={wrong.subject}
            value={subject}
            onChange={change('subject')}
          >
            {Object.entries(correctionSubjects)
              .filter(([code]) => code !== 'listing' || live.length > 0)
              .map(([code, text]) => (
                <option key={code} value={code}>
                  {text[language]}
                </option>
              ))}
          </SelectField>
          {isOfListing && (
            <SelectField
              label={say('listing')}
              wrong={wrong.listingId}
              value={listingId}
              onChange={change('listingId')}
            >
              {live.map(({ listing: { id, creditorName = '', contractId = '' } }) => (
                <option key={id} value={id}>
                  {printable(`${creditorName} ${contractId}`)}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={say('field')}
            wrong={wrong.field}
            value={field}
            maxLength={60}
            required
            onChange={change('field')}
          />
          <AreaField
            label={say('statement')}
            wrong={wrong.statement}
            value={statement}
            maxLength={statementLengthMax}
            required
            onChange={change('statement')}
          />
        </>
      )}
    </ActDialog>
  )
}
