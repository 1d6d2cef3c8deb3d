import { isProblem } from '@lastro/client/problem.ts'
import { systemClock } from '@lastro/client/transport/clock.ts'
import type { KeyedLineOptions } from '@lastro/client/transport/line-body.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ColumnMapping } from './file/column-mapping.ts'
import { type FileTable, fileTable } from './file/file-table.ts'
import { keepColumns } from './file/kept-columns.ts'
import { csvBody, ndjsonBody } from './file/line-body.ts'
import type { LineField } from './file/line-field.ts'
import type { LineFile } from './file/line-file.ts'
import { type LineAnswer, type RefusedLine, refusedLine } from './line-answers.ts'
import { paced } from './paced.ts'
import { sendingFetch } from './sending-fetch.ts'
import type { Progress } from './sending-progress.tsx'
import { finishBody, keyOfBody } from './unfinished.ts'

export type SendLines<End> = (
  body: Blob,
  options: KeyedLineOptions & { readonly onLine: (line: LineAnswer) => void },
) => Promise<End>

export type Sending = { readonly file: LineFile; readonly mapping: ColumnMapping }

type State = {
  readonly progress: Progress
  /** Lines, before it was cut. */
  readonly answered: number
  readonly refused: readonly RefusedLine[]
  readonly table: FileTable | undefined
}

const nothingYet: State = {
  progress: { step: 'preparing', done: 0 },
  answered: 0,
  refused: [],
  table: undefined,
}

/** A sending tells by itself when nothing moves; as a whole it may take as long as its key is good. */
const timeoutMs = 24 * 60 * 60_000

type Options<End> = {
  readonly fields: readonly LineField[]
  readonly send: SendLines<End>
  readonly fieldOfRule: (code: string) => string | undefined
  readonly onSent: () => void
}

/** Sends a file in the columns of the service, and tells of each step what is known of it. */
export function useLineSending<End extends { readonly lines: number }>(options: Options<End>) {
  const { fields, send, fieldOfRule, onSent } = options
  const [state, setState] = useState(nothingYet)
  const stopping = useRef<AbortController>(undefined)
  const mutation = useMutation({
    mutationFn: async ({ file, mapping }: Sending): Promise<End> => {
      const { tell, end: quiet } = paced((progress: Progress) =>
        setState((before) => ({ ...before, progress })),
      )
      const stopper = new AbortController()
      stopping.current = stopper
      const { signal } = stopper
      let answered = 0
      const refused: RefusedLine[] = []
      setState({ ...nothingYet, table: fileTable(file, mapping, fields) })
      if (file.kind === 'csv') keepColumns(localStorage, file.columns, mapping.columns)
      let checksum: string | undefined
      try {
        const body =
          file.kind === 'ndjson'
            ? await ndjsonBody(file.file)
            : await csvBody(file, mapping, fields, (done) => tell({ step: 'preparing', done }))
        signal.throwIfAborted()
        checksum = body.checksum
        const end = await send(body.content, {
          type: file.kind,
          idempotencyKey: keyOfBody(localStorage, checksum, systemClock.nowMs()),
          signal,
          timeoutMs,
          fetch: sendingFetch((sent) => tell({ step: 'sending', sent })),
          onLine: (line) => {
            const one = refusedLine(line, fieldOfRule)
            if (one !== undefined) refused.push(one)
            answered += 1
            tell({ step: 'answering', done: answered, total: body.lineCount })
          },
        })
        quiet()
        const progress = { step: 'answering', done: end.lines, total: end.lines } as const
        setState((before) => ({ ...before, progress, refused }))
        finishBody(localStorage, checksum)
        return end
      } catch (error) {
        // Of another body, or over: the next sending is a new one.
        if (checksum !== undefined && isProblem(error, 'idempotency_key_reused'))
          finishBody(localStorage, checksum)
        quiet()
        setState((before) => ({ ...before, answered, refused }))
        throw error
      }
    },
    onSettled: onSent,
  })
  return {
    ...state,
    mutation,
    stop: () => stopping.current?.abort(),
    isStopped: mutation.isError && stopping.current?.signal.aborted === true,
    reset: () => {
      setState(nothingYet)
      mutation.reset()
    },
  }
}
