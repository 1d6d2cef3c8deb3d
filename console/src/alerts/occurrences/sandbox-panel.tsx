import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import { documentText } from '@lastro/reading/value-text.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { MoveClock } from '../../sandbox/move-clock.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { scenarioText } from '../../voice/scenario-text.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { occurrencesName } from '../alert-names.ts'
import { EventField, eventOf } from '../event-field.tsx'

/** In the sandbox events happen when one wants them to. */
export function SandboxPanel() {
  const say = useSay(alertWords)
  return (
    <details className="panel">
      <summary>{say('sandboxTitle')}</summary>
      <p className="muted">{say('sandboxLede')}</p>
      <div className="beside">
        <Trigger />
        <MoveClock />
      </div>
    </details>
  )
}

function Trigger() {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState('')
  const [event, setEvent] = useState<AlertEvent>('listing.published')
  const { data: documents = [] } = useQuery({
    queryKey: ['test documents', language],
    queryFn: () => lastro.sandbox.documents(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const documento = chosen || documents[0]?.documento
  const trigger = useMutation({
    mutationFn: (asked: { documento: string; event: AlertEvent }) => lastro.sandbox.event(asked),
    onSuccess: () => queries.invalidateQueries({ queryKey: occurrencesName }),
  })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (documento !== undefined) trigger.mutate({ documento, event })
  }
  return (
    <form onSubmit={submit}>
      <SelectField
        label={say('testDocument')}
        value={documento}
        onChange={(changed) => setChosen(changed.target.value)}
      >
        {documents.map((one) => (
          <option key={one.documento} value={one.documento}>
            {documentText(one.documento)} · {scenarioText(one.title, language)}
          </option>
        ))}
      </SelectField>
      <EventField value={event} onChoose={(text) => setEvent(eventOf(text) ?? event)} />
      {trigger.isError && <ProblemNotice error={trigger.error} />}
      {trigger.isSuccess &&
        (trigger.data.occurrences.length === 0 ? (
          <Notice tone="warn">{say('notWatched')}</Notice>
        ) : (
          <Notice tone="good">{say('triggered')}</Notice>
        ))}
      <div className="acts">
        <BusyButton isBusy={trigger.isPending}>{say('trigger')}</BusyButton>
      </div>
    </form>
  )
}
