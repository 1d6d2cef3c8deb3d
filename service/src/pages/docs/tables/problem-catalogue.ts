import { codesOf } from '@lastro/contract/codes-of.ts'
import { documentFaults, fieldErrors, Problem, problems } from '@lastro/contract/problems/problems.ts'
import { sectionFaults } from '@lastro/contract/reports/source-faults.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../../drawing/html.ts'
import { table } from '../../drawing/table.ts'
import { statusMark } from '../operation/operation-page.ts'
import { schemaTree } from '../operation/schema-tree.ts'
import { pageTexts } from '../page-texts.ts'

/** Every problem under its own anchor, to which `/docs#code`, the `type` of a failure, leads. */
export const problemCatalogue = (language: Language): Html => html`
<h1 id="problem-catalogue">${pageTexts.problemCatalogue[language]}</h1>
<p class="lede">${prose(pageTexts.problemIntro[language])}</p>
<details class="form"><summary>${pageTexts.problemForm[language]}</summary>${schemaTree(Problem, language)}</details>
<ul class="problems">${Object.entries(problems).map(
  ([code, { status, title, detail }]) => html`
<li id="${code}"><p class="problem">${statusMark(status)} <a href="#${code}"><code>${code}</code></a> <strong>${title[language]}</strong></p>
<p>${prose(detail[language])}</p></li>`,
)}
</ul>
${smallCatalogues.map((catalogue) => smallCatalogue(catalogue, language))}`

type SmallCatalogue = {
  readonly id: string
  readonly title: Text
  readonly intro: Text
  readonly codes: Readonly<Record<string, Text>>
}

const smallCatalogues: readonly SmallCatalogue[] = [
  {
    id: 'field-errors',
    title: pageTexts.fieldErrors,
    intro: pageTexts.fieldErrorsIntro,
    codes: fieldErrors,
  },
  {
    id: 'document-errors',
    title: pageTexts.documentFaults,
    intro: pageTexts.documentFaultsIntro,
    codes: documentFaults,
  },
  {
    id: 'section-errors',
    title: pageTexts.sectionErrors,
    intro: pageTexts.sectionErrorsIntro,
    codes: sectionFaults,
  },
]

const smallCatalogue = ({ id, title, intro, codes }: SmallCatalogue, language: Language): Html => html`
<h2 id="${id}"><a href="#${id}">${title[language]}</a></h2>
<p>${prose(intro[language])}</p>
${table({
  label: title[language],
  columns: [pageTexts.code[language], pageTexts.meaning[language]],
  rows: codesOf(codes).map((code) => [html`<code>${code}</code>`, prose(codes[code]?.[language] ?? '')]),
})}`
