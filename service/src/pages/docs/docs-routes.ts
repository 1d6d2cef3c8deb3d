import { openApiDocument } from '@lastro/contract/openapi/openapi.ts'
import { inVersion30 } from '@lastro/contract/openapi/version-3-0.ts'
import type { Language } from '@lastro/contract/text.ts'
import { pathOf } from '../../http/path-pattern.ts'
import { queryOf } from '../../http/query/query-of.ts'
import { fieldError, json, type Refusal } from '../../http/reply.ts'
import type { Call, Outcome, Route } from '../../http/route.ts'
import { languageAsked } from '../drawing/page.ts'
import { encodedOnce } from '../encoded/encoded-file.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { readingPages, scriptRoute } from '../reading/reading-routes.ts'
import { searchIndex } from '../reading/search-index.ts'
import { docsPath, referenceIndexPath, referenceScriptPath } from './paths.ts'
import { type Reference, referenceEntries, referencePage, referencePaths } from './reference-pages.ts'

/** The contract for machines and for people, made once for each language. */
export function docsRoutes(reference: Reference, base: () => string): Route[] {
  return [contractRoute(reference), ...pageRoutes(reference, base)]
}

function contractRoute({ operations }: Reference): Route {
  const written = (language: Language) => openApiDocument(operations, language)
  const exact = encodedOnce(json, (language) => JSON.stringify(written(language)))
  const forGenerators = encodedOnce(json, (language) => JSON.stringify(inVersion30(written(language))))
  return {
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
  }
}

/** Two languages of some 140 pages, under a few names. */
const pageCountMax = 1_000

function pageRoutes(reference: Reference, base: () => string): Route[] {
  const known = new Set(referencePaths(reference))
  const index = encodedOnce(json, (language) => searchIndex(referenceEntries(reference, language)))
  const pages = readingPages({
    base,
    pageCountMax,
    draw: (path, language) => referencePage(reference, path, language) ?? '',
  })
  const page = (call: Call): Outcome =>
    known.has(pathOf(call.request.url)) ? pages(call) : { code: 'route_unknown' }
  const route = { operation: 'docs', method: 'GET', produces: ['text/html'] } as const
  return [
    { ...route, path: docsPath, handle: page },
    scriptRoute(referenceScriptPath, new URL('reference.js', import.meta.url)),
    {
      ...route,
      path: referenceIndexPath,
      produces: ['application/json'],
      handle: (call) => encodedReply(index(languageAsked(call)), call, byLanguage),
    },
    { ...route, path: `${docsPath}/**`, handle: page },
  ]
}

const byLanguage = { Vary: 'Accept-Language' }

const versions = ['3.1', '3.0'] as const

function versionAsked({ request, language }: Call): (typeof versions)[number] | Refusal {
  const asked = new URLSearchParams(queryOf(request.url)).get('versao') ?? '3.1'
  const version = versions.find((one) => one === asked)
  const wrong = () => fieldError('versao', 'choice', language, { choices: versions.join(', ') })
  return version ?? { code: 'query_invalid', errors: [wrong()] }
}
