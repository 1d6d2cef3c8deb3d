import { type ListingState, refusalReasons } from '@lastro/contract/listings/listing-codes.ts'
import { type ProblemCode, problems } from '@lastro/contract/problems/problems.ts'
import type { Refused } from '@lastro/rules/listings/refused.ts'
import { refuse } from '../terminal.ts'

/** A decision on a listing that was refused, as a command says it: with the code that HTTP has for it. */
export const refusalOf = (refused: Refused, state: ListingState): never =>
  refuse(refusalText(refused, state), refusalCode(refused))

function refusalCode({ refused }: Refused): ProblemCode {
  if (refused === 'rule') return 'listing_refused'
  if (refused === 'answer_required' || refused === 'sub_judice_reason_required') return 'body_invalid'
  return refused === 'state' ? 'listing_state' : refused
}

function refusalText(refused: Refused, state: ListingState): { pt: string; en: string } {
  switch (refused.refused) {
    case 'rule':
      return refusalReasons[refused.code]
    case 'state':
      return {
        pt: `No estado ${state} isto não cabe.`,
        en: `This does not fit the state ${state}.`,
      }
    case 'answer_required':
      return {
        pt: 'A pessoa que contestou espera uma resposta em palavras.',
        en: 'The person who disputed it waits for an answer in words.',
      }
    case 'sub_judice_reason_required':
      return {
        pt: 'Informe em subJudiceReason por que a dívida não está mais em discussão na justiça.',
        en: 'State in subJudiceReason why the debt is no longer disputed in court.',
      }
    case 'due_date_forward':
    case 'suspension_of_operator':
    case 'ending_final':
    case 'court_order_required':
      return problems[refused.refused].detail
  }
}
