import { refusalReasons } from '@lastro/contract/listings/listing-codes.ts'
import type { Language } from '@lastro/contract/text.ts'
import { decideDuplicate } from '@lastro/rules/listings/insertion.ts'
import { nothingKnown } from '@lastro/rules/listings/known-party.ts'
import type { Draft } from '@lastro/rules/listings/listing.ts'
import { type ListingDeps, momentIn, savingOf } from '../change-debt.ts'
import { type InsertDebt, insertionDraft } from '../insert-debt.ts'
import { knownParties } from '../known-parties.ts'
import type { LineOutcome, SettledLine } from './batch-store.ts'
import { lineError } from './read-batch-line.ts'
import type { DebtLine } from './receive-batch.ts'

/** Whose batch it is. */
export type BatchSender = Pick<InsertDebt, 'register' | 'clientId' | 'creditors'> & {
  readonly language: Language
  /** The sandbox takes debts of its test documents only. */
  readonly accepts: (documento: string) => boolean
}

/** Each line by the same rules as a debt that is sent alone. */
export async function decideLines(
  deps: ListingDeps,
  sender: BatchSender,
  debts: readonly DebtLine[],
): Promise<SettledLine[]> {
  const { register, clientId, creditors, language, accepts } = sender
  const moment = await momentIn(deps, register, `client:${clientId}`)
  const known = await knownParties(
    deps,
    register,
    debts.map(({ request }) => request),
  )
  return debts.map(({ line, request }, at): SettledLine => {
    if (!accepts(request.documento)) return stranger(line, language)
    const command = { register, clientId, creditors, request, requestKey: undefined }
    const draft = insertionDraft(deps, command, moment, known[at] ?? nothingKnown)
    const outcomeOf = (decided: Draft) => lineOutcome(deps, line, decided, language)
    const ifDuplicate = () => outcomeOf(decideDuplicate(draft, moment))
    return { line, kind: 'listing', outcome: outcomeOf(draft), ifDuplicate }
  })
}

function lineOutcome(deps: ListingDeps, line: number, draft: Draft, language: Language): LineOutcome {
  const { id, state, refusal } = draft.listing
  const saving = savingOf(deps, [draft])
  if (refusal === undefined) {
    return { status: 'created', saving, answer: JSON.stringify({ line, status: 'created', id, state }) }
  }
  const worded = { code: refusal, reason: refusalReasons[refusal][language] }
  return {
    status: 'refused',
    saving,
    answer: JSON.stringify({ line, status: 'refused', id, refusal: worded }),
  }
}

function stranger(line: number, language: Language): SettledLine {
  const errors = [lineError('documento', 'document_not_in_sandbox', language)]
  return { line, kind: 'invalid', answer: JSON.stringify({ line, status: 'invalid', errors }) }
}
