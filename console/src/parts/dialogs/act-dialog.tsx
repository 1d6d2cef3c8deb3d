import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useSay } from '../../shell/language.tsx'
import { shellWords } from '../../words/shell/shell.ts'
import { BusyButton } from '../forms/busy-button.tsx'
import { useWrongFields } from '../forms/use-wrong-fields.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import { Dialog } from './dialog.tsx'
import { useAskedClose } from './use-asked-close.tsx'

type ActDialogProps = {
  readonly title: string
  readonly text?: string | undefined
  readonly button: string
  /** What cannot be taken back. */
  readonly isDanger?: boolean
  /** Nothing is sent before it is. */
  readonly isReady?: boolean
  readonly act: () => Promise<unknown>
  /** What is read anew once it is done: the beginning of its name. */
  readonly changes: readonly unknown[]
  readonly onDone: () => void
  readonly onClose: () => void
  /** Its fields; with what is wrong with each, by name. */
  readonly children?: ReactNode | ((wrong: Readonly<Record<string, string>>) => ReactNode)
}

/** A question and a button: the second of two clicks. */
export function ActDialog({ title, text, button, isDanger, act, changes, ...rest }: ActDialogProps) {
  const { onDone, onClose, isReady = true, children } = rest
  const say = useSay(shellWords)
  const queries = useQueryClient()
  const { form, close, saved, question } = useAskedClose(onClose)
  const acting = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: changes })
      saved()
      onDone()
    },
  })
  const wrong = useWrongFields(acting.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) acting.mutate()
  }
  return (
    <Dialog title={title} onClose={close}>
      <form {...form} onSubmit={submit}>
        {text !== undefined && <p>{text}</p>}
        {typeof children === 'function' ? children(wrong) : children}
        {acting.isError && <ProblemNotice error={acting.error} />}
        <div className="acts">
          <button type="button" onClick={close}>
            {say('cancel')}
          </button>
          <BusyButton className={isDanger ? 'danger' : 'main'} isBusy={acting.isPending}>
            {button}
          </BusyButton>
        </div>
      </form>
      {question}
    </Dialog>
  )
}
