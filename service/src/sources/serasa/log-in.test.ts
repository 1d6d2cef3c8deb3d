import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { endOf, readLogin } from './log-in.ts'

const nowMs = Date.UTC(2026, 10, 16)
const hourMs = 3_600_000

test('the end of a session is read from seconds and from a moment, as numbers and as texts', () => {
  const end = nowMs + hourMs
  for (const told of [3_600, '3600', ' 3600 ', end / 1_000, String(end / 1_000), end, String(end)])
    assert.equal(endOf(told, nowMs), end, String(told))
})

test('an end that cannot be read, or has passed, leaves a session of minutes', () => {
  for (const told of [undefined, null, '', ' ', 'soon', 0, -1, Number.NaN, {}, [], true])
    assert.equal(endOf(told, nowMs), nowMs + 5 * 60_000, JSON.stringify(told))
  for (const told of [1, '30', nowMs / 1_000 - 100, nowMs - 100])
    assert.equal(endOf(told, nowMs), nowMs + 60_000)
})

test('no session lasts longer than a day, whatever is told', () => {
  for (const told of [999_999_999, nowMs * 2, Number.MAX_VALUE])
    assert.equal(endOf(told, nowMs), nowMs + 24 * hourMs)
  fc.assert(
    fc.property(fc.anything(), (told) => {
      const lifeMs = endOf(told, nowMs) - nowMs
      assert.ok(lifeMs >= 60_000 && lifeMs <= 24 * hourMs)
    }),
  )
})

test('a login is 201 with a token that a header can carry', () => {
  const read = (status: number, json: unknown) => {
    const called = readLogin({ status, json }, nowMs)
    return called.kind === 'read' ? called.value.token.accessToken : called.fault
  }
  assert.equal(read(201, { accessToken: 'abc', expiresIn: '3600' }), 'abc')
  assert.equal(read(200, { accessToken: 'abc' }), 'abc')
  for (const accessToken of [undefined, '', 7, 'a b', 'a\r\nx: y', 'é', 'x'.repeat(9_000)])
    assert.equal(read(201, { accessToken }), 'answer_malformed')
  for (const json of [undefined, null, [], 'abc']) assert.equal(read(201, json), 'answer_malformed')
  for (const status of [400, 401, 403]) assert.equal(read(status, {}), 'login_refused')
  assert.deepEqual([read(500, {}), read(503, {}), read(404, {})], ['server_error', 'server_error', 'refused'])
})
