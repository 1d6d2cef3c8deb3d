import { refusalReasons, releaseReasons } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingHistory, ListingNotice, ListingStatus } from '@lastro/contract/listings/listings.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import type { FileListing } from '@lastro/contract/person/person-file.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { Fact } from '@lastro/reading/outline.ts'
import { dateText, documentText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { mayDispute } from '@lastro/rules/listings/may-dispute.ts'
import { isActive } from '@lastro/rules/listings/states.ts'
import type { FileItem } from './file-parts.ts'
import {
  actorWords,
  changeWords,
  endedAfterwards,
  fileWords,
  noticeWords,
  stateWords,
  withdrawnAfterwards,
} from './file-words.ts'

/** A listing in words, for the one whom it is about. */
export function listingItem({ role, clientName, listing }: FileListing, language: Language): FileItem {
  const { creditorName, contractId } = listing
  const heading = [
    creditorName,
    contractId === undefined ? undefined : `${fileWords.contract[language].toLowerCase()} ${contractId}`,
  ]
    .filter((one) => one !== undefined)
    .map(printable)
    .join(', ')
  return {
    listingId: listing.id,
    mayDispute: mayDispute(listing),
    heading: heading === '' ? fileWords.debt[language] : heading,
    paragraphs: [
      stateText(listing, language),
      fileWords[listing.visible ? 'shownNow' : 'hiddenNow'][language],
      ...(role === 'guarantor' ? [fileWords.asGuarantor[language]] : []),
      ...disputeText(listing, language),
    ],
    facts: factsOf(listing, clientName, language),
    steps: listing.history.map((one) => stepText(one, wasPublished(listing), language)),
    letters: listing.notices.map((one) => letterOf(one, language)),
  }
}

/** It may have gone back to its notice, or to review, before it ended. */
const wasPublished = ({ history }: ListingStatus): boolean =>
  history.some(({ change }) => change === 'published')

const stateText = (listing: ListingStatus, language: Language): string => {
  const afterwards = wasPublished(listing) ? endedAfterwards[listing.state] : undefined
  return (afterwards ?? stateWords[listing.state])[language]
}

function factsOf(listing: ListingStatus, clientName: string | undefined, language: Language): Fact[] {
  const { creditorName, creditorDocument, contractId, expiresOn, dispute } = listing
  const creditor = [creditorName, creditorDocument === undefined ? undefined : documentText(creditorDocument)]
  const { email, phone } = listing.contact
  const all: readonly (readonly [Text, string | undefined])[] = [
    [fileWords.creditor, joined(creditor, ', ')],
    [fileWords.sentBy, clientName],
    [fileWords.amount, moneyText(listing.amount)],
    [fileWords.dueDate, dateText(listing.dueDate)],
    [fileWords.contract, contractId],
    [fileWords.nature, natures[listing.legalNatureId] ?? listing.legalNatureId],
    [fileWords.receivedAt, dateText(listing.receivedAt.slice(0, 10))],
    [fileWords.expiresOn, expiresOn && dateText(expiresOn)],
    [fileWords.why, (listing.release ?? listing.refusal ?? listing.review)?.reason],
    [fileWords.address, joined(Object.values(listing.address), ', ')],
    [fileWords.contactTold, joined([email, phone], ', ')],
    [fileWords.disputeSaid, dispute?.statement],
    [fileWords.disputeAnswer, dispute?.answer],
  ]
  return all.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label: label[language], value: printable(value) }],
  )
}

const joined = (parts: readonly (string | undefined)[], between: string): string =>
  parts.filter((one) => one !== undefined && one !== '').join(between)

const outcomeTexts = {
  upheld: { pt: 'Foi aceita, e a anotação saiu.', en: 'It was upheld, and the listing went.' },
  rejected: { pt: 'Foi respondida, e a anotação ficou.', en: 'It was answered, and the listing stayed.' },
  unanswered: {
    pt: 'O credor não respondeu, e a anotação saiu de vez.',
    en: 'The creditor did not answer, and the listing went for good.',
  },
} as const satisfies Record<string, Text>

function disputeText({ state, dispute }: ListingStatus, language: Language): string[] {
  if (dispute === undefined) return []
  const day = dateText(dispute.openedOn)
  const { outcome } = dispute
  if (outcome !== undefined) {
    return [fill(fileWords.disputeClosed[language], { day, outcome: outcomeTexts[outcome][language] })]
  }
  if (!isActive(state)) return [fill(fileWords.disputeEnded[language], { day })]
  const due = dateText(dispute.dueOn)
  return [fill(fileWords.disputeOpen[language], { day, due, by: dateText(dispute.answerBy) })]
}

/** Who, in general: the names of people who work for the operator are not the person's to know. */
function actorText(actor: string, language: Language): string {
  const kind = actor.startsWith('operator:') ? 'operator' : actor
  return kind in actorWords ? actorWords[kind as keyof typeof actorWords][language] : ''
}

const causes: Readonly<Record<string, Text>> = { ...releaseReasons, ...refusalReasons }

/** The cause only where it is a code: what somebody else wrote may name other people. */
function stepText(
  { on, change, actor, cause = '' }: ListingHistory,
  isPublished: boolean,
  language: Language,
): string {
  const code = /^\d{2,3}(?=:|$)/.exec(cause)?.[0] ?? cause
  const why = causes[code]
  const reason = why === undefined ? '' : `: ${why[language]}`
  const words = change === 'withdrawn' && isPublished ? withdrawnAfterwards : changeWords[change]
  return `${dateText(on)}: ${words[language]}${byText(change, actor, language)}${reason}`
}

/** It is the person who disputes, no matter who recorded it. */
function byText(change: ListingHistory['change'], actor: string, language: Language): string {
  const by = actorText(actor, language)
  if (change !== 'disputed') return ` (${by})`
  return actor === 'person' ? '' : ` (${fill(fileWords.recordedBy[language], { actor: by })})`
}

function letterOf({ channel, status, sentAt, settledOn, text }: ListingNotice, language: Language) {
  const day = settledOn ?? sentAt?.slice(0, 10)
  const words = status === 'delivered' && day === undefined ? noticeWords.queued : noticeWords[status]
  const said = fill(words[language], { day: day === undefined ? '' : dateText(day) })
  return { heading: `${noticeWords[channel][language]}: ${said}`, text: text ?? '' }
}
