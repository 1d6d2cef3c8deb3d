import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { queryBatchStates } from '@lastro/contract/query-batches/query-batch-codes.ts'
import { queryBatchesPath } from '@lastro/contract/query-batches/query-batches.ts'
import type { BatchAct } from '@lastro/rules/reports/query-batch-states.ts'
import { cursorAt, cursorOf } from '../../../http/query/list-query.ts'
import { success } from '../../../http/reply.ts'
import { environmentPrefix, environments, isRefusal, type Route } from '../../../http/route.ts'
import { type BatchAccessDeps, ownBatch } from './batch-access.ts'
import { batchView, lineView } from './batch-view.ts'
import { readBatchPage, readLinePage } from './read-page.ts'
import { type ResultDeps, resultRoute } from './result-route.ts'
import { type SendBatchDeps, sendBatchRoute } from './send-batch-route.ts'

export type QueryBatchDeps = SendBatchDeps & ResultDeps & BatchAccessDeps

/** Batches of queries: sent, looked at, paused, resumed, cancelled and fetched, in both environments. */
export const queryBatchRoutes = (deps: QueryBatchDeps): Route[] =>
  environments.flatMap((environment) => [
    sendBatchRoute(deps, environment),
    listRoute(deps, environment),
    progressRoute(deps, environment),
    linesRoute(deps, environment),
    resultRoute(deps, environment),
    ...acts.map((act) => actRoute(deps, environment, act)),
  ])

function listRoute({ queryBatches, authenticate, clock }: QueryBatchDeps, environment: Environment): Route {
  return {
    operation: 'consultasLotesLista',
    method: 'GET',
    path: `${environmentPrefix[environment]}${queryBatchesPath}`,
    produces: ['application/json'],
    handle: async (call) => {
      const caller = await authenticate(call, environment)
      if (isRefusal(caller)) return caller
      const page = readBatchPage(call)
      if (isRefusal(page)) return page
      const { clientId } = caller
      const found = await queryBatches.list({ ...page, environment, clientId, limit: page.limit + 1 })
      const shown = found.slice(0, page.limit)
      const last = shown.at(-1)
      return success({
        batches: shown.map((one) => batchView(one, clock.nowMs())),
        ...(found.length > shown.length && last !== undefined && { cursor: cursorAt(last) }),
      })
    },
  }
}

function progressRoute(deps: QueryBatchDeps, environment: Environment): Route {
  const path = `${environmentPrefix[environment]}${queryBatchesPath}/{id}`
  return {
    operation: 'consultasLotesSituacao',
    method: 'GET',
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const asked = await ownBatch(deps, call, { environment, path })
      return isRefusal(asked) ? asked : success(batchView(asked.batch, deps.clock.nowMs()))
    },
  }
}

function linesRoute(deps: QueryBatchDeps, environment: Environment): Route {
  const path = `${environmentPrefix[environment]}${queryBatchesPath}/{id}/linhas`
  return {
    operation: 'consultasLotesLinhas',
    method: 'GET',
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const asked = await ownBatch(deps, call, { environment, path })
      if (isRefusal(asked)) return asked
      const page = readLinePage(call)
      if (isRefusal(page)) return page
      const { batch } = asked
      if (!batch.hasLines) return { code: 'query_batch_result_gone' }
      const found = await deps.queryBatches.lines({ ...page, batchId: batch.id, limit: page.limit + 1 })
      const shown = found.slice(0, page.limit)
      const last = shown.at(-1)
      return success({
        lines: shown.map((one) => lineView(batch.id, one, call.language)),
        ...(found.length > shown.length && last !== undefined && { cursor: cursorOf(last.line) }),
      })
    },
  }
}

type ActOfRoute = { readonly operation: string; readonly verb: string; readonly act: BatchAct }

const acts: readonly ActOfRoute[] = [
  { operation: 'consultasLotesPausa', verb: 'pausa', act: 'pause' },
  { operation: 'consultasLotesRetoma', verb: 'retomada', act: 'resume' },
  { operation: 'consultasLotesCancela', verb: 'cancelamento', act: 'cancel' },
  { operation: 'consultasLotesRepete', verb: 'repeticao', act: 'askAgain' },
]

function actRoute(
  deps: QueryBatchDeps,
  environment: Environment,
  { operation, verb, act }: ActOfRoute,
): Route {
  const path = `${environmentPrefix[environment]}${queryBatchesPath}/{id}/${verb}`
  return {
    operation,
    method: 'POST',
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const asked = await ownBatch(deps, call, { environment, path })
      if (isRefusal(asked)) return asked
      const nowMs = deps.clock.nowMs()
      const after = await deps.queryBatches.act(asked.batch.id, act, nowMs)
      if (after !== undefined) return success(batchView(after, nowMs))
      const { state } = batchView(asked.batch, nowMs)
      return { code: 'query_batch_state', values: { state: queryBatchStates[state][call.language] } }
    },
  }
}
