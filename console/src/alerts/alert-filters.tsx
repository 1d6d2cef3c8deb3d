import type { AlertFilter } from '@lastro/client/operations/alerts.ts'
import { type FormEvent, useState } from 'react'
import { useFilter } from '../parts/filters/use-filter.ts'
import { checkDocument } from '../parts/forms/document-check.ts'
import { DocumentField } from '../parts/forms/document-field.tsx'
import { useSay } from '../shell/language.tsx'
import { alertWords } from '../words/creditor/alerts.ts'
import { EventField, eventOf } from './event-field.tsx'

const names = ['event', 'documento'] as const
type Texts = { readonly [Name in (typeof names)[number]]?: string | undefined }

/** By document and event. The event is in the address; a document has no place there. */
export function useAlertFilter() {
  const { filter, setFilter } = useFilter(names)
  const check = checkDocument(filter.documento ?? '')
  const asked: AlertFilter = {
    event: eventOf(filter.event ?? ''),
    documento: check.kind === 'document' ? check.document : undefined,
  }
  const isFiltered = asked.event !== undefined || asked.documento !== undefined
  return { asked, isFiltered, fields: { filter, onFilter: setFilter } }
}

type AlertFiltersProps = { readonly filter: Texts; readonly onFilter: (filter: Texts) => void }

export function AlertFilters({ filter, onFilter }: AlertFiltersProps) {
  const say = useSay(alertWords)
  const [text, setText] = useState(filter.documento ?? '')
  const [event, setEvent] = useState<string>(eventOf(filter.event ?? '') ?? '')
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const check = checkDocument(text)
    if (check.kind === 'empty' || check.kind === 'document') onFilter({ event, documento: text })
  }
  const clear = () => {
    setText('')
    setEvent('')
    onFilter({})
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
