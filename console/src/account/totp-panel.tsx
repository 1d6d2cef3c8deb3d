import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyButton } from '../parts/copy-button.tsx'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { TextField } from '../parts/forms/field.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { accountWords } from '../words/shell/account.ts'

/** The second step of signing in, turned on with an authenticator application, and off with the password and a code. */
export function TotpPanel() {
  const say = useSay(accountWords)
  const { user } = useSession()
  return (
    <section className="panel">
      <h2>{say('totp')}</h2>
      <p>{say(user.totp ? 'totpOn' : 'totpOff')}</p>
      {user.totp ? <TurnOff /> : <TurnOn />}
    </section>
  )
}

function TurnOn() {
  const say = useSay(accountWords)
  const { operations, renew } = useSession()
  const [code, setCode] = useState('')
  const begin = useMutation({ mutationFn: operations.beginTotp })
  const confirm = useMutation({ mutationFn: operations.confirmTotp, onSuccess: renew })
  if (begin.data === undefined) {
    return (
      <>
        {begin.isError && <ProblemNotice error={begin.error} />}
        <BusyButton type="button" isBusy={begin.isPending} onClick={() => begin.mutate()}>
          {say('totpBegin')}
        </BusyButton>
      </>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ code })
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label={say('totpSecret')}
        help={say('totpSecretHelp')}
        readOnly
        className="code"
        value={begin.data.secret}
      />
      <div className="acts choose">
        <CopyButton text={begin.data.secret} />
        <a href={begin.data.uri}>{say('totpLink')}</a>
      </div>
      {confirm.isError && <ProblemNotice error={confirm.error} />}
      <CodeField value={code} onChange={setCode} />
      <div className="acts">
        <BusyButton className="main" isBusy={confirm.isPending}>
          {say('totpConfirm')}
        </BusyButton>
      </div>
    </form>
  )
}

function TurnOff() {
  const say = useSay(accountWords)
  const { operations, renew } = useSession()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useMutation({ mutationFn: operations.removeTotp, onSuccess: renew })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate({ password, code })
  }
  return (
    <form onSubmit={submit}>
      {remove.isError && <ProblemNotice error={remove.error} />}
      <TextField
        label={say('current')}
        help={say('totpRemoveHelp')}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <CodeField value={code} onChange={setCode} />
      <div className="acts">
        <BusyButton className="danger" isBusy={remove.isPending}>
          {say('totpRemove')}
        </BusyButton>
      </div>
    </form>
  )
}

function CodeField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const say = useSay(accountWords)
  return (
    <TextField
      label={say('totpCode')}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      maxLength={6}
      required
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
    />
  )
}
