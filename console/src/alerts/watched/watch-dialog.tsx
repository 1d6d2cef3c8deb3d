import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { Watch } from '@lastro/contract/alerts/alert-registrations.ts'
import { documentText } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { DocumentField } from '../../parts/forms/document-field.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { watchedName } from '../alert-names.ts'
import { type ChosenEvents, chosenOf, EventChoice } from '../event-choice.tsx'
import { PolicyField } from './policy-field.tsx'

type Draft = {
  readonly events: ChosenEvents
  readonly label: string
  readonly until: string
  readonly policy: string
}

type AddWatchProps = {
  /** Whom it is about, where that is known already. */
  readonly document?: string
  /** Once it is watched; else it closes. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

export function AddWatch({ document, onClose, onDone = onClose }: AddWatchProps) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [text, setText] = useState(document === undefined ? '' : documentText(document))
  const [draft, setDraft] = useState<Draft>({ events: undefined, label: '', until: '', policy: '' })
  const { events, label, until, policy } = draft
  const act = () =>
    lastro.alerts.documents.create({
      documento: text.trim(),
      ...(events !== undefined && { events: events as AlertEvent[] }),
      ...(label.trim() !== '' && { label: label.trim() }),
      ...(until !== '' && { until }),
      ...(policy !== '' && { policy }),
    })
  return (
    <ActDialog
      title={say('watch')}
      button={say('watchNow')}
      act={act}
      changes={watchedName}
      onDone={onDone}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <DocumentField
            label={say('documento')}
            value={text}
            onText={setText}
            required
            wrong={wrong.documento}
          />
          <WatchFields draft={draft} onChange={setDraft} wrong={wrong} />
        </>
      )}
    </ActDialog>
  )
}

export function EditWatch({ watch, onClose }: { readonly watch: Watch; readonly onClose: () => void }) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const [draft, setDraft] = useState<Draft>({
    events: chosenOf(watch.events),
    label: watch.label ?? '',
    until: watch.until ?? '',
    policy: watch.policy ?? '',
  })
  const { events, label, until, policy } = draft
  const act = () =>
    lastro.alerts.documents.update(watch.id, {
      events: events === undefined ? null : (events as AlertEvent[]),
      label: label.trim() || null,
      until: until || null,
      policy: policy || null,
    })
  return (
    <ActDialog
      title={say('editWatch')}
      text={documentText(watch.documento)}
      button={say('save')}
      act={act}
      changes={watchedName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => <WatchFields draft={draft} onChange={setDraft} wrong={wrong} />}
    </ActDialog>
  )
}

type WatchFieldsProps = {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  readonly wrong: Readonly<Record<string, string>>
}

function WatchFields({ draft, onChange, wrong }: WatchFieldsProps) {
  const say = useSay(alertWords)
  return (
    <>
      <div className="fields">
        <TextField
          label={say('label')}
          help={say('labelHelp')}
          maxLength={60}
          value={draft.label}
          wrong={wrong.label}
          onChange={(event) => onChange({ ...draft, label: event.target.value })}
        />
        <TextField
          label={say('until')}
          help={say('untilHelp')}
          type="date"
          value={draft.until}
          wrong={wrong.until}
          onChange={(event) => onChange({ ...draft, until: event.target.value })}
        />
      </div>
      <PolicyField
        policy={draft.policy}
        wrong={wrong.policy}
        onChoose={(policy) => onChange({ ...draft, policy })}
      />
      <EventChoice
        events={draft.events}
        wrong={wrong.events}
        onChoose={(events) => onChange({ ...draft, events })}
      />
    </>
  )
}
