import { readFileSync } from 'node:fs'
import type { SandboxDocument } from '@lastro/contract/sandbox/sandbox-documents.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Route } from '../../http/route.ts'
import { inEachLanguage, languageAsked, pageReply } from '../drawing/page.ts'
import { landingHeaders, landingPage, landingScriptPath } from './landing-page.ts'

/** The page at `/` and its program, both from memory. */
export function landingRoutes(
  testDocuments: (language: Language) => readonly SandboxDocument[],
  framedStyles: readonly string[],
): Route[] {
  const pages = inEachLanguage((language) => landingPage(testDocuments(language), language))
  const headers = landingHeaders(framedStyles)
  return [
    {
      operation: 'inicio',
      method: 'GET',
      path: '/',
      produces: ['text/html'],
      handle: (call) => {
        const language = languageAsked(call)
        const reply = pageReply(pages(language), { headers, language })
        return { ...reply, headers: { ...reply.headers, Vary: 'Accept-Language' } }
      },
    },
    {
      operation: 'inicioScript',
      method: 'GET',
      path: landingScriptPath,
      produces: ['text/javascript'],
      handle: () => ({ status: 200, contentType: 'text/javascript; charset=utf-8', body: script }),
    },
  ]
}

const script = readFileSync(new URL('landing.js', import.meta.url), 'utf8')
