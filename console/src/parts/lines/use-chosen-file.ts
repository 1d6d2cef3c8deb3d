import { useRef, useState } from 'react'
import { type ColumnMapping, missingFields } from './file/column-mapping.ts'
import { guessColumns } from './file/guess-columns.ts'
import { keptColumns } from './file/kept-columns.ts'
import type { LineField } from './file/line-field.ts'
import { type FileFault, type LineFile, readLineFile } from './file/line-file.ts'

export type ChosenState =
  | { readonly kind: 'none' | 'reading' }
  | { readonly kind: 'faulty'; readonly fault: FileFault }
  | {
      readonly kind: 'read'
      readonly file: LineFile
      readonly mapping: ColumnMapping
      /** The mapping is that of the last file with these columns. */
      readonly isKept: boolean
      /** Nothing is left to be said: no field is missing, and no column was passed over without the person's word. */
      readonly isPlain: boolean
    }

/** A file that a person chooses, and what its columns are taken for. */
export function useChosenFile(fields: readonly LineField[]) {
  const [state, setState] = useState<ChosenState>({ kind: 'none' })
  const newest = useRef<File>(undefined)
  const choose = async (file: File | undefined) => {
    newest.current = file
    if (file === undefined) return setState({ kind: 'none' })
    setState({ kind: 'reading' })
    const read = await readLineFile(file).catch(() => 'gone' as const)
    // A file that was chosen meanwhile is the one that counts.
    if (newest.current !== file) return
    setState(
      typeof read === 'string' ? { kind: 'faulty', fault: read } : { kind: 'read', ...begun(read, fields) },
    )
  }
  return {
    state,
    choose: (file: File | undefined) => void choose(file),
    map: (mapping: ColumnMapping) =>
      setState((before) => (before.kind === 'read' ? { ...before, mapping } : before)),
  }
}

function begun(file: LineFile, fields: readonly LineField[]) {
  if (file.kind === 'ndjson')
    return { file, mapping: { columns: {}, constants: {} }, isKept: false, isPlain: true }
  const kept = keptColumns(localStorage, file.columns)
  const mapping = { columns: kept ?? guessColumns(file.columns, fields), constants: {} }
  const isWhole = kept !== undefined || Object.keys(mapping.columns).length === file.columns.length
  const isPlain = isWhole && missingFields(mapping, fields).length === 0
  return { file, mapping, isKept: kept !== undefined, isPlain }
}
