import { useEffect, useState } from 'react'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { lineWords } from '../../words/creditor/lines.ts'
import { BusyButton } from '../forms/busy-button.tsx'
import { DataTable } from '../lists/data-table.tsx'
import { ToneIcon } from '../marks/tone-icon.tsx'
import { saveFile } from '../save-file.ts'
import { reasonText, spokenFault } from './fault-words.ts'
import type { CsvRecord } from './file/csv-records.ts'
import { type FileTable, rowsAt } from './file/file-table.ts'
import { columnNames } from './file/line-file.ts'
import { areShort } from './file-preview.tsx'
import type { RefusedLine } from './line-answers.ts'
import { refusedFile } from './refused-file.ts'

/** More than anybody reads on a screen; the file has them all. */
const shownCountMax = 200

type RefusedLinesProps = {
  readonly lines: readonly RefusedLine[]
  readonly table: FileTable
  /** The lines that are shown beside their faults are read from the file once the sending has ended. */
  readonly isOver: boolean
}

export function RefusedLines({ lines, table, isOver }: RefusedLinesProps) {
  const say = useSay(lineWords)
  const { language } = useLanguage()
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    const names = { line: say('fileLine'), reason: say('fileReason') }
    const reasonOf = (line: RefusedLine, row: CsvRecord) => reasonText(line, row, table, language)
    saveFile('lastro-recusadas.csv', await refusedFile(table, { refused: lines, reasonOf, names }))
    setIsSaving(false)
  }
  return (
    <section>
      <div className="page-head">
        <h2>{say('refusedTitle')}</h2>
        {isOver && (
          <BusyButton type="button" isBusy={isSaving} onClick={() => void save()}>
            {say('download')}
          </BusyButton>
        )}
      </div>
      {isOver && <p>{say('refusedHelp')}</p>}
      {lines.length > shownCountMax && (
        <p>{say('refusedFirst', { count: shownCountMax, total: lines.length })}</p>
      )}
      <RefusedTable lines={lines.slice(0, shownCountMax)} table={table} isOver={isOver} />
    </section>
  )
}

/** A line beside what is wrong with it, in the columns of the person's own file. */
function RefusedTable({ lines, table, isOver }: RefusedLinesProps) {
  const say = useSay(lineWords)
  const { language } = useLanguage()
  const rows = useRows(table, lines, isOver)
  const names = columnNames(table.columns, say('column'), [say('line'), say('reason')])
  const faultsOf = ({ line, faults }: RefusedLine) =>
    faults.map((fault) => spokenFault(fault, rows.get(line), table, language))
  // Columns that say nothing of these lines would only hide those that do.
  const shown = names
    .map((label, at) => ({ label, at }))
    .filter(({ at }) => [...rows.values()].some(({ cells, isBroken }) => !isBroken && cells[at]))
  return (
    <DataTable
      caption={say('refusedTitle')}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        { label: say('line'), isFigure: true, cell: ({ line }) => line },
        {
          label: say('reason'),
          cell: (one) => <Faults faults={faultsOf(one)} row={rows.get(one.line)} />,
        },
        ...shown.map(({ label, at }) => ({
          label,
          isFixed: areShort([...rows.values()].map(({ cells }) => cells[at] ?? '')),
          cell: (one: RefusedLine) => {
            const row = rows.get(one.line)
            if (row === undefined || row.isBroken) return undefined
            const isWrong = faultsOf(one).some(({ column }) => column === at)
            return isWrong ? <WrongCell text={row.cells[at] ?? ''} /> : row.cells[at]
          },
        })),
      ]}
    />
  )
}

type FaultsProps = {
  readonly faults: readonly ReturnType<typeof spokenFault>[]
  readonly row: CsvRecord | undefined
}

function Faults({ faults, row }: FaultsProps) {
  return (
    <>
      <ul className="faults">
        {faults.map(({ name, text }) => (
          <li key={`${name} ${text}`}>
            {name !== undefined && <strong>{name}: </strong>}
            {text}
          </li>
        ))}
      </ul>
      {row?.isBroken && <code>{row.cells[0]}</code>}
    </>
  )
}

/** Marked by shape, colour and word. */
function WrongCell({ text }: { readonly text: string }) {
  const say = useSay(lineWords)
  return (
    <span className="wrong-cell">
      <ToneIcon tone="bad" />
      {text.trim() === '' ? <em>{say('emptyCell')}</em> : text}
      <span className="unseen"> ({say('wrongCell')})</span>
    </span>
  )
}

const noRows: ReadonlyMap<number, CsvRecord> = new Map()

function useRows(table: FileTable, lines: readonly RefusedLine[], isOver: boolean) {
  const [rows, setRows] = useState(noRows)
  const numbers = lines.map(({ line }) => line).join()
  useEffect(() => {
    if (!isOver) return undefined
    let isWanted = true
    rowsAt(table, numbers.split(',').map(Number)).then(
      (found) => {
        if (isWanted) setRows(found)
      },
      // The file is no longer where it was: its lines are told by number and reason alone.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [table, numbers, isOver])
  return rows
}
