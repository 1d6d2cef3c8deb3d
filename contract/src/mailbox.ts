/**
 * What an e-mail address consists of here: the characters of RFC 5322 that need no quotes, and letters of other
 * alphabets. Everything else is refused by not being listed: brackets, quotes and separators, with which an address
 * would name another mailbox or several, and every blank, line separator, control and invisible character. The ranges
 * are spelled out because not every validator knows Unicode classes.
 */
const character =
  "!#-'*+\\-./0-9=?A-Z^-~\\u00a1-\\u00ac\\u00ae-\\u05ff\\u0606-\\u061b\\u061d-\\u06dc\\u06de-\\u070e\\u0710-\\u088f" +
  '\\u0892-\\u08e1\\u08e3-\\u115e\\u1161-\\u167f\\u1681-\\u17b3\\u17b6-\\u180a\\u1810-\\u1fff\\u2010-\\u2027' +
  '\\u2030-\\u205e\\u2070-\\u2fff\\u3001-\\u3163\\u3165-\\ud7ff'

const mailbox = `[${character}]{1,64}@[${character}]{1,189}`

/** One mailbox and nothing else. Whether it exists is not asked. */
export const mailboxPattern = `^${mailbox}$`

/** The same as people type it, with spaces around it that are removed. */
export const typedMailboxPattern = `^ *${mailbox} *$`

export const mailboxLengthMax = 254

const isOneMailbox = new RegExp(mailboxPattern, 'u')

export const isMailbox = (text: string): boolean => text.length <= mailboxLengthMax && isOneMailbox.test(text)
