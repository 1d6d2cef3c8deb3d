import { type FormEvent, useRef, useState } from 'react'
import { useSay } from '../../shell/language.tsx'
import { formWords } from '../../words/shell/forms.ts'
import { Notice } from '../notice.tsx'
import { type Checked, type FormFault, formFaults } from './form-faults.ts'
import type { WrongFields } from './use-wrong-fields.ts'

/**
 * A long form that tells all that is missing at once, above its button and at each field, where the browser would tell
 * one after another. What is sent after that is the service's to judge.
 */
export function useFormFaults(send: () => void) {
  const say = useSay(formWords)
  const place = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<readonly FormFault[]>([])
  const textOf = ({ kind, said }: FormFault) => (kind === 'other' ? said : say(kind))
  const wrong: WrongFields = Object.fromEntries(faults.map((one) => [one.name, textOf(one)]))
  const look = () => formFaults(fieldsOf(place.current))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = look()
    setFaults(found)
    if (found.length === 0) return send()
    fieldNamed(place.current, found[0]?.name)?.focus()
  }
  return {
    form: { ref: place, noValidate: true, onSubmit: submit },
    wrong,
    /** After something was typed: what was mended is told no more. */
    looked: () => {
      if (faults.length > 0) requestAnimationFrame(() => setFaults(look()))
    },
    summary: faults.length > 0 && (
      <Notice tone="bad">
        <p>
          <strong>{say(faults.length === 1 ? 'oneFault' : 'manyFaults', { count: faults.length })}</strong>
        </p>
        <ul>
          {faults.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                className="link"
                onClick={() => fieldNamed(place.current, one.name)?.focus()}
              >
                {one.label}
              </button>
              : {textOf(one)}
            </li>
          ))}
        </ul>
      </Notice>
    ),
  }
}

const fieldsOf = (form: HTMLFormElement | null): readonly Checked[] =>
  [...(form?.elements ?? [])].filter(
    (one): one is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
      'labels' in one && 'name' in one && one.name !== '',
  )

const fieldNamed = (form: HTMLFormElement | null, name = ''): HTMLElement | undefined => {
  const found = form?.elements.namedItem(name)
  return found instanceof HTMLElement ? found : undefined
}
