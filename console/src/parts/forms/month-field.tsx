import { useState } from 'react'
import { useSay } from '../../shell/language.tsx'
import { shellWords } from '../../words/shell/shell.ts'
import { TextField } from './field.tsx'

/** The month in São Paulo, three hours behind UTC. */
export const currentMonth = (nowMs: number): string =>
  new Date(nowMs - 3 * 60 * 60_000).toISOString().slice(0, 7)

type MonthFieldProps = { readonly month: string; readonly onMonth: (month: string) => void }

/** Takes a month once it is whole: some browsers have no field of their own for it. */
export function MonthField({ month, onMonth }: MonthFieldProps) {
  const say = useSay(shellWords)
  const [typed, setTyped] = useState(month)
  return (
    <TextField
      label={say('month')}
      placeholder="2026-03"
      type="month"
      pattern="\d{4}-\d{2}"
      required
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value)
        if (/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) onMonth(value)
      }}
    />
  )
}
