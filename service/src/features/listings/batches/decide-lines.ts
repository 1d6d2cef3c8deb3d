import { refusalReasons } from '@lastro/contract/listings/listing-codes.ts'
import type { Language } from '@lastro/contract/text.ts'
import { refusalsOf } from '@lastro/rules/listings/insertion/admission.ts'
import {
  contractBones,
  creditorKey,
  type DebtIdentity,
  identityOf,
} from '@lastro/rules/listings/insertion/debt-identity.ts'
import { nothingKnown } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Draft, Listing } from '@lastro/rules/listings/listing.ts'
import { lineError } from '../../../http/body/line-error.ts'
import type { FieldError } from '../../../http/reply.ts'
import { type ListingDeps, momentIn, savingOf } from '../change-debt.ts'
import { type InsertDebt, identityAsked, insertionDraft } from '../insert-debt.ts'
import { knownParties } from '../known-parties.ts'
import { refusalErrors } from '../refusal-errors.ts'
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
    return { line, command, identity: identityAsked(command) }
  })
  const identities = new Map(asked.map(({ identity }) => [JSON.stringify(identity), identity]))
  const known = await deps.listings.known(
    register,
    [...identities.values()].filter((one) => one !== undefined),
  )
  const moment = await momentIn(deps, register, `client:${clientId}`)
  const parties = await knownParties(
    deps,
    register,
    debts.map(({ request }) => request),
  )
  const seen = new SeenDebts(known.listings)
  const lines = asked.map(({ line, command, identity }, at): SettledLine => {
    if (!accepts(command.request.documento)) return stranger(line, language)
    const known = {
      listings: identity === undefined ? [] : seen.of(identity),
      party: parties[at] ?? nothingKnown,
    }
    const draft = insertionDraft(deps, command, known, moment)
    seen.add(draft.listing)
    const { refusal, creditor } = draft.listing
    const refused = refusal === undefined ? [] : refusalsOf(command.request, creditor, moment.today)
    const errors = refusalErrors(refusal, refused, language)
    return { line, kind: 'listing', ...lineOutcome(deps, line, draft, errors, language) }
  })
  return { lines, known }
}

/** The listings of a batch and of before, by how their contracts look. */
class SeenDebts {
  readonly #byBones = new Map<string, Listing[]>()
  readonly #byId = new Map<string, Listing>()

  constructor(listings: readonly Listing[]) {
    for (const one of listings) this.add(one)
  }

  add(listing: Listing): void {
    this.#byId.set(listing.id, listing)
    const identity = identityOf(listing)
    if (identity === undefined) return
    const alike = this.#byBones.get(bonesOf(identity))
    if (alike === undefined) this.#byBones.set(bonesOf(identity), [listing])
    else alike.push(listing)
  }

  /** With the principals of those that were guarantors, as they were listed before and since. */
  of(identity: DebtIdentity): readonly Listing[] {
    const found = this.#alike(identity)
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

const bonesOf = (identity: DebtIdentity): string =>
  `${creditorKey(identity)} ${identity.document} ${contractBones(identity.contractId)}`

function lineOutcome(
  deps: ListingDeps,
  line: number,
  draft: Draft,
  errors: readonly FieldError[],
  language: Language,
): DebtLineOutcome {
  const { id, state, refusal, earlier } = draft.listing
  const saving = savingOf(deps, [draft])
  if (refusal === undefined) {
    return { status: 'created', saving, answer: JSON.stringify({ line, status: 'created', id, state }) }
  }
  const worded = { code: refusal, reason: refusalReasons[refusal][language], ...earlierView(earlier) }
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
