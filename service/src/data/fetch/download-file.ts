import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { answerBody, faultOfStatus } from './answer-body.ts'
import { FetchFault } from './fetch-fault.ts'
import type { FetchedFile, FetchState } from './fetch-state.ts'
import { wholeSizeOf, zipMark } from './probe-file.ts'
import type { PublishedFile } from './publisher.ts'
import type { Site } from './site.ts'
import { testZip } from './test-zip.ts'
import { type TryAgain, tryAgain } from './try-again.ts'

export type DownloadDeps = TryAgain & {
  readonly site: Site
  readonly state: FetchState
  readonly directory: string
  readonly signal: AbortSignal
  readonly limits: DownloadLimits
  /** How many bytes of the file are on disk, of how many if that is known. */
  readonly onProgress?: (haveBytes: number, size: number | undefined) => void
}

export type DownloadLimits = {
  /** The largest file of any publisher is about 2 GB. */
  readonly fileBytesMax: number
  /** For one file, with all its pauses: a night. */
  readonly fileMsMax: number
}

export const usualDownloadLimits: DownloadLimits = { fileBytesMax: 32 * 2 ** 30, fileMsMax: 12 * 3_600_000 }

/** A zip that arrives whole and broken so many times is broken where it lies. */
const brokenCountMax = 3

/**
 * Brings one file into the directory, from where it stopped the last time if it is still the same file. It gets its
 * own name when it has the right size and every entry in it has been inflated and compared; until then it is a
 * `.part`. Answers whether it was fetched: one that is there already is not.
 */
export async function downloadFile(deps: DownloadDeps, file: PublishedFile): Promise<boolean> {
  const late = AbortSignal.timeout(deps.limits.fileMsMax)
  const bounded = { ...deps, signal: AbortSignal.any([deps.signal, late]) }
  try {
    if (await isThere(bounded, file)) return false
    await rm(join(deps.directory, file.name), { force: true })
    await fetchWhole(bounded, file)
    return true
  } catch (error) {
    if (late.aborted && !deps.signal.aborted) throw new FetchFault('too_slow', file.name)
    const fault = error instanceof FetchFault ? error : faultOfDisk(error)
    if (fault === undefined) throw error
    throw new FetchFault(fault.code, `${file.name} ${fault.detail}`.trimEnd(), fault.retryAfterMs)
  }
}

/** What the system says of our own disk, or that we were stopped; undefined is a defect of ours. */
function faultOfDisk(error: unknown): FetchFault | undefined {
  const { code, name, syscall } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return new FetchFault('stopped')
  if (syscall === undefined) return undefined
  return new FetchFault(code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'directory_unusable', code)
}

/** Whether a tested copy of what is published now is there. One that nobody has noted as whole is tested. */
async function isThere(deps: DownloadDeps, file: PublishedFile): Promise<boolean> {
  const { state, directory, signal } = deps
  const path = join(directory, file.name)
  const size = await sizeOf(path)
  if (size === undefined || (file.size !== undefined && file.size !== size)) return false
  const known = state.file(file.name)
  if (known?.isWhole === true) return known.size === size && isAsListed(known, file)
  if (!(await testZip(path, signal))) return false
  await state.keep(file.name, { ...(known ?? unknownFile), ...listedOf(file), isWhole: true, size })
  return true
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size

const unknownFile = { isWhole: false, size: null, etag: null, lastModified: null } as const

const listedOf = (file: PublishedFile) => ({ listedSize: file.size ?? null, listedEtag: file.etag ?? null })

/** Like is compared with like: a listing and an answer may write the same ETag differently. */
const isAsListed = (known: FetchedFile, { size, etag }: PublishedFile): boolean =>
  (known.listedEtag === null || etag === undefined || known.listedEtag === etag) &&
  (known.listedSize === null || size === undefined || known.listedSize === size)

async function fetchWhole(deps: DownloadDeps, file: PublishedFile): Promise<void> {
  const part = join(deps.directory, `${file.name}.part`)
  let have = 0
  let brokenCount = 0
  const onBytes = (bytes: number) => {
    have = bytes
    deps.onProgress?.(bytes, deps.state.file(file.name)?.size ?? undefined)
  }
  const attempt = async (): Promise<void> => {
    const kept = await keptPart(deps, part, file)
    const size = await fetchRest(deps, file, part, kept, onBytes)
    if (await testZip(part, deps.signal)) return finish(deps, file, part, size)
    await forget(deps, file, part)
    brokenCount += 1
    throw new FetchFault(brokenCount < brokenCountMax ? 'zip_broken' : 'zip_unusable')
  }
  await tryAgain(deps, attempt, () => have)
}

type KeptPart = { readonly of: FetchedFile; readonly bytes: number }

/** What is on disk of the very file that is published now; whatever else lies there is removed. */
async function keptPart(
  deps: DownloadDeps,
  part: string,
  file: PublishedFile,
): Promise<KeptPart | undefined> {
  const of = deps.state.file(file.name)
  const bytes = (await sizeOf(part)) ?? 0
  const isSame = of?.isWhole === false && isAsListed(of, file) && (of.etag ?? of.lastModified) !== null
  if (isSame && bytes > 0 && bytes <= (of.size ?? bytes)) return { of, bytes }
  await rm(part, { force: true })
  return undefined
}

/** Fetches what is missing, and answers how long the file is. */
async function fetchRest(
  deps: DownloadDeps,
  file: PublishedFile,
  part: string,
  kept: KeptPart | undefined,
  onBytes: (have: number) => void,
): Promise<number> {
  if (kept !== undefined && kept.bytes === kept.of.size) return kept.bytes
  const headers = kept === undefined ? {} : rangeOf(kept)
  const answer = await deps.site.ask({ url: file.url, headers, signal: deps.signal })
  const body = answerBody(answer, deps.site.limits)
  try {
    const from = await startOf(deps, file, part, answer, kept)
    if (from === 'whole') return kept?.bytes ?? 0
    const size = deps.state.file(file.name)?.size ?? undefined
    const handle = await open(part, from === 0 ? 'w' : 'a')
    try {
      return await writeBody(deps, { body, handle, from, size, onBytes })
    } catch (error) {
      // More or other bytes than there should be are no part of this file.
      if (isWrongBody(error)) await forget(deps, file, part)
      throw error
    } finally {
      await handle.close()
    }
  } finally {
    answer.destroy()
  }
}

const isWrongBody = (error: unknown): boolean =>
  error instanceof FetchFault && (error.code === 'size_differs' || error.code === 'not_a_zip')

/** A weak ETag may not stand in If-Range; then the answer's is compared alone. */
function rangeOf({ of, bytes }: KeptPart): Record<string, string> {
  const isStrong = of.etag !== null && !of.etag.startsWith('W/')
  const same = isStrong ? of.etag : of.etag === null ? of.lastModified : null
  return { Range: `bytes=${bytes}-`, ...(same !== null && { 'If-Range': same }) }
}

/** From which byte on an answer goes: the rest of what we have, or the file from its beginning. */
async function startOf(
  deps: DownloadDeps,
  file: PublishedFile,
  part: string,
  answer: IncomingMessage,
  kept: KeptPart | undefined,
): Promise<number | 'whole'> {
  const { statusCode, headers } = answer
  const size = wholeSizeOf(answer)
  if (statusCode === 200) return begin(deps, file, answer, size)
  if (kept === undefined || (statusCode !== 206 && statusCode !== 416)) throw faultOfStatus(answer)
  if (statusCode === 416 && size === kept.bytes) return 'whole'
  const isNext = headers['content-range']?.startsWith(`bytes ${kept.bytes}-`) === true
  const isSame =
    (headers.etag === undefined || headers.etag === kept.of.etag) &&
    (headers.etag !== undefined || (headers['last-modified'] ?? null) === kept.of.lastModified) &&
    (kept.of.size === null || size === undefined || size === kept.of.size)
  if (statusCode === 206 && isNext && isSame) return kept.bytes
  await forget(deps, file, part)
  throw new FetchFault('changed')
}

/** Writes down what is about to come before its first byte is on disk. */
async function begin(
  { state, limits }: DownloadDeps,
  file: PublishedFile,
  { headers }: IncomingMessage,
  told: number | undefined,
): Promise<0> {
  const size = told ?? file.size
  if (size !== undefined && size > limits.fileBytesMax) throw new FetchFault('too_large')
  if (told !== undefined && file.size !== undefined && told !== file.size)
    throw new FetchFault('size_differs')
  if (!/^(identity)?$/.test(headers['content-encoding'] ?? '')) throw new FetchFault('not_a_zip')
  await state.keep(file.name, {
    isWhole: false,
    size: size ?? null,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    ...listedOf(file),
  })
  return 0
}

type Writing = {
  readonly body: AsyncIterable<Buffer>
  readonly handle: FileHandle
  readonly from: number
  readonly size: number | undefined
  readonly onBytes: (have: number) => void
}

async function writeBody({ limits }: DownloadDeps, of: Writing): Promise<number> {
  const { body, handle, from, size, onBytes } = of
  const bytesMax = size ?? limits.fileBytesMax
  let have = from
  for await (const chunk of body) {
    const mark = zipMark.subarray(have, have + chunk.length)
    if (!mark.equals(chunk.subarray(0, mark.length))) throw new FetchFault('not_a_zip')
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

async function forget({ state }: DownloadDeps, file: PublishedFile, part: string): Promise<void> {
  await state.keep(file.name, undefined)
  await rm(part, { force: true })
}

/** A crash between the two steps leaves a file that has its name and is not noted as whole: it is tested again. */
async function finish(
  { state, directory }: DownloadDeps,
  file: PublishedFile,
  part: string,
  size: number,
): Promise<void> {
  const known = state.file(file.name) ?? unknownFile
  await rename(part, join(directory, file.name))
  await state.keep(file.name, { ...known, ...listedOf(file), isWhole: true, size })
}
