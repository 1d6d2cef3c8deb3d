import { isProblem } from '@lastro/client/problem.ts'
import { useEffect, useRef } from 'react'
import { useLanguage, useSay } from '../shell/language.tsx'
import { isSessionEnded, unrefused } from '../voice/unrefused.ts'
import { useVoice } from '../voice/use-voice.ts'
import { shellWords } from '../words/shell/shell.ts'
import { Notice } from './notice.tsx'

type ProblemNoticeProps = {
  readonly error: unknown
  /** Offered where the same may well succeed in a moment. */
  readonly onRetry?: (() => void) | undefined
}

/**
 * What went wrong and what to do about it, in words for a person; with the request's id, for whoever has to ask. In a
 * form it sums up what is to be corrected and goes to the first field that is wrong.
 */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const say = useSay(shellWords)
  const { language } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const voice = useVoice(isProblem(error))
  useEffect(() => {
    if (error === undefined) return
    // Whoever comes back from the sign-in looks at the head of the page, and would take it for done.
    if (isSessionEnded(error)) return place.current?.focus()
    place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error, voice])
  const wrong =
    unrefused(error, language, navigator.onLine) ??
    (isProblem(error) ? voice?.whatWasRefused(error, language) : undefined)
  if (wrong === undefined) return null
  const { title, text, fields, requestId } = wrong
  return (
    <Notice tone="bad">
      <div ref={place} tabIndex={-1}>
        <p>
          <strong>{title}</strong>
        </p>
        {fields.length > 0 && (
          <ul>
            {fields.map((one) => (
              <li key={one.field}>{one.name === undefined ? one.text : `${one.name}: ${one.text}`}</li>
            ))}
          </ul>
        )}
        <p>{text}</p>
        {requestId !== undefined && <p className="code">{say('requestId', { id: requestId })}</p>}
        {onRetry !== undefined && (
          <button type="button" onClick={onRetry}>
            {say('retry')}
          </button>
        )}
      </div>
    </Notice>
  )
}
