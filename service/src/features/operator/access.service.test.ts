import assert from 'node:assert/strict'
import type { Operation } from '@lastro/contract/operation.ts'
import { operations } from '@lastro/contract/operations.ts'
import type { OperatorAct } from '@lastro/contract/operator/operator-acts.ts'
import type { OperatorUser } from '@lastro/contract/operator/operator-users.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { afterAll, describe, test, vi } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { TestClock } from '../../../testing/services/listing-service.ts'
import { newUser, operatorService, signIn } from '../../../testing/services/operator-service.ts'
import { storeText } from '../../../testing/store-text.ts'

const ofOperators = operations(products).filter((one) => one.credentials === 'operator')

type Created = { user: OperatorUser; password: string }

/** The operation as anybody might call it: at an address of its own, with a body where it takes one. */
const callOf = ({ method, path, request }: Operation) => ({
  path: path.replace(/\{\w+\}/g, 'nothing'),
  call: { method, ...(request !== undefined && { body: {} }) },
})

test('the contract has operations for operators, and all stand below their path', () => {
  assert.ok(ofOperators.length > 30)
  for (const { path, id } of ofOperators) assert.ok(path.startsWith('/operador/v2'), id)
})

for (const engine of engines) {
  describe(`who may work as an operator on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await operatorService(engine, { clock })
    afterAll(() => service.close())
    const { call, signedIn, result, operate } = service
    const session = await service.newSession()
    const { clientId } = session
    const analyst = await signIn(
      service,
      await newUser(service, { name: 'Ana', roles: ['analyst', 'creditor'], clientId }),
    )
    const creditor = await signIn(
      service,
      await newUser(service, { name: 'Caio', roles: ['creditor'], clientId }),
    )
    const { 'X-CSRF-Token': _, ...withoutToken } = signedIn
    const strangers: readonly [string, Record<string, string>, string][] = [
      ['nobody', {}, 'session_missing'],
      ['a session that never was', { ...signedIn, Cookie: 'lastro_session=abc' }, 'session_missing'],
      [
        'a client with token and key',
        { Authorization: `Bearer ${session.token}`, 'x-api-key': session.apiKey },
        'session_missing',
      ],
      ['an analyst', analyst, 'role_not_allowed'],
      ['a creditor', creditor, 'role_not_allowed'],
      ['a page of somebody else', { ...signedIn, Origin: 'https://elsewhere.example' }, 'origin_not_allowed'],
    ]

    for (const [who, headers, code] of strangers) {
      test(`${who} is refused by every operation`, async () => {
        for (const of of ofOperators) {
          const { path, call: asked } = callOf(of)
          const answer = await call(path, { ...asked, headers })
          assert.equal(answer.at('code'), code, of.id)
        }
      })
    }

    test('nothing that was refused at the door is an act, and every act is on record with its outcome', async () => {
      const before = (await result<{ acts: OperatorAct[] }>('/atos?limit=200')).acts
      assert.deepEqual(before, [])
      for (const of of ofOperators) {
        const { path, call: asked } = callOf(of)
        const answer = await call(path, { ...asked, headers: signedIn })
        assert.notEqual(answer.at('code'), 'route_unknown', of.id)
        assert.ok(answer.status < 500, `${of.id}: ${answer.text}`)
      }
      const { acts } = await result<{ acts: OperatorAct[] }>('/atos?limit=200')
      const changing = ofOperators.filter((of) => of.method !== 'GET').map((of) => of.id)
      assert.deepEqual(
        acts.map((one) => one.operation).toSorted(),
        [...changing, 'operadorAnotacoesLe', 'operadorTitularPedido'].toSorted(),
      )
      for (const act of acts) {
        assert.equal(act.userId, service.operatorId)
        assert.equal(act.userName, 'Olívia Operadora')
        assert.ok(act.outcome !== undefined && act.requestId !== '', act.operation)
      }
    })

    test('an act whose work breaks has its end on record: what it was about, and the code that was answered', async () => {
      const broken = async () => {
        throw new Error('broken in a test')
      }
      vi.spyOn(service.store.requests, 'find').mockImplementation(broken)
      const answer = await operate('/titular/pedidos/nothing')
      assert.deepEqual([answer.status, answer.at('code')], [500, 'internal_error'])
      const { acts } = await result<{ acts: OperatorAct[] }>('/atos?limit=200')
      assert.deepEqual(
        acts
          .filter((act) => act.outcome === undefined || act.outcome === 'internal_error')
          .map(({ operation, outcome, target }) => [operation, outcome, target]),
        [['operadorTitularPedido', 'internal_error', 'nothing']],
      )
    })

    test('what changes something needs the token of the page, and what reads does not', async () => {
      for (const of of ofOperators) {
        const { path, call: asked } = callOf(of)
        const code = (await call(path, { ...asked, headers: withoutToken })).at('code')
        assert.equal(code === 'csrf_token_invalid', of.method !== 'GET', of.id)
      }
    })

    const create = (more: object = {}) =>
      operate('/usuarios', {
        body: { name: 'Bia', email: 'bia@exemplo.com.br', roles: ['analyst'], clientId, ...more },
      })

    test('a person is created with a password that works once shown, and that nothing keeps', async () => {
      const made = await create()
      assert.equal(made.status, 201, made.text)
      const { user, password } = made.at('result') as Created
      assert.deepEqual([user.environment, user.clientName, user.disabled], ['sandbox', 'Teste', false])
      await signIn(service, { email: user.email, password })
      const { text } = await operate(`/usuarios?clientId=${clientId}`)
      assert.ok(text.includes(user.id) && !text.includes(password))
      assert.ok(!(await operate('/atos')).text.includes(password))
      const kept = await storeText(service.place)
      assert.ok(kept.includes(user.id) && !kept.includes(password))
    })

    test('a person who makes no sense is refused, field by field', async () => {
      const codes = async (more: object) => {
        const answer = await create({ email: 'x@exemplo.com.br', ...more })
        return answer.at('errors.0.field') ?? answer.at('code')
      }
      assert.equal((await create({ email: 'BIA@exemplo.com.br' })).at('code'), 'user_email_taken')
      assert.equal(await codes({ roles: ['operator'] }), 'clientId')
      assert.equal(await codes({ roles: ['operator', 'analyst'], clientId: undefined }), 'roles')
      assert.equal(await codes({ clientId: undefined }), 'clientId')
      assert.equal(await codes({ clientId: 'cli_nobody' }), 'client_unknown')
      assert.equal(await codes({ roles: [] }), 'roles')
      assert.equal(await codes({ email: 'nothing' }), 'email')
      assert.equal(await codes({ name: ' ' }), 'name')
    })

    test('a person is disabled and enabled, gets a new password, is unlocked and loses one-time codes', async () => {
      const made = (await create({ email: 'leo@exemplo.com.br' })).at('result') as Created
      const { id, email } = made.user
      const act = (verb: string) => result<OperatorUser>(`/usuarios/${id}/${verb}`, { method: 'POST' })
      const held = await signIn(service, { email, password: made.password })
      assert.equal((await act('desativar')).disabled, true)
      clock.add(5_000)
      assert.equal((await call('/console/v2/sessao', { headers: held })).at('code'), 'session_missing')
      assert.equal((await act('ativar')).disabled, false)
      const renewed = await result<Created>(`/usuarios/${id}/senha`, { method: 'POST' })
      assert.notEqual(renewed.password, made.password)
      for (let tries = 0; tries < 6; tries++) {
        await call('/console/v2/sessao', { body: { email, password: 'not the password' } })
      }
      const list = () => result<{ users: OperatorUser[] }>(`/usuarios?clientId=${clientId}`)
      const locked = (await list()).users.find((one) => one.id === id)
      assert.ok(locked?.lockedUntil)
      assert.equal((await act('desbloquear')).lockedUntil, undefined)
      assert.equal((await act('desligarTotp')).totp, false)
      await signIn(service, { email, password: renewed.password })
      for (const verb of ['desativar', 'ativar', 'senha', 'desbloquear', 'desligarTotp']) {
        const answer = await operate(`/usuarios/nobody/${verb}`, { method: 'POST' })
        assert.equal(answer.at('code'), 'user_unknown', verb)
      }
    })

    test('people are listed by role and by client, page by page', async () => {
      const { users: operators } = await result<{ users: OperatorUser[] }>('/usuarios?role=operator')
      assert.deepEqual(
        operators.map((one) => one.id),
        [service.operatorId],
      )
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const path = `/usuarios?clientId=${clientId}&limit=1${cursor && `&cursor=${cursor}`}`
        const page = await result<{ users: OperatorUser[]; cursor?: string }>(path)
        seen.push(...page.users.map((one) => one.name))
        if (page.cursor === undefined) break
        cursor = page.cursor
      }
      assert.deepEqual(seen.toSorted(), ['Ana', 'Bia', 'Bia', 'Caio'])
      const { users } = await result<{ users: OperatorUser[] }>('/usuarios?role=creditor')
      assert.deepEqual(users.map((one) => one.name).toSorted(), ['Ana', 'Caio'])
      assert.equal((await operate('/usuarios?role=king')).at('errors.0.field'), 'role')
    })

    test('the last operator cannot be disabled, not even where two disable each other at once', async () => {
      const disable = (id: string, headers: Record<string, string>) =>
        call(`/operador/v2/usuarios/${id}/desativar`, { method: 'POST', headers })
      assert.equal((await disable(service.operatorId, signedIn)).at('code'), 'operator_last')
      assert.equal((await operate('/atos')).status, 200)
      const other = await newUser(service, { name: 'Otto', roles: ['operator'] })
      const theirs = await signIn(service, other)
      await Promise.all([disable(other.userId, signedIn), disable(service.operatorId, theirs)])
      const left = await service.store.people.page({
        role: 'operator',
        clientId: undefined,
        after: undefined,
        limit: 9,
      })
      assert.ok(left.some((one) => one.disabledAtMs === undefined))
    })

    test('a document or a secret in the place of an id stays out of the record', async () => {
      const headers = await signIn(service, await newUser(service, { name: 'Oto', roles: ['operator'] }))
      clock.add(1_000)
      const path = '/operador/v2/anotacoes/52998224725'
      assert.equal((await call(path, { headers })).at('code'), 'listing_unknown')
      const acts = await call('/operador/v2/atos?limit=1', { headers })
      assert.equal(acts.at('result.acts.0.operation'), 'operadorAnotacoesLe')
      assert.ok(!acts.text.includes('52998224725'))
      clock.add(1_000)
      const revoke = `/operador/v2/clientes/${session.apiKey}/revogar`
      assert.equal((await call(revoke, { method: 'POST', headers })).at('code'), 'client_unknown')
      const after = await call('/operador/v2/atos?limit=1', { headers })
      assert.equal(after.at('result.acts.0.operation'), 'operadorClientesRevoga')
      assert.ok(!after.text.includes(session.apiKey))
    })

    test('a session that is over opens nothing', async () => {
      const headers = await signIn(service, await newUser(service, { name: 'Olga', roles: ['operator'] }))
      assert.equal((await call('/operador/v2/atos', { headers })).status, 200)
      clock.add(25 * 60 * 60_000)
      for (const of of ofOperators) {
        const { path, call: asked } = callOf(of)
        assert.equal((await call(path, { ...asked, headers })).at('code'), 'session_missing', of.id)
      }
    })

    test('no document, password, cookie or token is in a log', () => {
      const said = service.logLines.join('\n')
      for (const secret of [session.token, session.apiKey, signedIn.Cookie, signedIn['X-CSRF-Token']]) {
        assert.ok(!said.includes(secret))
      }
    })
  })
}
