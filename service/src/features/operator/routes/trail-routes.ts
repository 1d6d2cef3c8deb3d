import {
  environmentNames,
  operatorPageDefault,
  operatorPath,
} from '@lastro/contract/operator/operator-parts.ts'
import {
  type TrailRecord,
  TrailSearchRequest,
  type TrailVerification,
  VerificationRequest,
} from '@lastro/contract/operator/operator-trail.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { maskDocument, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { documentInvalid, type FieldError, fieldError, success } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import { pageOfTrail, type RecordPlace } from '../../trail/page-of-trail.ts'
import { costView } from '../../trail/routes/usage-routes.ts'
import type { TrailStore } from '../../trail/trail-store.ts'
import type { UserStore } from '../../users/user-store.ts'
import { type AccessDeps, type Handle, type OperatorRoute, once } from '../operator-access.ts'
import type { KeptVerification } from '../verification-store.ts'
import { linksIn, stateOf, type VerifyDeps, verifyChain } from '../verify-chain.ts'

export type TrailRouteDeps = AccessDeps &
  Omit<VerifyDeps, 'trail'> & {
    readonly trail: Pick<
      TrailStore,
      'heads' | 'lastAtMs' | 'left' | 'linksBefore' | 'newestSeal' | 'ofDocument'
    >
    readonly clients: Pick<ClientStore, 'clientNames'>
    readonly users: Pick<UserStore, 'namesOf'>
  }

/** Who consulted whom, and whether the record of it is whole. */
export function trailRoutes(deps: TrailRouteDeps): readonly OperatorRoute[] {
  const trail = `${operatorPath}/trilha`
  const verifications = `${trail}/verificacoes`
  return [
    { operation: 'operadorTrilha', method: 'GET', path: trail, handle: status(deps) },
    { operation: 'operadorTrilhaBusca', method: 'POST', path: `${trail}/busca`, handle: search(deps) },
    { operation: 'operadorTrilhaVerifica', method: 'POST', path: verifications, handle: verify(deps) },
    {
      operation: 'operadorTrilhaVerificacao',
      method: 'GET',
      path: `${verifications}/{id}`,
      handle: verification(deps),
    },
  ]
}

const searchBody = validator(TrailSearchRequest)
const verificationBody = validator(VerificationRequest)

const status =
  ({ trail, verifications, clock }: TrailRouteDeps): Handle =>
  async () => {
    const seal = await trail.newestSeal()
    const chains = await Promise.all(
      environmentNames.map(async (environment) => {
        const [heads, lastAtMs, last] = await Promise.all([
          trail.heads(environment),
          trail.lastAtMs(environment),
          verifications.last(environment),
        ])
        const head = seal?.hash ?? heads.at(-1)?.hash
        return {
          environment,
          lastLink: linksIn(heads),
          ...(head !== undefined && { head }),
          ...(lastAtMs !== undefined && { lastAt: instantText(lastAtMs) }),
          ...(last !== undefined && { verification: verificationView(last, clock.nowMs()) }),
        }
      }),
    )
    return success({ chains })
  }

const search =
  ({ trail, clients, users, clock }: TrailRouteDeps): Handle =>
  async (asked) => {
    const { call } = asked
    const body = await readJson(call, searchBody)
    if (isRefusal(body)) return body
    const { environment, documento, clientId, requestId, from, until, limit, cursor } = body.value
    asked.target = clientId
    const errors: FieldError[] = []
    const instant = (field: string, text: string | undefined, absent: number): number => {
      const at = text === undefined ? absent : Date.parse(text)
      if (Number.isNaN(at)) errors.push(fieldError(field, 'instant', call.language))
      return at
    }
    const range = { fromMs: instant('from', from, 0), untilMs: instant('until', until, clock.nowMs()) }
    const before = cursor === undefined ? undefined : recordPlace(cursor)
    if (cursor !== undefined && before === undefined)
      errors.push(fieldError('cursor', 'cursor', call.language))
    if (errors.length > 0) return { code: 'body_invalid', errors }
    const parsed = documento === undefined ? undefined : parseDocument(documento)
    if (parsed?.kind === 'fault') return documentInvalid(parsed.fault, call.language)
    const wanted = { ...range, document: parsed?.document, clientId, requestId }
    const { found, next } = await pageOfTrail(trail, environment, wanted, {
      before,
      limit: limit ?? operatorPageDefault,
    })
    const clientNames = await clients.clientNames([...new Set(found.map((one) => one.clientId))])
    const userNames = await users.namesOf([...new Set(found.flatMap((one) => one.userId ?? []))])
    return success({
      records: found.map((one) => recordView(one, { clientNames, userNames }, parsed !== undefined)),
      ...(next !== undefined && { cursor: cursorOf(next) }),
    })
  }

const verify =
  (deps: TrailRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, verificationBody)
    if (isRefusal(body)) return body
    return once(deps, asked, 'operadorTrilhaVerifica', body.bytes, async () => {
      const { environment, expect: expected } = body.value
      const begun = await verifyChain(deps, { environment, expected, startedBy: asked.operator.name })
      if (begun === 'running') return { code: 'verification_running' }
      asked.target = begun.id
      return success(verificationView(begun, deps.clock.nowMs()), 201)
    })
  }

const verification =
  ({ verifications, clock }: TrailRouteDeps): Handle =>
  async ({ id }) => {
    const found = await verifications.find(id)
    return found === undefined
      ? { code: 'verification_unknown' }
      : success(verificationView(found, clock.nowMs()))
  }

const verificationView = (of: KeptVerification, nowMs: number): TrailVerification => ({
  id: of.id,
  environment: of.environment,
  state: stateOf(of, nowMs),
  links: of.links,
  linksTotal: of.linksTotal,
  records: of.records,
  ...(of.head !== undefined && { head: of.head }),
  ...(of.broken !== undefined && { broken: of.broken }),
  ...(of.besides.length > 0 && { differences: [...of.besides] }),
  ...(of.holdsExpected !== undefined && { holdsExpected: of.holdsExpected }),
  startedBy: of.startedBy,
  startedAt: instantText(of.startedAtMs),
  ...(of.endedAtMs !== undefined && { endedAt: instantText(of.endedAtMs) }),
})

type Names = Readonly<Record<'clientNames' | 'userNames', ReadonlyMap<string, string>>>

const named = (name: 'clientName' | 'userName', text: string | undefined) =>
  text === undefined ? {} : { [name]: text }

const recordView = (
  { number, place, document, features, userId, ...one }: Consultation,
  { clientNames, userNames }: Names,
  isWhole: boolean,
): TrailRecord => ({
  record: `${number}.${place}`,
  at: instantText(one.atMs),
  clientId: one.clientId,
  ...named('clientName', clientNames.get(one.clientId)),
  ...(userId !== undefined && { userId, ...named('userName', userNames.get(userId)) }),
  ...(document !== '' && { document: isWhole ? document : maskDocument(document) }),
  product: one.product,
  features: features === '' ? [] : features.split(','),
  purpose: one.purpose,
  outcome: one.outcome,
  ...(one.coverage !== undefined && { coverage: one.coverage }),
  billed: one.billed,
  amount: moneyText(BigInt(one.cents)),
  address: one.address,
  requestId: one.requestId,
  ...(one.reopens !== undefined && { reopens: one.reopens }),
  ...(one.costs !== undefined && {
    costs: one.costs.map((cost) => ({ ...costView(cost), paidBy: cost.paidBy })),
  }),
})

/** Opaque to callers: where a page ended. */
const cursorOf = ({ lastAtMs, number, place }: RecordPlace): string =>
  Buffer.from(`${lastAtMs} ${number} ${place}`).toString('base64url')

function recordPlace(cursor: string): RecordPlace | undefined {
  const [, lastAtMs, number, place] =
    /^(\d{1,16}) (\d{1,16}) (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (lastAtMs === undefined || number === undefined || place === undefined) return undefined
  return { lastAtMs: Number(lastAtMs), number: Number(number), place: Number(place) }
}
