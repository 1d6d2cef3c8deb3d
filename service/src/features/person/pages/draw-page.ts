import type { Language } from '@lastro/contract/text.ts'
import type { Reply } from '../../../http/reply.ts'
import { type Html, html } from '../../../pages/drawing/html.ts'
import {
  htmlLanguage,
  otherLanguage,
  pageReply,
  pageText,
  styledPageHeaders,
} from '../../../pages/drawing/page.ts'
import { personStyle } from './page-style.ts'
import { pageTexts as texts } from './page-texts.ts'
import { paths } from './paths.ts'

export type PageParts = {
  readonly language: Language
  readonly title: string
  readonly body: Html
  /** Of somebody signed in: the token that its forms carry. */
  readonly csrf?: string | undefined
  /** Where the page in the other language is. */
  readonly path: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Where the browser goes on by itself. */
  readonly goesOnTo?: string
}

const pageHeaders = {
  ...styledPageHeaders([personStyle], { fonts: "'self'", forms: "'self'" }),
  // Without a referrer a browser would send a form of ours as one of nobody's; other sites still learn nothing.
  'Referrer-Policy': 'same-origin',
}

/** A page at `/titular`. Nothing runs in it; its forms come back here. */
export function drawPage({ language, title, body, csrf, path, status, headers, goesOnTo }: PageParts): Reply {
  const reply = pageReply(
    pageText({
      language,
      title: `${title} · Lastro`,
      style: personStyle,
      body: html`<body>
<a class="skip" href="#main">${texts.skip[language]}</a>
<header>${navigation(language, csrf, path)}</header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
</body>`,
    }),
    { headers: pageHeaders, language },
  )
  return {
    ...reply,
    status: status ?? reply.status,
    headers: {
      ...reply.headers,
      'X-Robots-Tag': 'noindex',
      ...(goesOnTo !== undefined && { Refresh: `0; url=${goesOnTo}` }),
      ...headers,
    },
  }
}

function navigation(language: Language, csrf: string | undefined, path: string): Html {
  const other = otherLanguage[language]
  return html`<nav aria-label="${texts.pages[language]}">
${csrf === undefined ? html`<a href="${paths.start}">${texts.siteTitle[language]}</a>` : signedInLinks(language)}
<a class="end" href="${path}?lang=${other}" hreflang="${htmlLanguage[other]}" lang="${htmlLanguage[other]}">${texts.otherLanguage[language]}</a>
${csrf === undefined ? undefined : signOutForm(language, csrf)}
</nav>`
}

const signedInLinks = (language: Language): Html => html`<a href="${paths.file}">${texts.file[language]}</a>
<a href="${paths.correction}">${texts.correctionTitle[language]}</a>
<a href="${paths.letter}">${texts.letter[language]}</a>`

const signOutForm = (language: Language, csrf: string): Html =>
  html`<form method="post" action="${paths.signOut}">${csrfField(csrf)}<button>${texts.signOut[language]}</button></form>`

export const csrfField = (csrf: string): Html => html`<input type="hidden" name="csrf" value="${csrf}">`

/** A page that says one thing, and where to go on. */
export const saying = (
  text: string,
  link: { readonly href: string; readonly text: string },
): Html => html`<p class="notice" role="status">${text}</p>
<p><a class="button" href="${link.href}">${link.text}</a></p>`
