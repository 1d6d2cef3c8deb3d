/** Why something could not be fetched. A person reads it in words; the code is for programs. */
export class FetchFault extends Error {
  readonly code: FetchFaultCode
  /** What it was about, and what was found: a file, a status, an error code of the system. */
  readonly detail: string
  /** How long the publisher asks us to wait before we come again. */
  readonly retryAfterMs: number | undefined

  constructor(code: FetchFaultCode, detail = '', retryAfterMs?: number) {
    super(`${code} ${detail}`.trimEnd())
    this.code = code
    this.detail = detail
    this.retryAfterMs = retryAfterMs
  }
}

export type FetchFaultCode = PassingFault | LastingFault

/** What may be over in a moment: tried again, with growing pauses. */
const passing = [
  'unreachable',
  'stalled',
  'cut',
  'busy',
  'server_error',
  'not_a_zip',
  'listing_unreadable',
  'size_differs',
  'changed',
  'zip_broken',
] as const
type PassingFault = (typeof passing)[number]

/** What stays so until a person does something. */
type LastingFault =
  | 'not_found'
  | 'refused'
  | 'zip_unusable'
  | 'too_large'
  | 'too_slow'
  | 'stopped'
  | 'address_refused'
  | 'redirect_refused'
  | 'period_malformed'
  | 'period_unknown'
  | 'period_incomplete'
  | 'nothing_published'
  | 'directory_of_another'
  | 'directory_busy'
  | 'directory_unusable'
  | 'disk_full'

export const isPassing = (fault: FetchFault): boolean =>
  (passing as readonly FetchFaultCode[]).includes(fault.code)
