import { decisionsPath } from '@lastro/contract/decisions/decisions.ts'
import type { DecisionExplanation } from '@lastro/contract/decisions/explanation.ts'
import {
  explanationText,
  explanationWords,
  type ToldDecision,
} from '@lastro/reading/policies/explanation-words.ts'
import { dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import { tellableDecision } from '@lastro/rules/policies/tellable-decision.ts'
import { type Reply, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import { type AccessDeps, type DecisionCall, decisionRoutesOf } from '../decisions/decision-access.ts'
import { decisionNowMs } from '../decisions/decision-clock.ts'
import type { ReadyPolicies } from '../decisions/decision-policies.ts'
import { type OpenedDecision, openDecision, type ShowDeps } from '../decisions/show-decision.ts'
import { jsonMediaType } from '../document/report-document.ts'
import { explanationLetter } from './explanation-letter.ts'

export type ExplanationDeps = AccessDeps &
  ShowDeps & {
    readonly ready: ReadyPolicies
    readonly clientNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
    /** How to reach the operator, in its own words. */
    readonly contact: string | undefined
  }

const pdf = 'application/pdf'

/** A decision in words for whoever it was made on: as JSON, and as a letter. */
export const explanationRoutes = (deps: ExplanationDeps): Route[] =>
  decisionRoutesOf(deps, [
    {
      operation: 'decisoesExplica',
      method: 'GET',
      path: `${decisionsPath}/{id}/explicacao`,
      produces: [jsonMediaType, pdf],
      handle: (asked) => explain(deps, asked),
    },
  ])

async function explain(deps: ExplanationDeps, asked: DecisionCall): Promise<Outcome> {
  const opened = await openDecision(deps, asked)
  if (isRefusal(opened)) return opened
  const told = await toldDecision(deps, opened)
  const words = explanationWords(told, asked.call.language)
  const explanation: DecisionExplanation = {
    id: opened.whole.id,
    writtenAt: instantText(await decisionNowMs(deps, asked.caller)),
    outcome: opened.whole.finalOutcome,
    title: words.title,
    sections: words.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
    text: explanationText(words),
  }
  return asked.call.mediaType === pdf ? letter(asked, opened, told, explanation) : success(explanation)
}

async function toldDecision(
  { ready, clientNames, contact }: ExplanationDeps,
  { whole, kept }: OpenedDecision,
): Promise<ToldDecision> {
  const { environment, clientId, policy: name, version, reviews } = whole
  const found = await ready({ environment, clientId, name, version })
  if (found === undefined) throw new Error('A decision has lost the version that made it')
  const last = reviews.at(-1)
  return {
    ...tellableDecision(kept.decision, found.policy, kept.inputs.report),
    clientName: (await clientNames([clientId])).get(clientId) ?? clientId,
    policy: { title: found.policy.title, version: String(version) },
    ...(last !== undefined && { review: { outcome: last.outcome, on: dayAt(last.atMs) } }),
    ...(contact !== undefined && { contact }),
  }
}

/** Its name is that of the decision: it says nothing of anybody. */
async function letter(
  { call, environment }: DecisionCall,
  { kept }: OpenedDecision,
  { clientName }: ToldDecision,
  explanation: DecisionExplanation,
): Promise<Reply> {
  const of = { explanation, clientName, document: kept.document, isSandbox: environment === 'sandbox' }
  return {
    status: 200,
    contentType: pdf,
    body: '',
    bytes: await explanationLetter(of, call.language),
    headers: { 'Content-Disposition': `attachment; filename="decisao-${explanation.id}.pdf"` },
  }
}
