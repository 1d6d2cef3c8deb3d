import type { KeptDecision, ReviewRequest } from '@lastro/contract/decisions/decisions.ts'
import { useState } from 'react'
import { ActDialog } from '../parts/dialogs/act-dialog.tsx'
import { AreaField, SelectField } from '../parts/forms/field.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { decisionWords } from '../words/analyst/decisions.ts'
import { decisionsName } from './read-names.ts'

type ReviewDialogProps = { readonly decision: KeptDecision; readonly onClose: () => void }

/** What a person decides over a decision, with the reason. */
export function ReviewDialog({ decision, onClose }: ReviewDialogProps) {
  const say = useSay(decisionWords)
  const { decisions } = useSession().lastro
  const [outcome, setOutcome] = useState<ReviewRequest['outcome']>(
    decision.finalOutcome === 'approve' ? 'decline' : 'approve',
  )
  const [reason, setReason] = useState('')
  return (
    <ActDialog
      title={say('doReview')}
      text={say('reviewText')}
      button={say('save')}
      act={() => decisions.review(decision.id, { outcome, reason: reason.trim() }, decision)}
      changes={decisionsName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <>
          <SelectField
            label={say('youDecide')}
            value={outcome}
            onChange={(event) => setOutcome(event.target.value === 'decline' ? 'decline' : 'approve')}
          >
            <option value="approve">{say('toApprove')}</option>
            <option value="decline">{say('toDecline')}</option>
          </SelectField>
          <AreaField
            label={say('why')}
            help={say('whyHelp')}
            required
            rows={3}
            maxLength={2000}
            value={reason}
            wrong={wrong.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </ActDialog>
  )
}
