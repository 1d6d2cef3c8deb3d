import { readFileSync } from 'node:fs'
import type { Language } from '@lastro/contract/text.ts'
import { pathOf } from '../../http/path-pattern.ts'
import type { Reply } from '../../http/reply.ts'
import type { Call, Route } from '../../http/route.ts'
import { htmlContent, languageAsked } from '../drawing/page.ts'
import { encodedByKey, encodedOnce } from '../encoded/encoded-file.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { exampleBase } from './own-base.ts'
import { readingPageHeaders, searchScriptPath } from './reading-page.ts'

/** What the pages to read have in common: the program of their search. */
export const readingRoutes = (): Route[] => [
  scriptRoute(searchScriptPath, new URL('search.js', import.meta.url)),
]

export type ReadingPages = {
  /** The address of this installation in commands. */
  readonly base: () => string
  /** Pages that are cached; others are drawn as they are requested. */
  readonly pageCountMax: number
  readonly draw: (path: string, language: Language) => string
}

/** A page in the language that is asked for, with the address of this installation in its commands. */
export function readingPages({ base, pageCountMax, draw }: ReadingPages): (call: Call) => Reply {
  const pages = encodedByKey(htmlContent, pageCountMax, (key) => {
    const page = JSON.parse(key) as PageKey
    return draw(page.path, page.language).replaceAll(exampleBase, page.base)
  })
  return (call) => {
    const language = languageAsked(call)
    const key: PageKey = { path: pathOf(call.request.url), language, base: base() }
    return encodedReply(pages(JSON.stringify(key)), call, {
      ...readingPageHeaders,
      'Content-Language': language,
      Vary: 'Accept-Language',
    })
  }
}

type PageKey = { readonly path: string; readonly language: Language; readonly base: string }

/** A program of a page, from memory. */
export function scriptRoute(path: string, file: URL): Route {
  const program = encodedOnce('text/javascript; charset=utf-8', () => readFileSync(file, 'utf8'))
  return {
    operation: 'leituraScript',
    method: 'GET',
    path,
    produces: ['text/javascript'],
    handle: (call) => encodedReply(program(call.language), call, {}),
  }
}
