import { codesOf } from '@lastro/contract/codes-of.ts'
import {
  type ListingState,
  listingStates,
  refusalReasons,
  releaseReasons,
  reviewCauses,
} from '@lastro/contract/listings/listing-codes.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { transitions } from '@lastro/rules/listings/states.ts'
import { type Html, html, prose } from '../../drawing/html.ts'
import { table } from '../../drawing/table.ts'
import { pageTexts } from '../page-texts.ts'

const stateNames = Object.keys(listingStates) as readonly ListingState[]

/** Where a listing may stand, where each state leads, and every code that a change may have. */
export const listingStatesText = (language: Language): Html => html`
<h1>${pageTexts.states[language]}</h1>
<p class="lede">${prose(pageTexts.statesIntro[language])}</p>
${table({
  label: pageTexts.states[language],
  columns: [pageTexts.state[language], pageTexts.meaning[language], pageTexts.leadsTo[language]],
  rows: stateNames.map((state) => [
    html`<code id="${state}">${state}</code>`,
    listingStates[state][language],
    nextOf(state, language),
  ]),
})}
${codes.map(({ id, title, texts }) => codeTable(id, title[language], texts, language))}`

function nextOf(state: ListingState, language: Language): Html {
  const next = new Set<string>(Object.values(transitions[state]).filter((one) => one !== state))
  return next.size === 0
    ? html`<span class="meta">${pageTexts.final[language]}</span>`
    : html`${[...next].map((one) => html`<a href="#${one}"><code>${one}</code></a> `)}`
}

type Codes = { readonly id: string; readonly title: Text; readonly texts: Readonly<Record<string, Text>> }

const codes: readonly Codes[] = [
  { id: 'review-causes', title: pageTexts.reviewCauses, texts: reviewCauses },
  { id: 'refusal-reasons', title: pageTexts.refusalReasons, texts: refusalReasons },
  { id: 'release-reasons', title: pageTexts.releaseReasons, texts: releaseReasons },
]

const codeTable = (id: string, title: string, texts: Codes['texts'], language: Language): Html => html`
<h2 id="${id}"><a href="#${id}">${prose(title)}</a></h2>
${table({
  label: title.replaceAll('`', ''),
  columns: [pageTexts.code[language], pageTexts.meaning[language]],
  rows: codesOf(texts).map((code) => [html`<code>${code}</code>`, prose(texts[code]?.[language] ?? '')]),
})}`
