import type { Policy } from '@lastro/contract/policies/policy.ts'
import { reopenedOutcome } from '@lastro/rules/trail/billing.ts'
import type { Clock } from '../../../clock.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Call } from '../../../http/route.ts'
import type { Recorder } from '../../trail/recorder.ts'

export type RecordRehearsalDeps = { readonly record: Recorder; readonly clock: Clock }

/**
 * Who read how many kept reports for a draft is in the trail before anything of them leaves. No person is consulted by
 * it and nobody pays, as when one is opened again; it names no document, for it gives away nobody's report.
 */
export async function recordRehearsal(
  { record, clock }: RecordRehearsalDeps,
  { call, caller }: { readonly call: Call; readonly caller: Caller },
  { report, readCount }: { readonly report: Policy['report']; readonly readCount: number },
): Promise<void> {
  await record(caller.environment, {
    atMs: clock.nowMs(),
    clientId: caller.clientId,
    purpose: '',
    document: '',
    product: report.product,
    features: (report.features ?? []).toSorted().join(),
    listings: '',
    address: caller.address,
    requestId: call.requestId,
    outcome: reopenedOutcome,
    priceCents: undefined,
    key: '',
    repeatWindowMs: 0,
    userId: caller.userId,
    reopens: `rehearsal:${readCount}`,
  })
}
