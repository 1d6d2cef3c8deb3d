import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { decideDuplicate, decideGuarantor, decideInsertion } from '@lastro/rules/listings/insertion.ts'
import type { KnownParty } from '@lastro/rules/listings/known-party.ts'
import type { Moment } from '@lastro/rules/listings/listing.ts'
import { type Draft, draftsOf, type Listing, type Register } from '@lastro/rules/listings/listing.ts'
import { debtCaughtUp } from '@lastro/rules/listings/time.ts'
import {
  draftedDebt,
  finishedDebt,
  finishedDraft,
  type ListingDeps,
  momentIn,
  savingOf,
} from './change-debt.ts'
import { knownParty } from './known-parties.ts'

export type InsertDebt = {
  readonly register: Register
  readonly clientId: string
  /** Those that the client's contract lets it act for; the first is its own. */
  readonly creditors: readonly Creditor[]
  readonly request: ListingRequest
  readonly requestKey: string | undefined
}

/** A refused listing is on record like any other: its state says so. */
export async function insertDebt(deps: ListingDeps, command: InsertDebt): Promise<Listing> {
  const moment = await momentIn(deps, command.register, `client:${command.clientId}`)
  const known = await knownParty(deps, command.register, command.request)
  const draft = insertionDraft(deps, command, moment, known)
  const outcome = await deps.listings.insert(savingOf(deps, [draft]))
  return outcome === 'inserted' ? draft.listing : duplicate(deps, draft, moment)
}

/** What becomes of a debt at this moment; only the store can tell whether its place is taken. */
export function insertionDraft(
  { means, newId }: Pick<ListingDeps, 'means' | 'newId'>,
  command: InsertDebt,
  moment: Moment,
  known: KnownParty,
): Draft {
  const { register, clientId, requestKey, request } = command
  const asked = { id: newId(), register, clientId, requestKey, request, creditor: creditorOf(command) }
  return finishedDraft(means, decideInsertion(asked, means, moment, known), undefined, moment)
}

/** The creditor named, or the client's own; undefined when the contract does not let it act for that one. */
function creditorOf({ creditors, request: { creditorDocument } }: InsertDebt): Creditor | undefined {
  if (creditorDocument === undefined) return creditors[0]
  const parsed = parseDocument(creditorDocument)
  return parsed.kind === 'fault' ? undefined : creditors.find((one) => one.document === parsed.document)
}

/** A repeat of the very request that made the active one is not a second debt: its first answer was lost. */
async function duplicate(deps: ListingDeps, draft: Draft, moment: Moment): Promise<Listing> {
  const { register, clientId, creditor, document, contractId, requestKey } = draft.listing
  const active = await deps.listings.findActive({
    register,
    document,
    creditorDocument: creditor?.document ?? '',
    contractId: contractId ?? '',
  })
  const isRepeat = requestKey !== undefined && active?.requestKey === requestKey
  if (active !== undefined && isRepeat && active.clientId === clientId) return active
  const refused = decideDuplicate(draft, moment)
  await deps.listings.insert(savingOf(deps, [refused]))
  return refused.listing
}

export type InsertGuarantor = {
  readonly register: Register
  readonly clientId: string
  readonly id: string
  readonly request: GuarantorRequest
  readonly requestKey: string | undefined
}

const turnCountMax = 8

/** Adds a guarantor to a debt of the caller's; decided again when the debt changed meanwhile. */
export async function insertGuarantor(
  deps: ListingDeps,
  { register, clientId, id, request, requestKey }: InsertGuarantor,
): Promise<Listing | 'unknown' | 'busy'> {
  for (let turn = 0; turn < turnCountMax; turn++) {
    const kept = await deps.listings.findDebt({ register, clientId, id })
    if (kept === undefined) return 'unknown'
    const known = kept.guarantors.find((one) => requestKey !== undefined && one.requestKey === requestKey)
    if (known !== undefined) return known
    const moment = await momentIn(deps, register, `client:${clientId}`)
    const asked = { id: deps.newId(), register, clientId, requestKey, request }
    const party = await knownParty(deps, register, request)
    const decided = decideGuarantor(debtCaughtUp(draftedDebt(kept), moment), asked, deps.means, moment, party)
    const added = finishedDraft(deps.means, decided.added, kept.principal.name, moment)
    const drafts = [...draftsOf(finishedDebt(deps, decided, moment)), added]
    if ((await deps.listings.insert(savingOf(deps, drafts))) === 'inserted') return added.listing
  }
  return 'busy'
}
