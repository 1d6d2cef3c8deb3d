import {
  type ListingState,
  listingStates,
  type ReleaseReason,
  reviewCauses,
} from '@lastro/contract/listings/listing-codes.ts'
import {
  LiftRequest,
  OperatorDisputeRequest,
  OperatorReleaseRequest,
  OperatorSuspensionRequest,
  PaymentRequest,
  type QueuedListing,
  ReasonRequest,
} from '@lastro/contract/operator/operator-listings.ts'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { instantText, parseDay } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, maskDocument } from '@lastro/rules/documents/document-number.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { environmentOf } from '@lastro/rules/listings/register.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Static, TSchema } from 'typebox'
import { readJson } from '../../../http/body/read-json.ts'
import { type Validator, validator } from '../../../http/body/validate.ts'
import { versionIn } from '../../../http/headers/if-match.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { fieldError, type Refusal, success } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome } from '../../../http/route.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import type { ListingDeps } from '../../listings/change-debt.ts'
import { type OperatorListingAct, operate } from '../../listings/operate.ts'
import { reviewQueue } from '../../listings/reviews/review-queue.ts'
import { refusalProblem } from '../../listings/routes/listing-access.ts'
import { showListing } from '../../listings/routes/show-listing.ts'
import { nameOnRecord } from '../name-on-record.ts'
import type { AccessDeps, Handle, OperatorCall, OperatorRoute } from '../operator-access.ts'
import { afterIn, cutPage, environmentIn, limitIn } from '../operator-query.ts'

export type ListingRouteDeps = AccessDeps & {
  readonly listing: ListingDeps
  readonly clients: Pick<ClientStore, 'clientNames'>
}

const listings = `${operatorPath}/anotacoes`
const one = `${listings}/{id}`

/** The review queue, and what an operator may do to any listing: the same acts as `lastro listings`. */
export const listingRoutes = (deps: ListingRouteDeps): readonly OperatorRoute[] => [
  { operation: 'operadorAnotacoesLista', method: 'GET', path: listings, handle: list(deps) },
  { operation: 'operadorAnotacoesLe', method: 'GET', path: one, handle: read(deps), isAct: true },
  acting(deps, 'Aprova', 'aprovar', reasonBody, ({ reason }) => ({ kind: 'approve', note: reason })),
  acting(deps, 'Recusa', 'recusar', reasonBody, ({ reason }) => ({ kind: 'refuse', note: reason })),
  acting(deps, 'Suspende', 'suspender', validator(OperatorSuspensionRequest), ({ courtOrder }) => ({
    kind: 'suspend',
    courtOrder,
  })),
  acting(deps, 'Retoma', 'retomar', reasonBody, ({ reason }) => ({ kind: 'resume', note: reason })),
  acting(deps, 'Baixa', 'baixar', validator(OperatorReleaseRequest), ({ code, reason }) => ({
    kind: 'release',
    reason: code as ReleaseReason,
    note: reason,
  })),
  acting(deps, 'Paga', 'pagamento', validator(PaymentRequest), ({ paidOn, reason }, { language }) => {
    const day = parseDay(paidOn)
    return day === undefined
      ? { code: 'body_invalid', errors: [fieldError('paidOn', 'day', language)] }
      : { kind: 'paid', paidOn: day, note: reason }
  }),
  acting(deps, 'Libera', 'liberar', validator(LiftRequest), ({ courtOrder, reason }) => ({
    kind: 'lift',
    courtOrder,
    note: reason,
  })),
  acting(deps, 'Responde', 'contestacao', validator(OperatorDisputeRequest), ({ outcome, reason }) => ({
    kind: 'dispute',
    outcome,
    note: reason,
  })),
]

const reasonBody = validator(ReasonRequest)

function acting<Schema extends TSchema>(
  deps: ListingRouteDeps,
  verb: string,
  path: string,
  schema: Validator<Schema>,
  operationOf: (body: Static<Schema>, call: Call) => OperatorListingAct | Refusal,
): OperatorRoute {
  return {
    operation: `operadorAnotacoes${verb}`,
    method: 'POST',
    path: `${one}/${path}`,
    handle: async (asked) => {
      const body = await readJson(asked.call, schema)
      if (isRefusal(body)) return body
      const operation = operationOf(body.value, asked.call)
      return isRefusal(operation) ? operation : act(deps, asked, operation)
    },
  }
}

async function act(
  deps: ListingRouteDeps,
  asked: OperatorCall,
  operation: OperatorListingAct,
): Promise<Outcome> {
  const { id, operator, call } = asked
  const { ifMatch } = call.headers
  const seenVersion = ifMatch === undefined ? undefined : versionIn(ifMatch)
  const operated = await operate(
    deps.listing,
    { id, operator: nameOnRecord(operator), seenVersion },
    operation,
  )
  switch (operated.kind) {
    case 'unknown':
      return { code: 'listing_unknown' }
    case 'busy':
      return { code: 'listing_busy' }
    case 'moved':
      return { code: 'version_mismatch' }
    case 'refused':
      return refusalProblem(operated.refused, call, operated.state, 'reason')
    case 'done':
      return shown(deps, asked)
  }
}

const list =
  ({ listing, clients }: ListingRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['environment', 'clientId', 'state', 'limit', 'cursor'])
    const environment = environmentIn(query)
    const clientId = query.text('clientId')
    const state = query.choice('state', stateNames)
    const limit = limitIn(query)
    const after = afterIn(query)
    if (environment === 'sandbox' && clientId === undefined) query.wrong('clientId', 'required')
    if (query.refusal !== undefined) return query.refusal
    const found = await reviewQueue(listing.listings, {
      environment,
      clientId,
      state,
      limit: limit + 1,
      after,
    })
    const { page, cursor } = cutPage(found, limit, (held) => held)
    const names = await clients.clientNames([...new Set(page.map((held) => held.clientId))])
    return success({
      listings: page.map((held) => queuedView(held, names.get(held.clientId), call)),
      ...(cursor !== undefined && { cursor }),
    })
  }

const stateNames = Object.keys(listingStates) as readonly ListingState[]

const read =
  (deps: ListingRouteDeps): Handle =>
  (asked) =>
    shown(deps, asked)

async function shown({ listing, clients }: ListingRouteDeps, { id, call }: OperatorCall): Promise<Outcome> {
  const found = await showListing(listing, id, call.language)
  if (found === undefined) return { code: 'listing_unknown' }
  const clientName = (await clients.clientNames([found.clientId])).get(found.clientId)
  const body = success({
    environment: found.environment,
    clientId: found.clientId,
    ...(clientName !== undefined && { clientName }),
    listing: found.view,
  })
  return { ...body, headers: { ETag: `"${found.view.version}"` } }
}

/** A document is shown masked: whoever needs it whole opens the listing, and that is on record. */
function queuedView(held: Listing, clientName: string | undefined, { language }: Call): QueuedListing {
  const { review, dispute, principalId, birthDate, creditor, earlier } = held
  return {
    id: held.id,
    environment: environmentOf(held.register),
    clientId: held.clientId,
    ...(clientName !== undefined && { clientName }),
    ...(principalId !== undefined && { principalId }),
    state: held.state,
    version: held.version,
    document: maskDocument(held.document as DocumentNumber),
    name: held.name,
    ...(birthDate !== undefined && { birthDate }),
    amount: moneyText(held.amountCents),
    dueDate: held.dueDate,
    ...(creditor !== undefined && { creditorName: creditor.name }),
    receivedAt: instantText(held.createdAtMs),
    ...(review !== undefined && { review: { code: review, reason: reviewCauses[review][language] } }),
    ...(earlier !== undefined && { earlierListingId: earlier.id }),
    ...(dispute !== undefined && {
      dispute: { statement: dispute.statement, openedOn: dispute.openedOn, dueOn: dispute.dueOn },
    }),
  }
}
