import { randomInt } from 'node:crypto'
import { fill, type PasswordFault, passwordFaults } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import { passwordLengthMin } from '@lastro/contract/users/sessions.ts'
import type { User } from '../user.ts'

/** Fewer different characters than this, and length is no help. */
const distinctCountMin = 5

/** Parts of a name shorter than this stand in many words by chance. */
const partLengthMin = 4

/** What is wrong with a new password; undefined when it is taken. Length counts most, so little else is asked. */
export function passwordFault(password: string, { name, email }: Pick<User, 'name' | 'email'>) {
  const letters = Array.from(password)
  if (letters.length < passwordLengthMin) return 'short' satisfies PasswordFault
  if (new Set(letters).size < distinctCountMin || isRow(letters)) return 'simple' satisfies PasswordFault
  const lower = password.toLowerCase()
  const parts = `${name} ${email}`.toLowerCase().split(/[\s@.]+/)
  const personal = parts.some((part) => part.length >= partLengthMin && lower.includes(part))
  return personal ? ('personal' satisfies PasswordFault) : undefined
}

/** Whether most of it counts up or down: 1234567890, abcdefgh. */
function isRow(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0)
  const steps = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) === 1)
  return steps.length > letters.length / 2
}

export const passwordFaultText = (fault: PasswordFault, language: Language): string =>
  fill(passwordFaults[fault][language], { limit: String(passwordLengthMin) })

/** Without those that look alike: a person may have to type it from a screen. */
const passwordLetters = 'abcdefghijkmnpqrstuvwxyz23456789'
const groupCount = 5
const groupLength = 4

/** A hundred random bits, in groups that can be read aloud. */
export const newPassword = (): string =>
  Array.from({ length: groupCount }, () =>
    Array.from({ length: groupLength }, () => passwordLetters[randomInt(passwordLetters.length)]).join(''),
  ).join('-')
