import {
  type DocumentFault,
  documentFaults,
  fieldErrors,
  fill,
  type Problem,
  type ProblemCode,
  type ProblemValueName,
  problems,
} from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'

/** What goes back. Handlers return it; only the listener writes to the socket. */
export type Reply = {
  readonly status: number
  readonly contentType?: string
  readonly body: string
  /** The length of `body` in UTF-8, where that is known already. */
  readonly bodyBytes?: number
  /** In the place of `body`: what goes out as it is made, no faster than it is read. */
  readonly stream?: AsyncIterable<string>
  /** In the place of `body`: what is no text, or was compressed before. */
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Each is sent as a separate Set-Cookie header. */
  readonly cookies?: readonly string[]
  /** For the record, and never sent: kept with an answer that may go out again under its key. */
  readonly note?: string
  /** The consultation it was first given by, kept in the same way: a document made of it later says the same. */
  readonly given?: Given
  /** What it was first asked for, kept in the same way. */
  readonly purpose?: string
  /** What was bought for it, kept in the same way: what is drawn of it later buys nothing. */
  readonly bought?: object
}

export type Given = { readonly atMs: number; readonly requestId: string; readonly checkCode: string }

export type FieldError = { readonly field: string; readonly code: string; readonly message: string }

/** A failure that `problemReply` words for its reader, with a value for each name in the text of its problem. */
export type Refusal = RefusalDetails & (Filled | { readonly code: PlainCode; readonly values?: undefined })

/** Codes of problems whose text is complete as it stands. */
export type PlainCode = Exclude<ProblemCode, Filled['code']>

type Filled = {
  [Code in ProblemCode]: [ProblemValueName<Code>] extends [never]
    ? never
    : { readonly code: Code; readonly values: Readonly<Record<ProblemValueName<Code>, string>> }
}[ProblemCode]

type RefusalDetails = {
  readonly errors?: readonly FieldError[]
  /** Why a debt was not listed, and under which id that is on record. */
  readonly refusal?: {
    readonly code: string
    readonly reason: string
    readonly id?: string
    readonly earlierListingId?: string
  }
  /** What holds the place of the one that was to be made. */
  readonly existingId?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const json = 'application/json; charset=utf-8'

export const success = (result: unknown, status = 200): Reply => ({
  status,
  contentType: json,
  body: JSON.stringify({ error: false, result }),
})

export function problemReply(refusal: Refusal, language: Language, requestId: string): Reply {
  const { status, title, detail } = problems[refusal.code]
  const problem: Problem = {
    error: true,
    type: `/docs#${refusal.code}`,
    title: title[language],
    status,
    detail: fill(detail[language], refusal.values ?? {}),
    code: refusal.code,
    requestId,
    ...(refusal.errors !== undefined && { errors: [...refusal.errors] }),
    ...(refusal.existingId !== undefined && { existingId: refusal.existingId }),
    ...(refusal.refusal !== undefined && { refusal: refusal.refusal }),
  }
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: JSON.stringify(problem),
    headers: { 'Content-Language': language, ...retryHeader(refusal.code), ...refusal.headers },
  }
}

/** Seconds to wait before a failure that passes by itself is worth another try. */
const retryAfterSeconds = '1'

const retryHeader = (code: ProblemCode): Record<string, string> =>
  problems[code].status === 503 ? { 'Retry-After': retryAfterSeconds } : {}

export const fieldError = (
  field: string,
  code: keyof typeof fieldErrors,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): FieldError => ({ field, code, message: fill(fieldErrors[code][language], values) })

export function documentInvalid(fault: DocumentFault, language: Language): Refusal {
  const reason = documentFaults[fault][language]
  return {
    code: 'document_invalid',
    values: { reason },
    errors: [{ field: 'documento', code: fault, message: reason }],
  }
}
