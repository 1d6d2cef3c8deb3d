import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { answerBody, faultOfStatus, peeked } from './answer-body.ts'
import { FetchFault } from './fetch-fault.ts'
import { type FetchedFile, type FetchState, isAsListed, listedOf } from './fetch-state.ts'
import { wholeSizeOf, zipMark } from './probe-file.ts'
import type { PublishedFile } from './publisher.ts'
import type { Site } from './site.ts'

export type RestDeps = {
  readonly site: Site
  readonly state: FetchState
  readonly signal: AbortSignal
  readonly limits: DownloadLimits
}

export type DownloadLimits = {
  /** The largest file of any publisher is about 2 GB. */
  readonly fileBytesMax: number
  /** For one file, with all its pauses: a night. */
  readonly fileMsMax: number
}

/** Fetches what is missing, and answers how long the file is. */
export async function fetchRest(
  deps: RestDeps,
  file: PublishedFile,
  part: string,
  kept: KeptPart | undefined,
  onBytes: (have: number) => void,
): Promise<number> {
  if (kept !== undefined && kept.bytes === kept.of.size) return kept.bytes
  const headers = kept === undefined ? {} : rangeOf(kept)
  const answer = await deps.site.ask({ url: file.url, headers, signal: deps.signal })
  const received = answerBody(answer, deps.site.limits)
  try {
    const from = await startOf(deps, file, part, answer, kept)
    if (from === 'whole') return kept?.bytes ?? 0
    const body = from === 0 ? await begunAnew(deps, file, part, answer, received) : received
    const size = deps.state.file(file.name)?.size ?? undefined
    const handle = await open(part, from === 0 ? 'w' : 'a')
    try {
      return await writeBody(deps, { body, handle, from, size, onBytes })
    } catch (error) {
      // More bytes than there should be are no part of this file.
      if (error instanceof FetchFault && error.code === 'size_differs') await forget(deps, file, part)
      throw error
    } finally {
      await handle.close()
    }
  } finally {
    answer.destroy()
  }
}

export type KeptPart = { readonly of: FetchedFile; readonly bytes: number }

/** What is on disk of the very file that is published now; whatever else lies there is removed. */
export async function keptPart(
  deps: RestDeps,
  part: string,
  file: PublishedFile,
): Promise<KeptPart | undefined> {
  const of = deps.state.file(file.name)
  const bytes = (await stat(part).catch(() => undefined))?.size ?? 0
  const isSame = of?.isWhole === false && isAsListed(of, file) && (of.etag ?? of.lastModified) !== null
  if (isSame && bytes > 0 && bytes <= (of.size ?? bytes)) return { of, bytes }
  await rm(part, { force: true })
  return undefined
}

/** A weak ETag may not stand in If-Range; then the answer's is compared alone. */
function rangeOf({ of, bytes }: KeptPart): Record<string, string> {
  const isStrong = of.etag !== null && !of.etag.startsWith('W/')
  const same = isStrong ? of.etag : of.etag === null ? of.lastModified : null
  return { Range: `bytes=${bytes}-`, ...(same !== null && { 'If-Range': same }) }
}

/** From which byte on an answer goes: the rest of what we have, or the file from its beginning. */
async function startOf(
  deps: RestDeps,
  file: PublishedFile,
  part: string,
  answer: IncomingMessage,
  kept: KeptPart | undefined,
): Promise<number | 'whole'> {
  const { statusCode, headers } = answer
  const size = wholeSizeOf(answer)
  if (statusCode === 200) return 0
  if (kept === undefined || (statusCode !== 206 && statusCode !== 416)) throw faultOfStatus(answer)
  if (statusCode === 416 && size === kept.bytes) return 'whole'
  const isNext = headers['content-range']?.startsWith(`bytes ${kept.bytes}-`) === true
  const mark = headers.etag ?? headers['last-modified']
  const isSame =
    (mark === undefined || mark === kept.of.etag || mark === kept.of.lastModified) &&
    (kept.of.size === null || size === undefined || size === kept.of.size)
  if (statusCode === 206 && isNext && isSame) return kept.bytes
  await forget(deps, file, part)
  throw new FetchFault('changed')
}

/**
 * The body of a file that comes from its beginning. What lies there of another is removed, and what is about to come
 * is written down, when the first bytes have shown that it is a zip: a page in its place costs nothing that we have.
 */
async function begunAnew(
  { state, limits }: RestDeps,
  file: PublishedFile,
  part: string,
  answer: IncomingMessage,
  received: AsyncIterable<Buffer>,
): Promise<AsyncIterable<Buffer>> {
  const { headers } = answer
  const told = wholeSizeOf(answer)
  const size = told ?? file.size
  if (size !== undefined && size > limits.fileBytesMax) throw new FetchFault('too_large')
  const { begin, body } = await peeked(received, zipMark.length)
  if (!begin.equals(zipMark)) throw new FetchFault('not_a_zip')
  if (told !== undefined && told !== (file.size ?? told)) throw new FetchFault('size_differs')
  await rm(part, { force: true })
  await state.keep(file.name, {
    isWhole: false,
    size: size ?? null,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    ...listedOf(file),
  })
  return body
}

type Writing = {
  readonly body: AsyncIterable<Buffer>
  readonly handle: FileHandle
  readonly from: number
  readonly size: number | undefined
  readonly onBytes: (have: number) => void
}

async function writeBody({ limits }: RestDeps, of: Writing): Promise<number> {
  const { body, handle, from, size, onBytes } = of
  const bytesMax = size ?? limits.fileBytesMax
  let have = from
  for await (const chunk of body) {
    if (have + chunk.length > bytesMax)
      throw new FetchFault(size === undefined ? 'too_large' : 'size_differs')
    await handle.writeFile(chunk)
    have += chunk.length
    onBytes(have)
  }
  if (size !== undefined && have < size) throw new FetchFault('cut')
  await handle.sync()
  return have
}

export async function forget({ state }: RestDeps, file: PublishedFile, part: string): Promise<void> {
  await state.keep(file.name, undefined)
  await rm(part, { force: true })
}
