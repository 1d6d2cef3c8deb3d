import { openApiDocument } from '@lastro/contract/openapi/openapi.ts'
import { inVersion30 } from '@lastro/contract/openapi/version-3-0.ts'
import type { Operation } from '@lastro/contract/operation.ts'
import type { Language } from '@lastro/contract/text.ts'
import { fieldError, json, type Refusal } from '../../http/reply.ts'
import type { Call, Route } from '../../http/route.ts'
import { htmlContent, languageAsked } from '../drawing/page.ts'
import { encodedOnce } from '../encoded/encoded-file.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { referencePage, referencePageHeaders } from './reference-page.ts'

/** The contract for machines and for people, made once for each language. */
export function docsRoutes(operations: readonly Operation[]): Route[] {
  const written = (language: Language) => openApiDocument(operations, language)
  const exact = encodedOnce(json, (language) => JSON.stringify(written(language)))
  const forGenerators = encodedOnce(json, (language) => JSON.stringify(inVersion30(written(language))))
  const pages = encodedOnce(htmlContent, (language) => referencePage(operations, language))
  return [
    {
      operation: 'openapi',
      method: 'GET',
      path: '/openapi.json',
      produces: ['application/json'],
      handle: (call) => {
        const version = versionAsked(call)
        if (typeof version !== 'string') return version
        const documents = version === '3.0' ? forGenerators : exact
        return encodedReply(documents(languageAsked(call)), call, byLanguage)
      },
    },
    {
      operation: 'docs',
      method: 'GET',
      path: '/docs',
      produces: ['text/html'],
      handle: (call) => {
        const language = languageAsked(call)
        const headers = { ...referencePageHeaders, ...byLanguage, 'Content-Language': language }
        return encodedReply(pages(language), call, headers)
      },
    },
  ]
}

const byLanguage = { Vary: 'Accept-Language' }

const versions = ['3.1', '3.0'] as const

function versionAsked({ request, language }: Call): (typeof versions)[number] | Refusal {
  const asked = new URLSearchParams(request.url.split('?')[1]).get('versao') ?? '3.1'
  const version = versions.find((one) => one === asked)
  const wrong = () => fieldError('versao', 'choice', language, { choices: versions.join(', ') })
  return version ?? { code: 'query_invalid', errors: [wrong()] }
}
