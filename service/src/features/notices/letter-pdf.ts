import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Notice, PostalAddress } from '@lastro/rules/listings/notice.ts'
import { oneLine } from './compose-notice.ts'

export type LetterPaper = {
  /** Name and return address of whoever writes: the small line above the address. */
  readonly sender: string
  readonly writtenAtMs: number
}

/** One letter on A4, folded in three, with the address where the window of an envelope shows it. */
export async function letterPdf(notice: Notice, { sender, writtenAtMs }: LetterPaper): Promise<Buffer> {
  // Large, and of no use to a service that writes no letters.
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({
    size: 'A4',
    margins: { top: mm(20), left: mm(25), right: mm(20), bottom: mm(28) },
    bufferPages: true,
    font: '',
    lang: 'pt-BR',
    info: { Title: notice.subject, Author: sender, CreationDate: new Date(writtenAtMs) },
  })
  const finished = bytesOf(page)
  page.registerFont('regular', fontFile('DejaVuSans')).registerFont('bold', fontFile('DejaVuSans-Bold'))
  page.font('regular')
  drawFoldMarks(page)
  drawAddress(page, notice, sender)
  drawText(page, notice)
  drawFeet(page, notice)
  page.end()
  return finished
}

/** Millimetres, as envelopes are measured, in the points of a PDF. */
const mm = (millimetres: number): number => (millimetres * 72) / 25.4

/** Where a window envelope shows the address (DIN 5008, form B): nothing else of the letter is seen through it. */
const addressWindow = { left: mm(25), top: mm(45), width: mm(80), senderHeight: mm(12), height: mm(45) }

/** The text begins below the window. */
const textTop = mm(105)

const foldMarksTop = [mm(105), mm(210)]

/** Wide enough a set of letters for the names of anybody; what it has not is drawn as an empty box. */
const fontFile = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

function bytesOf(page: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
}

function drawFoldMarks(page: PDFKit.PDFDocument): void {
  for (const top of foldMarksTop) {
    page.moveTo(mm(4), top).lineTo(mm(9), top).lineWidth(0.3).strokeColor('#999999').stroke()
  }
}

function drawAddress(page: PDFKit.PDFDocument, { recipient }: Notice, sender: string): void {
  const { left, top, width, senderHeight, height } = addressWindow
  const senderLine = oneLine(sender)
  sized(page, senderLine, { width, height: senderHeight - mm(2), sizes: [7, 6, 5] })
  page
    .fillColor('#444444')
    .text(senderLine, left, top, { width, height: senderHeight - mm(2), ellipsis: true })
  const lines = [recipient.name, ...addressLines(recipient.address)].map(oneLine).join('\n')
  const room = { width, height: height - senderHeight }
  sized(page, lines, { ...room, sizes: [10, 9, 8, 7, 6] })
  page.fillColor('#000000').text(lines, left, top + senderHeight, { ...room, ellipsis: true })
}

/** The largest of the sizes at which the text fits. */
function sized(
  page: PDFKit.PDFDocument,
  text: string,
  { width, height, sizes }: { width: number; height: number; sizes: readonly number[] },
): void {
  for (const size of sizes) {
    page.fontSize(size)
    if (page.heightOfString(text, { width }) <= height) return
  }
}

/** As the post reads it: street, district, then postcode with city and state. */
export function addressLines(address: PostalAddress | undefined): string[] {
  if (address === undefined) return []
  const { addressLine, number, complement, district, city, state, zipCode } = address
  const street = [addressLine, number, complement].filter((part) => part !== undefined && part !== '')
  return [street.join(', '), district, `${zipCode.replace(/^(\d{5})(\d{3})$/, '$1-$2')} ${city}/${state}`]
}

function drawText(page: PDFKit.PDFDocument, { subject, text }: Notice): void {
  const width = page.page.width - page.page.margins.left - page.page.margins.right
  page.fillColor('#000000').font('bold').fontSize(11)
  page.text(oneLine(subject), page.page.margins.left, textTop, { width })
  page.moveDown(0.8).font('regular').fontSize(10)
  const bottom = page.page.height - page.page.margins.bottom
  for (const paragraph of text.trimEnd().split(/\n{2,}/)) {
    const height = page.heightOfString(paragraph, { width, lineGap })
    const fitsHere = page.y + height <= bottom
    const fitsAnyPage = height <= bottom - page.page.margins.top
    if (!fitsHere && fitsAnyPage) page.addPage()
    page.text(paragraph, { width, lineGap }).moveDown(0.7)
  }
}

const lineGap = 2

/** On every page: which notice, which page, and the hash that its text can be checked by. */
function drawFeet(page: PDFKit.PDFDocument, { id, sha256 }: Notice): void {
  const { count } = page.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    page.switchToPage(at)
    const { left, right } = page.page.margins
    const width = page.page.width - left - right
    const foot = `Comunicação ${oneLine(id)}   página ${at + 1} de ${count}\nSHA-256 do texto: ${sha256}`
    // Without this, text so near the edge would begin a page of its own.
    page.page.margins.bottom = 0
    page.font('regular').fontSize(6.5).fillColor('#444444')
    page.text(foot, left, page.page.height - mm(20), { width, height: mm(12), ellipsis: true })
  }
}
