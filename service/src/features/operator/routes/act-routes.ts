import type { OperatorAct as ActSeen } from '@lastro/contract/operator/operator-acts.ts'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { success } from '../../../http/reply.ts'
import type { OperatorAct } from '../../acts/act-store.ts'
import type { AccessDeps, Handle, OperatorRoute } from '../operator-access.ts'
import { afterIn, cutPage, limitIn } from '../operator-query.ts'

/** What the operators did. */
export const actRoutes = (deps: AccessDeps): readonly OperatorRoute[] => [
  { operation: 'operadorAtos', method: 'GET', path: `${operatorPath}/atos`, handle: list(deps) },
]

const list =
  ({ acts }: AccessDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['userId', 'limit', 'cursor'])
    const userId = query.text('userId')
    const limit = limitIn(query)
    const after = afterIn(query)
    if (query.refusal !== undefined) return query.refusal
    const found = await acts.list({ userId, after, limit: limit + 1 })
    const { page, cursor } = cutPage(found, limit, ({ atMs, id }) => ({ createdAtMs: atMs, id }))
    return success({ acts: page.map(actView), ...(cursor !== undefined && { cursor }) })
  }

const actView = ({ atMs, target, outcome, ...act }: OperatorAct): ActSeen => ({
  id: act.id,
  at: instantText(atMs),
  userId: act.userId,
  userName: act.userName,
  operation: act.operation,
  ...(target !== undefined && { target }),
  ...(outcome !== undefined && { outcome }),
  requestId: act.requestId,
})
