import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchFault, type FetchFaultCode } from './fetch-fault.ts'
import { type DownloadLimits, fetchRest, forget, keptPart, type RestDeps } from './fetch-rest.ts'
import { isAsListed, listedOf } from './fetch-state.ts'
import type { PublishedFile } from './publisher.ts'
import { testZip } from './test-zip.ts'
import { type TryAgain, tryAgain } from './try-again.ts'

export type DownloadDeps = TryAgain &
  RestDeps & {
    readonly directory: string
    /** What the publisher says of a file by now; undefined where it offers it no more. */
    readonly offered: (name: string) => Promise<PublishedFile | undefined>
    /** How many bytes of the file are on disk, of how many if that is known. */
    readonly onProgress?: (haveBytes: number, size: number | undefined) => void
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

async function fetchWhole(deps: DownloadDeps, offered: PublishedFile): Promise<void> {
  const part = join(deps.directory, `${offered.name}.part`)
  let file = offered
  let isReplaced = false
  let have = 0
  let brokenCount = 0
  const onBytes = (bytes: number) => {
    have = bytes
    deps.onProgress?.(bytes, deps.state.file(file.name)?.size ?? undefined)
  }
  const attempt = async (): Promise<void> => {
    if (isReplaced) file = (await deps.offered(file.name)) ?? file
    isReplaced = false
    const kept = await keptPart(deps, part, file)
    const size = await fetchRest(deps, file, part, kept, onBytes)
    if (await testZip(part, deps.signal)) return finish(deps, file, part, size)
    await forget(deps, file, part)
    brokenCount += 1
    throw new FetchFault(brokenCount < brokenCountMax ? 'zip_broken' : 'zip_unusable')
  }
  const attemptNoting = (): Promise<void> =>
    attempt().catch((error: unknown) => {
      isReplaced ||= error instanceof FetchFault && tellsReplaced.has(error.code)
      throw error
    })
  await tryAgain(deps, attemptNoting, () => have)
}

/** Faults by which another file may lie there than was offered: before the next try we ask what is offered now. */
const tellsReplaced: ReadonlySet<FetchFaultCode> = new Set(['size_differs', 'changed'])

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
