import assert from 'node:assert/strict'
import type { Role } from '@lastro/contract/roles.ts'
import { createUser } from '../../src/features/users/manage-users.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import { newPlace, type Place } from '../engines.ts'
import { quickPasswords } from '../http/quick-passwords.ts'
import {
  type Answer,
  type CallOptions,
  type Options,
  type RunningService,
  runService,
} from '../running-service.ts'

/** What a browser that signed in sends. */
export type SignedInHeaders = { readonly Cookie: string; readonly 'X-CSRF-Token': string }

/** A service with an operator signed in. */
export type OperatorService = RunningService & {
  readonly place: Place
  readonly operatorId: string
  readonly signedIn: SignedInHeaders
  /** Calls below /operador/v2 as the operator. */
  readonly operate: (path: string, options?: CallOptions) => Promise<Answer>
  /** The same, expecting success; what `result` holds. */
  readonly result: <Result>(path: string, options?: CallOptions) => Promise<Result>
}

export async function operatorService(engine: Engine, options: Options = {}): Promise<OperatorService> {
  const place = await newPlace(engine)
  const service = await runService({ ...options, engine, place })
  const made = await newUser(service, { name: 'Olívia Operadora', roles: ['operator'] })
  const signedIn = await signIn(service, made)
  const operate: OperatorService['operate'] = (path, { headers, ...call } = {}) =>
    service.call(`/operador/v2${path}`, { ...call, headers: { ...signedIn, ...headers } })
  return {
    ...service,
    place,
    operatorId: made.userId,
    signedIn,
    operate,
    result: async <Result>(path: string, call?: CallOptions) => {
      const answer = await operate(path, call)
      assert.ok(answer.status < 300, `${path}: ${answer.text}`)
      return answer.at('result') as Result
    },
  }
}

export async function newUser(
  { store }: RunningService,
  { name, roles, clientId }: { name: string; roles: readonly Role[]; clientId?: string },
) {
  const clock = { nowMs: () => Date.now() }
  const { users, clients } = store
  const email = `${roles.join('-')}-${Math.random().toString(36).slice(2)}@exemplo.com.br`
  const made = await createUser(
    { users, passwords: quickPasswords, clock, findClient: clients.findClient },
    { name, email, roles, clientId },
  )
  assert.ok(typeof made === 'object', 'no such user')
  return made
}

export async function signIn(
  service: RunningService,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedInHeaders> {
  const entered = await service.call('/console/v2/sessao', { body: { email, password } })
  assert.equal(entered.status, 201, entered.text)
  const [cookie = ''] = String(entered.headers.get('set-cookie')).split(';')
  return { Cookie: cookie, 'X-CSRF-Token': String(entered.at('result.csrfToken')) }
}
