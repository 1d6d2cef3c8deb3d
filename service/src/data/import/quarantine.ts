import { closeSync, createReadStream, createWriteStream, openSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { maskCpfs } from '@lastro/rules/documents/mask-cpfs.ts'
import { cleanBeginning, cleanText } from '../cleaning/clean-text.ts'

/** Rows that were set aside: file, line, reason and the row, a line for each, in a file only its owner may read. */
export type Quarantine = {
  readonly add: (line: number, reason: string, row: Buffer) => void
  readonly close: () => void
}

/** Of a row that lost its quotes there may be much. */
const rowBytesMax = 4_096

/** A field in quotes, up to a quote that ends it, or one without; both with the semicolon that follows. */
const fields = /".*?(?:"(?:;|$)|$)|[^;]*(?:;|$)/gs

/** Masks fields separately, because digits of two columns are not a CPF. */
const maskFields = (row: string): string => row.replace(fields, maskCpfs)

export function quarantine(path: string, file: string): Quarantine {
  const opened = openSync(path, 'w', 0o600)
  const fileName = cleanText(file)
  return {
    add: (line, reason, row) => {
      const text = cleanBeginning(row.toString('latin1'), rowBytesMax, undefined, maskFields)
      writeSync(opened, `${fileName}\t${line}\t${reason}\t${text}\n`)
    },
    close: () => closeSync(opened),
  }
}

async function* bytesOf(paths: readonly string[]): AsyncGenerator<Buffer> {
  for (const path of paths) yield* createReadStream(path)
}

/** One file of several, in their order; false, and none, where nothing was set aside. */
export async function joinQuarantines(paths: readonly string[], to: string): Promise<boolean> {
  const joined = createWriteStream(to, { mode: 0o600 })
  await pipeline(bytesOf(paths), joined)
  if (joined.bytesWritten === 0) await rm(to)
  return joined.bytesWritten > 0
}
