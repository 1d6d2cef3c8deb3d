import assert from 'node:assert/strict'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { ana, bia, caixa, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { resealAll } from '../../../testing/reseal-all.ts'
import { keyIdOf } from '../../features/clients/secrets.ts'
import { keyedReportMark, keyedReportOwner } from '../../features/reports/keyed/keyed-report.ts'
import { pauseKeys, pauseLimits } from '../../features/users/sign-in/sign-in-pauses.ts'
import type { NewUser } from '../../features/users/user-store.ts'
import type { Claim } from '../../http/idempotency.ts'

const keyHash = (id: string) => `key of ${id}`.padEnd(43, '.')

const user = (id: string, clientId: string | undefined): NewUser => ({
  id,
  name: `Pessoa ${id}`,
  email: `${id}@exemplo.com.br`,
  roles: clientId === undefined ? ['operator'] : ['analyst'],
  clientId,
  language: undefined,
  createdAtMs: 1_000,
  passwordHash: 'the same password',
})

for (const engine of engines) {
  describe(`clients and people in one store on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { clients, idempotency, rates, users, people } = store

    test('a key that one client rotates or ends leaves the keys of the others as they are', async () => {
      const added = { hash: 'new key of ana'.padEnd(43, '.'), clientId: ana, createdAtMs: 2_000, hint: '' }
      await clients.rotateKey(added, 5_000)
      assert.equal((await clients.findKey(keyHash(ana)))?.expiresAtMs, 5_000)
      assert.equal((await clients.findKey(keyHash(bia)))?.expiresAtMs, undefined)
      assert.deepEqual(
        (await clients.listKeys(bia, 10)).map((one) => one.id),
        [keyIdOf(keyHash(bia))],
      )
      assert.equal(await clients.endKey(bia, keyIdOf(added.hash), 3_000), undefined)
      assert.equal((await clients.findKey(added.hash))?.expiresAtMs, undefined)
      assert.ok(await clients.endKey(ana, keyIdOf(added.hash), 3_000))
    })

    test('of keys that are rotated at once one stays without an end', async () => {
      const rotate = (at: number) => {
        const hash = `rotated ${at}`.padEnd(43, '.')
        return clients.rotateKey({ hash, clientId: caixa, createdAtMs: 2_000 + at, hint: '' }, 9_000)
      }
      await Promise.all([1, 2, 3, 4].map(rotate))
      const endless = (await clients.listKeys(caixa, 10)).filter((one) => one.expiresAtMs === undefined)
      assert.equal(endless.length, 1)
    })

    test('who signs in while their pauses are cleared is admitted or paused, and nothing fails', async () => {
      const keys = pauseKeys({
        email: 'race@exemplo.com.br',
        address: '10.0.0.9',
        own: { userId: 'u1', by: 'race' },
      })
      const charge = () => users.chargeSignIn(keys, 1_000, pauseLimits)
      const clear = () => users.clearPauses(keys.map(({ key }) => key))
      const kinds = new Set<string>()
      for (let round = 0; round < 30; round++) {
        const [one, , other] = await Promise.all([charge(), clear(), charge()])
        kinds.add(one.kind).add(other.kind)
      }
      assert.ok(kinds.has('admitted') && kinds.isSubsetOf(new Set(['admitted', 'paused'])), [...kinds].join())
      await clear()
      const free = keys[0]?.freeTries ?? 0
      for (let tries = 0; tries < free; tries++) assert.deepEqual(await charge(), { kind: 'admitted' })
      while ((await charge()).kind === 'admitted');
      assert.equal(await clear(), keys.length)
      assert.deepEqual(await charge(), { kind: 'admitted' })
    })

    test('clients are gone through by their environment', async () => {
      const idsIn = async (environment: 'production' | 'sandbox') =>
        (await clients.pageOfClients({ environment, limit: 10 })).map((one) => one.id)
      assert.deepEqual(await idsIn('production'), [bia, ana])
      assert.deepEqual(await idsIn('sandbox'), [caixa])
    })

    test('a rate that one client has used up is whole for another', async () => {
      const asked = { limit: 5, wanted: 5, nowMs: 1_000_000 }
      assert.equal(await rates.take(ana, asked), 5)
      assert.equal(await rates.take(bia, { ...asked, wanted: 2 }), 2)
      assert.equal(await rates.take(ana, asked), 0)
      assert.equal(await rates.take(bia, asked), 3)
    })

    const claim = (
      environment: Claim['environment'],
      clientId: string,
      over: Partial<Claim> = {},
    ): Claim => ({
      environment,
      clientId,
      key: 'one key of all',
      requestHash: `request of ${clientId} in ${environment}`,
      claim: 'one claim of all',
      claimedUntilMs: 10_000,
      expiresAtMs: 20_000,
      ...over,
    })
    const claims = [claim('production', ana), claim('production', bia), claim('sandbox', ana)]

    test('an idempotency key is its client’s own, in its environment: claimed, answered and given up', async () => {
      for (const one of claims) assert.deepEqual(await idempotency.claim(one, 1_000), { kind: 'claimed' })
      for (const one of claims) assert.deepEqual(await idempotency.claim(one, 1_000), { kind: 'in_flight' })
      for (const [at, one] of claims.entries()) {
        await idempotency.complete(one, `answer ${at}`)
        const others = claims.slice(at + 1)
        for (const other of others)
          assert.deepEqual(await idempotency.claim(other, 1_000), { kind: 'in_flight' })
      }
      for (const [at, one] of claims.entries())
        assert.deepEqual(await idempotency.claim(one, 1_000), { kind: 'answered', answer: `answer ${at}` })
      // A claim that is over is taken anew by its own client, and every other answer stands.
      const anew = { ...(claims[0] as Claim), claim: 'another claim', expiresAtMs: 90_000 }
      assert.deepEqual(await idempotency.claim(anew, 30_000), { kind: 'claimed' })
      assert.deepEqual(await idempotency.claim(claims[1] as Claim, 1_000), {
        kind: 'answered',
        answer: 'answer 1',
      })
      assert.deepEqual(await idempotency.claim(claims[2] as Claim, 1_000), {
        kind: 'answered',
        answer: 'answer 2',
      })
    })

    test('a key that is given up is given up by its own client, in its environment', async () => {
      const released = claims.map((one) => ({ ...one, key: 'released' }))
      for (const one of released) await idempotency.claim(one, 1_000)
      await idempotency.release(released[0] as Claim)
      const kinds = []
      for (const one of released) kinds.push((await idempotency.claim(one, 1_000)).kind)
      assert.deepEqual(kinds, ['claimed', 'in_flight', 'in_flight'])
    })

    test('answers that are sealed anew, and reports under their keys, stay each its own', async () => {
      const sealed = claims.map((one) => ({ ...one, key: 'sealed' }))
      const reports = claims.map((one) => ({ ...one, key: 'report' }))
      for (const one of [...sealed, ...reports]) await idempotency.claim(one, 1_000)
      for (const [at, one] of sealed.entries()) await idempotency.complete(one, `v1.${at}`)
      for (const [at, one] of reports.entries()) await idempotency.complete(one, `${keyedReportMark}v1.${at}`)
      const anew = (text: string, owner: string) => `${text} anew for ${owner}`
      await resealAll(store, anew)
      for (const [at, one] of sealed.entries()) {
        const kept = await idempotency.claim(one, 1_000)
        assert.deepEqual(kept, { kind: 'answered', answer: `v1.${at} anew for ${one.clientId}` })
      }
      for (const [at, one] of reports.entries()) {
        const answer = `${keyedReportMark}v1.${at} anew for ${keyedReportOwner(one)}`
        assert.deepEqual(await idempotency.claim(one, 1_000), { kind: 'answered', answer })
      }
    })

    const session = (userId: string, hash = `session of ${userId}`) => ({
      hash,
      userId,
      createdAtMs: 1_000,
      lastUsedAtMs: 1_000,
      endsAtMs: 99_000,
    })

    test('people are listed with their own client', async () => {
      for (const [id, clientId] of [
        ['u1', ana],
        ['u2', bia],
        ['u3', undefined],
      ] as const)
        assert.equal(await users.addUser(user(id, clientId)), true)
      const filter = { role: undefined, after: undefined, limit: 10 }
      const idsOf = (of: readonly { readonly id: string }[]) => of.map((one) => one.id)
      assert.deepEqual(idsOf(await users.listUsers(ana)), ['u1'])
      assert.deepEqual(idsOf(await people.page({ ...filter, clientId: bia })), ['u2'])
      assert.equal((await users.listUsers()).length, 3)
    })

    test('who signs out of one session stays in the others', async () => {
      const person = user('two-sessions', caixa)
      await users.addUser(person)
      const session = (hash: string) => ({
        hash,
        userId: person.id,
        createdAtMs: 2_000,
        lastUsedAtMs: 2_000,
        endsAtMs: 9_000,
      })
      for (const hash of ['desk', 'phone']) await users.addSession(session(hash), person.passwordHash)
      await users.endSession('desk')
      assert.equal(await users.findSession('desk'), undefined)
      assert.equal((await users.findSession('phone'))?.user.id, person.id)
    })

    test('what one person changes, or an operator changes of one, leaves every other as they are', async () => {
      for (const id of ['u1', 'u2', 'u3'])
        assert.equal(await users.addSession(session(id), 'the same password'), true)
      const change = { from: 'the same password', to: 'a new one', session: session('u1', 'new session') }
      assert.equal(await users.changePassword('u1', change), true)
      assert.equal((await users.findUserById('u2'))?.passwordHash, 'the same password')
      assert.equal(await users.findSession('session of u1'), undefined)
      assert.ok(await users.findSession('session of u2'))
      assert.equal(await users.addSession(session('u1', 'with the old one'), 'the same password'), false)

      assert.equal(await users.disableUser('u2', 5_000), true)
      assert.equal((await users.findUserById('u3'))?.disabledAtMs, undefined)
      assert.ok(await users.findSession('session of u3'))
      assert.equal(await users.addSession(session('u2', 'while disabled'), 'the same password'), false)

      for (const id of ['u1', 'u3']) await users.beginTotp(id, { sealed: 'sealed alike', untilMs: 9_000 })
      assert.equal(await users.confirmTotp('u1', 'sealed alike', 5), true)
      assert.equal((await users.findUserById('u3'))?.totpSealed, undefined)
      assert.equal(await users.confirmTotp('u3', 'sealed alike', 1), true)
      assert.equal(await users.useTotpStep('u3', 4), true)
      assert.equal(await users.useTotpStep('u1', 5), false)
      assert.equal(await users.useTotpStep('u1', 6), true)
      assert.equal(await users.useTotpStep('u3', 5), true)
    })

    test("the pauses of a user's own browsers are shown and cleared for that user only", async () => {
      const address = '203.0.113.7'
      const pause = async (userId: string) => {
        const keys = pauseKeys({ email: `${userId}@exemplo.com.br`, address, own: { userId, by: 'device' } })
        while ((await users.chargeSignIn(keys, 1_000, pauseLimits)).kind === 'admitted');
      }
      await pause('u1')
      const [one, two] = await Promise.all(['u1', 'u2'].map((id) => users.findUserById(id)))
      assert.ok(one && two)
      assert.deepEqual([...(await people.pausedUntilMs([one, two], 1_000)).keys()], ['u1'])
      assert.deepEqual([...(await people.pausedUntilMs([two], 1_000)).keys()], [])
      await pause('u2')
      await users.clearPausesOf('u1', 'user of another name')
      assert.deepEqual([...(await people.pausedUntilMs([one, two], 1_000)).keys()], ['u2'])
    })

    test('the acts of one operator, and the last walk over one chain, are not another’s', async () => {
      for (const userId of ['u3', 'u4'])
        await store.acts.begin({
          id: `act of ${userId}`,
          atMs: 1_000,
          userId,
          userName: '',
          operation: 'operador',
          target: undefined,
          requestId: '',
        })
      const acts = await store.acts.list({ userId: 'u3', after: undefined, limit: 10 })
      assert.deepEqual(
        acts.map((one) => one.id),
        ['act of u3'],
      )
      const asked = { startedBy: 'u3', linksTotal: 0 }
      for (const [environment, startedAtMs] of [
        ['production', 1_000],
        ['sandbox', 2_000],
      ] as const) {
        assert.ok(await store.verifications.begin({ ...asked, id: environment, environment, startedAtMs }, 0))
        await store.verifications.end(environment, undefined, 3_000)
      }
      assert.equal((await store.verifications.last('production'))?.id, 'production')
    })
  })
}

test('a process that has not seen a window is told how its own client’s stands, and no other’s', async () => {
  const place = await newPlace('postgres')
  const [one, two] = [await place.open(), await place.open()]
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()])
  })
  const asked = { limit: 5, wanted: 5, nowMs: 1_000_000 }
  for (const [client, wanted] of [
    [ana, 5],
    [bia, 2],
    [caixa, 4],
  ] as const)
    assert.equal(await one.rates.take(client, { ...asked, wanted }), wanted)
  assert.equal(await two.rates.take(bia, asked), 3)
})
