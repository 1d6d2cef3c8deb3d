import { readFileSync } from 'node:fs'
import type { Route } from '../../http/route.ts'
import { encodedOnce } from '../encoded/encoded-file.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { searchScriptPath } from './reading-page.ts'

/** What the pages to read have in common: the program of their search. */
export const readingRoutes = (): Route[] => [
  scriptRoute(searchScriptPath, new URL('search.js', import.meta.url)),
]

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
