import { aboutText } from '@lastro/contract/openapi/openapi.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html } from '../drawing/html.ts'
import { inLanguage } from '../reading/reading-page.ts'
import { firstQuery } from './first-query.ts'
import { goodToKnow } from './good-to-know.ts'
import { methodMark } from './operation/operation-page.ts'
import { pageTexts } from './page-texts.ts'
import { featuresPath, operationPath, problemsPath } from './paths.ts'
import type { Tag } from './tags.ts'

/**
 * The first page of the reference. Each operation and each code has a line here under the anchor that it always had:
 * the `type` of a failure is `/docs#code`, and links from before lead on from here.
 */
export const overviewText = (tags: readonly Tag[], language: Language): Html => html`
<h1>${pageTexts.title[language]}</h1>
<p class="lede">${aboutText[language]}</p>
<p><a href="/openapi.json">${pageTexts.openApi[language]}</a> · <a href="/openapi.json?versao=3.0">${pageTexts.openApi30[language]}</a></p>
${firstQuery(language)}
${goodToKnow(language)}
<section aria-labelledby="operations">
<h2 id="operations">${pageTexts.operations[language]}</h2>
${tags.map((tag, at) => tagLines(tag, at, language))}
</section>
<section aria-labelledby="codes">
<h2 id="codes">${pageTexts.codes[language]}</h2>
<ul class="lines">${[
  ...tableLines.map(({ id, path, text }) => line({ id, path, words: html`${text[language]}` }, language)),
  ...Object.keys(problems).map((code) =>
    line({ id: code, path: `${problemsPath}#${code}`, words: html`<code>${code}</code>` }, language),
  ),
]}</ul>
</section>`

const tagLines = ({ name, operations }: Tag, at: number, language: Language): Html => html`
<h3 id="tag-${at + 1}">${name[language]}</h3>
<ul class="lines">${operations.map(({ id, method, summary }) =>
  line({ id, path: operationPath(id), words: html`${methodMark(method)} ${summary[language]}` }, language),
)}</ul>`

type Line = { readonly id: string; readonly path: string; readonly words: Html }

const line = ({ id, path, words }: Line, language: Language): Html =>
  html`<li id="${id}" data-moved><a href="${inLanguage(path, language)}">${words}</a></li>`

const tableLines: readonly { readonly id: string; readonly path: string; readonly text: Text }[] = [
  { id: 'problem-catalogue', path: problemsPath, text: pageTexts.problemCatalogue },
  { id: 'field-errors', path: `${problemsPath}#field-errors`, text: pageTexts.fieldErrors },
  { id: 'document-errors', path: `${problemsPath}#document-errors`, text: pageTexts.documentFaults },
  { id: 'section-errors', path: `${problemsPath}#section-errors`, text: pageTexts.sectionErrors },
  { id: 'feature-table', path: `${featuresPath}#feature-table`, text: pageTexts.features },
  { id: 'purpose-table', path: `${featuresPath}#purpose-table`, text: pageTexts.purposes },
]
