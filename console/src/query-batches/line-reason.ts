import type { QueryLine } from '@lastro/contract/query-batches/query-batches.ts'
import type { Language } from '@lastro/contract/text.ts'
import { faultText } from '../voice/field-faults.ts'
import { outcomeText } from '../voice/outcome-text.ts'
import { queryBatchWords } from '../words/analyst/query-batches.ts'
import { filled, type Values } from '../words/words.ts'

/** Why a line has no report, in words. */
export function lineReason({ status, code, repeats, errors }: QueryLine, language: Language): string {
  const say = (word: keyof typeof queryBatchWords, values?: Values) =>
    filled(queryBatchWords[word][language], values)
  if (status === 'repeated') return say('repeatsLine', { line: repeats ?? '' })
  if (status === 'unknown') return say('unknownLine')
  if (errors !== undefined && errors.length > 0)
    return errors.map((one) => sentence(faultText(one.code, one.message, language))).join(' · ')
  return code === undefined ? '' : sentence(outcomeText(code, language).text)
}

/** What elsewhere stands within a sentence stands alone here. */
const sentence = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
