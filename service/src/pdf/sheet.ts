import { setImmediate as nextTurn } from 'node:timers/promises'
import { columnWidths } from './column-widths.ts'
import type { PdfDocument } from './pdf-document.ts'
import type { PdfRef } from './pdf-file.ts'
import { placeText, type TextBlock, type TextBox, type TextStyle } from './place-text.ts'
import { paper } from './tagged-pages.ts'

/** A page of A4 with headings, facts and tables, begun. What is written goes on to the next by itself. */
export function newSheet(document: PdfDocument, continuation: string): Sheet {
  const sheet: Sheet = { ...document, y: margin.top, turnPage: 0, heading: '', continuation }
  nextPage(sheet)
  return sheet
}

type Fact = { readonly label: string; readonly value: string }

type SheetTable = {
  readonly caption: string | undefined
  readonly columns: readonly { readonly label: string; readonly align: 'left' | 'right' }[]
  readonly rows: readonly (readonly string[])[]
  readonly note: string | undefined
}

/** The page being written, and how far down it is full. */
export type Sheet = Pick<PdfDocument, 'fonts' | 'pages' | 'bookmark'> & {
  y: number
  /** The page at which others last had their turn. */
  turnPage: number
  /** Of the section being written; it stands again over each page that a table goes on to, followed by these words. */
  heading: string
  readonly continuation: string
}

export const margin = { left: 42, right: 42, top: 46, bottom: 62 }
export const textWidth = paper.width - margin.left - margin.right
const bottom = paper.height - margin.bottom

/** Pages between which nobody else gets a turn: a few milliseconds. */
const pagesATurn = 4

/** More lines would be more than a page: the rest of such a text is in the JSON. */
const usual = { leading: 1.32, linesMax: 40 }

export const styles = {
  product: { size: 9, weight: 'bold', ink: 'green', ...usual },
  name: { size: 17, weight: 'bold', ink: 'black', ...usual },
  document: { size: 11, weight: 'regular', ink: 'grey', ...usual },
  mark: { size: 8.5, weight: 'bold', ink: 'amber', ...usual },
  verdict: { size: 13, weight: 'bold', ink: 'black', ...usual },
  heading: { size: 11.5, weight: 'bold', ink: 'black', ...usual },
  caption: { size: 8.5, weight: 'bold', ink: 'black', ...usual },
  note: { size: 8.5, weight: 'regular', ink: 'grey', ...usual },
  missing: { size: 8.5, weight: 'regular', ink: 'amber', ...usual },
  partial: { size: 8.5, weight: 'bold', ink: 'blue', ...usual },
  label: { size: 7, weight: 'regular', ink: 'grey', ...usual, linesMax: 1 },
  value: { size: 8.8, weight: 'regular', ink: 'black', ...usual },
  head: { size: 7, weight: 'bold', ink: 'grey', ...usual },
  cell: { size: 7.6, weight: 'regular', ink: 'black', ...usual },
  foot: { size: 6.8, weight: 'regular', ink: 'grey', ...usual, linesMax: 2 },
} as const satisfies Record<string, TextStyle>

function nextPage(sheet: Sheet): void {
  sheet.pages.next()
  sheet.y = margin.top
}

/** Begins a page when what comes next does not fit the rest of this one. */
export function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height > bottom && sheet.y > margin.top) nextPage(sheet)
}

const wholeWidth: TextBox = { x: margin.left, width: textWidth }

/** A paragraph over the whole width, on one page. */
export function writeText(
  sheet: Sheet,
  parent: PdfRef,
  text: string,
  style: TextStyle,
  kind = 'P',
  box = wholeWidth,
): void {
  const { height } = placeText(sheet.fonts, text, style, box, 0)
  makeRoom(sheet, height)
  sheet.pages.write(kind, parent, placeText(sheet.fonts, text, style, box, sheet.y).lines, style.ink)
  sheet.y += height
}

/** So much of what follows a heading stays with it. */
const keptWithHeading = 58

export function writeHeading(sheet: Sheet, parent: PdfRef, heading: string): void {
  sheet.y += 16
  makeRoom(sheet, keptWithHeading)
  sheet.heading = heading
  sheet.bookmark(heading, sheet.y - 6)
  writeText(sheet, parent, heading, styles.heading, 'H2')
  sheet.y += 3
}

const factColumnsMax = 4
const factGap = 14

/** Labels and values side by side, as many to a line as the longest value allows; a line is not cut. */
export function writeFacts(sheet: Sheet, parent: PdfRef, facts: readonly Fact[]): void {
  if (facts.length === 0) return
  const list = sheet.pages.open('L', parent)
  const factColumns = factColumnsOf(sheet, facts)
  const width = factWidth(factColumns)
  for (let from = 0; from < facts.length; from += factColumns) {
    const line = facts.slice(from, from + factColumns)
    const boxes = line.map((_, at) => ({ x: margin.left + at * (width + factGap), width }))
    const heights = line.map(
      ({ value }, at) => placeText(sheet.fonts, value, styles.value, boxes[at] ?? wholeWidth, 0).height,
    )
    const height = styles.label.size * usual.leading + Math.max(...heights) + 4
    makeRoom(sheet, height)
    for (const [at, fact] of line.entries()) writeFact(sheet, list, fact, boxes[at] ?? wholeWidth)
    sheet.y += height
  }
}

const factWidth = (columns: number): number => (textWidth - factGap * (columns - 1)) / columns

function factColumnsOf({ fonts }: Sheet, facts: readonly Fact[]): number {
  const { size, weight } = styles.value
  const widest = Math.max(...facts.map(({ value }) => (fonts.shape(value, weight).width * size) / 1000))
  for (let columns = factColumnsMax; columns > 2; columns -= 1)
    if (widest <= factWidth(columns)) return columns
  return 2
}

function writeFact(sheet: Sheet, list: PdfRef, { label, value }: Fact, box: TextBox): void {
  const { pages, y } = sheet
  const item = pages.open('LI', list)
  pages.write('Lbl', item, placeText(sheet.fonts, label, styles.label, box, y).lines, styles.label.ink)
  const below = y + styles.label.size * usual.leading
  pages.write('LBody', item, placeText(sheet.fonts, value, styles.value, box, below).lines, styles.value.ink)
}

const cellGap = 8
const rowPadding = 2.6

type Grid = { readonly table: SheetTable; readonly boxes: readonly TextBox[]; readonly element: PdfRef }

/** Row by row: none is cut, and the head stands again over each page. */
export async function writeTable(sheet: Sheet, parent: PdfRef, table: SheetTable): Promise<void> {
  sheet.y += 3
  if (table.caption !== undefined) {
    makeRoom(sheet, keptWithHeading)
    writeText(sheet, parent, table.caption, styles.caption)
  }
  const grid = { table, boxes: boxesOf(sheet, table), element: sheet.pages.open('Table', parent) }
  makeRoom(sheet, 40)
  writeHead(sheet, grid, false)
  for (const row of table.rows) {
    writeRow(sheet, grid, row)
    if (sheet.pages.count() - sheet.turnPage >= pagesATurn) {
      sheet.turnPage = sheet.pages.count()
      await nextTurn()
    }
  }
  sheet.y += 3
  if (table.note !== undefined) writeText(sheet, parent, table.note, styles.note)
}

function boxesOf({ fonts }: Sheet, table: SheetTable): TextBox[] {
  const widths = columnWidths(table, {
    width: textWidth - cellGap * (table.columns.length - 1),
    widthOf: (text, isHead) => {
      const { size, weight } = isHead ? styles.head : styles.cell
      return (fonts.shape(text, weight).width * size) / 1000
    },
  })
  let x = margin.left
  return table.columns.map(({ align }, at) => {
    const box = { x, width: widths[at] ?? 0, align }
    x += box.width + cellGap
    return box
  })
}

const heightOf = (blocks: readonly TextBlock[]): number =>
  blocks.reduce((most, { height }) => Math.max(most, height), 0)

/** Whose rows these are, for whoever has this page alone; decoration, like the head below it. */
function writeContinuation(sheet: Sheet): void {
  if (sheet.heading === '') return
  const text = `${sheet.heading} ${sheet.continuation}`
  const { lines, height } = placeText(sheet.fonts, text, styles.caption, wholeWidth, sheet.y)
  sheet.pages.decorate(lines, styles.caption.ink)
  sheet.y += height + 2
}

/** Read aloud once; where it is repeated it is decoration. */
function writeHead(sheet: Sheet, { table, boxes, element }: Grid, isRepeated: boolean): void {
  const { pages } = sheet
  const blocks = table.columns.map(({ label }, at) =>
    placeText(sheet.fonts, label, styles.head, boxes[at] ?? wholeWidth, sheet.y),
  )
  if (isRepeated) for (const { lines } of blocks) pages.decorate(lines)
  else pages.writeRow(element, 'TH', blocks, styles.head.ink)
  sheet.y += heightOf(blocks) + 2
  pages.rule({ x: margin.left, y: sheet.y, width: textWidth, height: 0.9 })
  sheet.y += rowPadding
}

function writeRow(sheet: Sheet, grid: Grid, cells: readonly string[]): void {
  const { pages } = sheet
  const blocksAt = (y: number) =>
    cells.map((text, at) => placeText(sheet.fonts, text, styles.cell, grid.boxes[at] ?? wholeWidth, y))
  let blocks = blocksAt(sheet.y)
  const height = heightOf(blocks)
  if (sheet.y + height + rowPadding > bottom) {
    nextPage(sheet)
    writeContinuation(sheet)
    writeHead(sheet, grid, true)
    blocks = blocksAt(sheet.y)
  }
  pages.writeRow(grid.element, 'TD', blocks, styles.cell.ink)
  sheet.y += height + rowPadding
  pages.rule({ x: margin.left, y: sheet.y, width: textWidth, height: 0.4 })
  sheet.y += rowPadding
}

/** On every page: what it is at the left, and which page at the right. Nothing is written after it. */
export function writeFeet(
  { pages, fonts }: Sheet,
  left: string,
  pageOf: (page: number, count: number) => string,
): void {
  const count = pages.count()
  const y = paper.height - 40
  const said = placeText(fonts, left, styles.foot, { x: margin.left, width: textWidth - 90 }, y)
  const corner = { x: paper.width - margin.right - 80, width: 80, align: 'right' } as const
  pages.decorateEach((page) => {
    const number = placeText(fonts, pageOf(page + 1, count), styles.foot, corner, y)
    return [...said.lines, ...number.lines]
  }, styles.foot.ink)
}
