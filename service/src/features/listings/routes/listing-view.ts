import {
  type NextStep,
  nextSteps,
  releaseReasons,
  reviewCauses,
} from '@lastro/contract/listings/listing-codes.ts'
import type {
  ListingHistory,
  ListingNotice,
  Listing as ListingSeen,
  ListingStatus,
} from '@lastro/contract/listings/listings.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type Day, instantText } from '@lastro/rules/calendar/day.ts'
import { disputeAnswerBy } from '@lastro/rules/listings/dispute.ts'
import type { EarlierListing, HistoryEntry, Listing, NoticeRecord } from '@lastro/rules/listings/listing.ts'
import { releaseDueOn } from '@lastro/rules/listings/release.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import { isVisible } from '@lastro/rules/listings/visible.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { refusalText } from '../refusal-errors.ts'

export type Viewing = {
  readonly today: Day
  readonly language: Language
  /** The operator sees the listings of every client. */
  readonly isOperator?: boolean
}

/** A listing as its creditor sees it on a day. */
export function listingView(
  listing: Listing,
  principal: Listing | undefined,
  { today, language, isOperator = false }: Viewing,
): ListingSeen {
  const { creditor, refusal, review, release, suspension, dispute, lifted } = listing
  const earlier = isOperator ? listing.earlier && { ...listing.earlier, isOwn: true } : listing.earlier
  // A debt is paid for all who owe it.
  const paidOn = listing.paidOn ?? principal?.paidOn
  const wasTaken = listing.state !== 'refused' || listing.notice !== undefined
  return present({
    id: listing.id,
    principalId: listing.principalId,
    state: listing.state,
    version: listing.version,
    visible: isVisible(listing, principal, today),
    nextStep: nextStepView(listing, language),
    documento: listing.document,
    name: listing.name,
    birthDate: listing.birthDate,
    amount: moneyText(listing.amountCents),
    dueDate: listing.dueDate,
    contractId: listing.contractId,
    legalNatureId: listing.legalNatureId,
    section: listing.section,
    legalSquare: listing.legalSquare,
    address: listing.address,
    contact: listing.contact,
    creditorDocument: creditor?.document,
    creditorName: creditor?.name,
    flagSubJudice: listing.subJudice ? ('true' as const) : ('false' as const),
    courtCase: listing.courtCase,
    receivedAt: instantText(listing.createdAtMs),
    noticeDeliveredOn: listing.deliveredOn,
    waitingEndsOn: listing.waitingEndsOn,
    publishOn: listing.publishOn,
    expiresOn: wasTaken ? listing.expiresOn : undefined,
    paidOn,
    releaseDueOn: paidOn === undefined || !isActive(listing.state) ? undefined : releaseDueOn(paidOn),
    refusal: withEarlier(
      refusal && { code: refusal, reason: refusalText(refusal, listing, language) },
      earlier,
    ),
    review: withEarlier(worded(reviewCauses, review, language), earlier),
    release: worded(releaseReasons, release, language),
    suspension,
    dispute: dispute && present(disputeView(dispute)),
    liftedOn: lifted?.on,
  })
}

const disputeView = ({ statement, openedOn, dueOn, outcome, answer }: NonNullable<Listing['dispute']>) => ({
  statement,
  openedOn,
  dueOn,
  outcome,
  answer,
  answerBy: disputeAnswerBy(openedOn),
})

/** With its notices, its whole history and, of a principal, its guarantors. */
export function statusView(
  listing: Listing,
  principal: Listing | undefined,
  of: {
    readonly history: readonly HistoryEntry[]
    readonly notices: readonly NoticeRecord[]
    readonly guarantors?: readonly Listing[]
  },
  viewing: Viewing,
): ListingStatus {
  const { guarantors } = of
  return {
    ...listingView(listing, principal, viewing),
    notices: of.notices.map(noticeView),
    history: of.history.map(historyView),
    ...(guarantors !== undefined && {
      guarantors: guarantors.map((one) => listingView(one, listing, viewing)),
    }),
  }
}

const noticeView = ({
  id,
  channel,
  status,
  sentAtMs,
  settledOn,
  proof,
  notice,
}: NoticeRecord): ListingNotice =>
  present({
    id,
    channel,
    status,
    sentAt: sentAtMs === undefined ? undefined : instantText(sentAtMs),
    settledOn,
    proof,
    text: notice?.text,
    sha256: notice?.sha256,
  })

const historyView = ({ version, atMs, on, change, state, actor, cause }: HistoryEntry): ListingHistory =>
  present({
    version,
    at: instantText(atMs),
    on,
    change,
    state,
    actor: actor.startsWith('client:') ? 'creditor' : actor,
    cause,
  })

function nextStepView(listing: Listing, language: Language): ListingSeen['nextStep'] {
  const [code, on] = nextStepOf(listing)
  return present({ code, on, text: fill(nextSteps[code][language], { on: on ?? '' }) })
}

function nextStepOf({ state, publishOn, expiresOn, paidOn, dispute }: Listing): [NextStep, Day?] {
  if (!isActive(state)) return ['none']
  if (paidOn !== undefined) return ['release', releaseDueOn(paidOn)]
  if (dispute !== undefined && dispute.outcome === undefined) return ['dispute', dispute.dueOn]
  if (state === 'received') return ['review']
  if (state === 'notice_queued') return ['notice']
  if (state === 'notice_sent') return ['delivery']
  if (state === 'suspended') return ['court']
  return state === 'waiting' && publishOn !== undefined ? ['publication', publishOn] : ['expiry', expiresOn]
}

function worded<Code extends string>(
  texts: Readonly<Record<Code, Text>>,
  code: Code | undefined,
  language: Language,
): { code: Code; reason: string } | undefined {
  return code === undefined ? undefined : { code, reason: texts[code][language] }
}

/** The listing of before, for the client that sent it: those of others are none of its business. */
export const earlierView = (earlier: EarlierListing | undefined) =>
  earlier?.isOwn === true ? { earlierListingId: earlier.id } : {}

const withEarlier = <Worded extends object>(of: Worded | undefined, earlier: EarlierListing | undefined) =>
  of && { ...of, ...earlierView(earlier) }

type Present<Of> = {
  [Name in keyof Of as undefined extends Of[Name] ? never : Name]: Of[Name]
} & { [Name in keyof Of as undefined extends Of[Name] ? Name : never]?: Exclude<Of[Name], undefined> }

/** Without the members that have no value: absent, never null. */
function present<Of extends object>(of: Of): Present<Of> {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Present<Of>
}
