import type { OutlineSection } from '@lastro/reading/outline.ts'
import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import type { Severity } from '@lastro/reading/severity.ts'
import type { Given } from '../../../http/reply.ts'
import { htmlLanguage } from '../../../pages/drawing/page.ts'
import { pdfDocument } from '../../../pdf/pdf-document.ts'
import { placeText } from '../../../pdf/place-text.ts'
import {
  makeRoom,
  margin,
  newSheet,
  type Sheet,
  styles,
  textWidth,
  writeFacts,
  writeFeet,
  writeHeading,
  writeTable,
  writeText,
} from '../../../pdf/sheet.ts'
import type { Ink } from '../../../pdf/tagged-pages.ts'
import { documentTexts, pageOfText } from './document-texts.ts'
import { shortened } from './row-limit.ts'
import { timelineTable } from './timeline-table.ts'

/** A report as a tagged PDF on A4, with a bookmark for each section. The same report gives the same bytes. */
export async function reportPdf(outline: ReportOutline, given: Given): Promise<Buffer> {
  const document = pdfDocument()
  const sheet = newSheet(document, documentTexts.continued[outline.language])
  writeSubject(sheet, outline)
  writeVerdict(sheet, outline)
  for (const section of outline.sections) await writeSection(sheet, section, outline)
  await writeTimeline(sheet, outline)
  writeEnd(sheet, outline)
  writeReportFeet(sheet, outline)
  const language = htmlLanguage[outline.language]
  return document.finish({
    title: `${outline.title}: ${outline.subject.name}`,
    language,
    createdAtMs: given.atMs,
    identity: `${given.checkCode} ${given.requestId} ${given.atMs} ${language}`,
  })
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

const verdictInks: Readonly<Record<Severity, Ink>> = {
  clear: 'green',
  partial: 'blue',
  attention: 'amber',
  negative: 'red',
  unknown: 'grey',
  closed: 'black',
}

/** On a panel, with a bar of the colour of what it says; the words say it too. */
function writeVerdict(sheet: Sheet, { verdict }: ReportOutline): void {
  if (verdict === undefined) return
  const { pages } = sheet
  const box = { x: margin.left + 12, width: textWidth - 24 }
  const consultedLines = [verdict.consulted, verdict.notConsulted].filter((one) => one !== undefined)
  const said = [
    { text: verdict.headline, style: { ...styles.verdict, ink: verdictInks[verdict.severity] } },
    ...consultedLines.map((text) => ({ text, style: styles.value })),
    ...verdict.findings.map(({ text }) => ({ text, style: styles.value })),
    ...(verdict.notAsked === undefined ? [] : [{ text: verdict.notAsked, style: styles.note }]),
  ]
  const height = said.reduce(
    (sum, { text, style }) => sum + placeText(sheet.fonts, text, style, box, 0).height,
    14,
  )
  sheet.y += 4
  makeRoom(sheet, height)
  pages.fill({ x: margin.left, y: sheet.y, width: textWidth, height }, 'panel')
  pages.fill({ x: margin.left, y: sheet.y, width: 3, height }, verdictInks[verdict.severity])
  const end = sheet.y + height
  sheet.y += 7
  for (const { text, style } of said) writeText(sheet, pages.root, text, style, 'P', box)
  sheet.y = end
}

async function writeSection(
  sheet: Sheet,
  section: OutlineSection,
  { language }: ReportOutline,
): Promise<void> {
  const part = sheet.pages.open('Sect', sheet.pages.root)
  writeHeading(sheet, part, section.heading)
  if (section.notCovered !== undefined) writeText(sheet, part, section.notCovered, styles.note)
  if (section.partial !== undefined) writeText(sheet, part, section.partial, styles.partial)
  if (section.notAvailable !== undefined) writeText(sheet, part, section.notAvailable, styles.missing)
  writeFacts(sheet, part, section.facts)
  for (const note of section.notes) writeText(sheet, part, note, styles.note)
  for (const table of section.tables) await writeTable(sheet, part, shortened(table, language))
}

async function writeTimeline(sheet: Sheet, outline: ReportOutline): Promise<void> {
  const { timeline, language } = outline
  if (timeline.occurrences.length === 0) return
  const part = sheet.pages.open('Sect', sheet.pages.root)
  writeHeading(sheet, part, timeline.heading)
  if (timeline.note !== undefined) writeText(sheet, part, timeline.note, styles.note)
  const { note, ...table } = timelineTable(outline)
  if (note !== undefined) writeText(sheet, part, note, styles.note)
  await writeTable(sheet, part, shortened(table, language))
}

function writeEnd(sheet: Sheet, { footer, language }: ReportOutline): void {
  const part = sheet.pages.open('Sect', sheet.pages.root)
  sheet.y += 14
  makeRoom(sheet, 60)
  sheet.pages.rule({ x: margin.left, y: sheet.y, width: textWidth, height: 0.9 })
  sheet.y += 8
  writeFacts(sheet, part, footer)
  writeText(sheet, part, documentTexts.confirm[language], styles.note)
  if (sheet.fonts.lacksSigns()) writeText(sheet, part, documentTexts.notDrawn[language], styles.note)
}

/** On every page: when, which consultation, which code, which page; and that it is the sandbox's, if it is. */
function writeReportFeet(sheet: Sheet, { footer, language, marks, title }: ReportOutline): void {
  const sandbox = marks.some((one) => one.kind === 'sandbox') ? ['SANDBOX'] : []
  const left = [...sandbox, title, ...footer.map(({ value }) => value)].join('  ·  ')
  writeFeet(sheet, left, (page, count) => pageOfText(page, count)[language])
}
