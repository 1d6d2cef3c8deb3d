import assert from 'node:assert/strict'
import type { Role } from '@lastro/contract/roles.ts'
import { systemClock } from '../../src/clock.ts'
import { createUser, type NewSignIn } from '../../src/features/users/manage-users.ts'
import type { Answer, CallOptions, RunningService } from '../running-service.ts'
import { quickPasswords } from './quick-passwords.ts'

export const sessao = '/console/v2/sessao'

let made = 0

/** A user as `lastro user create` makes one. */
export async function newUser(
  { store }: Pick<RunningService, 'store'>,
  roles: readonly Role[],
  clientId?: string,
): Promise<NewSignIn> {
  made += 1
  const user = await createUser(
    {
      users: store.users,
      passwords: quickPasswords,
      clock: systemClock,
      findClient: store.clients.findClient,
    },
    { name: `Pessoa ${made}`, email: `pessoa${made}@exemplo.com.br`, roles, clientId },
  )
  assert.ok(typeof user === 'object', 'the user was not made')
  return user
}

/** A browser that has signed in: it sends its cookie, and the token with what is more than reading. */
export type Browser = {
  readonly user: NewSignIn
  readonly cookie: string
  readonly csrf: string
  readonly call: (path: string, options?: CallOptions) => Promise<Answer>
}

export async function signedIn(
  service: Pick<RunningService, 'call'>,
  user: NewSignIn,
  extra: object = {},
): Promise<Browser> {
  const answer = await service.call(sessao, {
    body: { email: user.email, password: user.password, ...extra },
  })
  assert.equal(answer.status, 201, answer.text)
  return browserOf(service, user, answer)
}

/** The browser after an answer that set its cookie. */
export function browserOf(service: Pick<RunningService, 'call'>, user: NewSignIn, answer: Answer): Browser {
  const cookie = cookieOf(answer, 'lastro_session')
  const csrf = String(answer.at('result.csrfToken'))
  const call: Browser['call'] = (path, options = {}) =>
    service.call(path, {
      ...options,
      headers: { Cookie: cookie, 'X-CSRF-Token': csrf, ...options.headers },
    })
  return { user, cookie, csrf, call }
}

/** A cookie that an answer set, as a browser sends it back. */
export const cookieOf = ({ headers }: Pick<Answer, 'headers'>, name: string): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .find((one) => one.replace('__Host-', '').startsWith(`${name}=`)) ?? ''
