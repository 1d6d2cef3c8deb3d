import { codesOf } from '@lastro/contract/codes-of.ts'
import { type ListingState, releaseReasons } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingStatus } from '@lastro/contract/listings/listings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { AreaField, SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { creditorWords } from '../../words/creditor/creditor.ts'
import { reviewWords } from '../../words/operator/review.ts'
import { type ListingVerb, useOperator } from '../operations.ts'
import { reviewName } from '../operator-names.ts'

/** Each act: its verb, what it says, and the members of its body. */
const acts = {
  approve: { verb: 'aprovar', text: 'approveText', members: ['reason'] },
  refuse: { verb: 'recusar', text: 'refuseText', members: ['reason'] },
  keep: { verb: 'aprovar', text: 'keepText', members: ['reason'] },
  end: { verb: 'recusar', text: 'endText', members: ['reason'] },
  suspend: { verb: 'suspender', text: 'suspendText', members: ['courtOrder'] },
  resume: { verb: 'retomar', text: 'resumeText', members: ['reason'] },
  release: { verb: 'baixar', text: 'releaseText', members: ['code', 'reason'] },
  pay: { verb: 'pagamento', text: 'payText', members: ['paidOn', 'reason'] },
  lift: { verb: 'liberar', text: 'liftText', members: ['liftingOrder', 'reason'] },
  answer: { verb: 'contestacao', text: 'answerText', members: ['outcome', 'reason'] },
} as const satisfies Record<
  string,
  { readonly verb: ListingVerb; readonly text: keyof typeof reviewWords; readonly members: readonly Member[] }
>

type Act = keyof typeof acts
type Member = 'reason' | 'courtOrder' | 'liftingOrder' | 'code' | 'paidOn' | 'outcome'

const live: readonly Act[] = ['suspend', 'pay', 'release']

/** What is offered in each state; the service has the last word. */
const offered: Readonly<Record<ListingState, readonly Act[]>> = {
  received: ['refuse', 'approve'],
  notice_queued: live,
  notice_sent: live,
  waiting: live,
  published: live,
  suspended: ['resume', 'pay', 'release'],
  refused: ['lift'],
  released: ['lift'],
  expired: [],
  withdrawn: ['lift'],
}

/** Held before its notice, it is accepted or refused; looked at later, kept or ended. */
const toLookAt = ({ state, review }: ListingStatus): readonly Act[] =>
  review === undefined || state === 'received' ? [] : ['end', 'keep']

type ReviewActsProps = {
  readonly listing: ListingStatus
  /** The name that the listing was read by. */
  readonly name: readonly unknown[]
  readonly onDone: () => void
}

export function ReviewActs({ listing, name, onDone }: ReviewActsProps) {
  const say = useSay(reviewWords)
  const [open, setOpen] = useState<Act>()
  const isDisputed = listing.dispute !== undefined && listing.dispute.outcome === undefined
  const shown = [...(isDisputed ? ['answer' as const] : []), ...toLookAt(listing), ...offered[listing.state]]
  return (
    <>
      {shown.map((act) => (
        <button
          key={act}
          type="button"
          className={act === 'approve' ? 'main' : undefined}
          onClick={() => setOpen(act)}
        >
          {say(act)}
        </button>
      ))}
      {open !== undefined && (
        <ReviewAct
          act={open}
          id={listing.id}
          version={listing.version}
          name={name}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            onDone()
          }}
        />
      )}
    </>
  )
}

type ReviewActProps = {
  readonly act: Act
  readonly id: string
  readonly version: number
  readonly name: readonly unknown[]
  readonly onDone: () => void
  readonly onClose: () => void
}

const begun: Readonly<Record<Member, string>> = {
  reason: '',
  courtOrder: '',
  liftingOrder: '',
  code: '01',
  paidOn: '',
  outcome: 'rejected',
}

/** The order that lifts an ending is sent where there is one. */
function bodyOf(members: readonly Member[], typed: Readonly<Record<Member, string>>): object {
  const filled = members.map((one) => [one, typed[one].trim()] as const)
  return Object.fromEntries(
    filled
      .filter(([name, value]) => name !== 'liftingOrder' || value !== '')
      .map(([name, value]) => [name === 'liftingOrder' ? 'courtOrder' : name, value]),
  )
}

function ReviewAct({ act, id, version, name, onDone, onClose }: ReviewActProps) {
  const say = useSay(reviewWords)
  const operator = useOperator()
  const queries = useQueryClient()
  const [typed, setTyped] = useState(begun)
  const { verb, text, members } = acts[act]
  const send = async () => {
    const body = bodyOf(members, typed)
    // The answer is the listing as it now stands: reading it again would go on record again.
    queries.setQueryData(name, await operator.onListing(id, version, verb, body))
  }
  return (
    <ActDialog
      title={say(act)}
      text={say(text)}
      button={say(act)}
      isDanger={act === 'refuse'}
      act={send}
      changes={reviewName}
      onDone={onDone}
      onClose={onClose}
    >
      {(wrong) =>
        members.map((one) => (
          <MemberField
            key={one}
            member={one}
            value={typed[one]}
            wrong={wrong[one === 'liftingOrder' ? 'courtOrder' : one]}
            onChange={(value) => setTyped({ ...typed, [one]: value })}
          />
        ))
      }
    </ActDialog>
  )
}

type MemberFieldProps = {
  readonly member: Member
  readonly value: string
  readonly wrong: string | undefined
  readonly onChange: (value: string) => void
}

function MemberField({ member, value, wrong, onChange }: MemberFieldProps) {
  const say = useSay(reviewWords)
  const sayCreditor = useSay(creditorWords)
  const { language } = useLanguage()
  const field = {
    value,
    wrong,
    required: true,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  }
  switch (member) {
    case 'reason':
      return <AreaField {...field} label={say('reason')} help={say('reasonHelp')} maxLength={1000} />
    case 'courtOrder':
      return <TextField {...field} label={say('courtOrder')} maxLength={100} />
    case 'liftingOrder':
      return (
        <TextField
          {...field}
          required={false}
          label={say('courtOrder')}
          help={say('liftingOrderHelp')}
          maxLength={100}
        />
      )
    case 'paidOn':
      return <TextField {...field} label={say('paidOn')} type="date" />
    case 'code':
      return (
        <SelectField {...field} label={say('releaseCode')}>
          {codesOf(releaseReasons).map((code) => (
            <option key={code} value={code}>
              {code} · {releaseReasons[code][language]}
            </option>
          ))}
        </SelectField>
      )
    case 'outcome':
      return (
        <SelectField {...field} label={say('outcome')}>
          <option value="rejected">{sayCreditor('rejected')}</option>
          <option value="upheld">{sayCreditor('upheld')}</option>
        </SelectField>
      )
  }
}
