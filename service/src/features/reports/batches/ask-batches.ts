import { randomUUID } from 'node:crypto'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Caller } from '../../../http/caller.ts'
import { sourcesFor } from '../query/report-environment.ts'
import { type AskLineDeps, askLine, lineCall } from './ask-line.ts'
import { batchRefusal } from './batch-access.ts'
import { type BatchCallerDeps, batchCaller } from './batch-caller.ts'
import { countLines, type LinesUnderWay, linesAtOnce } from './batch-pace.ts'
import type { ClaimedLine, KeptQueryBatch, QueryBatchStore, QueryLineOutcome } from './query-batch-store.ts'

export type AskBatchesDeps = AskLineDeps & BatchCallerDeps & { readonly queryBatches: QueryBatchStore }

/** Batches that one process works on side by side. */
const batchesAtOnceMax = 4

/** Much longer than a report's deadline and its record: past it, whoever asked a line is taken to have died. */
const lineClaimMs = 60_000

/** A quota that is over, or an access that has ended, is looked at again after this. */
const holdMs = 60_000

/** Asks what is due of every batch, a few lines of each; says how many lines had their outcome. */
export async function askBatches(deps: AskBatchesDeps): Promise<number> {
  const { queryBatches, clock } = deps
  await queryBatches.lapse(clock.nowMs(), deps.lineBilling)
  const due = await queryBatches.due(clock.nowMs(), batchesAtOnceMax)
  const underWay: LinesUnderWay = new Map()
  const counts = await Promise.all(due.map((batch) => askSome(deps, batch, underWay)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function askSome(
  deps: AskBatchesDeps,
  batch: KeptQueryBatch,
  underWay: LinesUnderWay,
): Promise<number> {
  const product = deps.products.find(({ code }) => code === batch.terms.product)
  const caller = await batchCaller(deps, batch)
  if (product === undefined || caller === undefined || isClosed(batch, product, caller)) {
    await deps.queryBatches.hold(batch.id, 'access_ended', deps.clock.nowMs() + holdMs)
    return 0
  }
  const limit = await admittedLines(deps, batch, caller, underWay)
  const claim = randomUUID()
  const nowMs = deps.clock.nowMs()
  const asked = { batchId: batch.id, claim, limit, nowMs, claimedUntilMs: nowMs + lineClaimMs }
  const claimed = limit === 0 ? [] : await deps.queryBatches.claim(asked)
  if (claimed.length > 0) return askClaimed(deps, { batch, product, caller, claim, claimed })
  // Its sources rest, its rate is used up, or its last lines are with another process.
  await deps.queryBatches.passOver(batch, nowMs)
  return 0
}

const isClosed = (batch: KeptQueryBatch, product: Product, caller: Caller): boolean =>
  batchRefusal({ product, features: batch.terms.features, call: lineCall(batch, 0) }, caller) !== undefined

/** As many as sources take at once and the contract's rate lets through now. The others wait: no line fails for a rate. */
async function admittedLines(
  deps: AskBatchesDeps,
  batch: KeptQueryBatch,
  caller: Caller,
  underWay: LinesUnderWay,
): Promise<number> {
  const sources = sourcesFor(deps.environments[batch.environment], caller.contract)
  const wanted = linesAtOnce(sources, deps.clock.nowMs(), underWay)
  countLines(sources, wanted, underWay)
  for (let count = 0; count < wanted; count++) {
    if ((await deps.admitRate(caller, deps.clock.nowMs())) !== undefined) return count
  }
  return wanted
}

type Claimed = {
  readonly batch: KeptQueryBatch
  readonly product: Product
  readonly caller: Caller
  readonly claim: string
  readonly claimed: readonly ClaimedLine[]
}

/** A line that breaks on the way stays claimed until its outcome counts as unknown: nobody can say how far it came. */
async function askClaimed(
  deps: AskBatchesDeps,
  { batch, product, caller, claim, claimed }: Claimed,
): Promise<number> {
  const { queryBatches, clock } = deps
  const asked = await Promise.allSettled(
    claimed.map((line) => askLine(deps, { batch, product, caller, line })),
  )
  const outcomes: QueryLineOutcome[] = []
  const overQuota: ClaimedLine[] = []
  for (const [at, one] of asked.entries()) {
    const line = claimed[at]
    if (one.status === 'rejected' || line === undefined) continue
    if (one.value === 'quota') overQuota.push(line)
    else outcomes.push(one.value)
  }
  await queryBatches.settle(batch.id, claim, outcomes, clock.nowMs())
  if (overQuota.length > 0) {
    await queryBatches.giveBack(batch.id, claim, overQuota)
    await queryBatches.hold(batch.id, 'quota_exceeded', clock.nowMs() + holdMs)
  }
  for (const one of asked) if (one.status === 'rejected') throw one.reason
  return outcomes.length
}
