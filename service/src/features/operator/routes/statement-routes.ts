import { createHash } from 'node:crypto'
import { EntryRequest, EntryReversalRequest } from '@lastro/contract/clients/statement.ts'
import {
  clientEntriesPath,
  clientStatementPath,
} from '@lastro/contract/operator/operations/statement-operations.ts'
import { monthAt, monthSpan } from '@lastro/rules/calendar/month.ts'
import { centsOf } from '@lastro/rules/money/cents.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import { entryView, monthStatement, type StatementDeps } from '../../billing/month-statement.ts'
import { type EntryDeps, type Recorded, recordEntry, reverseEntry } from '../../billing/record-entry.ts'
import { statementMediaTypes, statementReply } from '../../billing/statement-reply.ts'
import {
  type AccessDeps,
  type Handle,
  type OperatorCall,
  type OperatorRoute,
  once,
} from '../operator-access.ts'

export type StatementRouteDeps = AccessDeps & StatementDeps & EntryDeps

/** What a client owes for a month, and what the operator adds to it. */
export const statementRoutes = (deps: StatementRouteDeps): readonly OperatorRoute[] => [
  {
    operation: 'operadorExtratoLe',
    method: 'GET',
    path: clientStatementPath,
    produces: statementMediaTypes,
    handle: read(deps),
  },
  { operation: 'operadorLancamentosInclui', method: 'POST', path: clientEntriesPath, handle: record(deps) },
  {
    operation: 'operadorLancamentosEstorna',
    method: 'POST',
    path: `${clientEntriesPath}/{lancamentoId}/estorno`,
    handle: reverse(deps),
  },
]

const entryBody = validator(EntryRequest)
const reversalBody = validator(EntryReversalRequest)

const read =
  (deps: StatementRouteDeps): Handle =>
  async ({ call, id }) => {
    const query = new ListQuery(call, ['month'])
    const month = query.text('month') ?? monthAt(deps.clock.nowMs())
    const span = monthSpan(month)
    if (span === undefined) query.wrong('month', 'month')
    if (query.refusal !== undefined || span === undefined) return query.refusal ?? { code: 'query_invalid' }
    const client = await deps.clients.findClient(id)
    if (client === undefined) return { code: 'client_unknown' }
    return statementReply(await monthStatement(deps, client, { month, span }), call)
  }

const record =
  (deps: StatementRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, entryBody)
    if (isRefusal(body)) return body
    const { kind, amount, reason, month } = body.value
    return once(deps, asked, 'operadorLancamentosInclui', body.bytes, async () =>
      answered(
        asked,
        await recordEntry(deps, {
          clientId: asked.id,
          kind,
          cents: centsOf(amount),
          reason,
          month,
          by: asked.operator,
          requestKey: requestKey(asked, body.bytes),
        }),
      ),
    )
  }

const reverse =
  (deps: StatementRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, reversalBody)
    if (isRefusal(body)) return body
    return once(deps, asked, 'operadorLancamentosEstorna', body.bytes, async () =>
      answered(
        asked,
        await reverseEntry(deps, {
          clientId: asked.id,
          entryId: asked.path.lancamentoId ?? '',
          reason: body.value.reason,
          by: asked.operator,
          requestKey: requestKey(asked, body.bytes),
        }),
      ),
    )
  }

function answered(asked: OperatorCall, recorded: Recorded): Outcome {
  if (recorded.kind === 'refused') return { code: recorded.code }
  asked.target = recorded.entry.id
  return success(entryView(recorded.entry), 201)
}

/** Names the request in the store, so that what a crash left without an answer is found by its repeat. */
function requestKey({ call, operator }: OperatorCall, bytes: Buffer): string | undefined {
  const key = call.headers.idempotencyKey
  if (key === undefined) return undefined
  const [path = ''] = call.request.url.split('?')
  return createHash('sha256')
    .update(`${operator.userId}\n${path}\n${key}\n`)
    .update(bytes)
    .digest('base64url')
}
