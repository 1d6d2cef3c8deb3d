import type { Language } from '@lastro/contract/text.ts'
import { refusalsOf } from '@lastro/rules/listings/insertion/admission.ts'
import {
  contractBones,
  creditorKey,
  type DebtIdentity,
  identityOf,
  type SoughtDebt,
  termsKey,
  termsOf,
} from '@lastro/rules/listings/insertion/debt-identity.ts'
import { nothingKnown } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Draft, Listing } from '@lastro/rules/listings/listing.ts'
import { lineError } from '../../../http/body/line-error.ts'
import type { FieldError } from '../../../http/reply.ts'
import { type ListingDeps, momentIn, savingOf } from '../change-debt.ts'
import { debtAsked, type InsertDebt, insertionDraft } from '../insert-debt.ts'
import { knownParties } from '../known-parties.ts'
import { refusalErrors, refusalText } from '../refusal-errors.ts'
import { earlierView } from '../routes/listing-view.ts'
import type { DebtLineOutcome, SettledLine, SettledLines } from './batch-store.ts'
import type { DebtLine } from './receive-batch.ts'

/** Whose batch it is. */
export type BatchSender = Pick<InsertDebt, 'register' | 'clientId' | 'creditors'> & {
  readonly language: Language
  /** The sandbox takes debts of its test documents only. */
  readonly accepts: (documento: string) => boolean
}

/** Each line by the same rules as a debt that is sent alone, and by the lines before it. */
export async function decideLines(
  deps: ListingDeps,
  sender: BatchSender,
  debts: readonly DebtLine[],
): Promise<SettledLines> {
  const { register, clientId, creditors, language, accepts } = sender
  const asked = debts.map(({ line, request }) => {
    const command = { register, clientId, creditors, request, requestKey: undefined }
    return { line, command, debt: debtAsked(command) }
  })
  const sought = new Map(asked.map(({ debt }) => [JSON.stringify(debt), debt]))
  const known = await deps.listings.known(
    register,
    [...sought.values()].filter((one) => one !== undefined),
  )
  const moment = await momentIn(deps, register, `client:${clientId}`)
  const parties = await knownParties(
    deps,
    register,
    debts.map(({ request }) => request),
  )
  const seen = new SeenDebts(known.listings)
  const lines = asked.map(({ line, command, debt }, at): SettledLine => {
    if (!accepts(command.request.documento)) return stranger(line, language)
    const known = {
      listings: debt === undefined ? [] : seen.of(debt),
      party: parties[at] ?? nothingKnown,
    }
    const draft = insertionDraft(deps, command, known, moment)
    seen.add(draft.listing)
    const { refusal, creditor } = draft.listing
    const refused = refusal === undefined ? [] : refusalsOf(command.request, creditor, moment.today)
    const errors = refusalErrors(refusal, refused, command.request, language)
    return { line, kind: 'listing', ...lineOutcome(deps, line, draft, errors, language) }
  })
  return { lines, known }
}

/** The listings of a batch and of before, by how their contract numbers look and by their terms. */
class SeenDebts {
  readonly #byBones = new Map<string, Listing[]>()
  readonly #byTerms = new Map<string, Listing[]>()
  readonly #byId = new Map<string, Listing>()

  constructor(listings: readonly Listing[]) {
    for (const one of listings) this.add(one)
  }

  add(listing: Listing): void {
    this.#byId.set(listing.id, listing)
    const identity = identityOf(listing)
    if (identity === undefined) return
    addTo(this.#byBones, bonesOf(identity), listing)
    for (const terms of termsOf(listing)) addTo(this.#byTerms, termsKey(identity, terms), listing)
  }

  /** With the principals of those that were guarantors, as they were listed before and since. */
  of(debt: SoughtDebt): readonly Listing[] {
    const withSameTerms = debt.terms && this.#byTerms.get(termsKey(debt, debt.terms))
    const found = [...this.#alike(debt), ...(withSameTerms ?? [])]
    const principals = found.flatMap(({ principalId }) => this.#byId.get(principalId ?? '') ?? [])
    const backed = principals.flatMap((one) => {
      const identity = identityOf(one)
      return identity === undefined ? [] : this.#alike(identity)
    })
    return [...new Set([...found, ...backed])]
  }

  #alike(identity: DebtIdentity): readonly Listing[] {
    return this.#byBones.get(bonesOf(identity)) ?? []
  }
}

function addTo(map: Map<string, Listing[]>, key: string, listing: Listing): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, [listing])
  else found.push(listing)
}

const bonesOf = (identity: DebtIdentity): string =>
  `${creditorKey(identity)} ${identity.document} ${contractBones(identity.contractId)}`

function lineOutcome(
  deps: ListingDeps,
  line: number,
  draft: Draft,
  errors: readonly FieldError[],
  language: Language,
): DebtLineOutcome {
  const { id, state, refusal, earlier, contractId } = draft.listing
  const saving = savingOf(deps, [draft])
  if (refusal === undefined) {
    return { status: 'created', saving, answer: JSON.stringify({ line, status: 'created', id, state }) }
  }
  const worded = {
    code: refusal,
    reason: refusalText(refusal, { contractId }, language),
    ...earlierView(earlier),
  }
  return {
    status: 'refused',
    saving,
    answer: JSON.stringify({
      line,
      status: 'refused',
      id,
      refusal: worded,
      ...(errors.length > 0 && { errors }),
    }),
  }
}

function stranger(line: number, language: Language): SettledLine {
  const errors = [lineError('documento', 'document_not_in_sandbox', language)]
  return { line, kind: 'invalid', answer: JSON.stringify({ line, status: 'invalid', errors }) }
}
