import { userInfo } from 'node:os'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'

/** Whose account of the machine a command runs under. A name that is a document is not one to keep. */
export function systemUser(): string {
  const name = accountName()
  return name === undefined || holdsDocument(name) ? `uid ${process.getuid?.() ?? '?'}` : name
}

/** An account without an entry, as containers have them, has no name. */
function accountName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
