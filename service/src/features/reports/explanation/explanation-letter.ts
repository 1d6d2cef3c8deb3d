import type { DecisionExplanation } from '@lastro/contract/decisions/explanation.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { documentText, instantText, printable } from '@lastro/reading/value-text.ts'
import { pdfDocument } from '../../../pdf/pdf-document.ts'
import { newSheet, styles, writeFacts, writeFeet, writeHeading, writeText } from '../../../pdf/sheet.ts'

export type LetterOf = {
  readonly explanation: DecisionExplanation
  readonly clientName: string
  readonly document: string
  readonly isSandbox: boolean
}

/** An explanation as a letter on A4, as tagged PDF. The same explanation gives the same bytes. */
export async function explanationLetter(
  { explanation, clientName, document, isSandbox }: LetterOf,
  language: Language,
): Promise<Buffer> {
  const { id, title, sections, writtenAt } = explanation
  const pdf = pdfDocument()
  const sheet = newSheet(pdf, words.continued[language])
  const { root } = sheet.pages
  if (isSandbox) {
    writeText(sheet, root, words.sandbox[language], styles.mark)
    sheet.y += 6
  }
  writeText(sheet, root, printable(clientName), styles.product)
  sheet.y += 2
  writeText(sheet, root, title, styles.name, 'H1')
  sheet.y += 6
  writeFacts(sheet, root, [
    { label: words.document[language], value: documentText(document) },
    { label: words.writtenAt[language], value: instantText(Date.parse(writtenAt)) },
    { label: words.id[language], value: id },
  ])
  for (const { heading, paragraphs } of sections) {
    const part = sheet.pages.open('Sect', root)
    writeHeading(sheet, part, heading)
    for (const text of paragraphs) {
      writeText(sheet, part, printable(text), letterText)
      sheet.y += 3
    }
  }
  writeFeet(sheet, `${title}  ·  ${id}`, (page, count) =>
    words.page[language].replace('{page}', String(page)).replace('{count}', String(count)),
  )
  return pdf.finish({
    title,
    author: printable(clientName),
    language: language === 'pt' ? 'pt-BR' : 'en',
    createdAtMs: Date.parse(writtenAt),
    identity: `${JSON.stringify(explanation)} ${language}`,
  })
}

/** Larger than the text of a report: it is read, not looked up. */
const letterText = { ...styles.value, size: 10 }

const words = {
  document: { pt: 'Documento', en: 'Document' },
  writtenAt: { pt: 'Escrita em', en: 'Written at' },
  id: { pt: 'Decisão', en: 'Decision' },
  continued: { pt: '(continuação)', en: '(continued)' },
  sandbox: { pt: 'Sandbox: tudo aqui é inventado.', en: 'Sandbox: all of this is invented.' },
  page: { pt: 'página {page} de {count}', en: 'page {page} of {count}' },
} as const satisfies Record<string, Text>
