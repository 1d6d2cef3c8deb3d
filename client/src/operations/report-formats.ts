import { resultOf } from '../transport/transport.ts'

/** `json` to work with; `html` and `pdf` to read. The same key in another format is the same report, billed once. */
export type ReportFormat = 'json' | 'html' | 'pdf'

/** How each format is asked for, and what is taken of the answer. */
export const formats = {
  json: { accept: 'application/json', read: resultOf },
  html: { accept: 'text/html', read: (answer) => answer.text() },
  pdf: { accept: 'application/pdf', read: (answer) => answer.blob() },
} as const satisfies Record<ReportFormat, FormatOf<unknown>>

export type FormatOf<Result> = {
  readonly accept: string
  readonly read: (answer: Response) => Promise<Result>
}
