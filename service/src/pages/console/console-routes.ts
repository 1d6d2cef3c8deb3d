import { pathOf } from '../../http/path-pattern.ts'
import type { Reply } from '../../http/reply.ts'
import type { Call, Outcome, Route } from '../../http/route.ts'
import { typefacePath } from '../drawing/palette.ts'
import { encodedReply } from '../encoded/encoded-reply.ts'
import { buildingPage } from './building-page.ts'
import type { ConsoleFile, ConsoleFiles } from './console-files.ts'
import { consoleHeaders } from './console-headers.ts'

/** The console's files below `/console`; every address that is no file is a page of its own, drawn in the browser. */
export function consoleRoutes(files: ConsoleFiles): Route[] {
  const route = { operation: 'console', method: 'GET', produces: ['text/html', 'application/json'] } as const
  const handle = (call: Call) => answer(files, call)
  return [
    { ...route, path: '/console', handle },
    { ...route, path: '/console/**', handle },
  ]
}

/** Operations of the console's own, which answer in JSON or not at all. */
const operationsPath = 'v2/'

async function answer(files: ConsoleFiles, call: Call): Promise<Outcome> {
  const path = pathOf(call.request.url).slice('/console/'.length)
  const built = await files()
  const isTypeface = `/console/${path}` === typefacePath
  const file = isTypeface ? typefaceOf(built) : built?.get(path)
  if (file !== undefined && path !== '') return fileReply(file, call)
  const isPage = !isTypeface && !path.startsWith(operationsPath) && !path.startsWith('assets/')
  if (!isPage || call.mediaType !== 'text/html') return { code: 'route_unknown' }
  const page = built?.get('index.html')
  return page === undefined ? buildingPage(call.language) : fileReply(page, call)
}

/** The one that the build brought, without the name that changes with its content: it is asked for again each time. */
function typefaceOf(built: Awaited<ReturnType<ConsoleFiles>>): ConsoleFile | undefined {
  const [, file] = [...(built ?? [])].find(([path]) => path.endsWith('.woff2')) ?? []
  return file && { ...file, isLasting: false }
}

/** A year, the longest that caches promise to keep anything. */
const lasting = 'public, max-age=31536000, immutable'

const fileReply = (file: ConsoleFile, call: Call): Reply =>
  encodedReply(file, call, { ...consoleHeaders, ...(file.isLasting && { 'Cache-Control': lasting }) })
