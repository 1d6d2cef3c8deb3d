import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { rotateKey } from '@lastro/service/features/clients/register-client.ts'
import { test } from 'vitest'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { type Talking, talking } from '../../testing/talking.ts'
import { lastroClient } from '../client.ts'
import { isProblem } from '../problem.ts'

const minuteMs = 60_000

async function begun(): Promise<Talking> {
  const talk = await talking()
  cleanUp(talk.close)
  return talk
}

/** The grants that were asked for and answered, in order. */
const grantsOf = ({ heard }: Talking): readonly string[] =>
  heard.filter((one) => one.path.endsWith('/oauth/token')).map((one) => JSON.parse(one.body).grant_type)

test('fifty calls at once share one token', async () => {
  const talk = await begun()
  await Promise.all(Array.from({ length: 50 }, () => talk.lastro.account.usage()))
  assert.deepEqual(grantsOf(talk), ['client_credentials'])
  assert.equal(talk.heard.length, 51)
})

test('a token is renewed by its refresh token before it ends, once for all who need it', async () => {
  const talk = await begun()
  await talk.lastro.account.usage()
  talk.pass(8 * minuteMs)
  await talk.lastro.account.usage()
  assert.deepEqual(grantsOf(talk), ['client_credentials'])
  talk.pass(1.5 * minuteMs)
  await Promise.all(Array.from({ length: 10 }, () => talk.lastro.account.usage()))
  assert.deepEqual(grantsOf(talk), ['client_credentials', 'refresh_token'])
  assert.ok(talk.heard.every((one) => one.status === 200))
})

test('a refresh token that has ended is no failure of the caller', async () => {
  const talk = await begun()
  await talk.lastro.account.usage()
  talk.pass(25 * 60 * minuteMs)
  await talk.lastro.account.usage()
  assert.deepEqual(grantsOf(talk), ['client_credentials', 'refresh_token', 'client_credentials'])
})

test('a token that ended by the clock of the service alone is replaced, and each call made again once', async () => {
  const talk = await begun()
  await talk.lastro.account.usage()
  talk.serviceClock.add(11 * minuteMs)
  await Promise.all(Array.from({ length: 10 }, () => talk.lastro.account.usage()))
  assert.deepEqual(grantsOf(talk), ['client_credentials', 'client_credentials'])
  assert.equal(talk.heard.filter((one) => one.status === 401).length, 10)
})

test('a refresh whose answer was lost is not sent again: a second use would end the family', async () => {
  const talk = await begun()
  await talk.lastro.account.usage()
  talk.pass(9.5 * minuteMs)
  talk.proxy.cut({ of: '/oauth/token', times: 1 })
  await talk.lastro.account.usage()
  assert.equal(talk.proxy.cuts(), 1)
  // The refresh itself got no answer, so it was not heard.
  assert.deepEqual(grantsOf(talk), ['client_credentials', 'client_credentials'])
})

test('the answer to a first token that was lost is asked for again', async () => {
  const talk = await begun()
  talk.proxy.cut({ of: '/oauth/token', times: 2 })
  await talk.lastro.account.usage()
  assert.equal(talk.proxy.cuts(), 2)
})

test('a key that was taken back is a problem, at once', async () => {
  const talk = await begun()
  const { service, session, lastro, heard } = talk
  await lastro.account.usage()
  await rotateKey(
    { clients: service.store.clients, clock: talk.serviceClock },
    { clientId: session.clientId, overlapMs: 0 },
  )
  talk.pass(6_000)
  const before = heard.length
  await assert.rejects(lastro.account.usage(), (error) => isProblem(error, 'api_key_invalid'))
  assert.equal(heard.length, before + 1)
})

test('a revoked client gets a token problem, after one try for a new token', async () => {
  const talk = await begun()
  await talk.lastro.account.usage()
  await talk.service.store.clients.revokeClient(talk.session.clientId, talk.serviceClock.nowMs())
  talk.pass(6_000)
  await assert.rejects(talk.lastro.account.usage(), (error) =>
    isProblem(error, 'token_invalid', 'api_key_invalid', 'invalid_client'),
  )
})

test('a wrong secret is told by its code, and no failure shows a secret', async () => {
  const { service, session } = await begun()
  const wrong = { ...session, clientSecret: 'a-secret-that-nobody-has' }
  const lastro = lastroClient({ baseUrl: service.url, ...wrong })
  const error = await lastro.account.usage().catch((caught: unknown) => caught)
  assert.ok(isProblem(error, 'invalid_client'))
  assert.equal(error.status, 401)
  const good = lastroClient({ baseUrl: service.url, ...session, apiKey: 'lk_test_of-somebody-else' })
  const other = await good.account.usage().catch((caught: unknown) => caught)
  assert.ok(isProblem(other, 'api_key_invalid'))
  const gone = lastroClient({ baseUrl: 'http://127.0.0.1:1', ...session, retries: 0 })
  const unreachable = await gone.account.usage().catch((caught: unknown) => caught)
  const shown = inspect([error, other, unreachable, lastro, good, gone], { depth: 20, showHidden: true })
  for (const secret of [wrong.clientSecret, session.clientSecret, session.apiKey, 'of-somebody-else', 'lat_'])
    assert.ok(!shown.includes(secret))
})

test('one caller that gives up does not take the token from the others', async () => {
  const { lastro } = await begun()
  const controller = new AbortController()
  const [quitter, other] = [
    lastro.account.usage(undefined, { signal: controller.signal }),
    lastro.account.usage(),
  ]
  controller.abort(new Error('no longer needed'))
  await assert.rejects(quitter, /no longer needed/)
  assert.match((await other).month, /^2026-/)
})

test('signing out ends the token; the next call fetches another', async () => {
  const talk = await begun()
  await talk.lastro.account.usage()
  const used = talk.heard.at(-1)?.headers.get('authorization') ?? ''
  await talk.lastro.signOut()
  talk.pass(6_000)
  const answer = await talk.service.call('/sandbox/conta/v2/consumo', {
    headers: { Authorization: used, 'x-api-key': talk.session.apiKey },
  })
  assert.equal(answer.at('code'), 'token_invalid')
  await talk.lastro.account.usage()
  assert.deepEqual(grantsOf(talk), ['client_credentials', 'client_credentials'])
})
