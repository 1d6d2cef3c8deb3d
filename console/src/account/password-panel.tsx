import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { TextField } from '../parts/forms/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { accountWords } from '../words/shell/account.ts'

/** As the contract has it; the service decides. */
const passwordLengthMin = 12

const empty = { current: '', next: '', again: '' }

export function PasswordPanel() {
  const say = useSay(accountWords)
  const { operations, renew } = useSession()
  const [typed, setTyped] = useState(empty)
  const change = useMutation({
    mutationFn: operations.changePassword,
    onSuccess: (session) => {
      renew(session)
      setTyped(empty)
    },
  })
  const missingCount = passwordLengthMin - typed.next.length
  const isShort = typed.next !== '' && missingCount > 0
  const differs = typed.again !== '' && typed.again !== typed.next
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isShort && typed.again === typed.next) change.mutate({ current: typed.current, next: typed.next })
  }
  const field = (name: keyof typeof empty) => ({
    label: say(name),
    type: 'password',
    required: true,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    value: typed[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  })
  return (
    <form className="panel" onSubmit={submit}>
      <h2>{say('password')}</h2>
      {change.isSuccess && <Notice tone="good">{say('changed')}</Notice>}
      {change.isError && <ProblemNotice error={change.error} />}
      <TextField {...field('current')} />
      <TextField
        {...field('next')}
        help={say('nextHelp')}
        wrong={isShort ? say('tooShort', { count: missingCount }) : undefined}
      />
      <TextField {...field('again')} wrong={differs ? say('differs') : undefined} />
      <div className="acts">
        <BusyButton className="main" isBusy={change.isPending}>
          {say('change')}
        </BusyButton>
      </div>
    </form>
  )
}
