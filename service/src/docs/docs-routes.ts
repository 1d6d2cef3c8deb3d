import { openApiDocument } from '@lastro/contract/openapi.ts'
import type { Operation } from '@lastro/contract/operations.ts'
import { type Language, languages } from '@lastro/contract/text.ts'
import { json } from '../http/reply.ts'
import type { Call, Route } from '../http/route.ts'
import { referencePage, referencePageHeaders } from './reference-page.ts'

/** The contract for machines and for people, made once for each language. */
export function docsRoutes(operations: readonly Operation[]): Route[] {
  const documents = inEachLanguage((language) => JSON.stringify(openApiDocument(operations, language)))
  const pages = inEachLanguage((language) => referencePage(operations, language))
  return [
    {
      operation: 'openapi',
      method: 'GET',
      path: '/openapi.json',
      produces: ['application/json'],
      handle: (call) => ({ status: 200, contentType: json, body: documents(languageAsked(call)) }),
    },
    {
      operation: 'docs',
      method: 'GET',
      path: '/docs',
      produces: ['text/html'],
      handle: (call) => ({
        status: 200,
        contentType: 'text/html; charset=utf-8',
        body: pages(languageAsked(call)),
        headers: { ...referencePageHeaders, 'Content-Language': languageAsked(call) },
      }),
    },
  ]
}

/** Rendered when first asked for, so that a start does not wait for pages nobody has opened. */
function inEachLanguage(render: (language: Language) => string): (language: Language) => string {
  const rendered = new Map<Language, string>()
  return (language) => {
    const text = rendered.get(language) ?? render(language)
    rendered.set(language, text)
    return text
  }
}

/** A link on the page chooses; a browser's own language otherwise. */
function languageAsked({ request, language }: Call): Language {
  const asked = new URLSearchParams(request.url.split('?')[1]).get('lang')
  return languages.find((one) => one === asked) ?? language
}
