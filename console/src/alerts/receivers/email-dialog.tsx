import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { AlertEmail } from '@lastro/contract/alerts/alert-registrations.ts'
import type { Language } from '@lastro/contract/text.ts'
import { documentText } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { AreaField, SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { emailsName } from '../alert-names.ts'
import { type ChosenEvents, chosenOf, EventChoice } from '../event-choice.tsx'

type Draft = {
  readonly events: ChosenEvents
  /** As typed: one on each line. */
  readonly documents: string
  readonly digest: 'each' | 'daily'
  readonly language: Language
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function AddEmail({ onClose }: { readonly onClose: () => void }) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const [email, setEmail] = useState('')
  const [draft, setDraft] = useState<Draft>({ events: undefined, documents: '', digest: 'each', language })
  const act = () => {
    const documents = linesOf(draft.documents)
    return lastro.alerts.emails.create({
      email: email.trim(),
      digest: draft.digest,
      language: draft.language,
      ...(draft.events !== undefined && { events: draft.events as AlertEvent[] }),
      ...(documents.length > 0 && { documents }),
    })
  }
  return (
    <ActDialog
      title={say('addEmail')}
      button={say('add')}
      act={act}
      changes={emailsName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <TextField
            label={say('email')}
            type="email"
            autoComplete="off"
            maxLength={254}
            required
            value={email}
            wrong={wrong.email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <EmailFields draft={draft} onChange={setDraft} wrong={wrong} />
        </>
      )}
    </ActDialog>
  )
}

export function EditEmail({ email, onClose }: { readonly email: AlertEmail; readonly onClose: () => void }) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [draft, setDraft] = useState<Draft>({
    events: chosenOf(email.events),
    documents: (email.documents ?? []).map(documentText).join('\n'),
    digest: email.digest,
    language: email.language,
  })
  const act = () => {
    const documents = linesOf(draft.documents)
    return lastro.alerts.emails.update(email.id, {
      digest: draft.digest,
      language: draft.language,
      events: draft.events === undefined ? null : (draft.events as AlertEvent[]),
      documents: documents.length === 0 ? null : documents,
    })
  }
  return (
    <ActDialog
      title={say('editEmail')}
      text={`${email.email}. ${say('emailKept')}`}
      button={say('save')}
      act={act}
      changes={emailsName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => <EmailFields draft={draft} onChange={setDraft} wrong={wrong} />}
    </ActDialog>
  )
}

type EmailFieldsProps = {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly wrong: Readonly<Record<string, string>>
}

function EmailFields({ draft, onChange, wrong }: EmailFieldsProps) {
  const say = useSay(alertWords)
  // A list is wrong at one of its places: `documents[3]`.
  const wrongDocument = Object.entries(wrong).find(([field]) => /^document/.test(field))?.[1]
  return (
    <>
      <div className="fields">
        <SelectField
          label={say('digest')}
          value={draft.digest}
          onChange={(event) => onChange({ ...draft, digest: event.target.value as Draft['digest'] })}
        >
          <option value="each">{say('each')}</option>
          <option value="daily">{say('daily')}</option>
        </SelectField>
        <SelectField
          label={say('language')}
          value={draft.language}
          onChange={(event) => onChange({ ...draft, language: event.target.value as Language })}
        >
          <option value="pt">{say('portuguese')}</option>
          <option value="en">{say('english')}</option>
        </SelectField>
      </div>
      <AreaField
        label={say('ofDocuments')}
        help={say('ofDocumentsHelp')}
        rows={2}
        value={draft.documents}
        wrong={wrongDocument}
        onChange={(event) => onChange({ ...draft, documents: event.target.value })}
      />
      <EventChoice
        events={draft.events}
        wrong={wrong.events}
        onChoose={(events) => onChange({ ...draft, events })}
      />
    </>
  )
}
