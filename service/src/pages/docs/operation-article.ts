import type { Answer, Operation } from '@lastro/contract/operation.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../drawing/html.ts'
import { table } from '../drawing/table.ts'
import { curlExample } from './curl-example.ts'
import { operationRequest } from './operation-request.ts'
import { pageTexts } from './page-texts.ts'
import { schemaTree } from './schema-tree.ts'

/** One operation, from where it is to how it fails. */
export const operationArticle = (operation: Operation, language: Language): Html => html`
<article id="${operation.id}">
<h3><a href="#${operation.id}">${operation.summary[language]}</a></h3>
${description(operation, language)}
${addresses(operation, language)}
${exampleOf(operation, language)}
${operationRequest(operation, language)}
${answersOf(operation, language)}
${failuresOf(operation, language)}
</article>`

export const methodMark = (method: Operation['method']): Html =>
  html`<b class="method ${method.toLowerCase()}">${method}</b>`

export const statusMark = (status: number | string): Html =>
  html`<b class="status s${String(status).charAt(0)}">${status}</b>`

function description({ summary, description: text }: Operation, language: Language): Html | undefined {
  return text[language] === summary[language] ? undefined : html`<p>${prose(text[language])}</p>`
}

const credentialTexts: Readonly<Record<Operation['credentials'], Text>> = {
  query: pageTexts.credentialsQuery,
  client: pageTexts.credentialsClient,
  session: pageTexts.credentialsSession,
  operator: pageTexts.credentialsOperator,
  noticeReports: pageTexts.credentialsNoticeReports,
  none: pageTexts.credentialsNone,
}

function addresses(operation: Operation, language: Language): Html {
  const line = (label: Text, path: string): Html =>
    html`<div><dt>${label[language]}</dt><dd>${methodMark(operation.method)} <code>${path}</code></dd></div>`
  const lines =
    operation.environments === 'both'
      ? [line(pageTexts.production, operation.path), line(pageTexts.sandbox, `/sandbox${operation.path}`)]
      : [line(pageTexts.address, operation.path)]
  return html`<dl class="card">${lines}<div><dt>${pageTexts.credentials[language]}</dt><dd>${prose(
    credentialTexts[operation.credentials][language],
  )}</dd></div></dl>`
}

function exampleOf(operation: Operation, language: Language): Html {
  return html`<h4>${pageTexts.example[language]}</h4>
<pre translate="no" tabindex="0"><code>${curlExample(operation)}</code></pre>`
}

type StatusAnswer = readonly [status: string, answer: Answer]

/** Statuses that answer the same body are shown together, so that nobody compares two equal trees. */
function answersOf(operation: Operation, language: Language): Html {
  const groups = Map.groupBy(Object.entries(operation.answers), ([, answer]) => answer.schema ?? answer)
  return html`<h4>${pageTexts.answers[language]}</h4>${[...groups.values()].map((group) =>
    answerGroup(group, language),
  )}`
}

function answerGroup(group: readonly StatusAnswer[], language: Language): Html {
  const [first] = group
  const bySentence = Map.groupBy(group, ([, answer]) => answer.text[language])
  const schema = first?.[1].schema
  return html`<div class="answer">${[...bySentence].map(([sentence, same]) => answerLine(sentence, same, language))}
${schema === undefined ? undefined : schemaTree(schema, language)}</div>`
}

function answerLine(sentence: string, same: readonly StatusAnswer[], language: Language): Html {
  const mediaTypes = new Set(
    same.flatMap(([, { mediaType, documents = [] }]) => [mediaType ?? [], documents].flat()),
  )
  const headers = new Set(same.flatMap(([, answer]) => answer.headers ?? []))
  return html`<p>${same.map(([status]) => html`${statusMark(status)} `)}${prose(sentence)}${[...headers].map(
    ({ name, text }) =>
      html` ${pageTexts.answerHeader[language]} <code>${name}</code>: ${prose(text[language])}`,
  )}${[...mediaTypes].map(
    (mediaType) => html` ${pageTexts.answerMediaType[language]} <code>${mediaType}</code>`,
  )}</p>`
}

function failuresOf(operation: Operation, language: Language): Html | undefined {
  if (operation.problems.length === 0) return undefined
  const title = pageTexts.failures[language]
  const codes = operation.problems.toSorted((a, b) => problems[a].status - problems[b].status)
  return html`<details class="failures"><summary><h4>${title}</h4> <span class="meta">${codes.length}</span></summary>${table(
    {
      label: `${title}: ${operation.summary[language]}`,
      columns: [pageTexts.status[language], pageTexts.code[language], pageTexts.problemTitle[language]],
      rows: codes.map((code) => [
        statusMark(problems[code].status),
        html`<a href="#${code}"><code>${code}</code></a>`,
        problems[code].title[language],
      ]),
    },
  )}</details>`
}
