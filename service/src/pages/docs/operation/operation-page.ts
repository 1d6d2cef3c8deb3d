import { answerExample } from '@lastro/contract/openapi/body-examples.ts'
import type { Answer, Operation } from '@lastro/contract/operation.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../../drawing/html.ts'
import { table } from '../../drawing/table.ts'
import { inLanguage } from '../../reading/reading-page.ts'
import { pageTexts } from '../page-texts.ts'
import { problemsPath } from '../paths.ts'
import { sampleCall } from '../samples/sample-call.ts'
import { samples } from '../samples/samples.ts'
import { operationRequest } from './operation-request.ts'
import { schemaTree } from './schema-tree.ts'
import { tryIt } from './try-it.ts'

/** One operation: what it takes and answers, beside a call of it, its answer, and the sandbox to try it in. */
export const operationText = (operation: Operation, language: Language): Html => html`
<h1>${operation.summary[language]}</h1>
<div class="beside">
<div>
${description(operation, language)}
${addresses(operation, language)}
<h2>${pageTexts.request[language]}</h2>
${operationRequest(operation, language)}
${answersOf(operation, language)}
${failuresOf(operation, language)}
</div>
<div class="aside">
${samplesOf(operation, language)}
${exampleOf(operation, language)}
${tryIt(operation, language)}
</div>
</div>`

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

/** One language is open at a time; a program of the page remembers which. */
function samplesOf(operation: Operation, language: Language): Html {
  const call = sampleCall(operation)
  return html`<h2>${pageTexts.example[language]}</h2>
<div class="samples">${samples.map(
    (
      { name, write },
      at,
    ) => html`<details class="sample" name="sample" data-name="${name}"${at === 0 ? html` open` : undefined}><summary>${name}</summary>
<pre translate="no" tabindex="0"><code>${write(call)}</code></pre></details>`,
  )}</div>`
}

function exampleOf(operation: Operation, language: Language): Html | undefined {
  const [status, answer] = Object.entries(operation.answers)[0] ?? []
  if (status === undefined || answer?.schema === undefined) return undefined
  const text = JSON.stringify(answerExample(operation, status, answer), null, 2)
  return html`<h2>${pageTexts.answer[language]} ${statusMark(status)}</h2>
<pre class="tall" translate="no" tabindex="0"><code>${text}</code></pre>`
}

type StatusAnswer = readonly [status: string, answer: Answer]

/** Statuses that answer the same body are shown together, so that nobody compares two equal trees. */
function answersOf(operation: Operation, language: Language): Html {
  const groups = Map.groupBy(Object.entries(operation.answers), ([, answer]) => answer.schema ?? answer)
  return html`<h2>${pageTexts.answers[language]}</h2>${[...groups.values()].map((group) =>
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
  return html`<details class="failures"><summary><h2>${title}</h2> <span class="meta">${codes.length}</span></summary>${table(
    {
      label: `${title}: ${operation.summary[language]}`,
      columns: [pageTexts.status[language], pageTexts.code[language], pageTexts.problemTitle[language]],
      rows: codes.map((code) => [
        statusMark(problems[code].status),
        html`<a href="${inLanguage(`${problemsPath}#${code}`, language)}"><code>${code}</code></a>`,
        problems[code].title[language],
      ]),
    },
  )}</details>`
}
