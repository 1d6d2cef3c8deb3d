import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { PublishedFile } from './publisher.ts'

const optionalText = Type.Union([Type.String(), Type.Null()])
const optionalSize = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])

/** What is known of a file that we have, or have begun: by it we ask for the rest, and see that it has changed. */
const FetchedFile = Type.Object({
  /** Tested, and under its own name. */
  isWhole: Type.Boolean(),
  size: optionalSize,
  etag: optionalText,
  lastModified: optionalText,
  /** What the publisher's listing said of it when it was begun. */
  listedSize: optionalSize,
  listedEtag: optionalText,
})
export type FetchedFile = Static<typeof FetchedFile>

/** What a listing says of a file, to be kept with it. */
export const listedOf = (file: PublishedFile) => ({
  listedSize: file.size ?? null,
  listedEtag: file.etag ?? null,
})

/** Like is compared with like: a listing and an answer may write the same ETag differently. */
export const isAsListed = (known: FetchedFile, { size, etag }: PublishedFile): boolean =>
  (known.listedEtag === null || etag === undefined || known.listedEtag === etag) &&
  (known.listedSize === null || size === undefined || known.listedSize === size)

/** What a directory holds, and where it is from: fetch.json. It outlives the process. */
const FetchRecord = Type.Object({
  dataSet: Type.String(),
  period: Type.String(),
  files: Type.Record(Type.String(), FetchedFile),
})
type FetchRecord = Static<typeof FetchRecord>

export type FetchState = {
  readonly record: FetchRecord
  readonly file: (name: string) => FetchedFile | undefined
  /** Kept before it returns; whole, or not at all. */
  readonly keep: (name: string, file: FetchedFile | undefined) => Promise<void>
}

/** A record that cannot be read is none: what lies in the directory is tested again, what is half there begun anew. */
export async function openFetchState(
  directory: string,
  of: { readonly dataSet: string; readonly period: string },
): Promise<FetchState> {
  const path = join(directory, 'fetch.json')
  const record = (await readRecord(path)) ?? { ...of, files: {} }
  const files = new Map(Object.entries(record.files))
  return {
    record,
    file: (name) => files.get(name),
    keep: async (name, file) => {
      if (file === undefined) files.delete(name)
      else files.set(name, file)
      const text = JSON.stringify({ ...record, files: Object.fromEntries(files) }, undefined, 1)
      await writeFile(`${path}.new`, text, { flush: true })
      await rename(`${path}.new`, path)
    },
  }
}

async function readRecord(path: string): Promise<FetchRecord | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'))
    return Value.Check(FetchRecord, read) ? read : undefined
  } catch {
    return undefined
  }
}
