import { type Delivery, sendingNumber } from '../alert.ts'

/** What stands before the @ in the Message-ID of a mail of alerts; the same through all tries of one sending. */
export function alertMailId(first: Delivery): string {
  const sending = sendingNumber(first)
  return [first.occurrenceId, ...(sending === 0 ? [] : [sending]), first.targetId].join('.')
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Every mail of ours to a client's address has the address's id in its own, as a step between dots. */
export const addressIn = (messageId: string): string | undefined =>
  messageId.split('.').findLast((step) => uuid.test(step))

/** The first alert that a mail told, and which sending of it; undefined for a mail about something else. */
export function toldIn(
  messageId: string,
): { readonly occurrenceId: string; readonly sending: number } | undefined {
  const [, occurrenceId, sending = '0'] = /^(oc_[^.]+)\.(?:([1-9][0-9]{0,8})\.)?[^.]+$/.exec(messageId) ?? []
  return occurrenceId === undefined ? undefined : { occurrenceId, sending: Number(sending) }
}
