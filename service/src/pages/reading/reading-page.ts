import type { Language } from '@lastro/contract/text.ts'
import { type Html, html } from '../drawing/html.ts'
import { htmlLanguage, otherLanguage, pageText, styledPageHeaders } from '../drawing/page.ts'
import { readingStyle } from './reading-style.ts'
import { readingTexts as texts } from './reading-texts.ts'

export type ReadingPage = {
  readonly language: Language
  readonly title: string
  /** Which of the pages at the top this one belongs to. */
  readonly part: Part
  /** Its own address, without the language. */
  readonly path: string
  /** What the search of this part looks through. */
  readonly indexPath: string
  readonly groups: readonly LinkGroup[]
  readonly main: Html
  /** Programs of its own, besides the search. */
  readonly scripts?: readonly string[]
}

export type LinkGroup = { readonly title: string; readonly links: readonly ReadingLink[] }
export type ReadingLink = { readonly path: string; readonly text: string; readonly mark?: Html }

export const searchScriptPath = '/leitura/busca.js'

/** A page to read, with the pages beside it and a search. Without its programs it still reads and leads on. */
export const readingPage = (page: ReadingPage): string =>
  pageText({
    language: page.language,
    title: `${page.title} · Lastro`,
    style: readingStyle,
    scripts: [searchScriptPath, ...(page.scripts ?? [])],
    body: body(page),
  })

export const readingPageHeaders = styledPageHeaders([readingStyle], {
  scripts: "'self'",
  images: "'self'",
  fonts: "'self'",
  connects: "'self'",
})

/** The address of a page in the language that the reader is in, so that following links does not change it. */
export const inLanguage = (path: string, language: Language): string => {
  const [address = '', anchor] = path.split('#')
  return `${address}?lang=${language}${anchor === undefined ? '' : `#${anchor}`}`
}

const parts = {
  home: '/',
  guide: '/guia',
  reference: '/docs',
  console: '/console',
} as const

type Part = keyof typeof parts

const body = (page: ReadingPage): Html => html`<body>
<a class="skip" href="#content">${texts.skip[page.language]}</a>
${header(page)}
<div class="columns">
${navigation(page)}
<main id="content" tabindex="-1">
${page.main}
</main>
</div>
</body>`

function header({ language, part, path }: ReadingPage): Html {
  const other = otherLanguage[language]
  const links = (Object.keys(parts) as Part[]).map((one) => {
    const current = one === part ? html` aria-current="true"` : undefined
    const address = one === 'console' ? parts[one] : inLanguage(parts[one], language)
    return html`<a href="${address}"${current}>${texts[one][language]}</a>`
  })
  return html`<header><div class="links">${links}
<a href="${inLanguage(path, other)}" hreflang="${htmlLanguage[other]}" lang="${htmlLanguage[other]}">${texts.otherLanguage[language]}</a></div></header>`
}

/** Folded on a phone, where it stands above the text; a wide screen always shows it whole, by style alone. */
const navigation = (page: ReadingPage): Html => html`
<nav aria-label="${texts.navigation[page.language]}">
${search(page)}
<details><summary>${texts.navigation[page.language]}</summary>
<div>
${page.groups.map((group) => linkGroup(group, page))}
</div>
</details>
</nav>`

/** Hidden until its program is there to answer it. */
const search = ({ language, indexPath }: ReadingPage): Html => html`
<form class="search" role="search" hidden data-index="${inLanguage(indexPath, language)}" data-found="${texts.found[language]}" data-nothing="${texts.nothing[language]}" data-unreachable="${texts.unreachable[language]}">
<label for="search">${texts.search[language]}</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<p class="meta" role="status"></p>
<ul></ul>
</form>`

const linkGroup = ({ title, links }: LinkGroup, { language, path }: ReadingPage): Html => html`
<p>${title}</p>
<ul>${links.map((link) => {
  const current = link.path === path ? html` aria-current="page"` : undefined
  return html`<li><a href="${inLanguage(link.path, language)}"${current}><span>${link.text}</span> ${link.mark}</a></li>`
})}</ul>`
