import { batchColumns } from '@lastro/contract/batch-columns.ts'
import type { Batch } from '@lastro/contract/batches.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '../parts/busy-button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Facts } from '../parts/facts.tsx'
import { TextField } from '../parts/field.tsx'
import { Notice } from '../parts/notice.tsx'
import { ProblemNotice } from '../parts/problem-notice.tsx'
import { saveFile } from '../parts/save-file.ts'
import { useSay } from '../shell/language.tsx'
import { Page } from '../shell/page.tsx'
import { useSession } from '../shell/session.ts'
import { batchWords } from '../words/batch.ts'
import { countLines, type RefusedLine, refusedCsv, refusedLines } from './batch-lines.ts'

type Progress = { readonly done: number; readonly total: number; readonly refused: readonly RefusedLine[] }

const nothingYet: Progress = { done: 0, total: 0, refused: [] }

/** As often as a person can see a number change. */
const tellEveryMs = 200

/** A file of debts, line by line: how far it has come, and what was not taken and why. */
export function BatchPage() {
  const say = useSay(batchWords)
  const { lastro } = useSession()
  const [file, setFile] = useState<File>()
  const [key, setKey] = useState('')
  const [progress, setProgress] = useState(nothingYet)
  const send = useMutation({
    mutationFn: async ({ body, idempotencyKey }: { body: File; idempotencyKey: string }): Promise<Batch> => {
      const type = /\.csv$/i.test(body.name) ? 'csv' : 'ndjson'
      const total = await countLines(body, type)
      const refused: RefusedLine[] = []
      let toldAtMs = 0
      const batch = await lastro.batches.send(body, {
        type,
        idempotencyKey,
        onLine: (line) => {
          refused.push(...refusedLines(line))
          if (performance.now() - toldAtMs < tellEveryMs) return
          toldAtMs = performance.now()
          setProgress({ done: line.line, total, refused: [...refused] })
        },
      })
      setProgress({ done: batch.lines, total: batch.lines, refused })
      return batch
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file !== undefined) send.mutate({ body: file, idempotencyKey: key })
  }
  return (
    <Page title={say('title')} lede={say('lede')}>
      <form className="panel" onSubmit={submit}>
        <TextField
          label={say('file')}
          help={say('fileHelp')}
          type="file"
          accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          required
          data-page-field
          onChange={(event) => {
            setFile(event.target.files?.[0])
            // The same file under the same key goes on where it was cut; another file is another batch.
            setKey(newKey())
            setProgress(nothingYet)
            send.reset()
          }}
        />
        <div className="acts">
          <BusyButton className="main" isBusy={send.isPending}>
            {say(send.isPending ? 'sending' : send.isError ? 'goOn' : 'send')}
          </BusyButton>
          <button type="button" className="plain" onClick={saveModel}>
            {say('model')}
          </button>
        </div>
      </form>
      {send.isError && (
        <>
          <ProblemNotice error={send.error} />
          <p className="muted">{say('goOnHelp')}</p>
        </>
      )}
      {(send.isPending || send.isSuccess) && <BatchProgress progress={progress} batch={send.data} />}
      {progress.refused.length > 0 && <RefusedLines lines={progress.refused} isWhole={send.isSuccess} />}
    </Page>
  )
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

const saveModel = (): void =>
  saveFile('lastro-lote.csv', new Blob([`${batchColumns.join(',')}\r\n`], { type: 'text/csv' }))

function BatchProgress({
  progress,
  batch,
}: {
  readonly progress: Progress
  readonly batch: Batch | undefined
}) {
  const say = useSay(batchWords)
  const { done, total } = progress
  const text = say('progress', { done, total: Math.max(done, total) })
  return (
    <section className="panel">
      {batch !== undefined && <Notice tone="good">{say('done')}</Notice>}
      <progress value={done} max={Math.max(1, done, total)} aria-label={text} />
      <p role="status" className="number">
        {text}
      </p>
      {batch !== undefined && (
        <Facts
          facts={[
            { label: say('created'), value: String(batch.created) },
            { label: say('refused'), value: String(batch.refused) },
            { label: say('invalid'), value: String(batch.invalid) },
          ]}
        />
      )}
    </section>
  )
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
  const say = useSay(batchWords)
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
          { label: say('field'), cell: (row) => row.field },
          { label: say('code'), cell: (row) => <span className="code">{row.code}</span> },
          { label: say('reason'), cell: (row) => row.reason },
        ]}
      />
    </section>
  )
}
