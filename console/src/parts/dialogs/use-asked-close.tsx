import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useUnsaved } from '../forms/unsaved.ts'
import { AskToLeave } from './ask-to-leave.tsx'
import { typedFields } from './typed-fields.ts'

type Fields = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * The way out of a dialog with fields, however it is taken: at once where nothing was typed, and otherwise after a
 * question. `form` goes on its form, `question` below it; `saved` is called once what was typed is.
 */
export function useAskedClose(onClose: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const [fields] = useState(() => typedFields<Fields>())
  const [isTyped, setIsTyped] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const forget = useUnsaved(isTyped)
  const see = () => fields.see(form.current?.querySelectorAll<Fields>('input, select, textarea') ?? [])
  useLayoutEffect(see, [])
  const question: ReactNode = isAsking && <AskToLeave onStay={() => setIsAsking(false)} onLeave={onClose} />
  return {
    // Fields that came later are seen before anybody can type into them.
    form: {
      ref: form,
      onFocusCapture: see,
      onPointerDownCapture: see,
      onInput: (_: FormEvent) => setIsTyped(fields.isTyped()),
    },
    close: () => (fields.isTyped() ? setIsAsking(true) : onClose()),
    saved: () => {
      forget()
      setIsTyped(false)
    },
    question,
  }
}
