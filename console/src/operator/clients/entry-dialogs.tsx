import { type EntryKind, entryKinds } from '@lastro/contract/clients/entry-kinds.ts'
import type { StatementEntry } from '@lastro/contract/clients/statement.ts'
import { useRef, useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { amountOf, centsOf } from '../../parts/forms/amount.ts'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { statementWords } from '../../words/operator/statement.ts'
import { useOperator } from '../operations.ts'
import { statementsName } from '../operator-names.ts'

type EntryDialogProps = {
  readonly clientId: string
  readonly month: string
  readonly onClose: () => void
}

/** A credit or a debit, about the month that is looked at. */
export function EntryDialog({ clientId, month, onClose }: EntryDialogProps) {
  const say = useSay(statementWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const [kind, setKind] = useState<EntryKind>('credit')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const cents = centsOf(typed) ?? 0
  const amount = amountOf(typed)
  // An answer that was lost is asked for again by the same button: the same entry is recorded once.
  const sent = useRef({ text: '', key: '' })
  const record = () => {
    const entry = { kind, amount, reason, month }
    const text = JSON.stringify(entry)
    if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
    return operator.addEntry(clientId, entry, sent.current.key)
  }
  return (
    <ActDialog
      title={say('add')}
      text={say('addText')}
      button={say('record')}
      isReady={cents > 0}
      act={record}
      changes={statementsName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <SelectField
            label={say('kind')}
            value={kind}
            wrong={wrong.kind}
            onChange={(event) => setKind(event.target.value as EntryKind)}
          >
            {Object.entries(entryKinds).map(([code, name]) => (
              <option key={code} value={code}>
                {name[language]}
              </option>
            ))}
          </SelectField>
          <TextField
            label={say('amount')}
            help={say('amountHelp')}
            inputMode="decimal"
            autoComplete="off"
            required
            value={typed}
            wrong={wrong.amount}
            unfit={cents > 0 ? undefined : say('notAnAmount')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ReasonField reason={reason} wrong={wrong.reason} onReason={setReason} />
        </>
      )}
    </ActDialog>
  )
}

type ReversalDialogProps = {
  readonly clientId: string
  readonly entry: StatementEntry
  readonly onClose: () => void
}

/** The contrary of an entry. */
export function ReversalDialog({ clientId, entry, onClose }: ReversalDialogProps) {
  const say = useSay(statementWords)
  const operator = useOperator()
  const [reason, setReason] = useState('')
  return (
    <ActDialog
      title={say('reverse')}
      text={say('reverseText')}
      button={say('reverse')}
      act={() => operator.reverseEntry(clientId, entry.id, reason)}
      changes={statementsName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => <ReasonField reason={reason} wrong={wrong.reason} onReason={setReason} />}
    </ActDialog>
  )
}

type ReasonFieldProps = {
  readonly reason: string
  readonly wrong: string | undefined
  readonly onReason: (reason: string) => void
}

function ReasonField({ reason, wrong, onReason }: ReasonFieldProps) {
  const say = useSay(statementWords)
  return (
    <TextField
      label={say('reason')}
      help={say('reasonHelp')}
      required
      maxLength={300}
      autoComplete="off"
      value={reason}
      wrong={wrong}
      onChange={(event) => onReason(event.target.value)}
    />
  )
}
