import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { ChoiceBoxes } from '../parts/forms/choice-boxes.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { eventName } from '../voice/event-name.ts'
import { alertWords } from '../words/creditor/alerts.ts'

/** Some events; all of them, those of tomorrow too, where it is undefined. */
export type ChosenEvents = readonly string[] | undefined

type EventChoiceProps = {
  readonly events: ChosenEvents
  readonly onChoose: (events: ChosenEvents) => void
  readonly wrong?: string | undefined
}

export function EventChoice({ events, onChoose, wrong }: EventChoiceProps) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  return (
    <ChoiceBoxes
      legend={say('events')}
      wrong={wrong}
      choices={(events === undefined ? [] : alertEventNames).map((code) => ({
        code,
        name: eventName(code, language),
      }))}
      chosen={events ?? []}
      onChoose={onChoose}
    >
      <label className="choice lone-choice">
        <input
          type="checkbox"
          checked={events === undefined}
          onChange={(event) => onChoose(event.target.checked ? undefined : [])}
        />
        <span>{say('allEvents')}</span>
      </label>
    </ChoiceBoxes>
  )
}

/** What a registration receives, as a choice: the service names them all where none were chosen. */
export const chosenOf = (events: readonly string[]): ChosenEvents =>
  events.length === alertEventNames.length ? undefined : events

/** How many, and which where somebody points at it. */
export function EventCount({ events }: { readonly events: readonly string[] }) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  if (chosenOf(events) === undefined) return say('allOfThem')
  const named = alertEventNames.filter((one) => events.includes(one))
  return (
    <details className="inline">
      <summary>{say('someEvents', { count: events.length, total: alertEventNames.length })}</summary>
      <ul>
        {named.map((one) => (
          <li key={one}>{eventName(one, language)}</li>
        ))}
      </ul>
    </details>
  )
}
