import { asItWas, type IdempotencyStore, onceForKey } from '../../http/idempotency.ts'
import { matchPath, pathOf } from '../../http/path-pattern.ts'
import { type Call, isRefusal, type Outcome, type Route } from '../../http/route.ts'
import { type Act, type ActRecordDeps, onRecord } from '../acts/on-record.ts'
import type { AuthenticateOperator, Operator } from '../users/operator.ts'

export type AccessDeps = ActRecordDeps & {
  /** Reads the session of a call: an operator's, or a refusal. */
  readonly operator: AuthenticateOperator
  /** Seals what it keeps: some answers show a secret. */
  readonly idempotency: IdempotencyStore
}

/** A call of an operator, and what its act is about as far as that is known. */
export type OperatorCall = Act & {
  readonly call: Call
  readonly operator: Operator
  /** The steps of the path by their names. */
  readonly path: Readonly<Record<string, string>>
  readonly id: string
}

export type Handle = (asked: OperatorCall) => Promise<Outcome>

export type OperatorRoute = {
  readonly operation: string
  readonly method: Route['method']
  readonly path: string
  readonly handle: Handle
  /** Reading that goes on record all the same, for it shows a person's document. */
  readonly isAct?: true
  /** JSON, unless it says more. */
  readonly produces?: Route['produces']
}

/** The operator's operations. Whatever changes something, or shows a document, is put on record first. */
export const operatorRoutesOf = (deps: AccessDeps, routes: readonly OperatorRoute[]): Route[] =>
  routes.map((one) => ({
    operation: one.operation,
    method: one.method,
    path: one.path,
    produces: one.produces ?? ['application/json'],
    handle: async (call) => {
      const operator = await deps.operator(call)
      if (isRefusal(operator)) return operator
      const path = matchPath(one.path, pathOf(call.request.url)) ?? {}
      const asked: OperatorCall = {
        call,
        operator,
        path,
        id: path.id ?? '',
        target: path.id,
        outcome: 'done',
      }
      return one.method === 'GET' && one.isAct === undefined ? one.handle(asked) : asAct(deps, one, asked)
    },
  }))

function asAct(
  deps: AccessDeps,
  { operation, handle }: OperatorRoute,
  asked: OperatorCall,
): Promise<Outcome> {
  const { operator, call } = asked
  const by = { userId: operator.userId, userName: operator.name, operation, requestId: call.requestId }
  return onRecord(deps, by, asked, async () => {
    const outcome = await handle(asked)
    asked.outcome = outcomeOf(outcome)
    return outcome
  })
}

function outcomeOf(outcome: Outcome): string {
  if (isRefusal(outcome)) return outcome.code
  return outcome.headers?.['Idempotency-Replayed'] === undefined ? 'done' : 'replayed'
}

/** Creates once for each Idempotency-Key of an operator. */
export function once(
  deps: AccessDeps,
  { call, operator }: OperatorCall,
  operation: string,
  bytes: Buffer,
  create: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = call.headers.idempotencyKey
  if (key === undefined) return create()
  // Operators have no environment of their own; their keys are kept apart from every client's by their name.
  const keyed = { environment: 'production', clientId: `operator ${operator.userId}` } as const
  const path = pathOf(call.request.url)
  return onceForKey(deps, { ...keyed, key, operation: `${operation} ${path}`, body: bytes }, create, asItWas)
}

export const noBody = Buffer.alloc(0)
