import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type { GuarantorRequest, ListingPatch, ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { identityOf, type SoughtDebt, termsOf } from '@lastro/rules/listings/insertion/debt-identity.ts'
import { decideGuarantor, decideInsertion } from '@lastro/rules/listings/insertion/insertion.ts'
import type { KnownParty } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Moment } from '@lastro/rules/listings/listing.ts'
import { type Draft, draftOf, draftsOf, type Listing } from '@lastro/rules/listings/listing.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { caughtUp, debtCaughtUp } from '@lastro/rules/listings/time.ts'
import { centsOf, moneyText } from '@lastro/rules/money/cents.ts'
import { keptMs } from '../../http/idempotency.ts'
import {
  draftedDebt,
  finishedDebt,
  finishedDraft,
  type ListingDeps,
  momentIn,
  savingOf,
} from './change-debt.ts'
import { knownParty } from './known-parties.ts'
import type { DebtKey } from './listing-store.ts'

export type InsertDebt = {
  readonly register: Register
  readonly clientId: string
  /** Those that the client's contract lets it act for; the first is its own. */
  readonly creditors: readonly Creditor[]
  readonly request: ListingRequest
  readonly requestKey: string | undefined
}

const turnCountMax = 8

/** A refused listing is on record like any other: its state says so. Decided again when the debt was sent twice at once. */
export async function insertDebt(deps: ListingDeps, command: InsertDebt): Promise<Listing | 'busy'> {
  const { register, clientId, requestKey } = command
  for (let turn = 0; turn < turnCountMax; turn++) {
    const debt = debtAsked(command)
    const known = await deps.listings.known(register, debt === undefined ? [] : [debt])
    const moment = await momentIn(deps, register, `client:${clientId}`)
    const made = known.listings.find((one) => one.clientId === clientId && isMadeBy(requestKey, one, moment))
    if (made !== undefined) return made
    const party = await knownParty(deps, register, command.request)
    const draft = insertionDraft(deps, command, { listings: known.listings, party }, moment)
    if (await deps.listings.insert(savingOf(deps, [draft]), known)) return draft.listing
  }
  return 'busy'
}

/** A repeat of the very request that made one is not a second debt: its first answer was lost. A key lives for a day. */
const isMadeBy = (requestKey: string | undefined, made: Listing, { nowMs }: Moment): boolean =>
  requestKey !== undefined && made.requestKey === requestKey && made.createdAtMs > nowMs - keptMs

/** The debt to be inserted; undefined if it lacks creditor, contract or document, for which it is refused. */
export function debtAsked(command: Pick<InsertDebt, 'creditors' | 'request'>): SoughtDebt | undefined {
  const { documento, contractId, amount, dueDate, legalNatureId } = command.request
  const creditor = creditorOf(command)
  const parsed = parseDocument(documento)
  if (creditor === undefined || contractId === undefined || parsed.kind === 'fault') return undefined
  const terms = { amount: moneyText(centsOf(amount)), dueDate: dueDate as Day, legalNatureId }
  return { creditorDocument: creditor.document, document: parsed.document, contractId, terms }
}

/** What becomes of a debt at this moment, by what is known of it. */
export function insertionDraft(
  { means, newId }: Pick<ListingDeps, 'means' | 'newId'>,
  command: InsertDebt,
  known: { readonly listings: readonly Listing[]; readonly party: KnownParty },
  moment: Moment,
): Draft {
  const { register, clientId, requestKey, request } = command
  const asked = { id: newId(), register, clientId, requestKey, request, creditor: creditorOf(command) }
  const { listings, party } = known
  const decided = decideInsertion(asked, asOf(listings, moment), means, moment, party)
  return finishedDraft(means, decided, undefined, moment)
}

/** Dates decide: what time has ended is ended, whether or not a job has recorded it. */
const asOf = (known: readonly Listing[], moment: Moment): readonly Listing[] =>
  known.map((one) => caughtUp(draftOf(one), moment).listing)

/** The creditor named, or the client's own; undefined when the contract does not let it act for that one. */
function creditorOf({
  creditors,
  request: { creditorDocument },
}: Pick<InsertDebt, 'creditors' | 'request'>): Creditor | undefined {
  if (creditorDocument === undefined) return creditors[0]
  const parsed = parseDocument(creditorDocument)
  return parsed.kind === 'fault' ? undefined : creditors.find((one) => one.document === parsed.document)
}

export type InsertGuarantor = {
  readonly register: Register
  readonly clientId: string
  readonly id: string
  readonly request: GuarantorRequest
  readonly requestKey: string | undefined
}

/** Adds a guarantor to a debt of the caller's; decided again when the debt changed meanwhile. */
export async function insertGuarantor(
  deps: ListingDeps,
  { register, clientId, id, request, requestKey }: InsertGuarantor,
): Promise<Listing | 'unknown' | 'busy'> {
  for (let turn = 0; turn < turnCountMax; turn++) {
    const kept = await deps.listings.findDebt({ register, clientId, id })
    if (kept === undefined) return 'unknown'
    const moment = await momentIn(deps, register, `client:${clientId}`)
    const made = kept.guarantors.find((one) => isMadeBy(requestKey, one, moment))
    if (made !== undefined) return made
    const known = await deps.listings.known(register, guarantorDebt(kept.principal, request))
    const asked = { id: deps.newId(), register, clientId, requestKey, request }
    const debt = debtCaughtUp(draftedDebt(kept), moment)
    const party = await knownParty(deps, register, request)
    const decided = decideGuarantor(debt, asked, asOf(known.listings, moment), deps.means, moment, party)
    const added = finishedDraft(deps.means, decided.added, kept.principal.name, moment)
    const drafts = [...draftsOf(finishedDebt(deps, decided, moment)), added]
    if (await deps.listings.insert(savingOf(deps, drafts), known)) return added.listing
  }
  return 'busy'
}

/** The same debt, owed by another. */
function guarantorDebt(principal: Listing, { documento }: GuarantorRequest): readonly SoughtDebt[] {
  const identity = identityOf(principal)
  const parsed = parseDocument(documento)
  if (identity === undefined || parsed.kind === 'fault') return []
  const [terms] = termsOf(principal)
  return [{ ...identity, document: parsed.document, terms }]
}

/** The listings that may show that a debt with the patched amount or due date has ended before. */
export async function knownWithTerms(
  deps: Pick<ListingDeps, 'listings' | 'nowMsIn'>,
  key: DebtKey,
  { amount, dueDate }: Pick<ListingPatch, 'amount' | 'dueDate'>,
): Promise<readonly Listing[]> {
  if (amount === undefined && dueDate === undefined) return []
  const kept = await deps.listings.findDebt(key)
  if (kept === undefined) return []
  const sought = [kept.principal, ...kept.guarantors].flatMap((one): SoughtDebt[] => {
    const identity = identityOf(one)
    const [now] = termsOf(one)
    const terms = {
      ...now,
      ...(amount !== undefined && { amount: moneyText(centsOf(amount)) }),
      ...(dueDate !== undefined && { dueDate: dueDate as Day }),
    }
    return identity === undefined ? [] : [{ ...identity, terms }]
  })
  const { listings } = await deps.listings.known(key.register, sought)
  return asOf(listings, await momentIn(deps, key.register, 'bureau'))
}
