import type { AlertFilter } from '@lastro/client/alerts.ts'
import { type FormEvent, useState } from 'react'
import { checkDocument } from '../parts/forms/document-check.ts'
import { DocumentField } from '../parts/forms/document-field.tsx'
import { useSay } from '../shell/language.tsx'
import { alertWords } from '../words/alerts.ts'
import { EventField, eventOf } from './event-field.tsx'

export const noFilter: AlertFilter = {}

export const isFiltered = ({ event, documento }: AlertFilter): boolean =>
  event !== undefined || documento !== undefined

/** By document and event. Neither is in the address: a document has no place there. */
export function AlertFilters({ onFilter }: { readonly onFilter: (filter: AlertFilter) => void }) {
  const say = useSay(alertWords)
  const [text, setText] = useState('')
  const [event, setEvent] = useState('')
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const check = checkDocument(text)
    if (check.kind !== 'empty' && check.kind !== 'document') return
    onFilter({
      event: eventOf(event),
      documento: check.kind === 'document' ? check.document : undefined,
    })
  }
  const clear = () => {
    setText('')
    setEvent('')
    onFilter(noFilter)
  }
  return (
    <form className="filters" onSubmit={submit}>
      <DocumentField label={say('documento')} value={text} onText={setText} data-page-field />
      <EventField value={event} onChoose={setEvent}>
        <option value="">{say('anyEvent')}</option>
      </EventField>
      <div className="acts">
        <button type="submit">{say('filter')}</button>
        <button type="button" className="plain" onClick={clear}>
          {say('clear')}
        </button>
      </div>
    </form>
  )
}
