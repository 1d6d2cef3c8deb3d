import { correctionSubjects, statementLengthMax } from '@lastro/contract/person/request-codes.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Fact } from '@lastro/reading/outline.ts'
import { type Html, html } from '../../../pages/drawing/html.ts'
import type { FileItem, FileOutline, FileSection } from '../words/file-parts.ts'
import { fileWords } from '../words/file-words.ts'
import { csrfField } from './draw-page.ts'
import { pageTexts as texts } from './page-texts.ts'
import { listingPath, paths } from './paths.ts'

/** The whole file in words, its listings by their headings. */
export const fileBody = (outline: FileOutline, notice: string | undefined): Html => html`
${notice === undefined ? undefined : html`<p class="notice good" role="status">${notice}</p>`}
<p class="who">${outline.name}<span>${outline.document}</span></p>
${outline.paragraphs.map((text) => html`<p>${text}</p>`)}
<nav class="contents" aria-label="${texts.onThisPage[outline.language]}">
<strong>${texts.onThisPage[outline.language]}</strong>
<ul>${outline.sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}</ul>
</nav>
${outline.sections.map((section) => sectionPart(section, outline.language))}`

const sectionPart = (
  { id, heading, paragraphs, facts, items }: FileSection,
  language: Language,
): Html => html`
<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${paragraphs.map((text) => html`<p>${text}</p>`)}
${factList(facts)}
${items.map((item) => itemPart(item, language))}
</section>`

/** Of a listing what matters most; the rest is on its own page. */
function itemPart(item: FileItem, language: Language): Html {
  const { listingId, heading, paragraphs, facts } = item
  const shown = listingId === undefined ? facts : facts.slice(0, listingFactsShown)
  return html`<article class="item">
<h3>${heading}</h3>
${paragraphs.map((text) => html`<p>${text}</p>`)}
${factList(shown)}
${listingId === undefined ? undefined : listingLink(listingId, item, language)}
</article>`
}

/** Creditor, who sent it, value, due date. */
const listingFactsShown = 4

function listingLink(id: string, { heading, mayDispute }: FileItem, language: Language): Html {
  const text = texts[mayDispute ? 'seeListing' : 'seeEnded'][language]
  const label = `${text} ${fill(texts.of[language], { what: heading })}`
  return html`<p><a href="${listingPath(id)}" aria-label="${label}">${text}</a></p>`
}

const factList = (facts: readonly Fact[]): Html | undefined =>
  facts.length === 0
    ? undefined
    : html`<dl>${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`

type ListingPage = {
  readonly item: FileItem
  readonly id: string
  readonly language: Language
  readonly csrf: string
  /** What went wrong with what was sent. */
  readonly wrong?: string | undefined
  readonly typed?: string | undefined
}

/** One listing, all of it, and the form to dispute it. */
export const listingBody = (of: ListingPage): Html => html`
${of.wrong === undefined ? undefined : html`<p class="notice" role="alert">${of.wrong}</p>`}
${of.item.paragraphs.map((text) => html`<p>${text}</p>`)}
${factList(of.item.facts)}
${disputePart(of)}
<section aria-labelledby="history">
<h2 id="history">${fileWords.history[of.language]}</h2>
<ol>${(of.item.steps ?? []).map((step) => html`<li>${step}</li>`)}</ol>
</section>
<section aria-labelledby="notices">
<h2 id="notices">${fileWords.notices[of.language]}</h2>
${(of.item.letters ?? []).map(({ heading, text }) => html`<h3>${heading}</h3>${text === '' ? undefined : html`<blockquote>${text}</blockquote>`}`)}
</section>`

function disputePart({ item, id, language, csrf, typed = '' }: ListingPage): Html {
  const heading = html`<h2 id="dispute">${texts.disputeTitle[language]}</h2>`
  if (!item.mayDispute) {
    return html`<section aria-labelledby="dispute">${heading}<p>${texts.cannotDispute[language]}</p></section>`
  }
  return html`<section aria-labelledby="dispute">${heading}
<p>${texts.disputeAbout[language]}</p>
<form method="post" action="${listingPath(id)}">
${csrfField(csrf)}
${statementField(texts.statement[language], language, typed)}
<button>${texts.sendDispute[language]}</button>
</form></section>`
}

const statementField = (label: string, language: Language, typed: string): Html =>
  html`<label for="statement">${label}</label>
<textarea id="statement" name="statement" required maxlength="${statementLengthMax}" aria-describedby="statement-help">${typed}</textarea>
<p class="help" id="statement-help">${texts.statementHelp[language]}</p>`

type CorrectionPage = {
  readonly language: Language
  readonly csrf: string
  readonly wrong?: string | undefined
  readonly typed?: Readonly<Record<string, string>>
}

/** The form for what is wrong anywhere but in a listing. */
export const correctionBody = ({ language, csrf, wrong, typed = {} }: CorrectionPage): Html => html`
${wrong === undefined ? undefined : html`<p class="notice" role="alert">${wrong}</p>`}
<p>${texts.correctionAbout[language]}</p>
<form method="post" action="${paths.correction}">
${csrfField(csrf)}
<label for="subject">${texts.subject[language]}</label>
<select id="subject" name="subject">${Object.entries(correctionSubjects)
  .filter(([code]) => code !== 'listing')
  .map(([code, text]) =>
    code === typed.subject
      ? html`<option value="${code}" selected>${text[language]}</option>`
      : html`<option value="${code}">${text[language]}</option>`,
  )}</select>
<label for="field">${texts.field[language]}</label>
<input id="field" name="field" required maxlength="60" value="${typed.field ?? ''}" autocomplete="off" aria-describedby="field-help">
<p class="help" id="field-help">${texts.fieldHelp[language]}</p>
${statementField(texts.correctionStatement[language], language, typed.statement ?? '')}
<button>${texts.sendCorrection[language]}</button>
</form>`
