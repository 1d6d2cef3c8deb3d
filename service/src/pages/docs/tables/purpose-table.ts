import { purposes } from '@lastro/contract/reports/purposes.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../../drawing/html.ts'
import { table } from '../../drawing/table.ts'
import { pageTexts } from '../page-texts.ts'

/** Why a report may be asked for. */
export const purposeTable = (language: Language): Html => html`
<h2 id="purpose-table">${pageTexts.purposes[language]}</h2>
<p>${prose(pageTexts.purposesIntro[language])}</p>
${table({
  label: pageTexts.purposes[language],
  columns: [pageTexts.code[language], pageTexts.purpose[language]],
  rows: Object.entries(purposes).map(([code, name]) => [html`<code>${code}</code>`, name[language]]),
})}`
