import { readFileSync } from 'node:fs'
import type { SandboxDocument } from '@lastro/contract/sandbox/sandbox-documents.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Route } from '../../http/route.ts'
import { htmlContent, languageAsked } from '../drawing/page.ts'
import { encodedOnce } from '../encoded/encoded-file.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { landingHeaders, landingPage, landingScriptPath } from './landing-page.ts'

/** The page at `/` and its program, both from memory. */
export function landingRoutes(
  testDocuments: (language: Language) => readonly SandboxDocument[],
  framedStyles: readonly string[],
): Route[] {
  const pages = encodedOnce(htmlContent, (language) => landingPage(testDocuments(language), language))
  const program = encodedOnce('text/javascript; charset=utf-8', () => script)
  const headers = landingHeaders(framedStyles)
  return [
    {
      operation: 'inicio',
      method: 'GET',
      path: '/',
      produces: ['text/html'],
      handle: (call) => {
        const language = languageAsked(call)
        const own = { ...headers, 'Content-Language': language, Vary: 'Accept-Language' }
        return encodedReply(pages(language), call, own)
      },
    },
    {
      operation: 'inicioScript',
      method: 'GET',
      path: landingScriptPath,
      produces: ['text/javascript'],
      handle: (call) => encodedReply(program(call.language), call, {}),
    },
  ]
}

const script = readFileSync(new URL('landing.js', import.meta.url), 'utf8')
