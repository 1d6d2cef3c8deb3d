import type { Text } from '../text.ts'

/** A credit lowers what is owed, a debit raises it. */
export const entryKinds = {
  credit: { pt: 'Crédito', en: 'Credit' },
  debit: { pt: 'Débito', en: 'Debit' },
} as const satisfies Record<string, Text>

export type EntryKind = keyof typeof entryKinds
