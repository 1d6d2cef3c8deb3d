import { decide } from '@lastro/rules/policies/decide.ts'
import { type Refusal, type Reply, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import type { Recorder } from '../../trail/recorder.ts'
import { recordReopening } from '../kept/kept-routes.ts'
import { type DecisionCall, decisionIdOf } from './decision-access.ts'
import { type DecisionClocks, decisionNowMs } from './decision-clock.ts'
import type { ReadyPolicies } from './decision-policies.ts'
import type { DecisionStore, WholeDecision } from './decision-store.ts'
import { decidedView, decisionView, etagOf } from './decision-view.ts'
import { type KeptInputs, openInputs } from './seal-inputs.ts'

export type ShowDeps = DecisionClocks & {
  readonly decisions: Pick<DecisionStore, 'find'>
  readonly seal: Seal
  readonly record: Recorder
  /** The names of users, by their ids. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** A decision with what it rests on. It tells of a person, so that who opened it is in the trail before it leaves. */
export async function showDecision(deps: ShowDeps, asked: DecisionCall): Promise<Reply | Refusal> {
  const opened = await openDecision(deps, asked)
  if (isRefusal(opened)) return opened
  const { whole, kept } = opened
  const names = await deps.namesOf([...new Set(whole.reviews.flatMap(({ userId = [] }) => userId))])
  return { ...success(decisionView(whole, kept, names)), headers: { ETag: etagOf(whole) } }
}

/** The same decision made again from what is kept, by the same version; nothing is asked of anybody. */
export async function checkDecision(
  deps: ShowDeps & { readonly ready: ReadyPolicies },
  asked: DecisionCall,
): Promise<Outcome> {
  const opened = await openDecision(deps, asked)
  if (isRefusal(opened)) return opened
  const { whole, kept } = opened
  const { environment, clientId, policy: name, version } = whole
  const ready = await deps.ready({ environment, clientId, name, version })
  if (ready === undefined) throw new Error('A decision has lost the version that made it')
  const again = decide(ready.compiled, kept.inputs)
  const isSame = JSON.stringify(again) === JSON.stringify(kept.decision)
  return success({ same: isSame, decided: decidedView(again) })
}

export type OpenedDecision = { readonly whole: WholeDecision; readonly kept: KeptInputs }

export async function openDecision(deps: ShowDeps, asked: DecisionCall): Promise<OpenedDecision | Refusal> {
  const whole = await deps.decisions.find(decisionIdOf(asked), await decisionNowMs(deps, asked.caller))
  if (whole === undefined) return { code: 'decision_unknown' }
  const kept = openInputs(deps.seal, whole)
  await recordReopening(deps, asked, {
    kept: { requestId: whole.requestId },
    report: { purpose: kept.purpose, product: whole.product, features: whole.features },
    document: kept.document,
    // What of listings it rests on is counted in it, and shown of none.
    listings: '',
  })
  return { whole, kept }
}
