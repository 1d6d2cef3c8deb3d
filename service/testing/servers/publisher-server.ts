import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { cleanUp } from '../clean-up.ts'

/** How a server answers one request for a file. */
export type Behaviour = (
  file: ServedFile,
  request: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
) => void

export type ServedFile = { readonly bytes: Buffer; readonly etag: string | undefined }

export type PublisherServer = {
  readonly url: string
  /** What was asked, in order: method, path, range. */
  readonly asked: Asked[]
  readonly put: (path: string, bytes: Buffer, etag?: string) => void
  readonly remove: (path: string) => void
  /** The next requests for a path are answered so, one after another; then it behaves again. */
  readonly next: (path: string, ...behaviours: Behaviour[]) => void
}

type Asked = {
  readonly method: string
  readonly path: string
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly authorization: string | undefined
}

/** A server on a socket that keeps files as the publishers do, and misbehaves when it is told to. */
export async function publisherServer(): Promise<PublisherServer> {
  const files = new Map<string, ServedFile>()
  const waiting = new Map<string, Behaviour[]>()
  const asked: Asked[] = []
  const answer: RequestListener = (request, response) => {
    const { method = '', url: path = '', headers } = request
    const { range, authorization } = headers
    asked.push({ method, path, range, ifRange: headers['if-range'] as string | undefined, authorization })
    const file = files.get(path)
    const behaviour = waiting.get(path)?.shift()
    if (behaviour !== undefined)
      return behaviour(file ?? { bytes: Buffer.alloc(0), etag: undefined }, request, response)
    if (method === 'PROPFIND') return list(files, path, response)
    if (file === undefined) return void response.writeHead(404).end()
    serve(file, request, response)
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    put: (path, bytes, etag = `"${crc32(bytes)}"`) =>
      void files.set(path, { bytes, etag: etag === '' ? undefined : etag }),
    remove: (path) => void files.delete(path),
    next: (path, ...behaviours) => void waiting.set(path, [...(waiting.get(path) ?? []), ...behaviours]),
  }
}

/** As a good server does: ranges, If-Range, ETag. */
export const serve: Behaviour = ({ bytes, etag }, { headers }, response) => {
  const [, text] = /^bytes=(\d+)-/.exec(headers.range ?? '') ?? []
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const common = { ...(etag !== undefined && { ETag: etag }), 'Accept-Ranges': 'bytes' }
  if (text === undefined || !isSame) {
    return void response.writeHead(200, { ...common, 'Content-Length': bytes.length }).end(bytes)
  }
  const from = Number(text)
  if (from >= bytes.length) {
    return void response.writeHead(416, { ...common, 'Content-Range': `bytes */${bytes.length}` }).end()
  }
  const rest = bytes.subarray(from)
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
  response.writeHead(206, { ...common, 'Content-Range': range, 'Content-Length': rest.length }).end(rest)
}

/** Begins well, and after so many bytes closes the connection. */
export const cutAfter =
  (count: number): Behaviour =>
  (file, request, response) => {
    response.end = ((rest: Buffer) => {
      response.write(rest.subarray(0, count), () => response.socket?.end())
      return response
    }) as typeof response.end
    serve(file, request, response)
  }

/** Begins well, and after so many bytes says nothing more. */
export const stallAfter =
  (count: number): Behaviour =>
  (file, request, response) => {
    response.end = ((rest: Buffer) => {
      response.write(rest.subarray(0, count))
      return response
    }) as typeof response.end
    serve(file, request, response)
  }

/** Never says a word. */
export const silent: Behaviour = () => undefined

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_file, _request, response) =>
    void response.writeHead(code, headers).end()

/** A page where a file should be, as portals do while they are mended. */
export const page: Behaviour = (_file, _request, response) =>
  void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!DOCTYPE html><p>Em manutenção</p>')

/** What a folder holds, in the words of a Nextcloud. */
function list(files: ReadonlyMap<string, ServedFile>, folder: string, response: ServerResponse): void {
  const base = folder.replace(/\/*$/, '/')
  const below = [...files].filter(([path]) => path.startsWith(base))
  if (below.length === 0) return void response.writeHead(404).end()
  const folders = new Set(
    below
      .map(([path]) => path.slice(base.length).split('/'))
      .flatMap(([first = '', second]) => (second === undefined ? [] : [first])),
  )
  const one = (href: string, properties: string) =>
    `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop>` +
    '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>'
  const folderOf = (href: string) => one(href, '<d:resourcetype><d:collection/></d:resourcetype>')
  const fileOf = ([path, { bytes, etag = '' }]: [string, ServedFile]) =>
    one(
      path,
      `<d:getcontentlength>${bytes.length}</d:getcontentlength><d:resourcetype/>` +
        `<d:getetag>${etag.replaceAll('"', '&quot;')}</d:getetag>`,
    )
  const direct = below.filter(([path]) => !path.slice(base.length).includes('/'))
  const responses = [
    folderOf(base),
    ...[...folders].map((name) => folderOf(`${base}${name}/`)),
    ...direct.map(fileOf),
  ]
  const text = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${responses.join('')}</d:multistatus>`
  response.writeHead(207, { 'Content-Type': 'application/xml' }).end(text)
}
