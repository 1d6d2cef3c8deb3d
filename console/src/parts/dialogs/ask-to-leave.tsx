import { useSay } from '../../shell/language.tsx'
import { shellWords } from '../../words/shell/shell.ts'
import { Dialog } from './dialog.tsx'

type AskToLeaveProps = { readonly onStay: () => void; readonly onLeave: () => void }

/** Asked of whoever would lose what they have typed. Escape, Enter and a click beside it stay. */
export function AskToLeave({ onStay, onLeave }: AskToLeaveProps) {
  const say = useSay(shellWords)
  return (
    <Dialog title={say('unsavedTitle')} onClose={onStay}>
      <p>{say('unsavedText')}</p>
      <div className="acts">
        <button type="button" onClick={onStay}>
          {say('stay')}
        </button>
        <button type="button" className="danger" onClick={onLeave}>
          {say('leaveUnsaved')}
        </button>
      </div>
    </Dialog>
  )
}
