import type { Language, Text } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../drawing/html.ts'
import { exampleBase } from '../reading/own-base.ts'
import { inLanguage } from '../reading/reading-page.ts'
import { pageTexts } from './page-texts.ts'
import { problemsPath } from './paths.ts'
import { examplePerson, type SampleCall } from './samples/sample-call.ts'
import { curl } from './samples/samples.ts'

/** From nothing to a report: what a newcomer pastes, in order. */
export const firstQuery = (language: Language): Html => html`
<section id="first-query" aria-labelledby="first-query-title">
<h2 id="first-query-title">${pageTexts.firstQuery[language]}</h2>
<p>${prose(pageTexts.firstQueryNeeds[language])}</p>
<ol class="steps">${steps.map(
  ({ text, call }) => html`
<li><p>${prose(text[language])}</p>
<pre translate="no" tabindex="0"><code>${curl(call)}</code></pre></li>`,
)}
</ol>
<p>${prose(pageTexts.firstOutcome[language])} <a href="${inLanguage(problemsPath, language)}">${lowerFirst(pageTexts.problemCatalogue[language])}</a>.</p>
</section>`

const lowerFirst = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1)

type Step = { readonly text: Text; readonly call: SampleCall }

const steps: readonly Step[] = [
  {
    text: pageTexts.firstToken,
    call: {
      method: 'POST',
      url: `${exampleBase}/sandbox/oauth/token`,
      headers: [],
      body: 'grant_type=client_credentials&client_id=CLIENT_ID&client_secret=CLIENT_SECRET',
    },
  },
  {
    text: pageTexts.firstReport,
    call: {
      method: 'POST',
      url: `${exampleBase}/sandbox/relatorioBasico/v2/consulta`,
      headers: [
        ['Authorization', 'Bearer ACCESS_TOKEN'],
        ['x-api-key', 'API_KEY'],
        ['Content-Type', 'application/json'],
      ],
      body: JSON.stringify({ documento: examplePerson }),
    },
  },
  {
    text: pageTexts.firstDocuments,
    call: { method: 'GET', url: `${exampleBase}/sandbox/documentos`, headers: [] },
  },
]
