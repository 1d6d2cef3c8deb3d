import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../drawing/html.ts'
import { pageTexts } from './page-texts.ts'

/** What holds for every operation, said once so that no operation has to repeat it. */
export const goodToKnow = (language: Language): Html => html`
<section id="good-to-know" aria-labelledby="good-to-know-title">
<h2 id="good-to-know-title">${pageTexts.goodToKnow[language]}</h2>
<dl class="facts">${facts.map(
  ({ term, text }) => html`
<div><dt>${term[language]}</dt><dd>${prose(text[language])}</dd></div>`,
)}
</dl>
</section>`

const facts: readonly { readonly term: Text; readonly text: Text }[] = [
  { term: pageTexts.environments, text: pageTexts.environmentsText },
  { term: pageTexts.credentials, text: pageTexts.credentialsText },
  { term: pageTexts.envelope, text: pageTexts.envelopeText },
  { term: pageTexts.leaves, text: pageTexts.leavesText },
  { term: pageTexts.absence, text: pageTexts.absenceText },
  { term: pageTexts.partial, text: pageTexts.partialText },
  { term: pageTexts.language, text: pageTexts.languageText },
  { term: pageTexts.requestId, text: pageTexts.requestIdText },
  { term: pageTexts.marks, text: pageTexts.marksText },
]
