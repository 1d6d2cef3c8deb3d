import assert from 'node:assert/strict'
import type { KeptDecision } from '@lastro/contract/decisions/decisions.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { Answer, CallOptions, RunningService, Session } from '../running-service.ts'

export const politicas = '/politicas/v2'
export const decisoes = '/decisoes/v2'

/** Declines whoever has debts of the last year, whatever else it is given. */
export const shopPolicy = (of: Partial<Policy> = {}): Policy => ({
  name: 'loja',
  title: { pt: 'Loja', en: 'Shop' },
  documentTypes: ['CPF'],
  report: { product: 'relatorioBasico' },
  rules: [
    {
      id: 'recent-debts',
      when: { value: 'negative.sum', of: { withinDays: 365 }, above: '500.00' },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: { pt: 'Dívidas no último ano.', en: 'Debts in the last year.' },
    },
    {
      id: 'large-instalment',
      when: { value: 'request.incomeShare', above: '30.00' },
      outcome: 'review',
      whenUnknown: 'skip',
      reason: { pt: 'A parcela pesa na renda.', en: 'The instalment weighs on the income.' },
    },
  ],
  otherwise: { outcome: 'approve', reason: { pt: 'Nada impede.', en: 'Nothing is in the way.' } },
  ...of,
})

export type Decider = {
  readonly call: (path: string, options?: Omit<CallOptions, 'as'>) => Promise<Answer>
  readonly save: (policy?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly saveVersion: (policy: Policy, ifMatch: string) => Promise<Answer>
  readonly decide: (body: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  /** Decides, expecting it to be done. */
  readonly decided: (body: object, headers?: Readonly<Record<string, string>>) => Promise<KeptDecision>
  readonly review: (id: string, ifMatch: string, body: object) => Promise<Answer>
}

/** Policies and decisions as one client has them, at its environment's paths. */
export function deciderOf(service: RunningService, session: Session): Decider {
  const prefix = session.environment === 'sandbox' ? '/sandbox' : ''
  const call: Decider['call'] = (path, options = {}) =>
    service.call(`${prefix}${path}`, { ...options, as: session })
  const decide: Decider['decide'] = (body, headers = {}) =>
    call(decisoes, { body: { policy: 'loja', ...body }, headers })
  return {
    call,
    save: (policy = shopPolicy(), headers = {}) => call(politicas, { body: policy as object, headers }),
    saveVersion: (policy, ifMatch) =>
      call(`${politicas}/${policy.name}/versoes`, { body: policy, headers: { 'If-Match': ifMatch } }),
    decide,
    decided: async (body, headers) => {
      const answer = await decide(body, headers)
      assert.equal(answer.status, 201, answer.text)
      return answer.at('result') as KeptDecision
    },
    review: (id, ifMatch, body) =>
      call(`${decisoes}/${id}/revisao`, { body, headers: { 'If-Match': ifMatch } }),
  }
}
