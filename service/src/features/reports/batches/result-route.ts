import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { csv, ndjson } from '@lastro/contract/listings/batches.ts'
import { queryBatchesPath } from '@lastro/contract/query-batches/query-batches.ts'
import type { Awaitable } from '../../../awaitable.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Refusal } from '../../../http/reply.ts'
import { environmentPrefix, isRefusal, type Route } from '../../../http/route.ts'
import { type BatchAccessDeps, ownBatch } from './batch-access.ts'
import { type ResultLinesDeps, resultCsv, resultLines } from './result-lines.ts'

export type ResultDeps = ResultLinesDeps &
  BatchAccessDeps & {
    /** A download counts once against the contract's rate. */
    readonly admitRate: (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>
  }

/** What came of every line so far, with its report, for the batch's own client. */
export function resultRoute(deps: ResultDeps, environment: Environment): Route {
  const path = `${environmentPrefix[environment]}${queryBatchesPath}/{id}/resultado`
  return {
    operation: 'consultasLotesResultado',
    method: 'GET',
    path,
    produces: [ndjson, csv],
    handle: async (call) => {
      const asked = await ownBatch(deps, call, { environment, path })
      if (isRefusal(asked)) return asked
      const limited = await deps.admitRate(asked.caller, deps.clock.nowMs())
      if (limited !== undefined) return limited
      const { batch } = asked
      const isOver = batch.keepUntilMs !== undefined && batch.keepUntilMs <= deps.clock.nowMs()
      if (isOver || !batch.hasLines) return { code: 'query_batch_result_gone' }
      const isCsv = call.mediaType === csv
      return {
        status: 200,
        contentType: `${isCsv ? csv : ndjson}; charset=utf-8`,
        body: '',
        stream: isCsv ? resultCsv(deps, asked) : resultLines(deps, asked),
        headers: { 'Cache-Control': 'no-store' },
      }
    },
  }
}
