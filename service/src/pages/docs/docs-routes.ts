import { openApiDocument } from '@lastro/contract/openapi.ts'
import type { Operation } from '@lastro/contract/operation.ts'
import { json } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import { inEachLanguage, languageAsked, pageReply } from '../drawing/page.ts'
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
      handle: (call) => {
        const language = languageAsked(call)
        return pageReply(pages(language), { headers: referencePageHeaders, language })
      },
    },
  ]
}
