import { isProblem } from '@lastro/client/problem.ts'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { fieldName } from '../../voice/field-names.ts'
import { contractWords } from '../../words/operator/contract.ts'
import { shellWords } from '../../words/shell/shell.ts'
import type { ContractChange } from './contract-changes.ts'

type SaveBarProps = {
  readonly changes: readonly ContractChange[]
  /** What cannot be sent as it was typed. */
  readonly unreadable: readonly string[]
  readonly isSaving: boolean
  readonly error: unknown
  /** The version that was saved; undefined until one is, and once something is typed again. */
  readonly savedVersion: number | undefined
  readonly onSave: () => void
  readonly onUndo: () => void
  readonly onReadAgain: () => void
}

/** Always in sight: how much is not saved yet, what was wrong with the last try, and the way to save. */
export function SaveBar(props: SaveBarProps) {
  const { changes, unreadable, isSaving, error, savedVersion, onSave, onUndo, onReadAgain } = props
  const say = useSay(contractWords)
  const { language } = useLanguage()
  const [isReviewing, setIsReviewing] = useState(false)
  const [isHeldBack, setIsHeldBack] = useState(false)
  const names = [...new Set(unreadable.map((field) => fieldName(field, language) ?? field))]
  const review = (form: HTMLFormElement | null) => {
    if (form?.reportValidity() === false) return
    setIsHeldBack(unreadable.length > 0)
    setIsReviewing(unreadable.length === 0 && changes.length > 0)
    if (unreadable.length > 0) form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <div className="save-bar">
      {names.length > 0 && (
        <Notice tone={isHeldBack ? 'bad' : 'warn'}>{say('unreadable', { fields: names.join(', ') })}</Notice>
      )}
      {savedVersion !== undefined && <Notice tone="good">{say('saved', { version: savedVersion })}</Notice>}
      <Refused error={error} onReadAgain={onReadAgain} />
      <div className="acts">
        {/* What cannot be read is no change yet, and not nothing either. */}
        <span role="status">{unreadable.length === 0 && howMany(changes.length, say)}</span>
        {changes.length + unreadable.length > 0 && (
          <button type="button" className="plain" onClick={onUndo}>
            {say('undo')}
          </button>
        )}
        <BusyButton
          type="button"
          className="main"
          isBusy={isSaving}
          onClick={(event) => review(event.currentTarget.form)}
        >
          {say('save')}
        </BusyButton>
      </div>
      {isReviewing && (
        <Review
          changes={changes}
          onClose={() => setIsReviewing(false)}
          onSave={() => {
            setIsReviewing(false)
            onSave()
          }}
        />
      )}
    </div>
  )
}

function howMany(
  count: number,
  say: (word: 'unchanged' | 'changedOne' | 'changedMany', values?: { count: number }) => string,
): ReactNode {
  if (count === 0) return <span className="muted">{say('unchanged')}</span>
  return <strong>{count === 1 ? say('changedOne') : say('changedMany', { count })}</strong>
}

function Refused({ error, onReadAgain }: { readonly error: unknown; readonly onReadAgain: () => void }) {
  const say = useSay(contractWords)
  if (error === null || error === undefined) return null
  if (!isProblem(error, 'contract_changed')) return <ProblemNotice error={error} />
  return (
    <Notice tone="bad">
      <p>{say('conflict')}</p>
      <button type="button" onClick={onReadAgain}>
        {say('reload')}
      </button>
    </Notice>
  )
}

type ReviewProps = {
  readonly changes: readonly ContractChange[]
  readonly onSave: () => void
  readonly onClose: () => void
}

/** The last look before a contract is another. */
function Review({ changes, onSave, onClose }: ReviewProps) {
  const say = useSay(contractWords)
  const sayShell = useSay(shellWords)
  return (
    <Dialog title={say('reviewTitle')} onClose={onClose}>
      <p className="muted">{say('reviewText')}</p>
      <dl className="changes">
        {changes.map(({ name, gone, comes }) => (
          <div key={name}>
            <dt>{name}</dt>
            {gone !== '' && (
              <dd>
                {say('gone')} <del>{gone}</del>
              </dd>
            )}
            {comes !== '' && (
              <dd>
                {say('comes')} <ins>{comes}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <div className="acts">
        <button type="button" onClick={onClose}>
          {sayShell('cancel')}
        </button>
        <button type="button" className="main" onClick={onSave}>
          {say('save')}
        </button>
      </div>
    </Dialog>
  )
}
