import type { Letter, PostalAddress } from '@lastro/rules/listings/notices/notice.ts'
import { oneLine } from '@lastro/rules/text/one-line.ts'
import { flowText } from '../../pdf/flow-text.ts'
import { type PdfDocument, pdfDocument } from '../../pdf/pdf-document.ts'
import type { PdfRef } from '../../pdf/pdf-file.ts'
import { placeText, type TextBox, type TextStyle } from '../../pdf/place-text.ts'
import { type PlacedLine, paper } from '../../pdf/tagged-pages.ts'

export type LetterPaper = {
  /** Name and return address of whoever writes: the small line above the address. */
  readonly sender: string
  readonly writtenAtMs: number
}

/** One letter on A4, folded in three, with the address where the window of an envelope shows it. */
export function letterPdf(notice: Letter, { sender, writtenAtMs }: LetterPaper): Promise<Buffer> {
  const document = pdfDocument()
  document.pages.next()
  writeFoldMarks(document)
  writeAddress(document, notice, oneLine(sender))
  writeLetter(document, notice)
  writeFeet(document, notice)
  return document.finish({
    title: oneLine(notice.subject),
    author: oneLine(sender),
    language: 'pt-BR',
    createdAtMs: writtenAtMs,
    identity: `${notice.id} ${notice.sha256} ${writtenAtMs}`,
  })
}

/** Millimetres, as envelopes are measured, in the points of a PDF. */
const mm = (millimetres: number): number => (millimetres * 72) / 25.4

const margin = { top: mm(20), left: mm(25), right: mm(20), bottom: mm(28) }
const wholeWidth: TextBox = { x: margin.left, width: paper.width - margin.left - margin.right }
const bottom = paper.height - margin.bottom
const flowArea = { ...wholeWidth, top: margin.top, bottom }

/** Where a window envelope shows the address (DIN 5008, form B): nothing else of the letter is seen through it. */
const addressWindow = { left: mm(25), top: mm(45), width: mm(80), senderHeight: mm(12), height: mm(45) }

/** The text begins below the window. */
const textTop = mm(105)

const foldMarksTop = [mm(105), mm(210)]

const styles = {
  sender: { size: 7, weight: 'regular', ink: 'grey', leading: 1.17 },
  address: { size: 10, weight: 'regular', ink: 'black', leading: 1.17 },
  // Names are in the text too, and whole.
  subject: { size: 11.5, weight: 'bold', ink: 'black', leading: 1.2, linesMax: 6 },
  text: { size: 10.5, weight: 'regular', ink: 'black', leading: 1.36 },
  foot: { size: 6.5, weight: 'regular', ink: 'grey', leading: 1.17, linesMax: 1 },
} as const satisfies Record<string, TextStyle>

/** Smaller than this nobody reads it through a window. */
const sizeMin = { sender: 5, address: 6 }

function writeFoldMarks({ pages }: PdfDocument): void {
  for (const y of foldMarksTop) pages.fill({ x: mm(4), y, width: mm(5), height: 0.3 }, 'grey')
}

function writeAddress(document: PdfDocument, { recipient }: Letter, sender: string): void {
  const { left, top, width, senderHeight, height } = addressWindow
  const block = document.pages.open('Div', document.pages.root)
  writeFitted(document, block, [sender], {
    style: styles.sender,
    sizeMin: sizeMin.sender,
    box: { x: left, width },
    y: top,
    height: senderHeight - mm(2),
  })
  writeFitted(document, block, [recipient.name, ...addressLines(recipient.address)].map(oneLine), {
    style: styles.address,
    sizeMin: sizeMin.address,
    box: { x: left, width },
    y: top + senderHeight,
    height: height - senderHeight,
  })
}

type Fitting = {
  readonly style: TextStyle
  readonly sizeMin: number
  readonly box: TextBox
  readonly y: number
  readonly height: number
}

/** Texts one below the other, at the largest size at which all of them fit; at the smallest, each is cut to its share. */
function writeFitted(document: PdfDocument, parent: PdfRef, texts: readonly string[], room: Fitting): void {
  const { style, height } = room
  const blocksAt = (size: number, linesMax?: number) =>
    stacked(document, texts, { ...style, size, ...(linesMax && { linesMax }) }, room.box, room.y)
  let { size } = style
  let blocks = blocksAt(size)
  while (heightOf(blocks) > height && size > room.sizeMin) {
    size -= 1
    blocks = blocksAt(size)
  }
  if (heightOf(blocks) > height) {
    blocks = blocksAt(size, Math.floor(height / (size * style.leading) / texts.length))
  }
  for (const { lines } of blocks) document.pages.write('P', parent, lines, style.ink)
}

type Stacked = { readonly lines: readonly PlacedLine[]; readonly height: number }

function stacked(
  { fonts }: PdfDocument,
  texts: readonly string[],
  style: TextStyle,
  box: TextBox,
  top: number,
): Stacked[] {
  let y = top
  return texts.map((text) => {
    const block = placeText(fonts, text, style, box, y)
    y += block.height
    return block
  })
}

const heightOf = (blocks: readonly Stacked[]): number => blocks.reduce((sum, one) => sum + one.height, 0)

/** As the post reads it: street, district, then postcode with city and state. */
export function addressLines(address: PostalAddress | undefined): string[] {
  if (address === undefined) return []
  const { addressLine, number, complement, district, city, state, zipCode } = address
  const street = [addressLine, number, complement].filter((part) => part !== undefined && part !== '')
  return [street.join(', '), district, `${zipCode.replace(/^(\d{5})(\d{3})$/, '$1-$2')} ${city}/${state}`]
}

function writeLetter(document: PdfDocument, { subject, text }: Letter): void {
  const { pages, fonts } = document
  const heading = placeText(fonts, oneLine(subject), styles.subject, wholeWidth, textTop)
  pages.write('H1', pages.root, heading.lines, styles.subject.ink)
  let y = textTop + heading.height + paragraphGap
  for (const paragraph of text.trimEnd().split(/\n{2,}/)) {
    y = writeParagraph(document, paragraph.split('\n').map(plainLine), y) + paragraphGap
  }
}

const paragraphGap = 8

/** A template's line keeps its spaces; what has no sign of its own is left out. */
const plainLine = (line: string): string =>
  line
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')

/** On one page, unless it is longer than that; answers where it ends. Each of its lines is read on its own. */
function writeParagraph(document: PdfDocument, texts: readonly string[], top: number): number {
  const height = heightOf(stacked(document, texts, styles.text, wholeWidth, top))
  let y = top
  if (top + height > bottom && height <= bottom - margin.top) y = nextPage(document)
  for (const text of texts) y = flowText(document, document.pages.root, text, styles.text, flowArea, y)
  return y
}

function nextPage({ pages }: PdfDocument): number {
  pages.next()
  return margin.top
}

/** On every page: which notice, which page, and the hash that its text can be checked by. */
function writeFeet({ pages, fonts }: PdfDocument, { id, sha256 }: Letter): void {
  const top = paper.height - mm(20)
  const count = pages.count()
  const placed = (text: string, y: number) => placeText(fonts, text, styles.foot, wholeWidth, y)
  pages.decorateEach((page) => {
    const first = placed(`Comunicação ${oneLine(id)}   página ${page + 1} de ${count}`, top)
    return [...first.lines, ...placed(`SHA-256 do texto: ${sha256}`, top + first.height).lines]
  }, styles.foot.ink)
}
