import type { Lastro } from '@lastro/client/client.ts'
import { step } from '@lastro/client/connection.ts'
import type { Page } from '@lastro/client/pages.ts'
import type {
  DecisionCounts,
  DecisionItem,
  DecisionRequest,
  DecisionsAnswer,
  KeptDecision,
  ReviewRequest,
} from '@lastro/contract/decisions/decisions.ts'
import type { DecisionExplanation } from '@lastro/contract/decisions/explanation.ts'
import type { KeptPolicy, PoliciesAnswer, PolicyVersion } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { Rehearsal, RehearsalRequest } from '@lastro/contract/policies/rehearsal.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { useMemo } from 'react'
import { useSession } from '../shell/session.ts'

/**
 * Policies and decisions, asked by their paths: what the client of a program has for them would be on the first page of
 * everyone.
 */
export type DecisionOperations = ReturnType<typeof decisionOperations>

export function useDecisions(): DecisionOperations {
  const { lastro } = useSession()
  return useMemo(() => decisionOperations(lastro), [lastro])
}

const policies = '/politicas/v2'
const decisions = '/decisoes/v2'

type Filter = { readonly policy?: string | undefined; readonly outcome?: string | undefined }

/** How many there are of what the filters leave, newest first. */
type Asked = Filter & { readonly cursor: string | undefined; readonly limit: number }

function decisionOperations({ ask, askFile }: Lastro) {
  const get = <Result>(path: string, query?: Readonly<Record<string, string | number | undefined>>) =>
    ask<Result>({ method: 'GET', path, query, repeats: 'freely' })
  return {
    policies: () => get<ResultOf<typeof PoliciesAnswer>>(policies),
    policy: (name: string) => get<KeptPolicy>(`${policies}/${step(name)}`),
    version: (name: string, version: number) =>
      get<PolicyVersion>(`${policies}/${step(name)}/versoes/${version}`),
    savePolicy: (body: Policy) => ask<KeptPolicy>({ method: 'POST', path: policies, body, repeats: 'keyed' }),
    saveVersion: (version: number, body: Policy) =>
      ask<KeptPolicy>({
        method: 'POST',
        path: `${policies}/${step(body.name)}/versoes`,
        headers: { 'If-Match': `"${version}"` },
        body,
        repeats: 'keyed',
      }),
    retire: (name: string) =>
      ask<KeptPolicy>({ method: 'POST', path: `${policies}/${step(name)}/retirada`, repeats: 'freely' }),
    rehearse: (body: RehearsalRequest) =>
      ask<Rehearsal>({
        method: 'POST',
        path: `${policies}/${step(body.policy.name)}/ensaio`,
        body,
        repeats: 'never',
      }),
    decide: (body: DecisionRequest, purpose: string | undefined) =>
      ask<KeptDecision>({
        method: 'POST',
        path: decisions,
        headers: { 'X-Purpose': purpose },
        body,
        repeats: 'keyed',
      }),
    decisions: async (query: Asked): Promise<Page<DecisionItem>> => {
      const { decisions: items, cursor } = await get<ResultOf<typeof DecisionsAnswer>>(decisions, query)
      return { items, cursor }
    },
    counts: (query: Pick<Filter, 'policy'>) => get<DecisionCounts>(`${decisions}/contagens`, query),
    decision: (id: string) => get<KeptDecision>(`${decisions}/${step(id)}`),
    review: ({ id, reviews }: KeptDecision, body: ReviewRequest) =>
      ask<KeptDecision>({
        method: 'POST',
        path: `${decisions}/${step(id)}/revisao`,
        // One version for each review.
        headers: { 'If-Match': `"${reviews.length + 1}"` },
        body,
        repeats: 'keyed',
      }),
    explanation: (id: string) => get<DecisionExplanation>(`${decisions}/${step(id)}/explicacao`),
    letter: (id: string) =>
      askFile({
        method: 'GET',
        path: `${decisions}/${step(id)}/explicacao`,
        accept: 'application/pdf',
        repeats: 'freely',
      }),
  }
}

export const policiesName = ['policies'] as const
export const decisionsName = ['decisions'] as const
