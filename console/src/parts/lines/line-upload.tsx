import { type FormEvent, useEffect, useEffectEvent } from 'react'
import { useSay } from '../../shell/language.tsx'
import { lineWords } from '../../words/creditor/lines.ts'
import type { ShownFact } from '../facts.tsx'
import { useAskBeforeUnload } from '../forms/ask-before-unload.ts'
import { BusyButton } from '../forms/busy-button.tsx'
import { TextField } from '../forms/field.tsx'
import { Notice } from '../notice.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { saveFile } from '../save-file.ts'
import { ChosenFile } from './chosen-file.tsx'
import type { LineField } from './file/line-field.ts'
import { modelCsv } from './line-answers.ts'
import { RefusedLines } from './refused-lines.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { useChosenFile } from './use-chosen-file.ts'
import { type SendLines, useLineSending } from './use-line-sending.ts'

type LineUploadProps<End extends { readonly lines: number }> = {
  /** What a line holds. */
  readonly help: string
  /** A file to begin from: the columns, and a line that shows what goes into each. */
  readonly model: {
    readonly name: string
    readonly columns: readonly string[]
    readonly example: Readonly<Record<string, string>>
  }
  readonly fields: readonly LineField[]
  readonly send: SendLines<End>
  readonly counts: (end: End) => readonly ShownFact[]
  /** Which field a rule that refuses a line is about. */
  readonly fieldOfRule?: (code: string) => string | undefined
  readonly onSent: () => void
  /** Now and then while it is sent: a browser reads no answer before the last byte has left, but the service counts. */
  readonly onSending?: () => void
}

const noField = () => undefined

/** Often enough to see that a long file moves, and seldom enough to cost the service nothing. */
const sendingEveryMs = 3_000

/** A file of lines: what its columns are, how far it has come, and what was not taken and why. */
export function LineUpload<End extends { readonly lines: number }>(props: LineUploadProps<End>) {
  const { help, model, fields, send, counts, fieldOfRule = noField, onSent, onSending } = props
  const say = useSay(lineWords)
  const chosen = useChosenFile(fields)
  const { mutation, progress, answered, refused, table, stop, isStopped, reset } = useLineSending({
    fields,
    send,
    fieldOfRule,
    onSent,
  })
  const { isPending, isError, isSuccess, data, error } = mutation
  useAskBeforeUnload(isPending)
  const tellSending = useEffectEvent(() => onSending?.())
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(tellSending, sendingEveryMs)
    return () => clearInterval(timer)
  }, [isPending])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.state.kind === 'read' && !isPending) mutation.mutate(chosen.state)
  }
  const saveModel = () =>
    saveFile(model.name, new Blob([modelCsv(model.columns, model.example)], { type: 'text/csv' }))
  return (
    <>
      <form className="panel" onSubmit={submit}>
        <fieldset className="bare" disabled={isPending}>
          <TextField
            label={say('file')}
            help={help}
            type="file"
            accept=".csv,.txt,.tsv,.ndjson,.jsonl,text/csv,application/x-ndjson"
            required
            data-page-field
            onChange={(event) => {
              reset()
              chosen.choose(event.target.files?.[0])
            }}
          />
          <ChosenFile
            state={chosen.state}
            fields={fields}
            isSending={isPending}
            onMapping={(mapping) => {
              reset()
              chosen.map(mapping)
            }}
          />
        </fieldset>
        <div className="acts">
          <BusyButton className="main" isBusy={isPending || chosen.state.kind === 'reading'}>
            {say(isPending ? 'sending' : isError ? 'goOn' : 'send')}
          </BusyButton>
          {isPending && (
            <button type="button" onClick={stop}>
              {say('stop')}
            </button>
          )}
          <button type="button" className="plain" onClick={saveModel}>
            {say('model')}
          </button>
        </div>
      </form>
      {isError && (
        <>
          {isStopped ? (
            <Notice>{say('stopped')}</Notice>
          ) : isGone(error) ? (
            <Notice tone="bad">{say('gone')}</Notice>
          ) : (
            <ProblemNotice error={error} />
          )}
          <p>{say('goOnHelp', { done: answered })}</p>
        </>
      )}
      {(isPending || isSuccess) && (
        <SendingProgress progress={progress} refusedCount={refused.length} facts={data && counts(data)} />
      )}
      {refused.length > 0 && table !== undefined && (
        <RefusedLines lines={refused} table={table} isOver={!isPending} />
      )}
    </>
  )
}

/** The browser reads a chosen file anew each time, and not at all once it has changed. */
const isGone = (error: unknown): boolean =>
  error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name)
