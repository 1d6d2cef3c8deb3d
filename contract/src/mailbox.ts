/**
 * The characters accepted in an e-mail address: those of RFC 5322 that need no quotes, and letters of other alphabets.
 * Brackets, quotes and separators could make an address name another mailbox or several, so they are refused, and so
 * are all whitespace, line separators, control and invisible characters. The ranges are spelled out because not every
 * validator supports Unicode classes.
 */
const character =
  "!#-'*+\\-./0-9=?A-Z^-~\\u00a1-\\u00ac\\u00ae-\\u05ff\\u0606-\\u061b\\u061d-\\u06dc\\u06de-\\u070e\\u0710-\\u088f" +
  '\\u0892-\\u08e1\\u08e3-\\u115e\\u1161-\\u167f\\u1681-\\u17b3\\u17b6-\\u180a\\u1810-\\u1fff\\u2010-\\u2027' +
  '\\u2030-\\u205e\\u2070-\\u2fff\\u3001-\\u3163\\u3165-\\ud7ff'

const mailbox = `[${character}]{1,64}@[${character}]{1,189}`

/** Exactly one mailbox. Does not check that it exists. */
export const mailboxPattern = `^${mailbox}$`

/** The same as typed by people: surrounding spaces are accepted, to be removed later. */
export const typedMailboxPattern = `^ *${mailbox} *$`

export const mailboxLengthMax = 254

const isOneMailbox = new RegExp(mailboxPattern, 'u')

export const isMailbox = (text: string): boolean => text.length <= mailboxLengthMax && isOneMailbox.test(text)
