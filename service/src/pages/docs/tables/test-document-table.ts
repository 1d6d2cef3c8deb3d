import type { SandboxDocument } from '@lastro/contract/sandbox/sandbox-documents.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../../drawing/html.ts'
import { table } from '../../drawing/table.ts'
import { statusMark } from '../operation/operation-page.ts'
import { pageTexts } from '../page-texts.ts'

/** The people and companies of the sandbox, and what each shows. */
export const testDocumentTable = (documents: readonly SandboxDocument[], language: Language): Html => html`
<h1>${pageTexts.testDocuments[language]}</h1>
<p class="lede">${prose(pageTexts.testDocumentsIntro[language])}</p>
${(['CPF', 'CNPJ'] as const).map((type) => {
  const ofType = documents.filter((one) => one.documentType === type)
  return html`<h2 id="${type.toLowerCase()}">${type}</h2>${table({
    label: `${pageTexts.testDocuments[language]}: ${type}`,
    columns: [
      pageTexts.document[language],
      pageTexts.scenario[language],
      pageTexts.shows[language],
      pageTexts.status[language],
    ],
    rows: ofType.map((one) => [
      html`<code>${one.documento}</code>`,
      one.title,
      prose(one.shows),
      statuses(one),
    ]),
  })}`
})}`

/** One status where all products answer the same; each by its name where they do not. */
function statuses({ status }: SandboxDocument): Html {
  const different = new Set(Object.values(status))
  const [only] = different
  if (different.size === 1 && only !== undefined) return statusMark(only)
  return html`${Object.entries(status).map(([product, one]) => html`${statusMark(one)} <code>${product}</code> `)}`
}
