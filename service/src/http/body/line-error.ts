import { batchLineFaults } from '@lastro/contract/listings/batches.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { FieldError } from '../reply.ts'

/** What is wrong with a line of a body, in words. */
export const lineError = (
  field: string,
  code: keyof typeof batchLineFaults,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): FieldError => ({ field, code, message: fill(batchLineFaults[code][language], values) })
