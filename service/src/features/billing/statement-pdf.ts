import { entryKinds } from '@lastro/contract/clients/entry-kinds.ts'
import type { Statement } from '@lastro/contract/clients/statement.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import { features, products, services } from '@lastro/contract/reports/products.ts'
import type { Language } from '@lastro/contract/text.ts'
import {
  dateText,
  grouped,
  instantText,
  moneyText,
  printable,
  valueText,
} from '@lastro/reading/value-text.ts'
import { pdfDocument } from '../../pdf/pdf-document.ts'
import {
  newSheet,
  type Sheet,
  styles,
  writeFacts,
  writeFeet,
  writeHeading,
  writeTable,
  writeText,
} from '../../pdf/sheet.ts'
import { statementWords } from './statement-words.ts'

/** A statement as a tagged PDF on A4. The same statement gives the same bytes. */
export async function statementPdf(statement: Statement, language: Language): Promise<Buffer> {
  const say = sayIn(language)
  const document = pdfDocument()
  const sheet = newSheet(document, '(continuação)')
  const title = say('title', { month: valueText(statement.month, 'month', language) })
  writeHead(sheet, statement, { say, title })
  for (const { heading, notes, table } of partsOf(statement, language)) {
    const part = sheet.pages.open('Sect', sheet.pages.root)
    writeHeading(sheet, part, heading)
    for (const note of notes) writeText(sheet, part, note, styles.note)
    if (table.rows.length > 0)
      await writeTable(sheet, part, { ...table, caption: undefined, note: undefined })
  }
  const name = printable(statement.clientName)
  writeFeet(sheet, [title, name, statement.clientId].join('  ·  '), (page, count) =>
    say('pageOf', { page: String(page), count: String(count) }),
  )
  return document.finish({
    title: `${title}: ${name}`,
    ...(statement.operator !== undefined && { author: printable(statement.operator) }),
    language: language === 'pt' ? 'pt-BR' : 'en',
    createdAtMs: Date.parse(statement.writtenAt),
    identity: `${JSON.stringify(statement)} ${language}`,
  })
}

type Say = (word: keyof typeof statementWords, values?: Readonly<Record<string, string>>) => string

const sayIn =
  (language: Language): Say =>
  (word, values = {}) =>
    fill(statementWords[word][language], values)

function writeHead(
  sheet: Sheet,
  { status, environment, clientName, clientId, operator, writtenAt }: Statement,
  { say, title }: { readonly say: Say; readonly title: string },
): void {
  const { root } = sheet.pages
  if (environment === 'sandbox') writeText(sheet, root, say('sandbox'), styles.mark)
  if (status === 'open') writeText(sheet, root, say('isOpen'), styles.mark)
  sheet.y += 4
  if (operator !== undefined) writeText(sheet, root, printable(operator), styles.product)
  sheet.y += 2
  writeText(sheet, root, title, styles.name, 'H1')
  sheet.y += 5
  writeFacts(sheet, root, [
    { label: say('client'), value: printable(clientName) },
    { label: say('clientId'), value: clientId },
    { label: say('writtenAt'), value: instantText(Date.parse(writtenAt)) },
  ])
  if (status === 'closed') writeText(sheet, root, say('isClosed'), styles.note)
}

type Column = { readonly label: string; readonly align: 'left' | 'right' }

type Part = {
  readonly heading: string
  readonly notes: readonly string[]
  readonly table: { readonly columns: readonly Column[]; readonly rows: readonly (readonly string[])[] }
}

/** In the order in which the sum is made. What the month has none of is left out, save lines and entries. */
function partsOf(statement: Statement, language: Language): readonly Part[] {
  const say = sayIn(language)
  const { lines, free, tiers, entries } = statement
  const words = (...of: readonly (keyof typeof statementWords)[]): readonly Column[] =>
    of.map((word) => ({ label: say(word), align: figures.has(word) ? 'right' : 'left' }))
  return [
    {
      heading: say('lines'),
      notes: lines.length === 0 ? [say('noLines')] : [],
      table: {
        columns: words('product', 'features', 'price', 'count', 'amount'),
        rows: lines.map((one) => [
          productName(one.product, language),
          one.features.map((code) => featureName(code, language)).join(', '),
          moneyText(one.price),
          grouped(String(one.count)),
          moneyText(one.amount),
        ]),
      },
    },
    {
      heading: say('free'),
      notes: [say('freeNote')],
      table: {
        columns: words('product', 'count'),
        rows: free.map((one) => [productName(one.product, language), grouped(String(one.count))]),
      },
    },
    ...(tiers.length === 0
      ? []
      : [
          {
            heading: say('tiers'),
            notes: [],
            table: {
              columns: words('product', 'from', 'price', 'count', 'discount'),
              rows: tiers.map((one) => [
                productName(one.product, language),
                grouped(String(one.from)),
                moneyText(one.price),
                grouped(String(one.count)),
                lowered(one.discount),
              ]),
            },
          },
        ]),
    {
      heading: say('entries'),
      notes: entries.length === 0 ? [say('noEntries')] : [],
      table: {
        columns: words('day', 'kind', 'about', 'reason', 'amount'),
        rows: entries.map((one) => [
          dateText(one.day),
          [entryKinds[one.kind][language], ...(one.reverses === undefined ? [] : [say('reversal')])].join(
            ', ',
          ),
          valueText(one.month, 'month', language),
          printable(one.reason),
          one.kind === 'credit' ? lowered(one.amount) : moneyText(one.amount),
        ]),
      },
    },
    {
      heading: say('totals'),
      notes: [],
      table: { columns: words('what', 'amount'), rows: totalRows(statement, say) },
    },
  ]
}

const figures: ReadonlySet<string> = new Set(['price', 'count', 'amount', 'from', 'discount'])

function totalRows({ totals }: Statement, say: Say): readonly (readonly string[])[] {
  const { listed, discount, minimum, topUp, credits, debits, total } = totals
  const isInFavour = total.startsWith('-')
  return [
    [say('listed'), moneyText(listed)],
    ...(isNothing(discount) ? [] : [[say('tiersTotal'), lowered(discount)]]),
    ...(isNothing(topUp) ? [] : [[say('topUp', { minimum: moneyText(minimum) }), moneyText(topUp)]]),
    ...(isNothing(credits) ? [] : [[say('credits'), lowered(credits)]]),
    ...(isNothing(debits) ? [] : [[say('debits'), moneyText(debits)]]),
    [say(isInFavour ? 'inFavour' : 'total'), moneyText(total.replace('-', ''))],
  ]
}

const isNothing = (amount: string): boolean => amount === '0.00'

/** What is taken off, with a minus that is read aloud as one. */
const lowered = (amount: string): string => `−${moneyText(amount)}`

const productName = (code: string, language: Language): string =>
  [...products, ...services].find((one) => one.code === code)?.name[language] ?? code

const featureName = (code: string, language: Language): string =>
  Object.entries(features).find(([one]) => one === code)?.[1].name[language] ?? code
