import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { databaseName } from '../engine/database/database-address.ts'
import { databaseConnection } from '../engine/database/database-connection.ts'
import { DirectoryInUse, lockDirectory } from '../engine/directory-lock.ts'
import { openSqlite } from '../engine/sqlite.ts'
import type { Engine } from '../engine/tables.ts'
import { openStore, type StoreLocation } from '../open-store.ts'
import type { Store } from '../store.ts'
import { asWriteFault, BackupFault } from './backup-fault.ts'
import { dumpMajor } from './chosen-tool.ts'
import { copyFile, sumOf, syncFile } from './copy-files.ts'
import { type BackupFile, fileNames, type Manifest, readManifest } from './manifest.ts'
import { lookLimits, runTool, type ToolDeps } from './postgres-tools.ts'
import { openKey } from './sealed-key.ts'
import { assertHolds } from './trail-heads.ts'
import { restoreFolder } from './unfinished-restore.ts'

export type RestoreDeps = {
  readonly location: StoreLocation
  readonly environment: ToolDeps['environment']
}

export type RestoreAsked = {
  readonly from: string
  /** What the key of the secrets was sealed under; undefined leaves the key out. */
  readonly passphrase: string | undefined
}

/** Puts a backup where there is nothing, and lets it be used once every sum is right and both chains hold. */
export async function restoreBackup(deps: RestoreDeps, asked: RestoreAsked): Promise<Manifest> {
  const manifest = readManifest(asked.from)
  const engine: Engine = deps.location.databaseUrl === undefined ? 'sqlite' : 'postgres'
  if (manifest.engine !== engine) throw new BackupFault('other_engine', manifest.engine)
  refuseUnreadable(manifest, asked)
  const key = await keyIn(manifest, asked)
  try {
    if (engine === 'sqlite') await intoDirectory(manifest, asked.from, deps.location, key)
    else await intoDatabase(manifest, asked.from, deps, key)
  } catch (error) {
    throw asWriteFault(error, deps.location.dataDirectory)
  }
  return manifest
}

/** Before anything is written; a pipe or a directory in the place of a file would hold it up or end it midway. */
function refuseUnreadable({ files }: Manifest, { from, passphrase }: RestoreAsked): void {
  for (const { name } of files) {
    if (name === fileNames.key && passphrase === undefined) continue
    const path = join(from, name)
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) throw new BackupFault('damaged', name)
    try {
      accessSync(path, constants.R_OK)
    } catch {
      throw new BackupFault('unreadable', path)
    }
  }
}

async function keyIn(manifest: Manifest, { from, passphrase }: RestoreAsked): Promise<string | undefined> {
  if (manifest.secretsKey === 'apart' || passphrase === undefined) return undefined
  const file = fileIn(manifest, fileNames.key)
  await assertSum(file, join(from, file.name))
  return openKey(readFileSync(join(from, file.name), 'utf8'), passphrase)
}

function fileIn(manifest: Manifest, name: string): BackupFile {
  const found = manifest.files.find((one) => one.name === name)
  if (found === undefined) throw new BackupFault('damaged', name)
  return found
}

async function assertSum({ name, bytes, sha256 }: BackupFile, path: string): Promise<void> {
  const found = await sumOf(path)
  if (found.bytes !== bytes || found.sha256 !== sha256) throw new BackupFault('damaged', name)
}

/** The service's lock is held meanwhile, and commands see the folder: nobody begins where a restore is under way. */
async function intoDirectory(
  manifest: Manifest,
  from: string,
  { dataDirectory }: StoreLocation,
  key: string | undefined,
): Promise<void> {
  const folder = restoreFolder(dataDirectory)
  const unlock = emptyAndLocked(dataDirectory)
  try {
    mkdirSync(folder, { mode: 0o700 })
    try {
      await fill(folder, manifest, from)
      if (key !== undefined) writeFileSync(join(folder, keyName), key, { mode: 0o600, flush: true })
      syncFile(folder)
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
    // From here on a crash leaves a directory that is refused, with its folder, until it is emptied.
    for (const name of readdirSync(folder)) renameSync(join(folder, name), join(dataDirectory, name))
    syncFile(dataDirectory)
    rmdirSync(folder)
    syncFile(dataDirectory)
  } finally {
    unlock()
  }
}

const keyName = 'secrets.key'

/** What an empty place may hold: the lock of a service that never began, and what a file system puts at its root. */
const ofNoAccount = new Set(['service.lock', 'service.lock-journal', 'lost+found'])

function emptyAndLocked(dataDirectory: string): () => void {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const refuseTaken = () => {
    if (readdirSync(dataDirectory).some((name) => !ofNoAccount.has(name)))
      throw new BackupFault('place_taken', dataDirectory)
  }
  refuseTaken()
  const unlock = lockedDirectory(dataDirectory)
  try {
    // Whoever held the lock before may have begun to fill it.
    refuseTaken()
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}

function lockedDirectory(dataDirectory: string): () => void {
  try {
    return lockDirectory(dataDirectory)
  } catch (error) {
    throw error instanceof DirectoryInUse ? new BackupFault('in_use', dataDirectory) : error
  }
}

async function fill(folder: string, manifest: Manifest, from: string): Promise<void> {
  for (const name of [fileNames.store, fileNames.trail]) fileIn(manifest, name)
  for (const file of manifest.files) {
    if (file.name === fileNames.key) continue
    const target = join(folder, file.name)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const { bytes, sha256 } = await copyFile(join(from, file.name), target)
    if (bytes !== file.bytes || sha256 !== file.sha256) throw new BackupFault('damaged', file.name)
    syncFile(dirname(target))
  }
  await checked(await openSqlite(folder), manifest)
}

/** A store without its snapshots says so: nothing is served that is not there. */
async function checked(store: Store, manifest: Manifest): Promise<void> {
  try {
    if (!manifest.holdsPublicData) await store.dataCatalogue.forgetAll()
    // By the day on which it was whole, whatever the clock of this machine says.
    await assertHolds(store.trail, manifest.trail, dayAt(Date.parse(manifest.madeAt)))
  } finally {
    await store.close()
  }
}

/** pg_restore does it in one transaction: a restore that is cut off leaves the database as empty as it was. */
async function intoDatabase(
  manifest: Manifest,
  from: string,
  { location, environment }: RestoreDeps,
  key: string | undefined,
): Promise<void> {
  const { databaseUrl, dataDirectory } = location
  const dump = fileIn(manifest, fileNames.dump)
  await assertSum(dump, join(from, dump.name))
  if (!(await isEmptyDatabase(databaseUrl)))
    throw new BackupFault('place_taken', databaseName(databaseUrl ?? ''))
  if (key !== undefined) placeKey(dataDirectory, key)
  const whole = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  const path = join(from, dump.name)
  await runTool('pg_restore', [...whole, path], { databaseUrl, environment, dumpMajor: dumpMajor(path) })
  await checked(await openStore({ ...location, isPatient: true }), manifest)
}

function placeKey(dataDirectory: string, key: string): void {
  const path = join(dataDirectory, keyName)
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) writeFileSync(path, key, { mode: 0o600, flush: true })
  else if (readFileSync(path, 'utf8').trim() !== key.trim()) throw new BackupFault('other_key', path)
}

/** Whether a database has no table of its own, here or in the schema of a snapshot. */
async function isEmptyDatabase(databaseUrl = ''): Promise<boolean> {
  const client = await databaseConnection(databaseUrl, lookLimits)
  try {
    const { rows } = await client.query(`select 1 from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'f') and (nspname = 'public' or nspname like 'data\\_%')
        and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e') limit 1`)
    return rows.length === 0
  } finally {
    await client.end()
  }
}
