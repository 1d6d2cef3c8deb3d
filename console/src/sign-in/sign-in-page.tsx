import { isProblem } from '@lastro/client/problem.ts'
import type { Session, SignInRequest } from '@lastro/contract/users/sessions.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { TextField } from '../parts/forms/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page/page.tsx'
import { signInWords } from '../words/shell/sign-in.ts'

type SignInPageProps = {
  readonly signIn: (request: SignInRequest) => Promise<Session>
  readonly hasExpired: boolean
  readonly onSignedIn: (session: Session) => void
}

/** E-mail and password; then the code, of whoever turned it on. */
export function SignInPage({ signIn, hasExpired, onSignedIn }: SignInPageProps) {
  const say = useSay(signInWords)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const pauseSeconds = usePause(error)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    try {
      onSignedIn(await signIn({ email: email.trim(), password, ...(code !== undefined && { totp: code }) }))
    } catch (failure) {
      const asksCode = isProblem(failure, 'totp_required') && code === undefined
      if (asksCode || isProblem(failure, 'totp_code_invalid')) setCode('')
      setError(asksCode ? undefined : failure)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Page title={say(code === undefined ? 'title' : 'codeTitle')}>
      {hasExpired && error === undefined && <Notice>{say('expired')}</Notice>}
      {pauseSeconds > 0 ? (
        <Notice tone="warn">{say('paused', { seconds: pauseSeconds })}</Notice>
      ) : (
        error !== undefined && !isProblem(error, 'sign_in_paused') && <ProblemNotice error={error} />
      )}
      <form className="panel" onSubmit={(event) => void submit(event)}>
        {code === undefined ? (
          <>
            <TextField
              label={say('email')}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <TextField
              label={say('password')}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        ) : (
          <CodeField value={code} onText={setCode} />
        )}
        <div className="acts">
          <BusyButton className="main" isBusy={isBusy || pauseSeconds > 0}>
            {say('enter')}
          </BusyButton>
          {code !== undefined && (
            <button type="button" className="plain" onClick={() => setCode(undefined)}>
              {say('back')}
            </button>
          )}
        </div>
      </form>
      <p className="muted small">{say('help')}</p>
    </Page>
  )
}

function CodeField({ value, onText }: { readonly value: string; readonly onText: (text: string) => void }) {
  const say = useSay(signInWords)
  return (
    <TextField
      label={say('code')}
      help={say('codeHelp')}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      maxLength={6}
      required
      // It takes the place of the field that was just submitted.
      autoFocus
      value={value}
      onChange={(event) => onText(event.target.value.replace(/\D/g, ''))}
    />
  )
}

/** The seconds left of a pause that the last failure told of. */
function usePause(error: unknown): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!isProblem(error, 'sign_in_paused')) return setLeft(0)
    let seconds = error.retryAfterSeconds ?? 1
    setLeft(seconds)
    const ticking = setInterval(() => {
      seconds -= 1
      setLeft(Math.max(0, seconds))
      if (seconds <= 0) clearInterval(ticking)
    }, 1_000)
    return () => clearInterval(ticking)
  }, [error])
  return left
}
