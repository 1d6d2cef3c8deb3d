import assert from 'node:assert/strict'
import { natures } from '@lastro/contract/listings/natures.ts'
import { waitingPeriodEnd } from '../../calendar/business-days.ts'
import type { DocumentNumber } from '../../documents/document-number.ts'
import type { Draft, Listing, Means, Moment, NoticeRecord } from '../listing.ts'
import type { NoticeFacts, Recipient } from './notice.ts'

/** The notice with its exact words, as they will go out today. */
export function composedNotice(
  { listing }: Draft,
  record: NoticeRecord,
  principalName: string | undefined,
  means: Means,
  { today }: Moment,
): NoticeRecord {
  const waitingDays = means.waitingDaysIn(listing.address.state ?? '')
  const facts = noticeFacts(listing, principalName, {
    id: record.id,
    writtenOn: today,
    waitingDays,
    howToContest: means.howToContest,
  })
  return { ...record, notice: means.compose(facts) }
}

/** Who a listing is about, as far as it can be written to: an address that is not whole reaches nobody. */
export function recipientOf({ name, document, contact, address }: Listing): Recipient {
  const { addressLine, district, city, state, zipCode, number, complement } = address
  const isWhole = addressLine && district && city && state && zipCode
  return {
    name,
    // Whoever is told has been accepted, and so has a document that parses.
    document: document as DocumentNumber,
    email: contact.email,
    address: isWhole
      ? {
          addressLine,
          district,
          city,
          state,
          zipCode,
          ...(number !== undefined && { number }),
          ...(complement !== undefined && { complement }),
        }
      : undefined,
  }
}

function noticeFacts(
  listing: Listing,
  principalName: string | undefined,
  of: Pick<NoticeFacts, 'id' | 'writtenOn' | 'waitingDays' | 'howToContest'>,
): NoticeFacts {
  const recipient = recipientOf(listing)
  assert.ok(recipient.address !== undefined, 'an accepted listing has a whole address')
  assert.ok(listing.creditor !== undefined && listing.contractId !== undefined)
  return {
    ...of,
    deadline: waitingPeriodEnd(of.writtenOn, of.waitingDays),
    recipient,
    role:
      listing.principalId === undefined
        ? { kind: 'principal' }
        : { kind: 'guarantor', principalName: principalName ?? '' },
    creditor: { name: listing.creditor.name, document: listing.creditor.document as DocumentNumber },
    debt: {
      contractId: listing.contractId,
      legalNature: natures[listing.legalNatureId] ?? listing.legalNatureId,
      amountCents: listing.amountCents,
      dueDate: listing.dueDate,
    },
  }
}
