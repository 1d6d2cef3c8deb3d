import type { QueryResultLine } from '@lastro/contract/query-batches/query-batches.ts'
import { type CsvCell, csvRow } from '@lastro/rules/text/csv-text.ts'
import { isRefusal } from '../../../http/route.ts'
import type { Recorder } from '../../trail/recorder.ts'
import { degradedIn } from '../kept/judge-report.ts'
import type { SealedReport } from '../kept/kept-report.ts'
import { recordReopening } from '../kept/kept-routes.ts'
import { type ReopenDeps, reopenReport } from '../kept/reopen-report.ts'
import type { AskedOfBatch } from './batch-access.ts'
import { batchView, lineView } from './batch-view.ts'
import { lineRequestId } from './line-billing.ts'
import type { KeptQueryLine, QueryBatchStore } from './query-batch-store.ts'

export type ResultLinesDeps = Omit<ReopenDeps, 'keptReports'> & {
  readonly queryBatches: Pick<QueryBatchStore, 'lines' | 'find'>
  readonly record: Recorder
}

/** Judged side by side, and put on record in one commit. */
const pageLineCount = 50

/** Lines of JSON; the last is the batch, and without it the result was cut. */
export async function* resultLines(deps: ResultLinesDeps, asked: AskedOfBatch): AsyncGenerator<string> {
  for await (const lines of judgedLines(deps, asked)) {
    yield lines.map((one) => `${JSON.stringify(one)}\n`).join('')
  }
  const { environment, clientId, id } = asked.batch
  const batch = await deps.queryBatches.find({ environment, clientId, id })
  yield `${JSON.stringify({ batch: batchView(batch ?? asked.batch, deps.clock.nowMs()) })}\n`
}

const columns = [
  'line',
  'documento',
  'status',
  'code',
  'requestId',
  'at',
  'billed',
  'repeats',
  'notCovered',
  'degraded',
  'withheld',
  'report',
] as const satisfies readonly (keyof QueryResultLine)[]

/** The same for a spreadsheet: a row for each line, with the report as JSON in the last cell. */
export async function* resultCsv(deps: ResultLinesDeps, asked: AskedOfBatch): AsyncGenerator<string> {
  yield csvRow(columns)
  for await (const lines of judgedLines(deps, asked)) {
    yield lines.map((one) => csvRow(columns.map((column) => cell(one[column])))).join('')
  }
}

function cell(value: QueryResultLine[(typeof columns)[number]]): CsvCell {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' ? value : String(value)
}

async function* judgedLines(
  deps: ResultLinesDeps,
  asked: AskedOfBatch,
): AsyncGenerator<readonly QueryResultLine[]> {
  for (let after = 0; ; ) {
    const page = await deps.queryBatches.lines({
      batchId: asked.batch.id,
      after,
      limit: pageLineCount,
      sealed: true,
    })
    if (page.length > 0) yield await Promise.all(page.map((line) => judged(deps, asked, line)))
    if (page.length < pageLineCount) return
    after = page.at(-1)?.line ?? after
  }
}

/** A line with what may still be read of its report today, as when a kept report is opened again; and on record. */
async function judged(
  deps: ResultLinesDeps,
  asked: AskedOfBatch,
  line: KeptQueryLine,
): Promise<QueryResultLine> {
  const { batch, call, caller, environment } = asked
  const view = lineView(batch.id, line, call.language)
  if (line.sealing === undefined) return view
  const requestId = lineRequestId(batch.id, line.line)
  const kept: SealedReport = {
    environment,
    clientId: batch.clientId,
    requestId,
    atMs: line.atMs ?? 0,
    askedBy: batch.userId === undefined ? 'key' : 'session',
    keepUntilMs: Number.MAX_SAFE_INTEGER,
    ...line.sealing,
  }
  const reader = { caller, environment, language: call.language }
  const found = { keptReports: { find: async () => kept } }
  const reopened = await reopenReport({ ...deps, ...found }, reader, requestId)
  if (isRefusal(reopened)) return { ...view, code: reopened.code }
  await recordReopening(deps, { call, caller, environment }, reopened)
  const { standing } = reopened
  const { notCovered = [] } = reopened.report
  const degraded = degradedIn(reopened)
  return {
    ...view,
    ...(degraded.length > 0 && { degraded: [...degraded] }),
    ...(notCovered.length > 0 && { notCovered: [...notCovered] }),
    ...(standing.withheld.length > 0 && { withheld: [...standing.withheld] }),
    report: standing.report,
  }
}
