import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { runService } from '../../testing/running-service.ts'
import { createUser } from './manage-users.ts'
import { passwordHashing } from './password-hash.ts'

for (const engine of engines) {
  test(`${engine}: a user signs in, is known by the cookie, and signs out`, async () => {
    const service = await runService({ engine })
    after(() => service.close())
    const { store } = service
    const made = await createUser(
      {
        users: store.users,
        passwords: passwordHashing(),
        clock: { nowMs: () => Date.now() },
        findClient: store.clients.findClient,
      },
      { name: 'Ana', email: 'ana@exemplo.com.br', roles: ['operator'], clientId: undefined },
    )
    assert.ok(typeof made === 'object')
    const entered = await service.call('/console/v2/sessao', {
      body: { email: 'ANA@exemplo.com.br', password: made.password },
    })
    assert.equal(entered.status, 201, entered.text)
    const cookie = String(entered.headers.get('set-cookie')).split(';')[0] ?? ''
    const who = await service.call('/console/v2/sessao', { headers: { Cookie: cookie } })
    assert.equal(who.status, 200)
    assert.equal(who.at('result.user.name'), 'Ana')
    const csrf = String(who.at('result.csrfToken'))
    assert.equal(
      (await service.call('/console/v2/sessao', { method: 'DELETE', headers: { Cookie: cookie } })).at(
        'code',
      ),
      'csrf_token_invalid',
    )
    assert.equal(
      (
        await service.call('/console/v2/sessao', {
          method: 'DELETE',
          headers: { Cookie: cookie, 'X-CSRF-Token': csrf },
        })
      ).status,
      200,
    )
    assert.equal(
      (await service.call('/console/v2/sessao', { headers: { Cookie: cookie } })).at('code'),
      'session_missing',
    )
  })
}
