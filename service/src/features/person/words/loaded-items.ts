import { natures } from '@lastro/contract/listings/natures.ts'
import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { Fact } from '@lastro/reading/outline.ts'
import { dateText, moneyText, printable } from '@lastro/reading/value-text.ts'
import { isNoticed } from '@lastro/rules/subjects/negative-items.ts'
import type { FileItem } from './file-parts.ts'
import { fileWords } from './file-words.ts'

type Row = readonly (readonly [Text, string | undefined])[]

/** Debts, cheques and protests that were loaded, each in words. */
export function loadedItems(
  { debts, cheques, protests }: PersonFile['loaded'],
  language: Language,
): FileItem[] {
  const item = (kind: Text, shown: Ends, rows: Row): FileItem => ({
    heading: `${kind[language]}, ${dateText(shown.occurrenceDate)}`,
    paragraphs: [fileWords[standing(shown)][language]],
    facts: facts([...rows, endOf(shown)], language),
  })
  return [
    ...debts.map((one) =>
      item(fileWords.debt, { ...one, isNoticed: isNoticed(one) }, [
        [fileWords.creditor, one.creditorName],
        [fileWords.amount, moneyText(one.amount)],
        [fileWords.contract, one.contractId],
        [fileWords.nature, natures[one.legalNatureId] ?? one.legalNatureId],
        [fileWords.place, place(one.legalSquare, one.federalUnit)],
        ...noticeOf(one),
      ]),
    ),
    ...cheques.map((one) =>
      item(fileWords.cheque, { ...one, isNoticed: isNoticed(one) }, [
        [fileWords.bank, place(one.bankId, one.bankName)],
        [fileWords.alinea, one.alinea],
        [fileWords.count, one.checkCount],
        [fileWords.amount, one.amount === undefined ? undefined : moneyText(one.amount)],
        [fileWords.place, place(one.city, one.federalUnit)],
        ...noticeOf(one),
      ]),
    ),
    ...protests.map((one) =>
      item(fileWords.protest, { ...one, isNoticed: true }, [
        [fileWords.amount, moneyText(one.amount)],
        [fileWords.office, one.officeNumber],
        [fileWords.place, place(one.city, one.federalUnit)],
      ]),
    ),
  ]
}

type Ends = {
  readonly occurrenceDate: string
  readonly shown: boolean
  readonly shownUntil: string
  /** Whether it is known who told the debtor; a protest needs nobody to. */
  readonly isNoticed: boolean
}

function standing({ shown, isNoticed: hasNotice }: Ends): 'shownNow' | 'hiddenNow' | 'withoutNotice' {
  if (shown) return 'shownNow'
  return hasNotice ? 'hiddenNow' : 'withoutNotice'
}

const noticeOf = ({ notifiedBy, notifiedOn }: { notifiedBy?: string; notifiedOn?: string }): Row => [
  [fileWords.notifiedBy, notifiedBy],
  [fileWords.notifiedOn, notifiedOn === undefined ? undefined : dateText(notifiedOn)],
]

const endOf = ({ shown, shownUntil }: Ends): readonly [Text, string] => [
  fileWords[shown ? 'shownUntil' : 'wasShownUntil'],
  dateText(shownUntil),
]

const place = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((one) => one !== undefined).join(', ')

const facts = (rows: Row, language: Language): Fact[] =>
  rows.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label: label[language], value: printable(value) }],
  )
