import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { BackupFault } from './backup-fault.ts'

/** The names that a backup has. Nothing else is taken from one, so that none can write where it likes. */
export const fileNames = {
  store: 'lastro.db',
  trail: 'trail.db',
  dump: 'lastro.dump',
  key: 'secrets.key.sealed',
  snapshots: 'public-data',
} as const

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

const TrailHead = Type.Object({
  /** The newest seal, or the last link where there is none: to write down elsewhere. */
  head: Hash,
  /** The last link of each lane. Whatever else the trail holds, it holds these. */
  lanes: Type.Array(Type.Object({ number: Type.Integer({ minimum: 0 }), hash: Hash })),
  /** False where the trail was broken already when it was copied. */
  isWhole: Type.Boolean(),
})

const BackupFile = Type.Object({
  name: Type.String({
    pattern:
      '^(lastro\\.db|trail\\.db|lastro\\.dump|secrets\\.key\\.sealed|public-data/[a-z]+(-[0-9]+)+\\.sqlite)$',
  }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type BackupFile = Static<typeof BackupFile>

/** What a backup holds, with a sum of every file. */
export const Manifest = Type.Object({
  form: Type.Literal(1),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  madeAt: Type.String(),
  holdsPublicData: Type.Boolean(),
  /** Whether the key of the secrets is in it, under a passphrase, or has to be kept apart. */
  secretsKey: Type.Union([Type.Literal('sealed'), Type.Literal('apart')]),
  trail: Type.Object({ production: TrailHead, sandbox: TrailHead }),
  files: Type.Array(BackupFile),
})
export type Manifest = Static<typeof Manifest>

const manifestName = 'manifest.json'

export function writeManifest(directory: string, manifest: Manifest): void {
  writeFileSync(join(directory, manifestName), manifestText(manifest), { mode: 0o600, flush: true })
}

/** Throws where there is none, or where one byte of it is another. */
export function readManifest(directory: string): Manifest {
  const text = readText(join(directory, manifestName))
  if (text === undefined) throw new BackupFault('no_backup', directory)
  const read = parsed(text)
  const { sha256: _, ...manifest } = typeof read === 'object' && read !== null ? (read as WithSum) : noSum
  if (!Value.Check(Manifest, manifest) || manifestText(manifest) !== text)
    throw new BackupFault('damaged', manifestName)
  return manifest
}

type WithSum = Record<string, unknown> & { readonly sha256?: unknown }
const noSum: WithSum = {}

/** The sum of the rest stands last, so that the file can be checked with nothing else at hand. */
const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ ...manifest, sha256: hash('sha256', JSON.stringify(manifest)) }, null, 2)}\n`

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new BackupFault('unreadable', path)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
