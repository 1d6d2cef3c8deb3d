import assert from 'node:assert/strict'
import type { QueryBatch, QueryResultLine } from '@lastro/contract/query-batches/query-batches.ts'
import type { Answer, CallOptions, RunningService, Session } from '../running-service.ts'

export const lotes = '/consultas/v2/lotes'

export type BatchSender = {
  readonly send: (body: string, options?: SendOptions) => Promise<Answer>
  /** Sends, expecting it to be taken; its id. */
  readonly sent: (body: string, options?: SendOptions) => Promise<string>
  readonly call: (path: string, options?: Omit<CallOptions, 'as'>) => Promise<Answer>
  readonly batch: (id: string) => Promise<QueryBatch>
  readonly act: (id: string, verb: string) => Promise<Answer>
  /** The lines of the result, without the batch at their end. */
  readonly result: (id: string) => Promise<QueryResultLine[]>
}

type SendOptions = {
  readonly product?: string
  readonly features?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const ndjsonOf = (documents: readonly string[]): string =>
  documents.map((documento) => `${JSON.stringify({ documento })}\n`).join('')

/** Batches of queries as one client sends them, at its environment's paths. */
export function batchSender(service: RunningService, session: Session): BatchSender {
  const prefix = session.environment === 'sandbox' ? '/sandbox' : ''
  const call: BatchSender['call'] = (path, options = {}) =>
    service.call(`${prefix}${path}`, { ...options, as: session })
  const send: BatchSender['send'] = (body, { product = 'relatorioBasico', features, headers } = {}) =>
    call(`${lotes}?product=${product}${features === undefined ? '' : `&features=${features}`}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-ndjson', ...headers },
    })
  return {
    send,
    sent: async (body, options) => {
      const answer = await send(body, options)
      assert.equal(answer.status, 202, answer.text)
      return String(answer.at('result.id'))
    },
    call,
    batch: async (id) => (await call(`${lotes}/${id}`)).at('result') as QueryBatch,
    act: (id, verb) => call(`${lotes}/${id}/${verb}`, { method: 'POST' }),
    result: async (id) => {
      const answer = await call(`${lotes}/${id}/resultado`)
      assert.equal(answer.status, 200, answer.text)
      const lines = answer.text
        .trimEnd()
        .split('\n')
        .map((one) => JSON.parse(one))
      assert.ok('batch' in lines.at(-1), 'the result is whole')
      return lines.slice(0, -1)
    },
  }
}
