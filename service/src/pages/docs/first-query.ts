import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../drawing/html.ts'
import { curl, examplePerson, formFlags, jsonFlags } from './curl-example.ts'
import { pageTexts } from './page-texts.ts'

/** From nothing to a report: what a newcomer pastes, in order. */
export const firstQuery = (language: Language): Html => html`
<section id="first-query" aria-labelledby="first-query-title">
<h2 id="first-query-title">${pageTexts.firstQuery[language]}</h2>
<p>${prose(pageTexts.firstQueryNeeds[language])}</p>
<ol class="steps">${steps.map(
  ({ text, command }) => html`
<li><p>${prose(text[language])}</p>
<pre translate="no" tabindex="0"><code>${command}</code></pre></li>`,
)}
</ol>
<p>${prose(pageTexts.firstOutcome[language])} <a href="#problem-catalogue">${lowerFirst(pageTexts.problemCatalogue[language])}</a>.</p>
</section>`

const lowerFirst = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1)

type Step = { readonly text: Text; readonly command: string }

const steps: readonly Step[] = [
  {
    text: pageTexts.firstToken,
    command: curl({
      path: '/sandbox/oauth/token',
      credentials: 'client',
      data: formFlags({ grant_type: 'client_credentials' }),
    }),
  },
  {
    text: pageTexts.firstReport,
    command: curl({
      path: '/sandbox/relatorioBasico/v2/consulta',
      credentials: 'query',
      data: jsonFlags({ documento: examplePerson }),
    }),
  },
  {
    text: pageTexts.firstDocuments,
    command: curl({ path: '/sandbox/documentos', credentials: 'none', data: [] }),
  },
]
