import assert from 'node:assert/strict'
import { createUser } from '@lastro/service/features/users/manage-users.ts'
import { afterAll, test } from 'vitest'
import { quickPasswords } from '../../../service/testing/http/quick-passwords.ts'
import { runService } from '../../../service/testing/running-service.ts'
import { debt } from '../../../service/testing/services/listing-service.ts'
import { heardFetch } from '../../testing/heard-fetch.ts'
import { lastroSession } from '../client.ts'
import { isProblem } from '../problem.ts'

const service = await runService()
afterAll(service.close)
const { clientId } = await service.newSession()

/** Signs a user of the client in, and keeps the cookie as a browser would. */
async function signedIn(email: string, roles: readonly ('analyst' | 'creditor')[]) {
  const { store } = service
  const made = await createUser(
    {
      users: store.users,
      passwords: quickPasswords,
      clock: { nowMs: () => Date.now() },
      findClient: store.clients.findClient,
    },
    { name: 'Ana', email, roles: [...roles], clientId },
  )
  assert.ok(typeof made === 'object')
  const entered = await service.call('/console/v2/sessao', { body: { email, password: made.password } })
  assert.equal(entered.status, 201, entered.text)
  const cookie = String(entered.headers.get('set-cookie')).split(';')[0] ?? ''
  const { fetch, heard } = heardFetch(service.url)
  const browser: typeof globalThis.fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), Cookie: cookie } })
  return { browser, heard, csrfToken: String(entered.at('result.csrfToken')) }
}

const place = { baseUrl: service.url, environment: 'sandbox' } as const

test('whoever is signed in asks by the cookie, without token or key', async () => {
  const { browser, heard, csrfToken } = await signedIn('ana@exemplo.com.br', ['analyst', 'creditor'])
  const lastro = lastroSession({ ...place, csrfToken, fetch: browser })
  const answer = await lastro.reports.query('cadastral', { documento: '52998224725' })
  assert.equal(answer.billed, true)
  const listing = await lastro.listings.insert(debt)
  assert.equal((await lastro.listings.get(listing.id)).id, listing.id)
  const batch = await lastro.batches.send(new Blob(['{}\n']), { type: 'ndjson' })
  assert.equal(batch.invalid, 1)
  for (const { method, headers } of heard) {
    assert.equal(headers.get('authorization'), null)
    assert.equal(headers.get('x-api-key'), null)
    assert.equal(headers.get('x-csrf-token'), method === 'GET' ? null : csrfToken)
  }
})

test('a token against forged requests that is not the one of the session changes nothing', async () => {
  const { browser, csrfToken } = await signedIn('bia@exemplo.com.br', ['analyst', 'creditor'])
  let held: string | undefined = 'another'
  const lastro = lastroSession({ ...place, csrfToken: () => held, fetch: browser })
  for (held of ['another', undefined])
    await assert.rejects(lastro.listings.insert(debt), (error) => isProblem(error, 'csrf_token_invalid'))
  held = csrfToken
  assert.ok(await lastro.listings.insert({ ...debt, contractId: 'CT-2' }))
})

test('a role that does not open the operation, and a session that is over, are problems told once', async () => {
  const { browser, heard, csrfToken } = await signedIn('caio@exemplo.com.br', ['analyst'])
  const lastro = lastroSession({ ...place, csrfToken, fetch: browser })
  await assert.rejects(lastro.listings.insert(debt), (error) => isProblem(error, 'role_not_allowed'))
  await lastro.ask({ method: 'DELETE', path: '/console/v2/sessao', atRoot: true, repeats: 'never' })
  await assert.rejects(
    lastro.reports.query('cadastral', { documento: '52998224725' }),
    (error) => isProblem(error) && error.status === 401,
  )
  assert.equal(heard.length, 3)
})
