import type { SandboxDocument } from '@lastro/contract/sandbox/sandbox-documents.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../drawing/html.ts'
import { htmlLanguage, otherLanguage, pageText, styledPageHeaders } from '../drawing/page.ts'
import { landingStyle } from './landing-style.ts'
import { landingTexts as texts } from './landing-texts.ts'

export const landingScriptPath = '/inicio.js'

/** What the service is, for whom, and a query to try. It reads well without its program, and the form still answers. */
export const landingPage = (documents: readonly SandboxDocument[], language: Language): string =>
  pageText({
    language,
    title: texts.title[language],
    style: landingStyle,
    scripts: [landingScriptPath],
    body: body(documents, language),
  })

/** Its own program may run and ask us. A report that it frames brings its style, which is named here too. */
export const landingHeaders = (framedStyles: readonly string[]) =>
  styledPageHeaders([landingStyle, ...framedStyles], {
    scripts: "'self'",
    fonts: "'self'",
    connects: "'self'",
    forms: "'self'",
  })

const body = (documents: readonly SandboxDocument[], language: Language): Html => html`<body>
<a class="skip" href="#try">${texts.skip[language]}</a>
<header>
<nav aria-label="${texts.links[language]}">
<a href="/guia?lang=${language}">${texts.guide[language]}</a>
<a href="/docs?lang=${language}">${texts.docs[language]}</a>
<a href="/console">${texts.console[language]}</a>
${languageLink(language)}
</nav>
<h1>Lastro</h1>
<p class="lede">${texts.lede[language]}</p>
</header>
<main>
${tryIt(documents, language)}
<section aria-labelledby="for-whom">
<h2 id="for-whom">${texts.forWhom[language]}</h2>
<ul class="people">${texts.people.map(({ who, what }) => html`<li><strong>${who[language]}</strong>${prose(what[language])}</li>`)}</ul>
</section>
<section aria-labelledby="further">
<h2 id="further">${texts.further[language]}</h2>
<ul class="links">
<li><a href="/guia?lang=${language}">${texts.guide[language]}</a>: ${texts.guideAbout[language]}</li>
<li><a href="/docs?lang=${language}">${texts.docs[language]}</a>: ${texts.docsAbout[language]}</li>
<li><a href="/console">${texts.console[language]}</a>: ${texts.consoleAbout[language]}</li>
<li><a href="/titular">${texts.person[language]}</a>: ${texts.personAbout[language]}</li>
<li><a href="/sandbox/documentos">${texts.documents[language]}</a>: ${texts.documentsAbout[language]}</li>
<li><a href="/openapi.json">OpenAPI</a>: ${texts.openApiAbout[language]}</li>
</ul>
</section>
</main>
</body>`

function languageLink(language: Language): Html {
  const other = otherLanguage[language]
  return html`<a href="/?lang=${other}" hreflang="${htmlLanguage[other]}" lang="${htmlLanguage[other]}">${texts.otherLanguage[language]}</a>`
}

/** The frame runs no program; the page may look into it to give it the height of the whole report. */
const tryIt = (documents: readonly SandboxDocument[], language: Language): Html => html`
<section id="try" aria-labelledby="try-title" tabindex="-1">
<h2 id="try-title">${texts.try[language]}</h2>
<p>${texts.tryAbout[language]}</p>
<form method="post" action="/demonstracao/v2/consulta" data-asking="${texts.asking[language]}" data-answered="${texts.answered[language]}" data-unreachable="${texts.unreachable[language]}">
<label for="documento">${texts.testDocument[language]}</label>
<select id="documento" name="documento">${documents.map(
  (one) => html`<option value="${one.documento}">${one.title} · ${one.documento}</option>`,
)}</select>
<button>${texts.ask[language]}</button>
</form>
<p id="said" role="status"></p>
<div id="outcome" hidden>
<iframe title="${texts.report[language]}" sandbox="allow-same-origin"></iframe>
<details><summary>JSON</summary><pre id="json" tabindex="0"></pre></details>
</div>
</section>`
