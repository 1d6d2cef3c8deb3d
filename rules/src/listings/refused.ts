import type { RefusalCode } from '@lastro/contract/listings/listing-codes.ts'

/** A refusal is expected and returned. `state` means that the state table has no such event. */
export type Refused =
  | { readonly refused: 'rule'; readonly code: RefusalCode }
  | { readonly refused: 'state' }
  | { readonly refused: 'due_date_forward' }
  | { readonly refused: 'suspension_of_operator' }
  | { readonly refused: 'ending_final' }
  | { readonly refused: 'court_order_required' }
  /** A person waits for an answer in words. */
  | { readonly refused: 'answer_required' | 'sub_judice_reason_required' }

export const isRefused = (decided: object): decided is Refused => 'refused' in decided

export const byRule = (code: RefusalCode): Refused => ({ refused: 'rule', code })
export const byState: Refused = { refused: 'state' }
