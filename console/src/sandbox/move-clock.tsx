import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../parts/forms/busy-button.tsx'
import { TextField } from '../parts/forms/field.tsx'
import { instantOf } from '../parts/instant.ts'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { sandboxWords } from '../words/shell/sandbox.ts'

/** Moves the clock of the sandbox forward, by days; it never goes back. */
export function MoveClock() {
  const say = useSay(sandboxWords)
  const { lastro } = useSession()
  const queries = useQueryClient()
  const [days, setDays] = useState('1')
  const move = useMutation({
    mutationFn: () => lastro.sandbox.moveClock({ advance: `P${days}D` }),
    // What fell due on the way may have changed anything that was read.
    onSuccess: () => queries.invalidateQueries(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    move.mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label={say('days')}
        help={say('moveHelp')}
        type="number"
        min={1}
        max={3650}
        required
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      {move.isError && <ProblemNotice error={move.error} />}
      {move.isSuccess && <Notice tone="good">{say('now', { at: instantOf(move.data.now) })}</Notice>}
      <div className="acts">
        <BusyButton isBusy={move.isPending}>{say('move')}</BusyButton>
      </div>
    </form>
  )
}
