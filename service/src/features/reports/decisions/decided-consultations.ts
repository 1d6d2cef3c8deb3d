import { type DecisionClocks, decisionNowMs } from './decision-clock.ts'
import type { DecisionStore } from './decision-store.ts'

/** The decisions that rest on these consultations of a client, but for those whose term is over by its clock. */
export const decidedConsultations =
  (deps: DecisionClocks & { readonly decisions: Pick<DecisionStore, 'ofConsultations'> }) =>
  async (...[of]: Parameters<DecisionStore['ofConsultations']>) => {
    const nowMs = await decisionNowMs(deps, of)
    return (await deps.decisions.ofConsultations(of)).filter(({ keepUntilMs }) => keepUntilMs > nowMs)
  }
