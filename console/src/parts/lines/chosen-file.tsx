import { useEffect, useState } from 'react'
import { useSay } from '../../shell/language.tsx'
import { lineWords } from '../../words/creditor/lines.ts'
import { Notice } from '../notice.tsx'
import type { ColumnMapping } from './file/column-mapping.ts'
import { looksLikeLine } from './file/kept-columns.ts'
import type { LineField } from './file/line-field.ts'
import type { CsvFile } from './file/line-file.ts'
import { FilePreview } from './file-preview.tsx'
import { MappingFields } from './mapping-fields.tsx'
import type { ChosenState } from './use-chosen-file.ts'

type ChosenFileProps = {
  readonly state: ChosenState
  readonly fields: readonly LineField[]
  /** What comes of it is looked at then, and not what was chosen. */
  readonly isSending: boolean
  readonly onMapping: (mapping: ColumnMapping) => void
}

/** What was found in the file, and what its columns are taken for. */
export function ChosenFile({ state, fields, isSending, onMapping }: ChosenFileProps) {
  const say = useSay(lineWords)
  switch (state.kind) {
    case 'none':
      return null
    case 'reading':
      return <p role="status">{say('reading')}</p>
    case 'faulty':
      return <Notice tone="bad">{say(state.fault)}</Notice>
    case 'read': {
      const { file, mapping, isKept, isPlain } = state
      if (file.kind === 'ndjson') return null
      const key = `${file.file.name} ${file.file.lastModified}`
      return (
        <ChosenCsv key={key} csv={file} {...{ fields, mapping, isKept, isPlain, isSending, onMapping }} />
      )
    }
  }
}

type ChosenCsvProps = Omit<ChosenFileProps, 'state'> & {
  readonly csv: CsvFile
  readonly mapping: ColumnMapping
  readonly isKept: boolean
  readonly isPlain: boolean
}

function ChosenCsv({ csv, fields, mapping, isKept, isPlain, isSending, onMapping }: ChosenCsvProps) {
  const say = useSay(lineWords)
  const [isOpen, setIsOpen] = useState(!isPlain)
  useEffect(() => {
    if (isSending) setIsOpen(false)
  }, [isSending])
  const count = Object.keys(mapping.columns).length
  return (
    <>
      {looksLikeLine(csv.columns) && <Notice tone="warn">{say('noHeading')}</Notice>}
      {/* A field that is missing opens it again: the browser cannot point at what is folded away. */}
      <details
        className="mapping"
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        onInvalidCapture={() => setIsOpen(true)}
      >
        <summary>{say('columnsTitle')}</summary>
        <p>{isKept ? say('columnsKept') : say('columnsGuessed', { count, total: csv.columns.length })}</p>
        <FilePreview csv={csv} />
        <MappingFields {...{ csv, fields, mapping }} onChange={onMapping} />
      </details>
    </>
  )
}
