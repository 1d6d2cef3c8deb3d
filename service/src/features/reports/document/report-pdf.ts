import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Fact, OutlineSection, OutlineTable } from '@lastro/reading/outline.ts'
import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import type { Given } from '../../../http/reply.ts'
import { htmlLanguage } from '../../../pages/drawing/page.ts'
import { documentTexts, pageOfText } from './document-texts.ts'
import { columnWidths } from './pdf/column-widths.ts'
import { type PdfFile, type PdfRef, pdfFile, pdfText } from './pdf/pdf-file.ts'
import { type DocumentFonts, documentFonts, type Weight } from './pdf/pdf-fonts.ts'
import { type Ink, type PlacedLine, paper, type TaggedPages, taggedPages } from './pdf/tagged-pages.ts'
import { textLines } from './pdf/text-lines.ts'
import { shortened } from './row-limit.ts'

/** A report as a tagged PDF on A4, with a bookmark for each section. The same report gives the same bytes. */
export async function reportPdf(outline: ReportOutline, given: Given): Promise<Buffer> {
  const file = pdfFile()
  const fonts = documentFonts()
  const pages = taggedPages(file)
  const sheet: Sheet = { fonts, pages, y: margin.top, bookmarks: [], turnPage: pages.count() }
  nextPage(sheet)
  writeSubject(sheet, outline)
  writeVerdict(sheet, outline)
  for (const section of outline.sections) await writeSection(sheet, section, outline)
  await writeTimeline(sheet, outline)
  writeEnd(sheet, outline)
  pages.endPages()
  writeFeet(sheet, outline)
  return finished(file, sheet, outline, given)
}

/** The page being written, and how far down it is full. */
type Sheet = {
  readonly fonts: DocumentFonts
  readonly pages: TaggedPages
  y: number
  readonly bookmarks: { readonly title: string; readonly destination: string }[]
  /** The page at which others last had their turn. */
  turnPage: number
}

const margin = { left: 42, right: 42, top: 46, bottom: 62 }
const textWidth = paper.width - margin.left - margin.right
const bottom = paper.height - margin.bottom

const leading = 1.32

/** Pages between which nobody else gets a turn: a few milliseconds. */
const pagesATurn = 4

/** More lines in a cell would be more than a page: the rest of such a text is in the JSON. */
const cellLinesMax = 40

type Style = { readonly size: number; readonly weight: Weight; readonly ink: Ink }

const styles = {
  product: { size: 9, weight: 'bold', ink: 'green' },
  name: { size: 17, weight: 'bold', ink: 'black' },
  document: { size: 11, weight: 'regular', ink: 'grey' },
  mark: { size: 8.5, weight: 'bold', ink: 'amber' },
  verdict: { size: 10.5, weight: 'bold', ink: 'black' },
  heading: { size: 11.5, weight: 'bold', ink: 'black' },
  caption: { size: 8.5, weight: 'bold', ink: 'black' },
  note: { size: 8.5, weight: 'regular', ink: 'grey' },
  missing: { size: 8.5, weight: 'regular', ink: 'amber' },
  label: { size: 7, weight: 'regular', ink: 'grey' },
  value: { size: 8.8, weight: 'regular', ink: 'black' },
  head: { size: 7, weight: 'bold', ink: 'grey' },
  cell: { size: 7.6, weight: 'regular', ink: 'black' },
  foot: { size: 6.8, weight: 'regular', ink: 'grey' },
} as const satisfies Record<string, Style>

function nextPage(sheet: Sheet): void {
  sheet.pages.next()
  sheet.y = margin.top
}

/** Begins a page when what comes next does not fit the rest of this one. */
function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height > bottom && sheet.y > margin.top) nextPage(sheet)
}

type Box = {
  readonly x: number
  readonly width: number
  readonly linesMax?: number
  readonly align?: 'left' | 'right'
}

const wholeWidth: Box = { x: margin.left, width: textWidth }

type Block = { readonly lines: readonly PlacedLine[]; readonly height: number }

/** Lines of a text in a box whose top is at `y`. */
function placed({ fonts }: Sheet, text: string, style: Style, box: Box, y: number): Block {
  const { size, weight } = style
  const room = { width: box.width, size, weight, linesMax: box.linesMax ?? cellLinesMax }
  const lines = textLines(fonts, text, room).map(({ text: line, drawn }, at) => ({
    x: box.align === 'right' ? box.x + box.width - (drawn.width * size) / 1000 : box.x,
    y: y + size * (at * leading + 0.95),
    size,
    text: line,
    drawn,
  }))
  return { lines, height: lines.length * size * leading }
}

/** A paragraph over the whole width, on one page. */
function writeText(
  sheet: Sheet,
  parent: PdfRef,
  text: string,
  style: Style,
  kind = 'P',
  box = wholeWidth,
): void {
  const { height } = placed(sheet, text, style, box, 0)
  makeRoom(sheet, height)
  sheet.pages.write(kind, parent, placed(sheet, text, style, box, sheet.y).lines, style.ink)
  sheet.y += height
}

function writeSubject(sheet: Sheet, { title, subject, marks }: ReportOutline): void {
  const { pages } = sheet
  for (const mark of marks) {
    writeText(sheet, pages.root, mark.text, styles.mark)
    sheet.y += 3
  }
  sheet.y += 4
  writeText(sheet, pages.root, title, styles.product)
  sheet.y += 2
  writeText(sheet, pages.root, subject.name, styles.name, 'H1')
  writeText(sheet, pages.root, `${subject.documentType} ${subject.document}`, styles.document)
  sheet.y += 5
  writeFacts(sheet, pages.root, subject.facts)
}

const verdictInks: Readonly<Record<ReportOutline['verdict']['kind'], Ink>> = {
  clear: 'green',
  occurrences: 'red',
  unknown: 'amber',
}

/** On a panel, with a bar of the colour of what it says; the words say it too. */
function writeVerdict(sheet: Sheet, { verdict }: ReportOutline): void {
  const { pages } = sheet
  const box = { x: margin.left + 12, width: textWidth - 24 }
  const said = [
    { text: verdict.text, style: styles.verdict },
    ...(verdict.notAvailable === undefined ? [] : [{ text: verdict.notAvailable, style: styles.note }]),
  ]
  const height = said.reduce((sum, { text, style }) => sum + placed(sheet, text, style, box, 0).height, 14)
  sheet.y += 4
  makeRoom(sheet, height)
  pages.fill({ x: margin.left, y: sheet.y, width: textWidth, height }, 'panel')
  pages.fill({ x: margin.left, y: sheet.y, width: 3, height }, verdictInks[verdict.kind])
  const end = sheet.y + height
  sheet.y += 7
  for (const { text, style } of said) writeText(sheet, pages.root, text, style, 'P', box)
  sheet.y = end
}

/** So much of what follows a heading stays with it. */
const keptWithHeading = 58

function writeHeading(sheet: Sheet, parent: PdfRef, heading: string): void {
  sheet.y += 16
  makeRoom(sheet, keptWithHeading)
  sheet.bookmarks.push({ title: heading, destination: sheet.pages.destination(sheet.y - 6) })
  writeText(sheet, parent, heading, styles.heading, 'H2')
  sheet.y += 3
}

async function writeSection(
  sheet: Sheet,
  section: OutlineSection,
  { language }: ReportOutline,
): Promise<void> {
  const part = sheet.pages.open('Sect', sheet.pages.root)
  writeHeading(sheet, part, section.heading)
  if (section.notAvailable !== undefined) writeText(sheet, part, section.notAvailable, styles.missing)
  writeFacts(sheet, part, section.facts)
  for (const note of section.notes) writeText(sheet, part, note, styles.note)
  for (const table of section.tables) await writeTable(sheet, part, shortened(table, language))
}

async function writeTimeline(sheet: Sheet, { timeline, language }: ReportOutline): Promise<void> {
  if (timeline.occurrences.length === 0) return
  const part = sheet.pages.open('Sect', sheet.pages.root)
  writeHeading(sheet, part, timeline.heading)
  if (timeline.note !== undefined) writeText(sheet, part, timeline.note, styles.note)
  const rows = timeline.occurrences.map((one) => [one.date, one.kind, one.text, one.amount])
  await writeTable(sheet, part, shortened({ caption: undefined, columns: timeline.columns, rows }, language))
}

const factColumnsMax = 4
const factGap = 14

/** Labels and values side by side, as many to a line as the longest value allows; a line is not cut. */
function writeFacts(sheet: Sheet, parent: PdfRef, facts: readonly Fact[]): void {
  if (facts.length === 0) return
  const list = sheet.pages.open('L', parent)
  const factColumns = factColumnsOf(sheet, facts)
  const width = factWidth(factColumns)
  for (let from = 0; from < facts.length; from += factColumns) {
    const line = facts.slice(from, from + factColumns)
    const boxes = line.map((_, at) => ({ x: margin.left + at * (width + factGap), width }))
    const heights = line.map(
      ({ value }, at) => placed(sheet, value, styles.value, boxes[at] ?? wholeWidth, 0).height,
    )
    const height = styles.label.size * leading + Math.max(...heights) + 4
    makeRoom(sheet, height)
    for (const [at, fact] of line.entries()) writeFact(sheet, list, fact, boxes[at] ?? wholeWidth)
    sheet.y += height
  }
}

const factWidth = (columns: number): number => (textWidth - factGap * (columns - 1)) / columns

function factColumnsOf({ fonts }: Sheet, facts: readonly Fact[]): number {
  const { size, weight } = styles.value
  const widest = Math.max(...facts.map(({ value }) => (fonts.draw(value, weight).width * size) / 1000))
  for (let columns = factColumnsMax; columns > 2; columns -= 1)
    if (widest <= factWidth(columns)) return columns
  return 2
}

function writeFact(sheet: Sheet, list: PdfRef, { label, value }: Fact, box: Box): void {
  const { pages, y } = sheet
  const item = pages.open('LI', list)
  pages.write(
    'Lbl',
    item,
    placed(sheet, label, styles.label, { ...box, linesMax: 1 }, y).lines,
    styles.label.ink,
  )
  const below = y + styles.label.size * leading
  pages.write('LBody', item, placed(sheet, value, styles.value, box, below).lines, styles.value.ink)
}

const cellGap = 8
const rowPadding = 2.6

type Grid = { readonly table: OutlineTable; readonly boxes: readonly Box[]; readonly element: PdfRef }

/** Row by row: none is cut, and the head stands again over each page. */
async function writeTable(
  sheet: Sheet,
  parent: PdfRef,
  table: OutlineTable & { readonly note: string | undefined },
): Promise<void> {
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

function boxesOf({ fonts }: Sheet, table: OutlineTable): Box[] {
  const widths = columnWidths(table, {
    width: textWidth - cellGap * (table.columns.length - 1),
    widthOf: (text, isHead) => {
      const { size, weight } = isHead ? styles.head : styles.cell
      return (fonts.draw(text, weight).width * size) / 1000
    },
  })
  let x = margin.left
  return table.columns.map(({ align }, at) => {
    const box = { x, width: widths[at] ?? 0, align }
    x += box.width + cellGap
    return box
  })
}

const columnScope = '/A<</O/Table/Scope/Column>>'

/** Read aloud once; where it is repeated it is decoration. */
function writeHead(sheet: Sheet, { table, boxes, element }: Grid, isRepeated: boolean): void {
  const { pages } = sheet
  const blocks = table.columns.map(({ label }, at) =>
    placed(sheet, label, styles.head, boxes[at] ?? wholeWidth, sheet.y),
  )
  if (isRepeated) for (const { lines } of blocks) pages.decorate(lines)
  else {
    const row = pages.open('TR', element)
    for (const { lines } of blocks) pages.write('TH', row, lines, styles.head.ink, columnScope)
  }
  sheet.y += Math.max(...blocks.map((one) => one.height)) + 2
  pages.fill({ x: margin.left, y: sheet.y, width: textWidth, height: 0.9 }, 'line')
  sheet.y += rowPadding
}

function writeRow(sheet: Sheet, grid: Grid, cells: readonly string[]): void {
  const { pages } = sheet
  const blocksAt = (y: number) =>
    cells.map((text, at) => placed(sheet, text, styles.cell, grid.boxes[at] ?? wholeWidth, y))
  let blocks = blocksAt(sheet.y)
  const height = Math.max(...blocks.map((one) => one.height))
  if (sheet.y + height + rowPadding > bottom) {
    nextPage(sheet)
    writeHead(sheet, grid, true)
    blocks = blocksAt(sheet.y)
  }
  const row = pages.open('TR', grid.element)
  for (const { lines } of blocks) pages.write('TD', row, lines, styles.cell.ink)
  sheet.y += height + rowPadding
  pages.fill({ x: margin.left, y: sheet.y, width: textWidth, height: 0.4 }, 'line')
  sheet.y += rowPadding
}

function writeEnd(sheet: Sheet, { footer, language }: ReportOutline): void {
  const part = sheet.pages.open('Sect', sheet.pages.root)
  sheet.y += 14
  makeRoom(sheet, 60)
  sheet.pages.fill({ x: margin.left, y: sheet.y, width: textWidth, height: 0.9 }, 'line')
  sheet.y += 8
  writeFacts(sheet, part, footer)
  writeText(sheet, part, documentTexts.confirm[language], styles.note)
  if (sheet.fonts.lacksSigns()) writeText(sheet, part, documentTexts.notDrawn[language], styles.note)
}

/** On every page: when, which consultation, which code, which page; and that it is the sandbox's, if it is. */
function writeFeet(sheet: Sheet, { footer, language, marks, title }: ReportOutline): void {
  const { pages } = sheet
  const count = pages.count()
  const sandbox = marks.some((one) => one.kind === 'sandbox') ? ['SANDBOX'] : []
  const left = [...sandbox, title, ...footer.map(({ value }) => value)].join('  ·  ')
  const y = paper.height - 40
  for (let page = 0; page < count; page += 1) {
    const number = placed(
      sheet,
      pageOfText(page + 1, count)[language],
      styles.foot,
      { x: paper.width - margin.right - 80, width: 80, align: 'right' },
      y,
    )
    const said = placed(sheet, left, styles.foot, { x: margin.left, width: textWidth - 90, linesMax: 2 }, y)
    pages.decorate([...said.lines, ...number.lines], styles.foot.ink, page)
  }
}

function finished(file: PdfFile, sheet: Sheet, outline: ReportOutline, given: Given): Promise<Buffer> {
  const { pages, structure } = sheet.pages.finish(sheet.fonts.embed(file))
  const title = `${outline.title}: ${outline.subject.name}`
  const date = new Date(given.atMs).toISOString()
  const stamp = `(D:${date.replace(/\D/g, '').slice(0, 14)}Z)`
  const info = file.add(`<</Title${pdfText(title)}/Producer(Lastro)/CreationDate${stamp}/ModDate${stamp}>>`)
  const language = htmlLanguage[outline.language]
  const bookmarks = writeBookmarks(file, sheet)
  const root = file.add(
    `<</Type/Catalog/Pages ${pages} 0 R/StructTreeRoot ${structure} 0 R/MarkInfo<</Marked true>>/Lang(${language})/ViewerPreferences<</DisplayDocTitle true>>${bookmarks}>>`,
  )
  const id = hash('sha256', `${given.checkCode} ${given.requestId} ${given.atMs} ${language}`, 'hex').slice(
    0,
    32,
  )
  return file.finish({ root, info, id })
}

function writeBookmarks(file: PdfFile, { bookmarks }: Sheet): string {
  if (bookmarks.length === 0) return ''
  const parent = file.reserve()
  const refs = bookmarks.map(() => file.reserve())
  for (const [at, { title, destination }] of bookmarks.entries()) {
    const before = at === 0 ? '' : `/Prev ${refs[at - 1]} 0 R`
    const after = at === bookmarks.length - 1 ? '' : `/Next ${refs[at + 1]} 0 R`
    file.put(
      refs[at] as PdfRef,
      `<</Title${pdfText(title)}/Parent ${parent} 0 R/Dest${destination}${before}${after}>>`,
    )
  }
  file.put(parent, `<</Type/Outlines/First ${refs[0]} 0 R/Last ${refs.at(-1)} 0 R/Count ${refs.length}>>`)
  return `/Outlines ${parent} 0 R/PageMode/UseOutlines`
}
