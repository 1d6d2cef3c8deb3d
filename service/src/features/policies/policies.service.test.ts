import assert from 'node:assert/strict'
import type { KeptPolicy } from '@lastro/contract/policies/kept-policies.ts'
import { policyChecksPerMinute } from '@lastro/contract/policies/policy-limits.ts'
import { afterAll, describe, test } from 'vitest'
import { newUser, signedIn } from '../../../testing/http/signed-in.ts'
import { runService, type Session } from '../../../testing/running-service.ts'
import { deciderOf, decisoes, politicas, shopPolicy } from '../../../testing/services/decisions.ts'
import { TestClock } from '../../../testing/test-clock.ts'

describe('policies as their client keeps them', async () => {
  const clock = new TestClock('2026-11-16T12:00:00-03:00')
  const service = await runService({ clock })
  afterAll(service.close)
  const newClient = async (scope?: string) => {
    const session = await service.newSession('sandbox', scope)
    return { session, ...deciderOf(service, session) }
  }
  const withScope = async (session: Session, scope: string) => {
    const { clientId: client_id, clientSecret: client_secret } = session
    const body = { grant_type: 'client_credentials', client_id, client_secret, scope }
    const token = String((await service.call('/oauth/token', { body })).at('access_token'))
    return deciderOf(service, { ...session, token })
  }

  test('a policy is saved, read and listed, and a new version leaves the earlier ones as they were', async () => {
    const own = await newClient()
    const saved = await own.save()
    assert.deepEqual([saved.status, saved.headers.get('etag')], [201, '"1"'], saved.text)
    const next = shopPolicy({ whenSectionFails: 'rules' })
    const second = await own.saveVersion(next, '"1"')
    assert.deepEqual([second.status, second.headers.get('etag')], [201, '"2"'], second.text)
    const kept = (await own.call(`${politicas}/loja`)).at('result') as KeptPolicy
    assert.deepEqual(
      [kept.policy, kept.version, kept.versions.map(({ version }) => version)],
      [next, 2, [2, 1]],
    )
    const first = await own.call(`${politicas}/loja/versoes/1`)
    assert.deepEqual(first.at('result.policy'), shopPolicy())
    const listed = await own.call(politicas)
    assert.deepEqual(
      [listed.at('result.policies.0.name'), listed.at('result.policies.0.version')],
      ['loja', 2],
    )
    for (const version of ['3', '0', '01', 'x', '1e0'])
      assert.equal(
        (await own.call(`${politicas}/loja/versoes/${version}`)).at('code'),
        'policy_version_unknown',
      )
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      assert.equal((await own.call(`${politicas}/loja/versoes/1`, { method, body: next })).status, 405)
  })

  test('what is wrong is told with its place, in the language of its author, and nothing is kept', async () => {
    const own = await newClient()
    const [rule] = shopPolicy().rules
    assert.ok(rule !== undefined)
    const gendered = { ...rule, when: { value: 'registration.consumerGender', is: 'F' } }
    const refused = await own.save({ ...shopPolicy(), rules: [gendered], otherwise: undefined })
    assert.deepEqual([refused.status, refused.at('code')], [422, 'policy_unfit'])
    const errors = refused.at('errors') as { field: string; code: string; message: string }[]
    assert.deepEqual(errors.map(({ field }) => field).toSorted(), ['otherwise', 'rules[0].when.value'])
    const english = await own.save({ ...shopPolicy(), name: 'X' }, { 'Accept-Language': 'en' })
    assert.match(String(english.at('errors.0.message')), /^It must have only lower-case/)
    const numbered = await own.save({ ...shopPolicy(), '52998224725': 1 })
    assert.deepEqual([numbered.at('code'), numbered.text.includes('529982')], ['policy_unfit', false])
    for (const body of ['[]', '"x"', 'null', '{']) {
      const answer = await own.call(politicas, { body })
      assert.ok([400, 422].includes(answer.status), answer.text)
    }
    const unseen = await own.save(shopPolicy({ title: { pt: '\u200b', en: '\u2060' } }))
    assert.deepEqual(
      [unseen.status, unseen.at('errors.0.field'), unseen.at('errors.1.code')],
      [422, 'title.pt', 'text_unreadable'],
    )
    const large = await own.save({ ...shopPolicy(), $schema: 'x'.repeat(300_000) })
    assert.equal(large.at('code'), 'body_too_large')
    assert.deepEqual((await own.call(politicas)).at('result.policies'), [])
  })

  test('what is no policy at all, however it is nested, is refused in words and stops nobody', async () => {
    const own = await newClient()
    const deep = await own.call(politicas, { body: `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}` })
    assert.deepEqual([deep.status, deep.at('errors.0.code')], [422, 'policy_too_deep'], deep.text)
    const odd = await own.save({ rules: [{ when: { value: { toString: 1 } } }] })
    assert.deepEqual([odd.status, odd.at('code')], [422, 'policy_unfit'], odd.text)
    assert.equal((await own.save()).status, 201)
  })

  test('a warning is told and kept, and the policy is taken', async () => {
    const own = await newClient()
    const [debts, share] = shopPolicy().rules
    assert.ok(debts !== undefined && share !== undefined)
    const early = {
      ...share,
      outcome: 'approve' as const,
      when: { value: 'request.income', above: '1.00' } as const,
    }
    const saved = await own.save(shopPolicy({ rules: [early, debts] }))
    assert.equal(saved.at('result.warnings.0.code'), 'outcomes_differ', saved.text)
    assert.equal((await own.call(`${politicas}/loja`)).at('result.warnings.0.at'), 'rules[1].when')
  })

  test('of two that change the same version one is told, and a name is nobody else’s', async () => {
    const own = await newClient()
    await own.save()
    assert.equal((await own.save()).at('code'), 'policy_name_taken')
    const path = `${politicas}/loja/versoes`
    assert.equal((await own.call(path, { body: shopPolicy() })).at('code'), 'policy_version_required')
    const both = await Promise.all([1, 2].map(() => own.saveVersion(shopPolicy(), '"1"')))
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 412],
    )
    for (const stale of ['"1"', '"9"', '1', '*', 'W/"2"'])
      assert.equal((await own.saveVersion(shopPolicy(), stale)).at('code'), 'policy_version_conflict')
    const renamed = await own.call(path, {
      body: shopPolicy({ name: 'outra' }),
      headers: { 'If-Match': '"2"' },
    })
    assert.equal(renamed.at('code'), 'policy_name_other')
    assert.equal((await own.saveVersion(shopPolicy({ name: 'nenhuma' }), '"1"')).at('code'), 'policy_unknown')
  })

  test('under its key a policy is saved once, and one that a crash left without an answer is answered', async () => {
    const own = await newClient()
    const key = { 'Idempotency-Key': 'politica-1' }
    const [first, again] = [await own.save(shopPolicy(), key), await own.save(shopPolicy(), key)]
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await own.save(shopPolicy({ name: 'b' }), key)).at('code'), 'idempotency_key_reused')
    const left = await own.save(shopPolicy(), { 'Idempotency-Key': 'politica-2' })
    assert.equal(left.status, 201, 'the same policy, under a key of its own')
    const other = shopPolicy({ whenSectionFails: 'rules' })
    assert.equal((await own.save(other, { 'Idempotency-Key': 'politica-3' })).at('code'), 'policy_name_taken')
  })

  test('a retired policy changes no more, stays readable, and is retired once', async () => {
    const own = await newClient()
    await own.save()
    const retired = await own.call(`${politicas}/loja/retirada`, { method: 'POST' })
    assert.equal(retired.at('result.retiredAt'), '2026-11-16T12:00:00-03:00')
    clock.add(60_000)
    const again = await own.call(`${politicas}/loja/retirada`, { method: 'POST' })
    assert.equal(again.at('result.retiredAt'), '2026-11-16T12:00:00-03:00')
    assert.equal((await own.saveVersion(shopPolicy(), '"1"')).at('code'), 'policy_retired')
    assert.equal((await own.call(`${politicas}/loja/versoes/1`)).status, 200)
    assert.equal((await own.save()).at('code'), 'policy_name_taken')
  })

  test('whoever decides by policies reads them; only the scope of policies writes', async () => {
    const own = await newClient()
    await own.save()
    const reader = await withScope(own.session, 'decisions')
    assert.equal((await reader.call(`${politicas}/loja`)).status, 200)
    assert.equal((await reader.call(politicas)).status, 200)
    for (const refused of [
      await reader.save(shopPolicy({ name: 'b' })),
      await reader.saveVersion(shopPolicy(), '"1"'),
      await reader.call(`${politicas}/loja/retirada`, { method: 'POST' }),
    ])
      assert.deepEqual([refused.status, refused.at('code')], [403, 'product_not_contracted'])
    const writer = await withScope(own.session, 'policies')
    assert.equal((await writer.saveVersion(shopPolicy(), '"1"')).status, 201)
    assert.equal((await writer.call(decisoes)).at('code'), 'product_not_contracted')
    const neither = await withScope(own.session, 'relatorioBasico')
    assert.equal((await neither.call(`${politicas}/loja`)).at('code'), 'product_not_contracted')
  })

  test('a person who saves is named, and another client knows nothing of the policy', async () => {
    const own = await newClient()
    const analyst = await signedIn(service, await newUser(service, ['analyst'], own.session.clientId))
    const saved = await analyst.call(`/sandbox${politicas}`, { body: shopPolicy() })
    const name = analyst.user.email.replace(/^pessoa(\d+)@.*/, 'Pessoa $1')
    assert.deepEqual(saved.at('result.user'), { id: analyst.user.userId, name }, saved.text)
    const creditor = await signedIn(service, await newUser(service, ['creditor'], own.session.clientId))
    assert.equal((await creditor.call(`/sandbox${politicas}`)).at('code'), 'role_not_allowed')
    const other = await newClient()
    for (const answer of [
      await other.call(`${politicas}/loja`),
      await other.call(`${politicas}/loja/versoes/1`),
      await other.call(`${politicas}/loja/retirada`, { method: 'POST' }),
      await other.saveVersion(shopPolicy(), '"1"'),
    ])
      assert.equal(answer.at('code'), 'policy_unknown')
    assert.deepEqual((await other.call(politicas)).at('result.policies'), [])
    assert.equal((await other.save()).status, 201, 'and may use its name')
    assert.equal((await own.call(`${politicas}/loja`)).at('result.retiredAt'), undefined)
  })

  test('checks are so many a minute', async () => {
    const own = await newClient()
    const unfit = () => own.save({})
    for (let at = 0; at < policyChecksPerMinute; at++)
      await service.store.alerts.allowances.take(
        [
          {
            policy: 'policy-checks',
            owner: own.session.clientId,
            limit: policyChecksPerMinute,
            windowMs: 60_000,
          },
        ],
        clock.nowMs(),
      )
    assert.deepEqual([(await unfit()).status, (await unfit()).at('code')], [429, 'rate_limited'])
    clock.add(60_000)
    assert.equal((await unfit()).at('code'), 'policy_unfit')
  })
})
