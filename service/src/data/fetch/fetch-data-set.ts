import { mkdir } from 'node:fs/promises'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import { lockDirectory } from './directory-lock.ts'
import { type DownloadDeps, downloadFile, usualDownloadLimits } from './download-file.ts'
import { FetchFault } from './fetch-fault.ts'
import type { DownloadLimits } from './fetch-rest.ts'
import { openFetchState } from './fetch-state.ts'
import type { Offer, PublishedFile, Publisher } from './publisher.ts'
import type { Site } from './site.ts'
import { type TryAgain, tryAgain } from './try-again.ts'

export type FetchDeps = TryAgain & {
  readonly site: Site
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly limits?: DownloadLimits
  readonly watcher?: FetchWatcher
}

/** What a person sees while it goes on. */
export type FetchWatcher = {
  readonly chosen: (chosen: ChosenPeriod) => void
  readonly began: (file: PublishedFile, at: FileNumber) => void
  readonly progress: (haveBytes: number, size: number | undefined) => void
  readonly ended: (file: PublishedFile, at: FileNumber & { readonly wasThere: boolean }) => void
}

/** The one after another of files, counted from 1. */
export type FileNumber = { readonly number: number; readonly count: number }

export type FetchAsked = {
  readonly dataSet: string
  readonly publisher: Publisher
  /** Undefined is the newest that is complete. */
  readonly period: string | undefined
  readonly directoryOf: (period: string) => string
}

export type ChosenPeriod = {
  readonly period: string
  /** Newer ones that lack files. Whoever asked for no period is told of them. */
  readonly incomplete: readonly string[]
}

export type Fetched = ChosenPeriod & {
  readonly directory: string
  readonly files: readonly { readonly name: string; readonly wasThere: boolean }[]
}

/** Brings the files of one period into a directory, one at a time. Throws `FetchFault`. */
export async function fetchDataSet(deps: FetchDeps, asked: FetchAsked): Promise<Fetched> {
  const { offer, ...chosen } = await choosePeriod(deps, asked)
  deps.watcher?.chosen(chosen)
  const directory = asked.directoryOf(chosen.period)
  await usable(directory)
  const lock = lockDirectory(directory)
  try {
    const state = await openFetchState(directory, { dataSet: asked.dataSet, period: chosen.period })
    const { dataSet, period } = state.record
    if (dataSet !== asked.dataSet || period !== chosen.period) {
      throw new FetchFault('directory_of_another', `${dataSet} ${period}`)
    }
    const offered = async (name: string) =>
      (await asked.publisher.offer(deps.site, period)).files.find((one) => one.name === name)
    const files = await downloadAll({ ...deps, state, directory, offered }, offer.files)
    return { ...chosen, directory, files }
  } finally {
    lock.release()
  }
}

async function usable(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch {
    throw new FetchFault('directory_unusable', directory)
  }
}

type DownloadsDeps = FetchDeps & Pick<DownloadDeps, 'state' | 'directory' | 'offered'>

async function downloadAll(deps: DownloadsDeps, files: readonly PublishedFile[]): Promise<Fetched['files']> {
  const { watcher, limits = usualDownloadLimits } = deps
  const onProgress = watcher?.progress
  const fetched: { name: string; wasThere: boolean }[] = []
  for (const [at, file] of files.entries()) {
    const place = { number: at + 1, count: files.length }
    watcher?.began(file, place)
    const isNew = await downloadFile({ ...deps, limits, ...(onProgress && { onProgress }) }, file)
    watcher?.ended(file, { ...place, wasThere: !isNew })
    fetched.push({ name: file.name, wasThere: !isNew })
  }
  return fetched
}

type Chosen = ChosenPeriod & { readonly offer: Offer }

async function choosePeriod(deps: FetchDeps, { publisher, period }: FetchAsked): Promise<Chosen> {
  const offerOf = (one: string) => tryAgain(deps, () => publisher.offer(deps.site, one))
  if (period !== undefined)
    return { period, incomplete: [], offer: await wholeOffer(publisher, period, offerOf) }
  const today = dayAt(deps.clock.nowMs())
  const periods = await tryAgain(deps, () => publisher.periods(deps.site, today))
  const incomplete: string[] = []
  const refusals: FetchFault[] = []
  for (const one of periods) {
    const offer = await offerOf(one).catch((error: unknown) => unpublished(publisher, error))
    if (offer instanceof FetchFault) refusals.push(offer)
    else if (offer.missing.length === 0) return { period: one, incomplete, offer }
    else if (offer.files.length > 0) incomplete.push(one)
  }
  // Where every one is refused, it is we who are.
  if (refusals[0] !== undefined && refusals.length === periods.length) throw refusals[0]
  throw new FetchFault('nothing_published', incomplete.join(', '))
}

/** A refusal that may only mean that a period is not out; whatever else is thrown. */
function unpublished({ refusesUnpublished }: Publisher, error: unknown): FetchFault {
  const isForbidden = error instanceof FetchFault && error.code === 'refused' && error.detail === '403'
  if (isForbidden && refusesUnpublished) return error
  throw error
}

async function wholeOffer(
  { period: { form, example } }: Publisher,
  period: string,
  offerOf: (period: string) => Promise<Offer>,
): Promise<Offer> {
  if (!form.test(period)) throw new FetchFault('period_malformed', example)
  const offer = await offerOf(period)
  if (offer.files.length === 0) throw new FetchFault('period_unknown', period)
  if (offer.missing.length > 0) throw new FetchFault('period_incomplete', offer.missing.join(', '))
  return offer
}
