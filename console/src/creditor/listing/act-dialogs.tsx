import type { ListingActs } from '@lastro/client/operations/listings.ts'
import { codesOf } from '@lastro/contract/codes-of.ts'
import {
  type ReleaseReason,
  releaseReasons,
  reservedReasons,
} from '@lastro/contract/listings/listing-codes.ts'
import type { GuarantorPatch, Listing } from '@lastro/contract/listings/listings.ts'
import { afterReason, type ComingAgain } from '@lastro/rules/listings/insertion/after-release.ts'
import { type ReactNode, useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { AreaField, SelectField, TextField } from '../../parts/forms/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { type ActProps, actsAt, idAt, listingName } from './listing-place.ts'

type ListingActProps = ActProps & {
  readonly title: string
  readonly text?: string
  readonly button: string
  readonly isDanger?: boolean
  readonly isReady?: boolean
  readonly act: (acts: ListingActs<GuarantorPatch>, id: string) => Promise<Listing>
  readonly children?: ReactNode
}

function ListingAct({ place, act, ...dialog }: ListingActProps) {
  const { lastro } = useSession()
  return <ActDialog {...dialog} act={() => act(actsAt(lastro, place), idAt(place))} changes={listingName} />
}

export function Release(props: ActProps) {
  const say = useSay(creditorWords)
  const { language } = useLanguage()
  const [reason, setReason] = useState<ReleaseReason | ''>('')
  const reasons = codesOf(releaseReasons).filter((code) => !reservedReasons.includes(code))
  return (
    <ListingAct
      {...props}
      title={say('releaseTitle')}
      text={say('releaseText')}
      button={say('releaseNow')}
      isDanger
      isReady={reason !== ''}
      act={(acts, id) => acts.release(id, { reason: reason as ReleaseReason })}
    >
      <SelectField
        label={say('reason')}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value as ReleaseReason)}
      >
        <option value="">{say('choose')}</option>
        {reasons.map((code) => (
          <option key={code} value={code}>
            {code} · {releaseReasons[code][language]}
          </option>
        ))}
      </SelectField>
      <div aria-live="polite">
        {reason !== '' && <Notice tone="warn">{say(afterwards(afterReason[reason]))}</Notice>}
      </div>
    </ListingAct>
  )
}

/** Whether the debt may be listed again, once it was released for this reason. */
const afterwards = (again: ComingAgain) =>
  again === 'never'
    ? 'releasedForGood'
    : again === 'order' || again === 'reason'
      ? 'releasedUntilLifted'
      : 'releasedForNow'

export function Suspend(props: ActProps) {
  const say = useSay(creditorWords)
  const [courtOrder, setCourtOrder] = useState('')
  return (
    <ListingAct
      {...props}
      title={say('suspendTitle')}
      button={say('suspend')}
      act={(acts, id) => acts.suspend(id, { courtOrder: courtOrder.trim() })}
    >
      <TextField
        label={say('courtOrder')}
        help={say('courtOrderHelp')}
        maxLength={100}
        required
        value={courtOrder}
        onChange={(event) => setCourtOrder(event.target.value)}
      />
    </ListingAct>
  )
}

export function Resume(props: ActProps) {
  const say = useSay(creditorWords)
  return (
    <ListingAct
      {...props}
      title={say('resume')}
      text={say('resumeText')}
      button={say('resume')}
      act={(acts, id) => acts.resume(id)}
    />
  )
}

export function Dispute(props: ActProps) {
  const say = useSay(creditorWords)
  const [statement, setStatement] = useState('')
  return (
    <ListingAct
      {...props}
      title={say('dispute')}
      text={say('disputeText')}
      button={say('dispute')}
      act={(acts, id) => acts.dispute(id, { statement: statement.trim() })}
    >
      <AreaField
        label={say('disputeStatement')}
        maxLength={1000}
        required
        value={statement}
        onChange={(event) => setStatement(event.target.value)}
      />
    </ListingAct>
  )
}

const outcomes = ['rejected', 'upheld'] as const

export function AnswerDispute(props: ActProps) {
  const say = useSay(creditorWords)
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('rejected')
  const [answer, setAnswer] = useState('')
  return (
    <ListingAct
      {...props}
      title={say('answerDispute')}
      button={say('save')}
      act={(acts, id) =>
        acts.answerDispute(id, { outcome, ...(answer.trim() !== '' && { answer: answer.trim() }) })
      }
    >
      <SelectField
        label={say('outcome')}
        value={outcome}
        onChange={(event) => setOutcome(event.target.value as typeof outcome)}
      >
        {outcomes.map((one) => (
          <option key={one} value={one}>
            {say(one)}
          </option>
        ))}
      </SelectField>
      <AreaField
        label={say('disputeAnswer')}
        maxLength={1000}
        required={outcome === 'rejected'}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
    </ListingAct>
  )
}
