import assert from 'node:assert/strict'
import type { Engine } from '../src/store/tables.ts'
import { newPlace, type Place } from './engines.ts'
import {
  type Answer,
  type CallOptions,
  type Options,
  type RunningService,
  runService,
} from './running-service.ts'

/** A service with an operator signed in. */
export type OperatorService = RunningService & {
  readonly place: Place
  readonly operatorId: string
  /** Calls below /operador/v2 as the operator. */
  readonly operate: (path: string, options?: CallOptions) => Promise<Answer>
  /** The same, expecting success; what `result` holds. */
  readonly result: <Result>(path: string, options?: CallOptions) => Promise<Result>
}

export async function operatorService(engine: Engine, options: Options = {}): Promise<OperatorService> {
  const place = await newPlace(engine)
  const service = await runService({
    ...options,
    engine,
    place,
    operator: async ({ headers }) =>
      headers.authorization === 'Bearer operator'
        ? { userId: 'usr_1', name: 'Olívia Operadora' }
        : { code: 'session_missing' },
  })
  const operate: OperatorService['operate'] = (path, { headers, ...call } = {}) =>
    service.call(`/operador/v2${path}`, {
      ...call,
      headers: { Authorization: 'Bearer operator', ...headers },
    })
  return {
    ...service,
    place,
    operatorId: 'usr_1',
    operate,
    result: async <Result>(path: string, call?: CallOptions) => {
      const answer = await operate(path, call)
      assert.ok(answer.status < 300, `${path}: ${answer.text}`)
      return answer.at('result') as Result
    },
  }
}
