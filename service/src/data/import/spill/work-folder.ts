import { existsSync, mkdirSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlannedFile, ReadFile } from '../read-file.ts'

/** Where an import keeps its spill files until its snapshot is served. */
export type WorkFolder = {
  readonly spillPath: (file: PlannedFile) => string
  /** What an earlier run has read of a file; undefined where it has not, or where the file is another now. */
  readonly known: (file: PlannedFile) => Promise<ReadFile | undefined>
  /** After the spill file is durable. */
  readonly keep: (file: PlannedFile, read: ReadFile) => Promise<void>
  readonly remove: () => Promise<void>
}

export function workFolder(directory: string, location: string): WorkFolder {
  const path = workFolderPath(directory, location)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const spillPath = ({ number }: PlannedFile) => join(path, `${String(number).padStart(3, '0')}.parts`)
  return {
    spillPath,
    known: async (file) => {
      const beside = `${spillPath(file)}.json`
      if (!existsSync(beside)) return undefined
      const kept: { file: PlannedFile; read: ReadFile } = JSON.parse(
        await readFile(beside, 'utf8'),
        numbersBack,
      )
      return isSame(kept.file, file) && existsSync(kept.read.spill.path) ? kept.read : undefined
    },
    keep: async (file, read) => {
      const beside = `${spillPath(file)}.json`
      await writeFile(`${beside}.new`, JSON.stringify({ file, read }, numbersAsLists), {
        mode: 0o600,
        flush: true,
      })
      await rename(`${beside}.new`, beside)
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

const numbersAsLists = (_: string, value: unknown): unknown =>
  value instanceof Float64Array ? { float64: [...value] } : value

const numbersBack = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'float64' in value
    ? Float64Array.from(value.float64 as number[])
    : value

export const workFolderPath = (directory: string, location: string): string =>
  join(directory, `${location}.work`)

export const isWorkFolder = (name: string): boolean => name.endsWith('.work')

/** The same zip, unchanged since. */
const isSame = (one: PlannedFile, other: PlannedFile): boolean =>
  one.number === other.number &&
  one.kind === other.kind &&
  one.entry.zip === other.entry.zip &&
  one.entry.name === other.entry.name &&
  one.entry.crc32 === other.entry.crc32 &&
  one.entry.sizeBytes === other.entry.sizeBytes &&
  one.entry.modifiedAtMs === other.entry.modifiedAtMs
