import { takesEncoding } from '../../http/headers/negotiation.ts'
import { pathOf } from '../../http/path-pattern.ts'
import type { Reply } from '../../http/reply.ts'
import type { Call, Outcome, Route } from '../../http/route.ts'
import { buildingPage } from './building-page.ts'
import type { ConsoleFile, ConsoleFiles, Encoding } from './console-files.ts'
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
  const file = built?.get(path)
  if (file !== undefined && path !== '') return fileReply(file, call)
  const isPage = !path.startsWith(operationsPath) && !path.startsWith('assets/')
  if (!isPage || call.mediaType !== 'text/html') return { code: 'route_unknown' }
  const page = built?.get('index.html')
  return page === undefined ? buildingPage(call.language) : fileReply(page, call)
}

/** A year, the longest that caches promise to keep anything. */
const lasting = 'public, max-age=31536000, immutable'

function fileReply(file: ConsoleFile, { headers }: Call): Reply {
  const encoding = encodingOf(file, headers.acceptEncoding)
  const always = {
    ...consoleHeaders,
    'Cache-Control': file.isLasting ? lasting : 'no-cache',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  }
  if (isHeld(file.etag, headers.ifNoneMatch)) return { status: 304, body: '', headers: always }
  return {
    status: 200,
    contentType: file.contentType,
    body: '',
    bytes: file.encodings[encoding] ?? file.encodings.identity,
    headers: encoding === 'identity' ? always : { ...always, 'Content-Encoding': encoding },
  }
}

/** Whether the caller holds this very edition; `*` stands for any. */
const isHeld = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some((one) => ['*', etag, etag.slice('W/'.length)].includes(one.trim()))

/** The smallest that the caller takes; whoever says nothing, or refuses everything, gets the file as it is. */
function encodingOf({ encodings }: ConsoleFile, accepted: string | undefined): Encoding {
  const kept = (['br', 'gzip', 'identity'] as const).filter((one) => encodings[one] !== undefined)
  return kept.find((one) => takesEncoding(accepted, one)) ?? 'identity'
}
