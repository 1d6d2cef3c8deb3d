import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cleanBeginning } from '../cleaning/clean-text.ts'

/** Rows that were set aside: file, line, reason and the row, a line for each, in a file only its owner may read. */
export type Quarantine = {
  readonly add: (line: number, reason: string, row: Buffer) => void
  readonly close: () => void
}

/** Of a row that lost its quotes there may be much. */
const rowBytesMax = 4_096

export function quarantine(path: string, file: string): Quarantine {
  const opened = openSync(path, 'w', 0o600)
  return {
    add: (line, reason, row) => {
      const text = cleanBeginning(row.toString('latin1'), rowBytesMax)
      writeSync(opened, `${file}\t${line}\t${reason}\t${text}\n`)
    },
    close: () => closeSync(opened),
  }
}

/** One file of several, in their order. */
export async function joinQuarantines(paths: readonly string[], to: string): Promise<void> {
  closeSync(openSync(to, 'w', 0o600))
  for (const path of paths) appendFileSync(to, await readFile(path))
}
