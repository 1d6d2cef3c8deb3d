import { createHash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { ReleaseReason } from '@lastro/contract/listings/listing-codes.ts'
import { listingSummaryPath, listingsPath } from '@lastro/contract/listings/listing-operations.ts'
import {
  DisputeOutcomeRequest,
  DisputeRequest,
  GuarantorPatch,
  GuarantorRequest,
  ListingPatch,
  ListingRequest,
  ReleaseRequest,
  SuspensionRequest,
} from '@lastro/contract/listings/listings.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { decideResumption, decideSuspension } from '@lastro/rules/listings/court.ts'
import { decideDispute, decideDisputeOutcome } from '@lastro/rules/listings/dispute.ts'
import { partyRefusals, type RefusedMember, refusalsOf } from '@lastro/rules/listings/insertion/admission.ts'
import { type KnownParty, nothingKnown } from '@lastro/rules/listings/insertion/known-party.ts'
import type { Debt, Listing } from '@lastro/rules/listings/listing.ts'
import { targetOf } from '@lastro/rules/listings/move.ts'
import { decideRelease } from '@lastro/rules/listings/release.ts'
import { debtCaughtUp } from '@lastro/rules/listings/time.ts'
import { decideUpdate } from '@lastro/rules/listings/update.ts'
import type { Static, TSchema } from 'typebox'
import { type JsonBody, readJson } from '../../../http/body/read-json.ts'
import { type Validator, validator } from '../../../http/body/validate.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { asItWas, type IdempotencyStore, onceForKey } from '../../../http/idempotency.ts'
import { pathOf } from '../../../http/path-pattern.ts'
import { cursorAt } from '../../../http/query/list-query.ts'
import { problemReply, type Refusal, success } from '../../../http/reply.ts'
import { environmentPrefix, environments, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { DecideChange } from '../change-debt.ts'
import { changeDebt, draftedDebt, type ListingDeps, momentIn } from '../change-debt.ts'
import { settleBatch } from '../deadlines/due-listings.ts'
import { insertDebt, insertGuarantor, knownWithTerms } from '../insert-debt.ts'
import { knownParty, toldBirthDates } from '../known-parties.ts'
import { refusalErrors, refusalText } from '../refusal-errors.ts'
import { admitted, creditorsOf, type ListingCall, outcomeOf, targetListing } from './listing-access.ts'
import { readFilter } from './listing-filter.ts'
import { listingSummary } from './listing-summary.ts'
import { earlierView, listingView, statusView } from './listing-view.ts'

export type ListingRouteDeps = ListingDeps & {
  readonly authenticate: Authenticate
  readonly idempotency: IdempotencyStore
  /** The sandbox takes debts of its test documents only. */
  readonly sandboxAccepts: (document: DocumentNumber) => boolean
}

type Handle = (asked: ListingCall) => Promise<Outcome>
type ListingRoute = {
  readonly operation: string
  readonly method: Route['method']
  readonly path: string
  readonly handle: Handle
}

const debtPath = `${listingsPath}/{id}`
const guarantorsPath = `${debtPath}/avalistas`
const guarantorPath = `${guarantorsPath}/{avalistaId}`

/** Every operation on listings and on their guarantors, in both environments. */
export function listingRoutes(deps: ListingRouteDeps): Route[] {
  const routes: readonly ListingRoute[] = [
    { operation: 'dividasInclui', method: 'POST', path: listingsPath, handle: insert(deps) },
    { operation: 'dividasLista', method: 'GET', path: listingsPath, handle: list(deps) },
    { operation: 'dividasResumo', method: 'GET', path: listingSummaryPath, handle: summary(deps) },
    { operation: 'dividasSituacao', method: 'GET', path: debtPath, handle: status(deps) },
    { operation: 'dividasAltera', method: 'PATCH', path: debtPath, handle: update(deps, patch) },
    ...verbs(deps, 'dividas', debtPath),
    { operation: 'avalistasInclui', method: 'POST', path: guarantorsPath, handle: addGuarantor(deps) },
    { operation: 'avalistasLista', method: 'GET', path: guarantorsPath, handle: guarantors(deps) },
    { operation: 'avalistasSituacao', method: 'GET', path: guarantorPath, handle: status(deps) },
    {
      operation: 'avalistasAltera',
      method: 'PATCH',
      path: guarantorPath,
      handle: update(deps, guarantorPatch),
    },
    ...verbs(deps, 'avalistas', guarantorPath),
  ]
  return environments.flatMap((environment) => routes.map((one) => route(deps, one, environment)))
}

function route(
  { authenticate }: ListingRouteDeps,
  { operation, method, path: bare, handle }: ListingRoute,
  environment: Environment,
): Route {
  const path = `${environmentPrefix[environment]}${bare}`
  return {
    operation,
    method,
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const asked = await admitted(authenticate, call, { environment, path })
      return isRefusal(asked) ? asked : handle(asked)
    },
  }
}

/** The same verbs on a debt and on a guarantor. */
const verbs = (deps: ListingRouteDeps, prefix: string, path: string): readonly ListingRoute[] => [
  {
    operation: `${prefix}Baixa`,
    method: 'POST',
    path: `${path}/baixa`,
    handle: acting(deps, release, ({ guarantorId }, { reason, paidOn }) => (debt, moment) => {
      const asked = { reason: reason as ReleaseReason, ...(paidOn !== undefined && { paidOn }) }
      return decideRelease(debt, guarantorId, asked, moment)
    }),
  },
  {
    operation: `${prefix}Suspende`,
    method: 'POST',
    path: `${path}/suspensao`,
    handle: acting(
      deps,
      suspension,
      ({ guarantorId }, { courtOrder }) =>
        (debt, moment) =>
          decideSuspension(debt, guarantorId, courtOrder, moment),
    ),
  },
  {
    operation: `${prefix}Retoma`,
    method: 'DELETE',
    path: `${path}/suspensao`,
    handle: (asked) =>
      act(deps, asked, (debt, moment) => decideResumption(debt, asked.guarantorId, deps.means, moment)),
  },
  {
    operation: `${prefix}Contesta`,
    method: 'POST',
    path: `${path}/contestacao`,
    handle: acting(
      deps,
      dispute,
      ({ guarantorId }, { statement }) =>
        (debt, moment) =>
          decideDispute(debt, guarantorId, statement, moment),
    ),
  },
  {
    operation: `${prefix}Responde`,
    method: 'POST',
    path: `${path}/contestacao/desfecho`,
    handle: acting(
      deps,
      disputeOutcome,
      ({ guarantorId }, outcome) =>
        (debt, moment) =>
          decideDisputeOutcome(debt, guarantorId, outcome, moment),
    ),
  },
]

const request = validator(ListingRequest)
const guarantorRequest = validator(GuarantorRequest)
const patch = validator(ListingPatch)
const guarantorPatch = validator(GuarantorPatch)
const release = validator(ReleaseRequest)
const suspension = validator(SuspensionRequest)
const dispute = validator(DisputeRequest)
const disputeOutcome = validator(DisputeOutcomeRequest)

const insert =
  (deps: ListingRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, request)
    if (isRefusal(body)) return body
    const stranger = strangerIn(deps, asked, body.value.documento)
    if (stranger !== undefined) return stranger
    const { caller, register } = asked
    return once(
      deps,
      asked,
      'dividasInclui',
      body,
      (requestKey) =>
        insertDebt(deps, {
          register,
          clientId: caller.clientId,
          creditors: creditorsOf(caller),
          request: body.value,
          requestKey,
        }),
      ({ creditor }, today) => refusalsOf(body.value, creditor, today),
    )
  }

const addGuarantor =
  (deps: ListingRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, guarantorRequest)
    if (isRefusal(body)) return body
    const { caller, register, id } = asked
    if ((await deps.listings.findDebt({ register, clientId: caller.clientId, id })) === undefined) {
      return { code: 'listing_unknown' }
    }
    const stranger = strangerIn(deps, asked, body.value.documento)
    if (stranger !== undefined) return stranger
    return once(
      deps,
      asked,
      `avalistasInclui ${id}`,
      body,
      (requestKey) =>
        insertGuarantor(deps, { register, clientId: caller.clientId, id, request: body.value, requestKey }),
      ({ creditor, dueDate }, today) => partyRefusals(body.value, { creditor, dueDate, today }),
    )
  }

/** The sandbox holds invented people only: a real one has no place in it. */
function strangerIn(
  { sandboxAccepts }: ListingRouteDeps,
  { caller }: ListingCall,
  documento: string,
): Refusal | undefined {
  if (caller.environment === 'production') return undefined
  const parsed = parseDocument(documento)
  const isStranger = parsed.kind === 'document' && !sandboxAccepts(parsed.document)
  return isStranger ? { code: 'document_not_in_sandbox' } : undefined
}

/** Creates once for each Idempotency-Key. A refusal is an answer too: it is on record, and is repeated like one. */
async function once(
  deps: ListingRouteDeps,
  asked: ListingCall,
  operation: string,
  body: JsonBody<TSchema>,
  create: (requestKey: string | undefined) => Promise<Listing | 'unknown' | 'busy'>,
  refusedMembers: (listing: Listing, today: Day) => readonly RefusedMember[],
): Promise<Outcome> {
  const { call, caller, register } = asked
  const key = call.headers.idempotencyKey
  const work = async (requestKey: string | undefined) => {
    const created = await create(requestKey)
    if (created === 'unknown') return { code: 'listing_unknown' as const }
    if (created === 'busy') return { code: 'listing_busy' as const }
    const today = dayAt(await deps.nowMsIn(register))
    if (created.state === 'refused') return refusalReply(created, refusedMembers(created, today), asked)
    const principal = await principalOf(deps, created)
    return withTag(created, success(listingView(created, principal, { today, language: call.language }), 201))
  }
  if (key === undefined) return work(undefined)
  const keyed = {
    environment: caller.environment,
    clientId: caller.clientId,
    key,
    operation,
    body: body.bytes,
  }
  return onceForKey(deps, keyed, () => work(requestKeyOf(operation, key, body.bytes)), asItWas)
}

const requestKeyOf = (operation: string, key: string, body: Buffer): string =>
  createHash('sha256').update(`${operation}\n${key}\n`).update(body).digest('base64url')

const principalOf = async ({ listings }: ListingDeps, { principalId }: Listing) =>
  principalId === undefined ? undefined : listings.findListing(principalId)

function refusalReply(listing: Listing, refused: readonly RefusedMember[], { call }: ListingCall): Outcome {
  const code = listing.refusal ?? 'review_refused'
  const reason = refusalText(code, listing, call.language)
  const refusal = { code, reason, id: listing.id, ...earlierView(listing.earlier) }
  const errors = refusalErrors(listing.refusal, refused, listing, call.language)
  return problemReply(
    { code: 'listing_refused', values: { reason }, ...(errors.length > 0 && { errors }), refusal },
    call.language,
    call.requestId,
  )
}

const list =
  (deps: ListingRouteDeps): Handle =>
  async ({ call, caller, register }) => {
    const filter = readFilter(call)
    if ('code' in filter) return filter
    // The list goes by recorded states, so what has fallen due is recorded first; a great many, the job does.
    await settleBatch(deps, { register, clientId: caller.clientId })
    const today = dayAt(await deps.nowMsIn(register))
    const found = await deps.listings.list({
      ...filter,
      register,
      clientId: caller.clientId,
      limit: filter.limit + 1,
    })
    const page = found.slice(0, filter.limit)
    const last = page.at(-1)
    const viewing = { today, language: call.language }
    return success({
      listings: page.map((one) => listingView(one, undefined, viewing)),
      ...(found.length > page.length && last !== undefined && { cursor: cursorAt(last) }),
    })
  }

const summary =
  (deps: ListingRouteDeps): Handle =>
  async ({ caller: { clientId }, register }) => {
    await settleBatch(deps, { register, clientId })
    return success(listingSummary(await deps.listings.groups({ register, clientId })))
  }

const status =
  (deps: ListingRouteDeps): Handle =>
  async (asked) => {
    const { call, caller, register, id, guarantorId } = asked
    const kept = await deps.listings.findDebt({ register, clientId: caller.clientId, id })
    if (
      kept === undefined ||
      (guarantorId !== undefined && !kept.guarantors.some((one) => one.id === guarantorId))
    ) {
      return { code: 'listing_unknown' }
    }
    const moment = await momentIn(deps, register, 'bureau')
    const debt = debtCaughtUp(draftedDebt(kept), moment)
    const { listing, entries } = targetOf(debt, guarantorId)
    const [history, notices] = await Promise.all([
      deps.listings.history(listing.id),
      deps.listings.notices(listing.id),
    ])
    const isPrincipal = guarantorId === undefined
    const view = statusView(
      listing,
      isPrincipal ? undefined : debt.principal.listing,
      {
        // What has fallen due and waits to be recorded is shown as it will be.
        history: [...history.filter((one) => one.version <= listing.version - entries.length), ...entries],
        notices,
        ...(isPrincipal && { guarantors: debt.guarantors.map((one) => one.listing) }),
      },
      { today: moment.today, language: call.language },
    )
    return withTag(listing, success(view))
  }

const guarantors =
  (deps: ListingRouteDeps): Handle =>
  async ({ call, caller, register, id }) => {
    const kept = await deps.listings.findDebt({ register, clientId: caller.clientId, id })
    if (kept === undefined) return { code: 'listing_unknown' }
    const moment = await momentIn(deps, register, 'bureau')
    const debt = debtCaughtUp(draftedDebt(kept), moment)
    const viewing = { today: moment.today, language: call.language }
    return success({
      guarantors: debt.guarantors.map((one) => listingView(one.listing, debt.principal.listing, viewing)),
    })
  }

const update =
  (
    deps: ListingRouteDeps,
    schema: Validator<typeof ListingPatch> | Validator<typeof GuarantorPatch>,
  ): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, schema as Validator<typeof ListingPatch>)
    if (isRefusal(body)) return body
    const { ifMatch } = asked.call.headers
    if (ifMatch === undefined) return { code: 'version_required' }
    let isOther = false
    const known = await knownAfter(deps, asked, body.value)
    const { register, caller, id } = asked
    const others = await knownWithTerms(deps, { register, clientId: caller.clientId, id }, body.value)
    const outcome = await act(deps, asked, (debt, moment) => {
      isOther = ifMatch !== etagOf(targetListing(debt, asked))
      // Nothing is decided on a version that the caller has not seen.
      return isOther
        ? { refused: 'state' }
        : decideUpdate(debt, asked.guarantorId, body.value, deps.means, moment, known, others)
    })
    return isOther ? { code: 'version_mismatch' } : outcome
  }

/** What is known of whoever a patch says something new about. */
async function knownAfter(
  deps: ListingRouteDeps,
  { caller, register, id, guarantorId }: ListingCall,
  { contact, birthDate }: ListingPatch,
): Promise<KnownParty> {
  if (contact === undefined && birthDate === undefined) return nothingKnown
  const listing = await deps.listings.findListing(guarantorId ?? id)
  if (listing?.clientId !== caller.clientId || listing.register !== register) return nothingKnown
  const party = { documento: listing.document, contact: contact ?? listing.contact }
  const known = await knownParty(deps, register, party)
  return birthDate === undefined ? known : { ...known, birthDates: await toldBirthDates(deps, listing) }
}

const acting =
  <Schema extends TSchema>(
    deps: ListingRouteDeps,
    schema: Validator<Schema>,
    decideOn: (asked: ListingCall, body: Static<Schema>) => DecideChange,
  ): Handle =>
  async (asked) => {
    const { call, caller } = asked
    const body = await readJson(call, schema)
    if (isRefusal(body)) return body
    const work = () => act(deps, asked, decideOn(asked, body.value))
    const key = call.headers.idempotencyKey
    if (key === undefined) return work()
    const operation = `${call.request.method} ${pathOf(call.request.url ?? '')}`
    const { environment, clientId } = caller
    return onceForKey(deps, { environment, clientId, key, operation, body: body.bytes }, work, asItWas)
  }

/** Decides, saves, and answers with the listing as it now stands. */
async function act(deps: ListingRouteDeps, asked: ListingCall, decide: DecideChange): Promise<Outcome> {
  const { caller, register, id, guarantorId, call } = asked
  const key = { register, clientId: caller.clientId, id }
  let state: Listing['state'] | undefined
  const changed = await changeDebt(
    deps,
    { key, guarantorId },
    `client:${caller.clientId}`,
    (debt, moment) => {
      state = targetListing(debt, asked).state
      return decide(debt, moment)
    },
  )
  const today = dayAt(await deps.nowMsIn(register))
  const answer = (debt: Debt) => {
    const listing = targetListing(debt, asked)
    const principal = guarantorId === undefined ? undefined : debt.principal.listing
    return withTag(listing, success(listingView(listing, principal, { today, language: call.language })))
  }
  return outcomeOf(changed, asked, answer, state)
}

const etagOf = ({ version }: Listing): string => `"${version}"`

const withTag = (listing: Listing, reply: ReturnType<typeof success>) => ({
  ...reply,
  headers: { ETag: etagOf(listing) },
})
