import type { Fact, OutlineColumn, OutlineSection, OutlineTable } from '@lastro/reading/outline.ts'
import type { ReportOutline } from '@lastro/reading/report-outline.ts'
import { type Html, html } from '../../../pages/drawing/html.ts'
import { pageText, styledPageHeaders } from '../../../pages/drawing/page.ts'
import { documentTexts } from './document-texts.ts'
import { reportStyle } from './report-style.ts'
import { shortened } from './row-limit.ts'
import { timelineTable } from './timeline-table.ts'

/** A report as a page to read and to print: no script, nothing from elsewhere, every value as text. */
export const reportPage = (outline: ReportOutline): string =>
  pageText({
    language: outline.language,
    title: `${outline.title}: ${outline.subject.name}`,
    style: reportStyle,
    body: body(outline),
  })

export const reportPageHeaders = styledPageHeaders([reportStyle])

function body(outline: ReportOutline): Html {
  const { subject, marks, sections, timeline, language } = outline
  return html`<body>
<main>
${marks.map((mark) => html`<p class="mark ${mark.kind}">${mark.text}</p>\n`)}<header>
<p class="product">${outline.title}</p>
<h1><bdi>${subject.name}</bdi></h1>
<p class="document">${subject.documentType} ${subject.document}</p>
${facts(subject.facts)}</header>
${verdictSection(outline)}
${sections.map((one) => section(one, outline))}
${timeline.occurrences.length === 0 ? '' : timelineSection(outline)}
<footer>
${facts(outline.footer)}<p>${documentTexts.confirm[language]}</p>
</footer>
</main>
</body>`
}

const verdictSection = ({ verdict, language }: ReportOutline): Html =>
  verdict === undefined
    ? html``
    : html`
<section class="verdict ${verdict.severity}" aria-label="${documentTexts.verdict[language]}">
<h2>${verdict.headline}</h2>
${[verdict.consulted, verdict.notConsulted].map((one) => optional('consulted', one))}${
  verdict.findings.length === 0
    ? ''
    : html`<ul>
${verdict.findings.map((one) => html`<li class="${one.severity}"><bdi>${one.text}</bdi></li>\n`)}</ul>
`
}${optional('note', verdict.notAsked)}</section>`

/** A paragraph, where there is something to say. */
const optional = (kind: string, text: string | undefined): Html | string =>
  text === undefined ? '' : html`<p class="${kind}"><bdi>${text}</bdi></p>\n`

const section = (of: OutlineSection, { language }: ReportOutline): Html => html`
<section aria-labelledby="${of.id}">
<h2 id="${of.id}">${of.heading}</h2>
${optional('uncovered', of.notCovered)}${optional('partial', of.partial)}${of.notAvailable === undefined ? '' : html`<p class="missing">${of.notAvailable}</p>\n`}${facts(of.facts)}${of.notes.map((note) => html`<p class="note"><bdi>${note}</bdi></p>\n`)}${of.tables.map((one) => table(shortened(one, language), of.heading))}</section>`

function timelineSection(outline: ReportOutline): Html {
  const { timeline, language } = outline
  const { note, ...whole } = timelineTable(outline)
  const shown = shortened(whole, language)
  const notes = [timeline.note, note].filter((one) => one !== undefined)
  return html`
<section aria-labelledby="timeline">
<h2 id="timeline">${timeline.heading}</h2>
${notes.map((one) => html`<p class="note">${one}</p>\n`)}${table(shown, timeline.heading)}</section>`
}

const facts = (all: readonly Fact[]): Html =>
  all.length === 0
    ? html``
    : html`<dl>${all.map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
`

const table = (
  { caption, columns, rows, note }: OutlineTable & { readonly note: string | undefined },
  heading: string,
): Html => html`<table>
<caption${caption === undefined ? html` class="unseen"` : ''}>${caption ?? heading}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${right(column)}>${column.label}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((value, at) => cell(value, columns[at]))}</tr>\n`)}</tbody>
</table>
${note === undefined ? '' : html`<p class="note">${note}</p>\n`}`

/** On a narrow screen a row is a card, and each value wears its label. */
const cell = (value: string, column: OutlineColumn | undefined): Html =>
  value === ''
    ? html`<td></td>`
    : html`<td data-label="${column?.label}"${whole(value, column)}><bdi>${value}</bdi></td>`

/** A date or a short number stays on one line; anything else may be broken anywhere, or a page would not hold it. */
const whole = (value: string, column: OutlineColumn | undefined): Html | string =>
  column?.align !== 'right' && /^[\d/.:-]{1,10}$/.test(value) ? html` class="whole"` : right(column)

const right = (column: OutlineColumn | undefined): Html | string =>
  column?.align === 'right' ? html` class="right"` : ''
