import assert from 'node:assert/strict'
import { test } from 'vitest'
import { manyTurns } from '../../../testing/until.ts'
import { type Called, failedBy } from './outward-request.ts'
import { type ProviderSession, sharedLogin } from './shared-login.ts'

const forever = new AbortController().signal
const sessionOf = (token: string, endsAtMs: number): Called<ProviderSession<string>> => ({
  kind: 'read',
  value: { token, endsAtMs },
})

function loginOf() {
  const clock = { ms: 0, nowMs: () => clock.ms }
  const logins: PromiseWithResolvers<Called<ProviderSession<string>>>[] = []
  const before: (string | undefined)[] = []
  const login = sharedLogin<string>({
    clock,
    logIn: (old) => {
      const made = Promise.withResolvers<Called<ProviderSession<string>>>()
      logins.push(made)
      before.push(old?.token)
      return made.promise
    },
  })
  return { login, logins, before, clock }
}

test('all that wait share one login, and whoever comes later the session', async () => {
  const { login, logins } = loginOf()
  const waiting = Array.from({ length: 100 }, () => login.current(forever))
  logins[0]?.resolve(sessionOf('one', 600_000))
  const sessions = await Promise.all(waiting)
  assert.ok(sessions.every((one) => one.kind === 'read' && one.value.token === 'one'))
  assert.deepEqual(await login.current(forever), sessionOf('one', 600_000))
  assert.equal(logins.length, 1)
})

test('a session is renewed shortly before it ends', async () => {
  const { login, logins, before, clock } = loginOf()
  const first = login.current(forever)
  logins[0]?.resolve(sessionOf('one', 600_000))
  await first
  clock.ms = 584_999
  assert.deepEqual(await login.current(forever), sessionOf('one', 600_000))
  clock.ms = 585_000
  const second = login.current(forever)
  logins[1]?.resolve(sessionOf('two', 1_200_000))
  assert.deepEqual(await second, sessionOf('two', 1_200_000))
  assert.deepEqual(before, [undefined, 'one'])
})

test('many that are told that one session is over make one other', async () => {
  const { login, logins } = loginOf()
  const first = login.current(forever)
  logins[0]?.resolve(sessionOf('one', 600_000))
  const session = await first
  assert.ok(session.kind === 'read')
  const again = Array.from({ length: 10 }, () => {
    login.forget(session.value)
    return login.current(forever)
  })
  logins[1]?.resolve(sessionOf('two', 600_000))
  await Promise.all(again)
  login.forget(session.value)
  assert.deepEqual(await login.current(forever), sessionOf('two', 600_000))
  assert.equal(logins.length, 2)
})

test('credentials that were refused are not sent again for half a minute', async () => {
  const { login, logins, clock } = loginOf()
  const first = login.current(forever)
  logins[0]?.resolve(failedBy('login_refused'))
  assert.deepEqual(await first, failedBy('login_refused'))
  clock.ms = 29_999
  assert.deepEqual(await login.current(forever), failedBy('login_refused'))
  assert.equal(logins.length, 1)
  clock.ms = 30_000
  const second = login.current(forever)
  logins[1]?.resolve(sessionOf('one', 600_000))
  assert.equal((await second).kind, 'read')
})

test('another fault of a login is tried again by the next', async () => {
  const { login, logins } = loginOf()
  const first = login.current(forever)
  logins[0]?.resolve(failedBy('timeout'))
  assert.deepEqual(await first, failedBy('timeout'))
  void login.current(forever)
  assert.equal(logins.length, 2)
})

test('whoever has no more time leaves, and the others get their session', async () => {
  const { login, logins } = loginOf()
  const deadline = new AbortController()
  const impatient = login.current(deadline.signal)
  const patient = login.current(forever)
  deadline.abort()
  assert.deepEqual(await impatient, failedBy('waited_too_long'))
  await manyTurns()
  logins[0]?.resolve(sessionOf('one', 600_000))
  assert.equal((await patient).kind, 'read')
  assert.equal(logins.length, 1)
})

test('a login that breaks leaves the next one free to try', async () => {
  const { login, logins } = loginOf()
  const first = login.current(forever)
  logins[0]?.reject(new Error('broken'))
  await assert.rejects(first, /broken/)
  void login.current(forever)
  assert.equal(logins.length, 2)
})
