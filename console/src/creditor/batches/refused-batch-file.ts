import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import type { RefusedBatchLine } from '@lastro/contract/listings/refused-lines.ts'
import type { Language } from '@lastro/contract/text.ts'
import { oursPrefix } from '../../parts/lines/file/guess-columns.ts'
import { csvText } from '../../parts/lists/csv-text.ts'
import { faultText } from '../../voice/field-faults.ts'
import { fieldName } from '../../voice/field-names.ts'
import { lineWords } from '../../words/creditor/lines.ts'
import { debtValues } from '../debt-values.ts'

/** What is wrong with a line, fault by fault. */
export function refusedReasons(line: RefusedBatchLine, language: Language): readonly string[] {
  const { errors = [] } = line
  if (errors.length === 0 && line.status === 'refused') return [line.refusal.reason]
  return errors.map(({ field, code, message }) => {
    const name = ['', '(line)', '(body)'].includes(field) ? undefined : fieldName(field, language)
    const text = faultText(code, message, language)
    return name === undefined ? text : `${name}: ${text}`
  })
}

/**
 * The lines that a batch did not take, in the columns of the service, with their number and what is wrong. Mended, it is
 * sent again as it is. Of a line that could not be read nothing was kept but where it stands.
 */
export function refusedBatchFile(lines: readonly RefusedBatchLine[], language: Language): string {
  const ours = [lineWords.fileLine, lineWords.fileReason].map((word) => oursPrefix + word[language])
  const rows = lines.map((one) => {
    const values = one.status === 'refused' && one.listing !== undefined ? debtValues(one.listing) : {}
    return [
      String(one.line),
      refusedReasons(one, language).join(' · '),
      ...batchColumns.map((column) => values[column] ?? ''),
    ]
  })
  return csvText([[...ours, ...batchColumns], ...rows], language)
}
