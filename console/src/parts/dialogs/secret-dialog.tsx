import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSay } from '../../shell/language.tsx'
import { secretWords } from '../../words/shell/secrets.ts'
import { shellWords } from '../../words/shell/shell.ts'
import { CopyButton } from '../copy-button.tsx'
import { useAskBeforeUnload } from '../forms/ask-before-unload.ts'
import { BusyButton } from '../forms/busy-button.tsx'
import { TextField } from '../forms/field.tsx'
import { useWrongFields } from '../forms/use-wrong-fields.ts'
import { Notice } from '../notice.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { Dialog } from './dialog.tsx'
import { useAskedClose } from './use-asked-close.tsx'

export type ShownSecret = { readonly label: string; readonly value: string }

type SecretDialogProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly button: string
  readonly make: () => Promise<readonly ShownSecret[]>
  /** What is read anew once it is made. */
  readonly changes: readonly unknown[]
  readonly onClose: () => void
  readonly children?: ReactNode | ((wrong: Readonly<Record<string, string>>) => ReactNode)
}

/** Makes what is shown once. The secrets live as long as this dialog, and leaving it asks whether they are kept. */
export function SecretDialog({ title, text, button, make, changes, onClose, children }: SecretDialogProps) {
  const say = useSay(shellWords)
  const queries = useQueryClient()
  const { form, close, saved, question } = useAskedClose(onClose)
  const making = useMutation({
    mutationFn: make,
    // Nothing keeps the answer once the dialog is gone.
    gcTime: 0,
    onSuccess: () => {
      saved()
      return queries.invalidateQueries({ queryKey: changes })
    },
  })
  const wrong = useWrongFields(making.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    making.mutate()
  }
  // What is being made is shown once: whoever left now would never see it.
  const leave = () => {
    if (!making.isPending) close()
  }
  if (making.data !== undefined) {
    return <ShownOnce title={title} secrets={making.data} onClose={onClose} />
  }
  return (
    <Dialog title={title} onClose={leave}>
      <form {...form} onSubmit={submit}>
        {text !== undefined && <p>{text}</p>}
        {typeof children === 'function' ? children(wrong) : children}
        {making.isError && <ProblemNotice error={making.error} />}
        <div className="acts">
          <button type="button" onClick={leave}>
            {say('cancel')}
          </button>
          <BusyButton className="main" isBusy={making.isPending}>
            {button}
          </BusyButton>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

type ShownOnceProps = {
  readonly title: string
  readonly secrets: readonly ShownSecret[]
  readonly onClose: () => void
}

function ShownOnce({ title, secrets, onClose }: ShownOnceProps) {
  const say = useSay(secretWords)
  const [isKept, setIsKept] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  useAskBeforeUnload(!isKept)
  const leave = () => (isKept || isLeaving ? onClose() : setIsLeaving(true))
  return (
    <Dialog title={title} onClose={() => (isKept ? onClose() : setIsLeaving(true))}>
      <Notice tone="warn">{say('once')}</Notice>
      {secrets.map(({ label, value }) => (
        <div key={label} className="secret">
          <TextField label={label} readOnly className="code" value={value} onFocus={selectAll} />
          <CopyButton text={value} />
        </div>
      ))}
      <label className="choice">
        <input type="checkbox" checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />
        <span>{say('kept')}</span>
      </label>
      {isLeaving && !isKept && <Notice tone="bad">{say('leaving')}</Notice>}
      <div className="acts">
        <button type="button" className={isKept ? 'main' : isLeaving ? 'danger' : undefined} onClick={leave}>
          {say(isLeaving && !isKept ? 'leave' : 'done')}
        </button>
      </div>
    </Dialog>
  )
}

const selectAll = (event: { readonly target: HTMLInputElement }) => event.target.select()
