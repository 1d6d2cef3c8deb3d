import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { TextField } from '../parts/forms/field.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'
import { shellWords } from '../words/shell/shell.ts'

type ShareDialogProps = {
  readonly requestId: string
  readonly checkCode: string
  readonly onClose: () => void
}

/** What another person needs to confirm that this consultation happened: two codes, and nothing of the report. */
export function ShareDialog({ requestId, checkCode, onClose }: ShareDialogProps) {
  const say = useSay(reportWords)
  const sayShell = useSay(shellWords)
  return (
    <Dialog title={say('shareTitle')} onClose={onClose}>
      <p>{say('shareText')}</p>
      {[
        { label: say('requestId'), value: requestId },
        { label: say('share'), value: checkCode },
      ].map(({ label, value }) => (
        <div key={label} className="secret">
          <TextField label={label} readOnly className="code" value={value} />
          <CopyButton text={value} />
        </div>
      ))}
      <div className="acts">
        <button type="button" onClick={onClose}>
          {sayShell('close')}
        </button>
      </div>
    </Dialog>
  )
}
