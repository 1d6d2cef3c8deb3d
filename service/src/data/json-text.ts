/**
 * The members of a JSON object as one text, each with the comma before it. Sections are made for every query, so they
 * are put together as texts; whoever ends one cuts the first comma off.
 */

/** A code, a date, an amount or a count: nothing in it needs an escape. */
export const plainMember = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":"${value}"`

/** What somebody wrote. Nearly all of it needs no escape, and looking for one costs less than escaping. */
export const textMember = (name: string, value: string | undefined): string =>
  value === undefined || value === ''
    ? ''
    : needsEscape.test(value)
      ? `,"${name}":${JSON.stringify(value)}`
      : `,"${name}":"${value}"`

/** Whatever is no plain character: quotes, backslashes, control characters, and halves of characters, paired or not. */
const needsEscape = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** A group is absent when all of it is. */
export const groupMember = (name: string, members: string): string =>
  members === '' ? '' : `,"${name}":${objectText(members)}`

export const listMember = (name: string, items: readonly string[]): string => `,"${name}":[${items.join()}]`

export const objectText = (members: string): string => `{${members.slice(1)}}`

/** How many there are, and how many are listed where those are fewer. */
export const countMembers = (count: number, listed: number): string =>
  `,"count":"${count}"${listed < count ? `,"listed":"${listed}"` : ''}`
