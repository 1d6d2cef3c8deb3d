import { randomUUID } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { batchesPath, csv, ndjson } from '@lastro/contract/listings/batches.ts'
import { listingService } from '@lastro/contract/reports/products.ts'
import { dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { bodyMediaType, bodyStream, discardRest } from '../../../http/body/body.ts'
import { allowLongBody } from '../../../http/body/long-body.ts'
import { SenderRefused, stillAdmitted } from '../../../http/body/still-admitted.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { isKey, keptMs } from '../../../http/idempotency.ts'
import { cursorAt } from '../../../http/query/list-query.ts'
import { success } from '../../../http/reply.ts'
import { environmentPrefix, environments, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { ListingDeps } from '../change-debt.ts'
import { admitted, creditorsOf, type ListingCall } from '../routes/listing-access.ts'
import { readPage } from '../routes/listing-filter.ts'
import { answerBatch, batchView } from './answer-batch.ts'
import type { BatchStore, KeptBatch, OpenedBatch } from './batch-store.ts'
import { type BatchSender, decideLines } from './decide-lines.ts'
import type { BatchFormat } from './read-batch-line.ts'
import { type BatchSending, claimMs, type Receiving, receiveBatch } from './receive-batch.ts'
import { keptLine, refusedLineView } from './refused-lines.ts'

export type BatchRouteDeps = ListingDeps & {
  readonly batches: BatchStore
  readonly authenticate: Authenticate
  /** The sandbox takes debts of its test documents only. */
  readonly sandboxAccepts: (document: DocumentNumber) => boolean
}

/** A batch is sent, and its progress and those before it looked at, in both environments. */
export const batchRoutes = (deps: BatchRouteDeps): Route[] =>
  environments.flatMap((environment) => [
    sendRoute(deps, environment),
    listRoute(deps, environment),
    progressRoute(deps, environment),
    refusedRoute(deps, environment),
  ])

function sendRoute(deps: BatchRouteDeps, environment: Environment): Route {
  const path = `${environmentPrefix[environment]}${batchesPath}`
  return {
    operation: 'lotesInclui',
    method: 'POST',
    path,
    produces: [ndjson],
    handle: async (call) => {
      const asked = await admitted(deps.authenticate, call, { environment, path })
      if (isRefusal(asked)) return asked
      const format = formatOf(call.headers)
      if (format === undefined) {
        return { code: 'media_type_unsupported', values: { mediaTypes: `${ndjson}, ${csv}` } }
      }
      const key = call.headers.idempotencyKey
      if (key !== undefined && !isKey(key)) return { code: 'idempotency_key_invalid' }
      return receive(deps, asked, format, key)
    },
  }
}

const formatOf = (headers: ListingCall['call']['headers']): BatchFormat | undefined => {
  const mediaType = bodyMediaType(headers)
  return mediaType === ndjson || mediaType === csv ? mediaType : undefined
}

async function receive(
  deps: BatchRouteDeps,
  asked: ListingCall,
  format: BatchFormat,
  key: string | undefined,
): Promise<Outcome> {
  const { batches, clock } = deps
  const { call, caller, register } = asked
  const crowded = allowLongBody(call, caller.clientId)
  if (crowded !== undefined) return crowded
  const claim = randomUUID()
  const opened = await open(deps, asked, { format, key, claim })
  if (opened.kind === 'in_flight')
    return { code: 'idempotency_key_in_flight', headers: { 'Retry-After': '5' } }
  if (opened.kind === 'reused') return { code: 'idempotency_key_reused' }
  const { batch } = opened
  const sending: BatchSending = { batch, claim, format, language: call.language }
  const decide = async (debts: Parameters<typeof decideLines>[2]) => {
    const sender = await stillAdmitted(deps.authenticate, call, caller)
    if (!sender.scopes.has(listingService.code)) throw new SenderRefused('product_not_contracted')
    return decideLines(deps, senderOf(deps, { ...asked, caller: sender }), debts)
  }
  const stream = bodyStream(call.request)
  // Left open where it is not read to its end, so that its sender gets the answer.
  const body = stream.iterator({ destroyOnReturn: false })
  const receiving = receiveBatch({ batches, clock, decide }, sending, body)
  void afterwards(receiving, () => {
    discardRest(stream)
    // The next sending need not wait for this one's claim to lapse.
    return batches.release(batch.id, claim)
  })
  if (!(await receiving.isSame)) return notTheSame(receiving)
  const end = async () => {
    const kept = await batches.find({ register, clientId: caller.clientId, id: batch.id })
    return batchView(kept ?? batch, clock.nowMs(), instantText)
  }
  return {
    status: 200,
    contentType: `${ndjson}; charset=utf-8`,
    body: '',
    stream: answerBatch(batches, batch.id, receiving, end),
    headers: {
      Location: `${environmentPrefix[caller.environment]}${batchesPath}/${batch.id}`,
      ...(batch.isDone && { 'Idempotency-Replayed': 'true' }),
    },
  }
}

/** Whatever ended it. What goes wrong now is nobody's loss: a claim lapses by itself. */
async function afterwards({ ended }: Receiving, work: () => Promise<void>): Promise<void> {
  await ended.catch(() => undefined)
  await work().catch(() => undefined)
}

function open(
  { batches, clock, newId }: BatchRouteDeps,
  { caller, register }: ListingCall,
  { format, key, claim }: { format: BatchFormat; key: string | undefined; claim: string },
): Promise<OpenedBatch> {
  const nowMs = clock.nowMs()
  const { clientId } = caller
  const claimed = { claim, claimedUntilMs: nowMs + claimMs, keyExpiresAtMs: nowMs + keptMs }
  return batches.open({ id: newId(), register, clientId, key, format, ...claimed }, nowMs)
}

function senderOf({ sandboxAccepts }: BatchRouteDeps, { call, caller, register }: ListingCall): BatchSender {
  const { environment, clientId } = caller
  return {
    register,
    clientId,
    creditors: creditorsOf(caller),
    language: call.language,
    accepts: (documento) => {
      const parsed = parseDocument(documento)
      return environment === 'production' || parsed.kind === 'fault' || sandboxAccepts(parsed.document)
    },
  }
}

/** Another body under the same key, or a body that broke off before that could be known. */
const notTheSame = ({ ended }: Receiving): Promise<Outcome> =>
  ended.then(
    () => ({ code: 'idempotency_key_reused' }),
    (error: unknown) => {
      if (isBrokenOff(error)) return { code: 'request_malformed' }
      throw error
    },
  )

const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

function listRoute({ batches, clock, authenticate }: BatchRouteDeps, environment: Environment): Route {
  const path = `${environmentPrefix[environment]}${batchesPath}`
  return {
    operation: 'lotesLista',
    method: 'GET',
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const asked = await admitted(authenticate, call, { environment, path })
      if (isRefusal(asked)) return asked
      const page = readPage(call)
      if ('code' in page) return page
      const { register, caller } = asked
      const found = await batches.list({
        ...page,
        register,
        clientId: caller.clientId,
        limit: page.limit + 1,
      })
      const shown = found.slice(0, page.limit)
      const last = shown.at(-1)
      return success({
        batches: shown.map((one) => batchView(one, clock.nowMs(), instantText)),
        ...(found.length > shown.length && last !== undefined && { cursor: cursorAt(last) }),
      })
    },
  }
}

function progressRoute(deps: BatchRouteDeps, environment: Environment): Route {
  const path = `${environmentPrefix[environment]}${batchesPath}/{id}`
  return {
    operation: 'lotesSituacao',
    method: 'GET',
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const asked = await admitted(deps.authenticate, call, { environment, path })
      if (isRefusal(asked)) return asked
      const { register, id, caller } = asked
      const batch: KeptBatch | undefined = await deps.batches.find({
        register,
        clientId: caller.clientId,
        id,
      })
      if (batch === undefined) return { code: 'batch_unknown' }
      return success(batchView(batch, deps.clock.nowMs(), instantText))
    },
  }
}

/** What was not taken, with the debts that are on record for it. A page ends at a line. */
function refusedRoute(deps: BatchRouteDeps, environment: Environment): Route {
  const path = `${environmentPrefix[environment]}${batchesPath}/{id}/recusadas`
  return {
    operation: 'lotesRecusadas',
    method: 'GET',
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const asked = await admitted(deps.authenticate, call, { environment, path })
      if (isRefusal(asked)) return asked
      const page = readPage(call)
      if ('code' in page) return page
      const { register, id, caller } = asked
      const { clientId } = caller
      if ((await deps.batches.find({ register, clientId, id })) === undefined)
        return { code: 'batch_unknown' }
      const found = await deps.batches.refusedAnswers(id, page.after?.createdAtMs ?? 0, page.limit + 1)
      const lines = found.slice(0, page.limit).map(keptLine)
      const ids = lines.flatMap((one) => one.id ?? [])
      const listings = new Map(
        (await deps.listings.findListings({ register, clientId, ids })).map((one) => [one.id, one]),
      )
      const viewing = { today: dayAt(await deps.nowMsIn(register)), language: call.language }
      const last = lines.at(-1)
      return success({
        lines: lines.map((one) => refusedLineView(one, listings.get(one.id ?? ''), viewing)),
        ...(found.length > lines.length &&
          last !== undefined && { cursor: cursorAt({ createdAtMs: last.line, id }) }),
      })
    },
  }
}
