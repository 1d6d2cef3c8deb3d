import { maskCpfsSetApart } from '@lastro/rules/documents/mask-cpfs.ts'
import { putCentsField } from '../cleaning/cents-field.ts'
import { countRepairs, putField } from '../cleaning/clean-fields.ts'
import { cleanText } from '../cleaning/clean-text.ts'
import { cnpjField } from '../cleaning/cnpj-field.ts'
import { putSlashedDateField } from '../cleaning/slashed-date-field.ts'
import type { CountField, ReaderContext, RowReader } from '../data-set.ts'
import { type PackedWriter, putNumber, putText } from '../packing/packed-writer.ts'
import { type Row, textOf } from '../rows/row.ts'
import { packedUnreadableEnd } from './sanctions.ts'

/** Under which name each fact stands in the file of a register; a register need not have them all. */
export type SanctionColumns = { readonly document: string } & {
  readonly [Fact in OptionalFact]?: string
}

type OptionalFact =
  | 'personType'
  | 'code'
  | 'category'
  | 'startedOn'
  | 'endsOn'
  | 'sanctioningBody'
  | 'processNumber'
  | 'legalBasis'
  | 'fine'

/** Rows of a register: a sanction each. Names are not kept: a report has better ones. */
export const sanctionReader =
  (columns: SanctionColumns) =>
  ({ places }: ReaderContext): RowReader => {
    const facts = Object.keys(columns)
    const at = (fact: keyof SanctionColumns): number | undefined => places[facts.indexOf(fact)]
    const [document = 0, personType, code, category] = [
      at('document'),
      at('personType'),
      at('code'),
      at('category'),
    ]
    const [startedOn, endsOn] = [at('startedOn'), at('endsOn')]
    const [sanctioningBody, processNumber, legalBasis, fine] = [
      at('sanctioningBody'),
      at('processNumber'),
      at('legalBasis'),
      at('fine'),
    ]
    return (row, parts, count) => {
      const isPerson = personType !== undefined && textOf(row, personType).trim() === 'F'
      const company = cnpjField(row, document, isPerson)
      if (company.kind === 'none') return company.reason
      countRepairs(row, count)
      const { writer } = parts
      const put = (column: number | undefined, write: PutField) =>
        column === undefined ? putNumber(writer, 0) : write(writer, row, column, count)
      put(startedOn, putSlashedDateField)
      put(endsOn, putEnd)
      putNumber(writer, company.order)
      put(code, putField)
      put(category, putField)
      put(sanctioningBody, putField)
      put(processNumber, putProcessNumber)
      put(legalBasis, putField)
      put(fine, putFine)
      parts.commit(company.key, 0, true)
      return undefined
    }
  }

type PutField = (writer: PackedWriter, row: Row, column: number, count: CountField) => void

const putEnd: PutField = (writer, row, column, count) =>
  putSlashedDateField(writer, row, column, count, packedUnreadableEnd)

const putFine: PutField = (writer, row, column, count) =>
  putCentsField(writer, row, column, { name: 'fine' }, count)

const putProcessNumber: PutField = (writer, row, column, count) =>
  putText(writer, cleanText(textOf(row, column), count, maskCpfsSetApart))
