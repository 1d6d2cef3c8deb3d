import { newKey } from '@lastro/client/connection.ts'
import type { KeyedLineOptions } from '@lastro/client/line-body.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { faultText } from '../../voice/field-faults.ts'
import { fieldName } from '../../voice/field-names.ts'
import { lineWords } from '../../words/lines.ts'
import { Facts, type ShownFact } from '../facts.tsx'
import { useAskBeforeUnload } from '../forms/ask-before-unload.ts'
import { BusyButton } from '../forms/busy-button.tsx'
import { TextField } from '../forms/field.tsx'
import { Notice } from '../notice.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { saveFile } from '../save-file.ts'
import { DataTable } from './data-table.tsx'
import {
  countLines,
  type LineAnswer,
  modelCsv,
  type RefusedLine,
  refusedCsv,
  refusedLines,
} from './line-answers.ts'

type Progress = { readonly done: number; readonly total: number; readonly refused: readonly RefusedLine[] }

const nothingYet: Progress = { done: 0, total: 0, refused: [] }

/** As often as a person can see a number change. */
const tellEveryMs = 200

type LineUploadProps<End extends { readonly lines: number }> = {
  /** What a line holds. */
  readonly help: string
  /** A file to begin from: the columns, and a line that shows what goes into each. */
  readonly model: {
    readonly name: string
    readonly columns: readonly string[]
    readonly example: Readonly<Record<string, string>>
  }
  readonly send: (
    body: File,
    options: KeyedLineOptions & { readonly onLine: (line: LineAnswer) => void },
  ) => Promise<End>
  readonly counts: (end: End) => readonly ShownFact[]
  readonly onSent?: () => void
}

/** A file of lines: how far it has come, and what was not taken and why. */
export function LineUpload<End extends { readonly lines: number }>(props: LineUploadProps<End>) {
  const { help, model, send, counts, onSent } = props
  const say = useSay(lineWords)
  const [file, setFile] = useState<File>()
  const [key, setKey] = useState('')
  const [progress, setProgress] = useState(nothingYet)
  const stopping = useRef<AbortController>(undefined)
  const sending = useMutation({
    mutationFn: async ({ body, idempotencyKey }: { body: File; idempotencyKey: string }): Promise<End> => {
      const type = /\.csv$/i.test(body.name) ? 'csv' : 'ndjson'
      const total = await countLines(body, type)
      const refused: RefusedLine[] = []
      let toldAtMs = 0
      stopping.current = new AbortController()
      const end = await send(body, {
        type,
        idempotencyKey,
        signal: stopping.current.signal,
        onLine: (line) => {
          refused.push(...refusedLines(line))
          if (performance.now() - toldAtMs < tellEveryMs) return
          toldAtMs = performance.now()
          setProgress({ done: line.line, total, refused: [...refused] })
        },
      })
      setProgress({ done: end.lines, total: end.lines, refused })
      return end
    },
    ...(onSent !== undefined && { onSuccess: onSent }),
  })
  useAskBeforeUnload(sending.isPending)
  const isStopped = sending.isError && stopping.current?.signal.aborted === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== undefined) sending.mutate({ body: file, idempotencyKey: key })
  }
  const saveModel = () =>
    saveFile(model.name, new Blob([modelCsv(model.columns, model.example)], { type: 'text/csv' }))
  return (
    <>
      <form className="panel" onSubmit={submit}>
        <TextField
          label={say('file')}
          help={help}
          type="file"
          accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          required
          data-page-field
          onChange={(event) => {
            setFile(event.target.files?.[0])
            // The same file under the same key goes on where it was cut; another file is another sending.
            setKey(newKey())
            setProgress(nothingYet)
            sending.reset()
          }}
        />
        <div className="acts">
          <BusyButton className="main" isBusy={sending.isPending}>
            {say(sending.isPending ? 'sending' : sending.isError ? 'goOn' : 'send')}
          </BusyButton>
          {sending.isPending && (
            <button type="button" onClick={() => stopping.current?.abort()}>
              {say('stop')}
            </button>
          )}
          <button type="button" className="plain" onClick={saveModel}>
            {say('model')}
          </button>
        </div>
      </form>
      {sending.isError && (
        <>
          {isStopped ? <Notice>{say('stopped')}</Notice> : <ProblemNotice error={sending.error} />}
          <p className="muted">{say('goOnHelp')}</p>
        </>
      )}
      {(sending.isPending || sending.isSuccess) && (
        <LineProgress progress={progress} facts={sending.data && counts(sending.data)} />
      )}
      {progress.refused.length > 0 && <RefusedLines lines={progress.refused} isWhole={sending.isSuccess} />}
    </>
  )
}

type LineProgressProps = {
  readonly progress: Progress
  /** Once the whole of it is answered. */
  readonly facts: readonly ShownFact[] | undefined
}

function LineProgress({ progress, facts }: LineProgressProps) {
  const say = useSay(lineWords)
  const { done, total } = progress
  const text = say('progress', { done, total: Math.max(done, total) })
  return (
    <section className="panel">
      {facts !== undefined && <Ended progress={progress} />}
      <progress value={done} max={Math.max(1, done, total)} aria-label={text} />
      <p role="status" className="number">
        {text}
      </p>
      {facts !== undefined && <Facts facts={facts} />}
    </section>
  )
}

/** Green is for a file of which everything was taken. */
function Ended({ progress }: { readonly progress: Progress }) {
  const say = useSay(lineWords)
  if (progress.done === 0) return <Notice tone="warn">{say('empty')}</Notice>
  return <Notice tone={progress.refused.length === 0 ? 'good' : 'warn'}>{say('done')}</Notice>
}

/** More than anybody reads on a screen; the file has them all. */
const shownCountMax = 200

function RefusedLines({
  lines,
  isWhole,
}: {
  readonly lines: readonly RefusedLine[]
  readonly isWhole: boolean
}) {
  const say = useSay(lineWords)
  const { language } = useLanguage()
  const save = () => saveFile('lastro-recusadas.csv', new Blob([refusedCsv(lines)], { type: 'text/csv' }))
  return (
    <section>
      <div className="page-head">
        <h2>{say('refusedTitle')}</h2>
        {isWhole && (
          <button type="button" onClick={save}>
            {say('download')}
          </button>
        )}
        {lines.length > shownCountMax && (
          <p>{say('refusedFirst', { count: shownCountMax, total: lines.length })}</p>
        )}
      </div>
      <DataTable
        caption={say('refusedTitle')}
        rows={lines.slice(0, shownCountMax)}
        rowKey={({ line, field, code }) => `${line} ${field} ${code}`}
        columns={[
          { label: say('line'), isFigure: true, cell: (row) => row.line },
          { label: say('field'), cell: (row) => fieldName(row.field, language) },
          { label: say('reason'), cell: (row) => faultText(row.code, row.reason, language) },
        ]}
      />
    </section>
  )
}
