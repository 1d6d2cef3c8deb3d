import { statementPath } from '@lastro/contract/clients/statement.ts'
import { monthAt, monthSpan } from '@lastro/rules/calendar/month.ts'
import type { Authenticate } from '../../http/caller.ts'
import { queryOf } from '../../http/query/query-of.ts'
import { fieldError } from '../../http/reply.ts'
import { type Call, environmentPrefix, environments, isRefusal, type Route } from '../../http/route.ts'
import type { ClientStore } from '../clients/client-store.ts'
import { type AskedMonth, monthStatement, type StatementDeps } from './month-statement.ts'
import { statementMediaTypes, statementReply } from './statement-reply.ts'

export type StatementRouteDeps = StatementDeps & {
  readonly authenticate: Authenticate
  readonly clients: Pick<ClientStore, 'findClient'>
}

/** What a client owes for a month, for the client itself. */
export const statementRoutes = (deps: StatementRouteDeps): Route[] =>
  environments.map((environment) => ({
    operation: 'extrato',
    method: 'GET',
    path: `${environmentPrefix[environment]}${statementPath}`,
    produces: statementMediaTypes,
    handle: async (call) => {
      const caller = await deps.authenticate(call, environment)
      if (isRefusal(caller)) return caller
      const asked = monthAsked(call, deps.clock.nowMs())
      if (asked === undefined) {
        return { code: 'query_invalid', errors: [fieldError('month', 'month', call.language)] }
      }
      const client = await deps.clients.findClient(caller.clientId)
      if (client === undefined) throw new Error('A client that was let in is gone')
      return statementReply(await monthStatement(deps, client, asked), call)
    },
  }))

/** The month that a call names, or the one under way in São Paulo; undefined for what is no month. */
function monthAsked({ request }: Call, nowMs: number): AskedMonth | undefined {
  const named = new URLSearchParams(queryOf(request.url)).get('month')
  const month = named ?? monthAt(nowMs)
  const span = monthSpan(month)
  return span && { month, span }
}
