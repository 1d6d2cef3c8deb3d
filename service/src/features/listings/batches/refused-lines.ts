import { type RefusalCode, refusalReasons } from '@lastro/contract/listings/listing-codes.ts'
import type { RefusedBatchLine } from '@lastro/contract/listings/refused-lines.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { refusalText } from '../refusal-errors.ts'
import { listingView, type Viewing } from '../routes/listing-view.ts'
import type { BatchAnswerLine } from './batch-store.ts'

/** A month in which to look into what a batch did not take; what it took is on record as listings. */
const refusedLinesKeptMs = 30 * 24 * 60 * 60_000

/** Until when a key has to have ended for the lines of its batch to be forgotten: those taken, and those refused. */
export const batchLinesOver = (nowMs: number) => ({ expiredMs: nowMs, refusedMs: nowMs - refusedLinesKeptMs })

type KeptLine = {
  readonly line: number
  readonly status: 'refused' | 'invalid'
  readonly id?: string
  readonly refusal?: {
    readonly code: RefusalCode
    readonly reason: string
    readonly earlierListingId?: string
  }
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

export const keptLine = ({ answer }: BatchAnswerLine): KeptLine => JSON.parse(answer)

/** A line that was not taken, in the reader's language where a rule refused it, with the debt as it is on record. */
export function refusedLineView(
  { line, status, id, refusal, errors }: KeptLine,
  listing: Listing | undefined,
  viewing: Viewing,
): RefusedBatchLine {
  if (status === 'invalid' || id === undefined || refusal === undefined) {
    return { line, status: 'invalid', errors: [...(errors ?? [])] }
  }
  const { language } = viewing
  return {
    line,
    status: 'refused',
    id,
    refusal: { ...refusal, reason: refusalText(refusal.code, { contractId: listing?.contractId }, language) },
    ...(errors !== undefined && {
      errors: errors.map((one) => ({ ...one, message: messageOf(one, listing, language) })),
    }),
    ...(listing !== undefined && { listing: listingView(listing, undefined, viewing) }),
  }
}

const messageOf = (
  { code, message }: { readonly code: string; readonly message: string },
  listing: Listing | undefined,
  language: Language,
): string =>
  Object.hasOwn(refusalReasons, code)
    ? refusalText(code as RefusalCode, { contractId: listing?.contractId }, language)
    : message
