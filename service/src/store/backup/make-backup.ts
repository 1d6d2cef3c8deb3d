import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import { openSqlite } from '../engine/sqlite.ts'
import type { StoreLocation } from '../open-store.ts'
import type { Store } from '../store.ts'
import { asWriteFault, BackupFault } from './backup-fault.ts'
import { copyFile, sumOf, syncFile } from './copy-files.ts'
import { closeCopy, copySqlite } from './copy-sqlite.ts'
import { type BackupFile, fileNames, type Manifest, writeManifest } from './manifest.ts'
import { runTool, type ToolDeps } from './postgres-tools.ts'
import { sealKey } from './sealed-key.ts'
import { type TrailHeads, trailHeads } from './trail-heads.ts'
import { watchGrowth } from './watch-growth.ts'

export type BackupDeps = {
  /** Open beside the service, which may go on writing. */
  readonly store: Store
  readonly location: StoreLocation
  /** Where the file of a snapshot lies. */
  readonly snapshotPath: (id: string) => string
  readonly environment: ToolDeps['environment']
  readonly clock: Clock
  /** Told now and then how many bytes are written. */
  readonly onBytes?: (bytes: number) => void
}

export type BackupAsked = {
  readonly to: string
  readonly withPublicData: boolean
  /** The key of the secrets and what to seal it under; undefined leaves it to be kept apart. */
  readonly key: { readonly text: string; readonly passphrase: string } | undefined
}

/**
 * Writes everything that a service needs to start elsewhere, as it is at one moment. It stands under another name until
 * it is whole and was read back, so that whatever bears the name asked for is a backup.
 */
export async function makeBackup(deps: BackupDeps, { to, ...what }: BackupAsked): Promise<Manifest> {
  try {
    refuseTaken(to)
    // A link to an empty directory is followed: a directory cannot be given the name of a link.
    const asked = { ...what, to: existsSync(to) ? realpathSync(to) : to }
    const draft = draftBeside(asked.to)
    try {
      const manifest = await watchGrowth(draft, deps.onBytes ?? (() => undefined), () =>
        fill(draft, deps, asked),
      )
      syncFile(draft)
      renameSync(draft, asked.to)
      syncFile(dirname(asked.to))
      return manifest
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  } catch (error) {
    throw isTaken(error) ? new BackupFault('target_taken', to) : asWriteFault(error, to)
  }
}

function refuseTaken(to: string): void {
  const found = statSync(to, { throwIfNoEntry: false }) ?? lstatSync(to, { throwIfNoEntry: false })
  if (found === undefined || (found.isDirectory() && readdirSync(to).length === 0)) return
  throw new BackupFault('target_taken', to)
}

/** Another backup of the same name may have ended while this one was being written. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && /^(ENOTEMPTY|EEXIST)$/.test((error as NodeJS.ErrnoException).code ?? '')

/** On the same disk, so that it can be renamed. One that was killed is left there, and may be deleted. */
function draftBeside(to: string): string {
  mkdirSync(dirname(to), { recursive: true })
  return mkdtempSync(join(dirname(to), `${basename(to)}.unfinished-`))
}

async function fill(draft: string, deps: BackupDeps, asked: BackupAsked): Promise<Manifest> {
  const { names, trail } =
    deps.store.engine === 'sqlite'
      ? await fromSqlite(draft, deps, asked)
      : await fromPostgres(draft, deps, asked)
  if (asked.key !== undefined) {
    const sealed = sealKey(asked.key.text, asked.key.passphrase)
    writeFileSync(join(draft, fileNames.key), sealed, { mode: 0o600, flush: true })
    names.push(fileNames.key)
  }
  const files: BackupFile[] = []
  for (const name of names) files.push({ name, ...(await sumOf(join(draft, name))) })
  const manifest: Manifest = {
    form: 1,
    engine: deps.store.engine,
    madeAt: new Date(deps.clock.nowMs()).toISOString(),
    holdsPublicData: asked.withPublicData,
    secretsKey: asked.key === undefined ? 'apart' : 'sealed',
    trail,
    files,
  }
  writeManifest(draft, manifest)
  return manifest
}

type Filled = { readonly names: string[]; readonly trail: TrailHeads }

/** The copy is opened as a store is, and both chains are walked in it; only then are its sums taken. */
async function fromSqlite(draft: string, deps: BackupDeps, { withPublicData }: BackupAsked): Promise<Filled> {
  await copySqlite(deps.location.dataDirectory, draft)
  const copy = await openSqlite(draft)
  const names: string[] = [fileNames.store, fileNames.trail]
  let trail: TrailHeads
  try {
    trail = await trailHeads(copy.trail, dayAt(deps.clock.nowMs()))
    if (withPublicData) names.push(...(await copySnapshots(draft, copy, deps.snapshotPath)))
  } finally {
    await copy.close()
  }
  closeCopy(draft)
  return { names, trail }
}

/** Those that the copied catalogue names as ready; a file of those never changes. */
async function copySnapshots(
  draft: string,
  { dataCatalogue }: Store,
  snapshotPath: BackupDeps['snapshotPath'],
): Promise<string[]> {
  mkdirSync(join(draft, fileNames.snapshots), { mode: 0o700 })
  const names: string[] = []
  for (const { id, state } of await dataCatalogue.list()) {
    if (state !== 'ready') continue
    const name = `${fileNames.snapshots}/${id}.sqlite`
    if (!existsSync(snapshotPath(id))) throw new BackupFault('snapshot_gone', id)
    await copyFile(snapshotPath(id), join(draft, name))
    names.push(name)
  }
  syncFile(join(draft, fileNames.snapshots))
  return names
}

/** Rows that speak of snapshots, for a dump without these. */
const snapshotTables = ['data_snapshot', 'data_served', 'data_comparison']

/**
 * pg_dump reads everything at one moment of its own, which comes after the chains were walked: what they end with is in
 * it. The dump is then read once from end to end.
 */
async function fromPostgres(
  draft: string,
  deps: BackupDeps,
  { withPublicData }: BackupAsked,
): Promise<Filled> {
  const { environment, location, store } = deps
  if (store.distribution !== undefined) throw new BackupFault('distributed', '')
  const trail = await trailHeads(store.trail, dayAt(deps.clock.nowMs()))
  const path = join(draft, fileNames.dump)
  const without = withPublicData
    ? []
    : ['--exclude-schema=data_*', ...snapshotTables.map((one) => `--exclude-table-data=${one}`)]
  await runTool(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', ...without, `--file=${path}`],
    {
      databaseUrl: location.databaseUrl,
      environment,
    },
  )
  await runTool('pg_restore', ['--file=/dev/null', path], { databaseUrl: undefined, environment })
  syncFile(path, 0o600)
  return { names: [fileNames.dump], trail }
}
