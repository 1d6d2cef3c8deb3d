import { aboutText } from '@lastro/contract/openapi/openapi.ts'
import type { Operation } from '@lastro/contract/operation.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html } from '../drawing/html.ts'
import { htmlLanguage, otherLanguage, pageText, styledPageHeaders } from '../drawing/page.ts'
import { readingStyle as pageStyle } from '../reading/reading-style.ts'
import { featureTables } from './feature-tables.ts'
import { firstQuery } from './first-query.ts'
import { goodToKnow } from './good-to-know.ts'
import { methodMark, operationArticle } from './operation-article.ts'
import { pageTexts } from './page-texts.ts'
import { problemCatalogue } from './problem-catalogue.ts'
import { purposeTable } from './purpose-table.ts'

/** The whole reference as one page that asks nothing of the network: no script, font or image. */
export function referencePage(operations: readonly Operation[], language: Language): string {
  const tags = [...Map.groupBy(operations, (operation) => operation.tag[language])].map(toTag)
  return pageText({
    language,
    title: pageTexts.title[language],
    style: pageStyle,
    body: body(tags, language),
  })
}

export const referencePageHeaders = styledPageHeaders([pageStyle])

type Tag = { readonly id: string; readonly name: string; readonly operations: readonly Operation[] }

const toTag = ([name, operations]: [string, Operation[]], index: number): Tag => ({
  id: `tag-${index + 1}`,
  name,
  operations,
})

const body = (tags: readonly Tag[], language: Language): Html => html`<body>
<a class="skip" href="#content">${pageTexts.skip[language]}</a>
${header(language)}
<div class="columns">
${navigation(tags, language)}
<main id="content" tabindex="-1">
${firstQuery(language)}
${goodToKnow(language)}
${tags.map((tag) => tagSection(tag, language))}
${problemCatalogue(language)}
${featureTables(language)}
${purposeTable(language)}
</main>
</div>
</body>`

function header(language: Language): Html {
  const other = otherLanguage[language]
  return html`<header><div>
<h1>Lastro</h1>
<p class="lede">${aboutText[language]}</p>
<p class="links"><a href="/openapi.json">${pageTexts.openApi[language]}</a>
<a href="/sandbox/documentos">${pageTexts.testDocuments[language]}</a>
<a href="/docs?lang=${other}" hreflang="${htmlLanguage[other]}" lang="${htmlLanguage[other]}">${pageTexts.otherLanguage[language]}</a></p>
</div></header>`
}

const tagSection = ({ id, name, operations }: Tag, language: Language): Html => html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}</h2>
${operations.map((operation) => operationArticle(operation, language))}
</section>`

/** Folded on a phone, where it stands above the text; a wide screen always shows it whole, by style alone. */
const navigation = (tags: readonly Tag[], language: Language): Html => html`
<nav aria-label="${pageTexts.navigation[language]}">
<details><summary>${pageTexts.navigation[language]}</summary>
<div>
${linkGroup(pageTexts.start, startLinks, language)}
${tags.map(tagLinks(language))}
${linkGroup(pageTexts.tables, tableLinks, language)}
</div>
</details>
</nav>`

type Link = { readonly id: string; readonly text: Text }

const startLinks: readonly Link[] = [
  { id: 'first-query', text: pageTexts.firstQuery },
  { id: 'good-to-know', text: pageTexts.goodToKnow },
]

const tableLinks: readonly Link[] = [
  { id: 'problem-catalogue', text: pageTexts.problemCatalogue },
  { id: 'field-errors', text: pageTexts.fieldErrors },
  { id: 'document-errors', text: pageTexts.documentFaults },
  { id: 'section-errors', text: pageTexts.sectionErrors },
  { id: 'feature-table', text: pageTexts.features },
  { id: 'purpose-table', text: pageTexts.purposes },
]

const linkGroup = (title: Text, links: readonly Link[], language: Language): Html => html`
<p>${title[language]}</p>
<ul>${links.map(({ id, text }) => html`<li><a href="#${id}">${text[language]}</a></li>`)}</ul>`

const tagLinks =
  (language: Language) =>
  ({ id, name, operations }: Tag): Html =>
    html`
<p><a href="#${id}">${name}</a></p>
<ul>${operations.map(
      ({ id: operation, method, summary }) =>
        html`<li><a href="#${operation}"><span>${summary[language]}</span> ${methodMark(method)}</a></li>`,
    )}</ul>`
