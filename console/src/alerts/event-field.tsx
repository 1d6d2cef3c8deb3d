import { type AlertEvent, alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import type { ReactNode } from 'react'
import { SelectField } from '../parts/forms/field.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { eventName } from '../voice/event-name.ts'
import { alertWords } from '../words/creditor/alerts.ts'

type EventFieldProps = {
  readonly value: string
  readonly onChoose: (event: string) => void
  /** The choice before the events, where there is one. */
  readonly children?: ReactNode
}

/** One of the events, in words. */
export function EventField({ value, onChoose, children }: EventFieldProps) {
  const say = useSay(alertWords)
  const { language } = useLanguage()
  return (
    <SelectField label={say('event')} value={value} onChange={(event) => onChoose(event.target.value)}>
      {children}
      {alertEventNames.map((one) => (
        <option key={one} value={one}>
          {eventName(one, language)}
        </option>
      ))}
    </SelectField>
  )
}

export const eventOf = (text: string): AlertEvent | undefined => alertEventNames.find((one) => one === text)
