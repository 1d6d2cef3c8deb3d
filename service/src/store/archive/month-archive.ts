import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Month } from '@lastro/rules/calendar/month.ts'
import type { Link } from '@lastro/rules/trail/chain.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import {
  type Head,
  type LaneRange,
  laneFile,
  type MonthManifest,
  readManifestText,
  sealsFile,
} from '../../features/trail/archive/month-manifest.ts'
import { ArchiveFault } from './archive-fault.ts'
import { linkOfLine, readLines, sealOfLine } from './month-files.ts'

/** The archive of a month: a directory with its name, that of the month. */
export type MonthArchive = { readonly directory: string; readonly manifest: MonthManifest }

export const manifestName = 'manifest.json'

/** The archive of a month in a place; undefined where there is none. */
export function findMonth(place: string, month: Month): MonthArchive | undefined {
  const directory = join(place, month)
  return existsSync(join(directory, manifestName)) ? openMonth(directory) : undefined
}

/** Throws where the manifest is not what was written. */
function openMonth(directory: string): MonthArchive {
  const manifest = readManifestText(readFileSync(join(directory, manifestName), 'utf8'))
  if (manifest === undefined) throw new ArchiveFault('damaged', join(directory, manifestName))
  return { directory, manifest }
}

/** All archives in these places, in the order of their months. */
export function openArchives(places: readonly string[]): readonly MonthArchive[] {
  const found = places.flatMap(archivesIn)
  return found.toSorted((a, b) => (a.manifest.month < b.manifest.month ? -1 : 1))
}

/** A place holds archives by month, or is one itself. */
function archivesIn(place: string): readonly MonthArchive[] {
  if (existsSync(join(place, manifestName))) return [openMonth(place)]
  const names = existsSync(place) ? readdirSync(place).filter((name) => monthForm.test(name)) : []
  const found = names.flatMap((name) => findMonth(place, name) ?? [])
  if (found.length === 0) throw new ArchiveFault('no_archive', place)
  return found
}

const monthForm = /^\d{4}-(0[1-9]|1[0-2])$/

/** The links of a lane in a month, which end where the manifest says. */
export async function* linksOf(
  { directory, manifest }: MonthArchive,
  environment: Environment,
  range: LaneRange,
): AsyncGenerator<Link> {
  const name = laneFile(environment, laneOf(range.until.number))
  yield* readAll(join(directory, name), range, linkOfLine, manifest.month)
}

export async function* sealsOf({ directory, manifest }: MonthArchive): AsyncGenerator<Seal> {
  if (manifest.seals === undefined) return
  yield* readAll(join(directory, sealsFile), manifest.seals, sealOfLine, manifest.month)
}

/** Whoever reads to the end knows that nothing was cut off. */
async function* readAll<One extends Head>(
  path: string,
  { until, count }: Pick<LaneRange, 'until' | 'count'>,
  read: (line: string) => One,
  month: Month,
): AsyncGenerator<One> {
  let [last, found]: [Head | undefined, number] = [undefined, 0]
  try {
    for await (const line of readLines(path)) {
      const one = read(line)
      last = { number: one.number, hash: one.hash }
      found += 1
      yield one
    }
  } catch (error) {
    throw Object.assign(new ArchiveFault('damaged', `${month} ${path}`), { cause: error })
  }
  if (found !== count || last?.number !== until.number || last.hash !== until.hash)
    throw new ArchiveFault('damaged', `${month} ${path}`)
}
