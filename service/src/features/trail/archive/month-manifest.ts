import { hash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** A link, or a seal. */
const Head = Type.Object({ number: Type.Integer({ minimum: 0 }), hash: Hash })
export type Head = Static<typeof Head>

const Range = Type.Object({
  /** The last one before the archive, to which its first is chained. */
  from: Head,
  until: Head,
  count: Type.Integer({ minimum: 1 }),
})

const LaneRange = Type.Object({
  ...Range.properties,
  records: Type.Integer({ minimum: 1 }),
  firstAtMs: Type.Integer(),
  lastAtMs: Type.Integer(),
})
export type LaneRange = Static<typeof LaneRange>

const ArchivedChain = Type.Object({
  /** In the order of lanes: what each had in this month, link after link. */
  lanes: Type.Array(LaneRange),
  /** Records that are kept for fifteen years: they are here, and stay in the store as well. */
  kept: Type.Object({ records: Type.Integer({ minimum: 0 }), sha256: Hash }),
})

const ArchiveFile = Type.Object({
  // Nothing else is read, so that no archive can name a file that is not its own.
  name: Type.String({ pattern: '^((production|sandbox)-lane-[0-9]{1,4}|seals)\\.ndjson\\.zst$' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Hash,
})
export type ArchiveFile = Static<typeof ArchiveFile>

/** What the archive of a month holds, with a sum of every file. */
export const MonthManifest = Type.Object({
  form: Type.Literal(1),
  month: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
  madeAt: Type.String(),
  production: ArchivedChain,
  sandbox: ArchivedChain,
  seals: Type.Optional(Range),
  files: Type.Array(ArchiveFile),
})
export type MonthManifest = Static<typeof MonthManifest>

export const sealsFile = 'seals.ndjson.zst'
export const laneFile = (environment: Environment, lane: number): string =>
  `${environment}-lane-${lane}.ndjson.zst`

/** The sum of the rest stands last, so that the text can be checked with nothing else at hand. */
export const manifestText = (manifest: MonthManifest): string =>
  `${JSON.stringify({ ...manifest, sha256: hash('sha256', JSON.stringify(manifest)) }, null, 2)}\n`

/** Undefined where it is no manifest, or where one byte of it is another. */
export function readManifestText(text: string): MonthManifest | undefined {
  const read = parsed(text)
  if (typeof read !== 'object' || read === null) return undefined
  const { sha256: _, ...manifest } = read as Record<string, unknown>
  if (!Value.Check(MonthManifest, manifest) || manifestText(manifest) !== text) return undefined
  return hasItsFiles(manifest) ? manifest : undefined
}

/** To write down elsewhere: it stands for all that the archive holds. */
export const manifestSum = (manifest: MonthManifest): string => hash('sha256', manifestText(manifest))

/** The range of a lane in a month; undefined where the lane had nothing in it. */
export const laneIn = (
  manifest: MonthManifest,
  environment: Environment,
  lane: number,
): LaneRange | undefined => manifest[environment].lanes.find(({ until }) => laneOf(until.number) === lane)

/** The names of the files that what it says is in. */
export const filesOf = (manifest: Omit<MonthManifest, 'files'>): readonly string[] => [
  ...(['production', 'sandbox'] as const).flatMap((environment) =>
    manifest[environment].lanes.map(({ until }) => laneFile(environment, laneOf(until.number))),
  ),
  ...(manifest.seals === undefined ? [] : [sealsFile]),
]

const hasItsFiles = (manifest: MonthManifest): boolean =>
  JSON.stringify(manifest.files.map(({ name }) => name)) === JSON.stringify(filesOf(manifest))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
