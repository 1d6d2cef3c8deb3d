import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import type { Fact } from '@lastro/reading/outline.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { flowText } from '../../pdf/flow-text.ts'
import { type PdfDocument, pdfDocument } from '../../pdf/pdf-document.ts'
import type { PdfRef } from '../../pdf/pdf-file.ts'
import { placeText, type TextStyle } from '../../pdf/place-text.ts'
import { paper } from '../../pdf/tagged-pages.ts'
import { fileOutline } from './words/file-outline.ts'
import type { FileItem, FileOutline, FileSection } from './words/file-parts.ts'
import { fileWords } from './words/file-words.ts'

/** The file as a letter, in Portuguese whoever asks for it: it goes to the person. The same file gives the same bytes. */
export async function fileLetter(file: PersonFile, contact: string | undefined): Promise<Buffer> {
  const outline = fileOutline(file, 'pt', contact)
  const document = pdfDocument()
  const sheet: Sheet = { ...document, y: area.top, turnPage: 1 }
  sheet.pages.next()
  writeHead(sheet, outline)
  for (const section of outline.sections) await writeSection(sheet, section)
  writeFeet(sheet, outline)
  return document.finish({
    title: outline.title,
    language: 'pt-BR',
    createdAtMs: Date.parse(file.writtenAt),
    identity: hash('sha256', JSON.stringify(file), 'hex'),
  })
}

/** The page at hand, and how far down it is full. */
type Sheet = Pick<PdfDocument, 'fonts' | 'pages' | 'bookmark'> & {
  y: number
  /** The page at which others last had their turn. */
  turnPage: number
}

const margin = { left: 57, right: 57, top: 57, bottom: 68 }
const area = {
  x: margin.left,
  width: paper.width - margin.left - margin.right,
  top: margin.top,
  bottom: paper.height - margin.bottom,
}
const inset = { ...area, x: area.x + 12, width: area.width - 12 }

/** Pages between which nobody else gets a turn: a few milliseconds. */
const pagesATurn = 4

const styles = {
  title: { size: 17, weight: 'bold', ink: 'black', leading: 1.25, linesMax: 3 },
  name: { size: 11, weight: 'bold', ink: 'black', leading: 1.3, linesMax: 4 },
  document: { size: 10.5, weight: 'regular', ink: 'grey', leading: 1.3, linesMax: 1 },
  heading: { size: 12.5, weight: 'bold', ink: 'green', leading: 1.3, linesMax: 3 },
  item: { size: 10.5, weight: 'bold', ink: 'black', leading: 1.3, linesMax: 6 },
  text: { size: 10, weight: 'regular', ink: 'black', leading: 1.36 },
  label: { size: 10, weight: 'bold', ink: 'grey', leading: 1.36, linesMax: 2 },
  small: { size: 8.5, weight: 'regular', ink: 'grey', leading: 1.32 },
  foot: { size: 7, weight: 'regular', ink: 'grey', leading: 1.2, linesMax: 1 },
} as const satisfies Record<string, TextStyle>

/** So much of what follows a heading stays with it. */
const keptWithHeading = 60

function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height <= area.bottom || sheet.y <= area.top) return
  sheet.pages.next()
  sheet.y = area.top
}

function writeLine(sheet: Sheet, parent: PdfRef, kind: string, text: string, style: TextStyle): void {
  const { height } = placeText(sheet.fonts, text, style, area, 0)
  makeRoom(sheet, height + (kind === 'P' ? 0 : keptWithHeading))
  sheet.pages.write(kind, parent, placeText(sheet.fonts, text, style, area, sheet.y).lines, style.ink)
  sheet.y += height
}

function writeParagraph(sheet: Sheet, parent: PdfRef, text: string, style: TextStyle, box = area): void {
  sheet.y = flowText(sheet, parent, printable(text), style, box, sheet.y)
}

function writeHead(sheet: Sheet, { title, name, document, paragraphs }: FileOutline): void {
  const { root } = sheet.pages
  writeLine(sheet, root, 'H1', title, styles.title)
  sheet.y += 6
  if (name !== undefined) writeLine(sheet, root, 'P', name, styles.name)
  writeLine(sheet, root, 'P', document, styles.document)
  sheet.y += 8
  for (const text of paragraphs) {
    writeParagraph(sheet, root, text, styles.text)
    sheet.y += 5
  }
}

async function writeSection(sheet: Sheet, { heading, paragraphs, facts, items }: FileSection): Promise<void> {
  const part = sheet.pages.open('Sect', sheet.pages.root)
  sheet.y += 14
  makeRoom(sheet, keptWithHeading)
  sheet.bookmark(heading, sheet.y - 6)
  writeLine(sheet, part, 'H2', heading, styles.heading)
  sheet.y += 4
  for (const text of paragraphs) {
    writeParagraph(sheet, part, text, styles.text)
    sheet.y += 4
  }
  writeFacts(sheet, part, facts)
  for (const item of items) {
    writeItem(sheet, part, item)
    if (sheet.pages.count() - sheet.turnPage < pagesATurn) continue
    sheet.turnPage = sheet.pages.count()
    await nextTurn()
  }
}

function writeItem(sheet: Sheet, parent: PdfRef, item: FileItem): void {
  const { heading, paragraphs, facts, steps = [], letters = [] } = item
  sheet.y += 8
  writeLine(sheet, parent, 'H3', heading, styles.item)
  sheet.y += 2
  for (const text of paragraphs) writeParagraph(sheet, parent, text, styles.text)
  writeFacts(sheet, parent, facts)
  if (steps.length > 0) writeLabelled(sheet, parent, fileWords.history.pt, steps)
  for (const { heading: of, text } of letters) {
    writeLabelled(sheet, parent, of, text === '' ? [] : text.trimEnd().split(/\n+/))
  }
}

/** One to a line: a letter is read from top to bottom. */
function writeFacts(sheet: Sheet, parent: PdfRef, facts: readonly Fact[]): void {
  for (const { label, value } of facts) writeParagraph(sheet, parent, `${label}: ${value}`, styles.text)
}

/** Lines under a label of their own, a little to the right. */
function writeLabelled(sheet: Sheet, parent: PdfRef, label: string, lines: readonly string[]): void {
  sheet.y += 3
  writeLine(sheet, parent, 'P', label, styles.label)
  for (const line of lines) writeParagraph(sheet, parent, line, styles.small, inset)
}

/** On every page: what it is, and which page; not whose, for a page may be lost. */
function writeFeet({ pages, fonts }: Sheet, { title }: FileOutline): void {
  const count = pages.count()
  const y = paper.height - 42
  const corner = { x: paper.width - margin.right - 120, width: 120, align: 'right' } as const
  pages.decorateEach((page) => {
    const number = fill(fileWords.letterPage.pt, { page: String(page + 1), count: String(count) })
    return [
      ...placeText(fonts, title, styles.foot, area, y).lines,
      ...placeText(fonts, number, styles.foot, corner, y).lines,
    ]
  }, styles.foot.ink)
}
