import { type CsvRecord, csvReader, isBlankRow, type Separator, separatorOf } from './csv-records.ts'
import { type Letters, lettersOf, textOf } from './file-letters.ts'
import { looksLikeLine } from './kept-columns.ts'

/** A file that a person chose, once its beginning has been read. */
export type LineFile = CsvFile | { readonly kind: 'ndjson'; readonly file: File }

export type CsvFile = {
  readonly kind: 'csv'
  readonly file: File
  readonly letters: Letters
  readonly separator: Separator
  readonly headingLine: number
  readonly columns: readonly string[]
  /** As many as the heading has, those without a name at its end too. */
  readonly cellCount: number
  /** The first rows, to be recognised by. */
  readonly sample: readonly CsvRecord[]
}

/** Why a file cannot be read at all. `gone`: it was moved, or changed after it was chosen. */
export type FileFault = 'empty' | 'workbook' | 'noText' | 'mixed' | 'heading' | 'gone'

const sampleCount = 3

export async function readLineFile(file: File): Promise<LineFile | FileFault> {
  if (file.size === 0) return 'empty'
  if (await isWorkbook(file)) return 'workbook'
  if (/\.(ndjson|jsonl|json)$/i.test(file.name)) return { kind: 'ndjson', file }
  const letters = await lettersOf(file)
  if (letters === 'mixed') return 'mixed'
  const firstLine = await firstLineOf(file, letters)
  if (firstLine.includes('\0')) return 'noText'
  const separator = separatorOf(firstLine)
  const first: CsvRecord[] = []
  for await (const records of rowsOf({ file, letters, separator })) {
    first.push(...records.filter((one) => !isBlankRow(one)))
    if (first.length > sampleCount) break
  }
  const [heading, ...sample] = first
  if (heading === undefined) return 'empty'
  if (heading.isBroken) return 'heading'
  const columns = withoutEmptyEnd(heading.cells.map((cell) => cell.trim()))
  // A lone line that is no heading is told as that.
  if (sample.length === 0 && !looksLikeLine(columns)) return 'empty'
  const kept = sample.slice(0, sampleCount)
  const { line: headingLine, cells } = heading
  return {
    kind: 'csv',
    file,
    letters,
    separator,
    headingLine,
    columns,
    cellCount: cells.length,
    sample: kept,
  }
}

/** A spreadsheet that was not saved as CSV is a zip, or older. */
async function isWorkbook(file: Blob): Promise<boolean> {
  const [a, b, c] = new Uint8Array(await file.slice(0, 3).arrayBuffer())
  return (a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf && c === 0x11)
}

async function firstLineOf(file: Blob, letters: Letters): Promise<string> {
  let text = ''
  for await (const piece of textOf(file, letters)) {
    text = (text + piece).trimStart()
    if (text.includes('\n')) break
  }
  return text.split('\n', 1)[0] ?? ''
}

function withoutEmptyEnd(columns: readonly string[]): readonly string[] {
  return columns.slice(0, columns.findLastIndex((column) => column !== '') + 1)
}

/** Every row of a file, a piece at a time: the page stays awake between two of them. */
export async function* rowsOf({
  file,
  letters,
  separator,
}: Pick<CsvFile, 'file' | 'letters' | 'separator'>): AsyncGenerator<readonly CsvRecord[]> {
  const reader = csvReader(separator)
  for await (const text of textOf(file, letters)) yield reader.push(text)
  yield reader.end()
}

/** What each column is called: one without a name, or with the name of another, is told by its place. */
export const columnNames = (
  columns: readonly string[],
  nameless: string,
  taken: readonly string[] = [],
): readonly string[] =>
  columns.map((name, at) => {
    if (name === '') return `${nameless} ${at + 1}`
    const isAlone = columns.indexOf(name) === columns.lastIndexOf(name) && !taken.includes(name)
    return isAlone ? name : `${name} (${at + 1})`
  })
