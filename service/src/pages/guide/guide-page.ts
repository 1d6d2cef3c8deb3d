import type { Language } from '@lastro/contract/text.ts'
import { type Html, html, prose } from '../drawing/html.ts'
import { inLanguage, type LinkGroup, readingPage } from '../reading/reading-page.ts'
import { type GuideBook, type GuidePage, guidePath, pagePath } from './guide-book.ts'
import { guideTexts as texts } from './guide-texts.ts'

export const guideScriptPath = `${guidePath}/guia.js`
export const guideIndexPath = `${guidePath}/busca.json`

/** A page of the guide, with the one before and the one after. */
export function guidePage(book: GuideBook, page: GuidePage, language: Language): string {
  const credentials = page.hasCredentials ? credentialPanel(language) : undefined
  return guideFrame(book, language, {
    path: pagePath(page.name),
    title: page.title,
    main: html`<article class="text">${page.opening}${credentials}${page.parts}</article>${neighbours(book, page, language)}`,
  })
}

/** What the guide has, page by page. */
export const guideContents = (book: GuideBook, language: Language): string =>
  guideFrame(book, language, {
    path: guidePath,
    title: texts.title[language],
    main: html`<h1>${texts.title[language]}</h1>
<p class="lede">${texts.lede[language]}</p>
<div class="cards">${book.groups.map((group) => contentsOf(group, language))}</div>
${credentialPanel(language)}`,
  })

type Framed = { readonly path: string; readonly title: string; readonly main: Html }

const guideFrame = ({ groups }: GuideBook, language: Language, framed: Framed): string =>
  readingPage({
    ...framed,
    language,
    part: 'guide',
    indexPath: guideIndexPath,
    groups,
    scripts: [guideScriptPath],
  })

const contentsOf = ({ title, links }: LinkGroup, language: Language): Html => html`
<section><h2>${title}</h2>
<ul>${links.map(({ path, text }) => html`<li><a href="${inLanguage(path, language)}">${text}</a></li>`)}</ul></section>`

function neighbours({ pages }: GuideBook, { name }: GuidePage, language: Language): Html {
  const all = [...pages.values()]
  const at = all.findIndex((one) => one.name === name)
  const link = (page: GuidePage | undefined, rel: 'prev' | 'next'): Html | undefined =>
    page && html`<a rel="${rel}" href="${inLanguage(pagePath(page.name), language)}">${page.title}</a>`
  return html`<p class="neighbours">${at > 0 ? link(all[at - 1], 'prev') : undefined} ${link(all[at + 1], 'next')}</p>`
}

/**
 * Who is signed in, filled in by the page's program: the page itself is the same for everyone. What cannot be known
 * without it says so.
 */
const credentialPanel = (language: Language): Html => html`
<section id="credentials" class="card" aria-labelledby="credentials-title" data-client="${texts.client[language]}" data-production="${texts.production[language]}" data-asks-operator="${texts.asksOperator[language]}" data-operator="${texts.operator[language]}" data-no-clients="${texts.noClients[language]}" data-copied="${texts.copied[language]}" data-unreachable="${texts.unreachable[language]}">
<h2 id="credentials-title">${texts.credentials[language]}</h2>
<p role="status">${prose(texts.signedOut[language])} <a href="/console">${texts.signIn[language]}</a></p>
<form hidden>
<label for="sandbox-client">${texts.sandboxClient[language]}</label>
<select id="sandbox-client"></select>
<button>${texts.newKey[language]}</button>
<p class="meta">${texts.overlap[language]}</p>
</form>
<div class="secret" hidden>
<p id="new-key-name">${texts.key[language]}</p>
<output aria-labelledby="new-key-name" tabindex="-1" translate="no"></output>
<button type="button">${texts.copy[language]}</button>
<p>${texts.once[language]}</p>
</div>
</section>`
