import type { Text } from '@lastro/contract/text.ts'

/** What is wrong with published files, or with the place for them, in words that say what to do. */
export class DataFault extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text.en)
    this.text = text
  }
}
