import { createHash } from 'node:crypto'
import { type Language, languages } from '@lastro/contract/text.ts'
import { type PagePolicy, pageHeaders } from '../../http/headers/page-headers.ts'
import { queryOf } from '../../http/query/query-of.ts'
import type { Reply } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'
import { type Html, html } from './html.ts'

export type Page = {
  readonly language: Language
  readonly title: string
  readonly style: string
  readonly body: Html
  /** Files of ours that the page runs. */
  readonly scripts?: readonly string[]
}

/** A whole page that asks nothing of another server: its style is in it. */
export const pageText = ({ language, title, style, body, scripts = [] }: Page): string => `<!doctype html>
<html lang="${htmlLanguage[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${html`<title>${title}</title>`.markup}
<style>${style}</style>
${scripts.map((path) => html`<script src="${path}" type="module"></script>`.markup).join('')}</head>
${body.markup}
</html>
`

/** Names each style sheet by its hash, so that nothing slipped into a page could style or run. */
export const styledPageHeaders = (
  styles: readonly string[],
  allowed: Omit<PagePolicy, 'styles'> = {},
): PageHeaders => pageHeaders({ ...allowed, styles: styles.map(styleHash).join(' ') })

type PageHeaders = ReturnType<typeof pageHeaders>

const styleHash = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

export const htmlContent = 'text/html; charset=utf-8'

export const pageReply = (
  body: string,
  { headers, language }: { headers: PageHeaders; language: Language },
): Reply => ({
  status: 200,
  contentType: htmlContent,
  body,
  headers: { ...headers, 'Content-Language': language },
})

export const htmlLanguage: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en' }
export const otherLanguage: Readonly<Record<Language, Language>> = { pt: 'en', en: 'pt' }

/** A link on the page chooses; a browser's own language otherwise. */
export function languageAsked({ request, language }: Call): Language {
  const asked = new URLSearchParams(queryOf(request.url)).get('lang')
  return languages.find((one) => one === asked) ?? language
}
