import type { Text } from '@lastro/contract/text.ts'

/** What a line of a file may say, and how the files of others call it. */
export type LineField = {
  /** As the service names it. */
  readonly name: string
  readonly isRequired?: boolean
  readonly spelling?: Spelling
  /** What a column that holds it is called, folded by `folded`. */
  readonly names: readonly string[]
  /** Words that tell it where no name does, and those that tell that it is something else. */
  readonly words?: RegExp
  readonly notWords?: RegExp
  /** Where one value may hold for every line of a file: typed, or one of these. */
  readonly constant?: 'typed' | Readonly<Record<string, Text>>
}

/** How a field is written in Brazil, where the service takes it in one way only. */
export type Spelling = 'amount' | 'day' | 'digits' | 'phone' | 'capitals'

/** `Dt. Vencimento` and `DT_VENCIMENTO` are the same name. */
export const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
