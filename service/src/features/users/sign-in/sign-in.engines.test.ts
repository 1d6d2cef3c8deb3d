import assert from 'node:assert/strict'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { engines, newPlace, type Place } from '../../../../testing/engines.ts'
import {
  type Browser,
  browserOf,
  cookieOf,
  newUser,
  sessao,
  signedIn,
} from '../../../../testing/http/signed-in.ts'
import { testOn } from '../../../../testing/matrix.ts'
import { type Answer, type RunningService, runService } from '../../../../testing/running-service.ts'
import { TestClock } from '../../../../testing/services/listing-service.ts'
import { storeText } from '../../../../testing/store-text.ts'
import { sealUnder } from '../../sealing/sealed-secrets.ts'
import { disableUser, enableUser, resetPassword, unlockUser } from '../manage-users.ts'
import { sessionMissing } from '../sessions/read-session.ts'
import { changePassword } from './change-password.ts'
import { passwordHashing, TooManyHashes } from './password-hash.ts'
import { type SignInDeps, signIn as signInTo } from './sign-in.ts'
import { userKey } from './sign-in-pauses.ts'
import { totpCode, totpStepAt } from './totp.ts'

const nextPassword = 'quatro cavalos mansos'

async function serviceOn(place: Place, clock = new TestClock()) {
  const service = await runService({ store: await place.open(), clock })
  cleanUp(service.close)
  return { service, clock }
}

const tryPassword = ({ call }: RunningService, email: string, password = 'errada errada') =>
  call(sessao, { body: { email, password } })

/** What signing in works with, for a test that comes between its steps. */
const signInDeps = ({ store }: RunningService): SignInDeps => ({
  users: store.users,
  passwords: passwordHashing(),
  seal: sealUnder(Buffer.alloc(32)),
  clock: { nowMs: () => Date.now() },
  isServed: async () => true,
})

for (const engine of engines) {
  describe(`signing in on ${engine}`, () => {
    const ruleTest = testOn(engine)
    test('a user signs in, is known by the cookie, and signs out', async () => {
      const { service } = await serviceOn(await newPlace(engine))
      const client = await service.newSession()
      const user = await newUser(service, ['analyst', 'creditor'], client.clientId)
      const browser = await signedIn(service, { ...user, email: user.email.toUpperCase() })
      const who = await browser.call(sessao)
      assert.deepEqual(who.at('result.user'), {
        id: user.userId,
        name: who.at('result.user.name'),
        email: user.email,
        roles: ['analyst', 'creditor'],
        clientId: client.clientId,
        clientName: 'Teste',
        environment: 'sandbox',
        scopes: ['contact-data', 'company-search', 'policies', 'decisions'],
        totp: false,
      })
      const out = await browser.call(sessao, { method: 'DELETE' })
      assert.match(out.headers.get('set-cookie') ?? '', /^lastro_session=; .*Max-Age=0/)
      assert.equal((await browser.call(sessao)).at('code'), 'session_missing')
    })

    test('an unknown user and a wrong password hear the same', async () => {
      const { service } = await serviceOn(await newPlace(engine))
      const user = await newUser(service, ['operator'])
      const answers = [
        await tryPassword(service, user.email),
        await tryPassword(service, 'ninguem@exemplo.com.br'),
      ]
      for (const answer of answers) assert.equal(answer.status, 401)
      const told = answers.map((one) => ({ ...JSON.parse(one.text), requestId: '' }))
      assert.deepEqual(told[0], told[1])
      assert.equal(told[0].code, 'sign_in_refused')
    })

    test('wrong tries make the next wait, longer each time, also for a user that is not', async () => {
      const place = await newPlace(engine)
      const { service, clock } = await serviceOn(place)
      const user = await newUser(service, ['operator'])
      for (const email of [user.email, 'ninguem@exemplo.com.br']) {
        const waited: number[] = []
        for (let at = 0; at < 14; at++) {
          const answer = await tryPassword(service, email)
          if (answer.status === 401) continue
          assert.equal(answer.at('code'), 'sign_in_paused', answer.text)
          const seconds = Number(answer.headers.get('retry-after'))
          waited.push(seconds)
          clock.add(seconds * 1000)
        }
        assert.deepEqual(waited.slice(0, 4), [15, 30, 60, 120], email)
      }
    })

    test('a pause holds in another process and after a restart, and the operator can end it', async () => {
      const place = await newPlace(engine)
      const { service, clock } = await serviceOn(place)
      const user = await newUser(service, ['operator'])
      for (let at = 0; at < 6; at++) await tryPassword(service, user.email)
      const { service: other } = await serviceOn(place, clock)
      assert.equal((await tryPassword(other, user.email, user.password)).at('code'), 'sign_in_paused')
      await unlockUser({ users: other.store.users }, user.email)
      await signedIn(service, user)
    })

    test('many tries at once are counted one by one', async () => {
      const { service } = await serviceOn(await newPlace(engine))
      const user = await newUser(service, ['operator'])
      const answers = await Promise.all(Array.from({ length: 20 }, () => tryPassword(service, user.email)))
      const evaluated = answers.filter((one) => one.at('code') === 'sign_in_refused')
      assert.equal(evaluated.length, 6)
    })

    describe('behind a trusted proxy', async () => {
      const place = await newPlace(engine)
      const clock = new TestClock()
      const service = await runService({ store: await place.open(), trustedProxies: ['127.0.0.1'], clock })
      afterAll(service.close)
      const from = (address: string, body: object, cookie?: string) =>
        service.call(sessao, {
          body,
          headers: { 'X-Forwarded-For': address, ...(cookie !== undefined && { Cookie: cookie }) },
        })
      /** Uses up the free attempts of an address on unknown names. */
      const throttle = async (address: string) => {
        for (let at = 0; at < 21; at++)
          await from(address, { email: `ninguem${at}@exemplo.com.br`, password: 'errada errada' })
      }
      /** The parts of a response that a caller can compare. */
      const visible = ({ status, headers, text }: Answer) => {
        const { 'x-request-id': _, date, ...others } = Object.fromEntries(headers)
        return { status, headers: others, body: { ...JSON.parse(text), requestId: '' } }
      }

      test('a throttled address gets the same response for every name, whoever signed in there before', async () => {
        const address = '203.0.113.7'
        const [known, troubled, disabled] = [
          await newUser(service, ['operator']),
          await newUser(service, ['operator']),
          await newUser(service, ['operator']),
        ]
        for (const { email, password } of [known, disabled])
          assert.equal((await from(address, { email, password })).status, 201)
        await disableUser({ users: service.store.users, clock }, disabled.email)
        // A pause of the name alone, longer than that of the address.
        for (let at = 0; at < 9; at++) {
          await from(`198.51.100.${at}`, { email: troubled.email, password: 'errada errada' })
          if (at >= 5) clock.add(2 ** (at - 5) * 15_000)
        }
        await from('198.51.100.99', { email: troubled.email, password: 'errada errada' })
        await throttle(address)
        const answers = []
        for (const [email, password] of [
          ['ninguem@exemplo.com.br', 'errada errada'],
          [known.email, 'errada errada'],
          [known.email, known.password],
          [disabled.email, disabled.password],
          [troubled.email, 'errada errada'],
          ['<não é e-mail>', 'x'],
        ])
          answers.push(visible(await from(address, { email, password })))
        assert.equal(answers[0]?.body.code, 'sign_in_paused')
        for (const answer of answers) assert.deepEqual(answer, answers[0])
      })

      test('a browser that has signed in before is not throttled by others at its address', async () => {
        const address = '203.0.113.8'
        const user = await newUser(service, ['operator'])
        const other = await newUser(service, ['operator'])
        const body = { email: user.email, password: user.password }
        const device = cookieOf(await from(address, body), 'lastro_device')
        assert.ok(device.length > 40)
        await throttle(address)
        assert.equal((await from(address, body, device)).status, 201, 'the browser is known')
        const changed = device.slice(0, -2) + (device.endsWith('A') ? 'B' : 'A') + device.slice(-1)
        for (const [sent, what] of [
          [undefined, 'no cookie'],
          [changed, 'a changed cookie'],
          [`${device}; ${device}x`, 'two cookies'],
          ['lastro_device=v1.x.y', 'an invented cookie'],
        ] as const)
          assert.equal((await from(address, body, sent)).at('code'), 'sign_in_paused', what)
        const others = { email: other.email, password: other.password }
        assert.equal((await from(address, others, device)).at('code'), 'sign_in_paused', 'another user')
      })

      test('the failures of a known browser count, at once too, and only there', async () => {
        const address = '203.0.113.9'
        const user = await newUser(service, ['operator'])
        const body = { email: user.email, password: user.password }
        const [one, two] = [
          cookieOf(await from(address, body), 'lastro_device'),
          cookieOf(await from(address, body), 'lastro_device'),
        ]
        const wrong = { ...body, password: 'errada errada' }
        const tried = await Promise.all(Array.from({ length: 12 }, () => from(address, wrong, one)))
        assert.equal(tried.filter((answer) => answer.at('code') === 'sign_in_refused').length, 6)
        assert.equal((await from(address, body, one)).at('code'), 'sign_in_paused')
        assert.equal((await from(address, body, two)).status, 201)
        await unlockUser({ users: service.store.users }, user.email)
        assert.equal((await from(address, body, one)).status, 201, 'the operator ends this pause too')
      })

      ruleTest(
        'a known browser is forgotten with the password, with the user, and after 90 days',
        async () => {
          const { users } = service.store
          const deps = { users, passwords: passwordHashing(), clock }
          let address = 10
          const revoke: Record<string, (email: string, browser: Browser) => Promise<string | undefined>> = {
            'reset by the operator': async (email) => {
              const made = await resetPassword(deps, email)
              return typeof made === 'object' ? made.password : undefined
            },
            'disabled and enabled': async (email) => {
              await disableUser(deps, email)
              await enableUser(deps, email)
              return undefined
            },
            'changed by the user': async (_, browser) => {
              const sent = { current: browser.user.password, next: nextPassword }
              const changed = await browser.call('/console/v2/senha', { body: sent })
              assert.notEqual(cookieOf(changed, 'lastro_device'), '', 'this browser stays known')
              return nextPassword
            },
            expired: async () => {
              clock.add(90 * 24 * 3_600_000)
              return undefined
            },
          }
          for (const [how, act] of Object.entries(revoke)) {
            address += 1
            const user = await newUser(service, ['operator'])
            const entered = await from(`203.0.113.${address}`, { email: user.email, password: user.password })
            const device = cookieOf(entered, 'lastro_device')
            const password = (await act(user.email, browserOf(service, user, entered))) ?? user.password
            await throttle(`203.0.113.${address}`)
            const again = await from(`203.0.113.${address}`, { email: user.email, password }, device)
            assert.equal(again.at('code'), 'sign_in_paused', how)
          }
        },
      )

      ruleTest(
        'failures of strangers do not keep somebody who is signed in from changing the password',
        async () => {
          const address = '203.0.113.30'
          const user = await newUser(service, ['operator'])
          const entered = await from(address, { email: user.email, password: user.password })
          const browser = browserOf(service, user, entered)
          await throttle(address)
          for (let at = 0; at < 8; at++) await from(address, { email: user.email, password: 'errada errada' })
          const change = (current: string) =>
            browser.call('/console/v2/senha', {
              body: { current, next: nextPassword },
              headers: { 'X-Forwarded-For': address },
            })
          for (let at = 0; at < 6; at++)
            assert.equal((await change('errada errada')).at('code'), 'password_wrong')
          assert.equal((await change(user.password)).at('code'), 'sign_in_paused', 'own failures count')
        },
      )
    })

    test('a code is asked for once it is confirmed, and used once', async () => {
      const { service, clock } = await serviceOn(await newPlace(engine))
      const user = await newUser(service, ['operator'])
      const browser = await signedIn(service, user)
      assert.equal(
        (await browser.call('/console/v2/totp/confirmar', { body: { code: '000000' } })).at('code'),
        'totp_not_begun',
      )
      const begun = await browser.call('/console/v2/totp', { method: 'POST' })
      const secret = fromBase32(String(begun.at('result.secret')))
      const code = () => totpCode(secret, totpStepAt(clock.nowMs()))
      const wrongCode = () => (code() === '123456' ? '654321' : '123456')
      const confirm = (sent: string) => browser.call('/console/v2/totp/confirmar', { body: { code: sent } })
      assert.equal((await confirm(wrongCode())).at('code'), 'totp_code_invalid')
      assert.equal((await confirm(code())).at('result.user.totp'), true)
      assert.equal((await confirm(code())).at('code'), 'totp_on_already')
      const body = { email: user.email, password: user.password }
      assert.equal((await service.call(sessao, { body })).at('code'), 'totp_required')
      const replay = await service.call(sessao, { body: { ...body, totp: code() } })
      assert.equal(replay.at('code'), 'totp_code_invalid', 'the code that confirmed is used up')
      clock.add(30_000)
      await signedIn(service, user, { totp: code() })
      const again = await service.call(sessao, { body: { ...body, totp: code() } })
      assert.equal(again.at('code'), 'totp_code_invalid')
      clock.add(30_000)
      const remove = (password: string, code?: string) =>
        browser.call('/console/v2/totp/remover', { body: { password, code } })
      assert.equal((await remove(user.password)).at('code'), 'body_invalid', 'the password alone')
      assert.equal((await remove('errada errada', code())).at('code'), 'password_wrong')
      assert.equal((await remove(user.password, wrongCode())).at('code'), 'totp_code_invalid')
      await signedIn(service, user, { totp: code() })
      assert.equal((await remove(user.password, code())).at('code'), 'totp_code_invalid', 'a used code')
      clock.add(30_000)
      for (let at = 0; at < 4; at++) {
        const refused = await remove(user.password, wrongCode())
        assert.equal(refused.at('code'), at < 3 ? 'totp_code_invalid' : 'sign_in_paused', `try ${at}`)
      }
      clock.add(15 * 60_000)
      assert.equal((await remove(user.password, code())).at('result.user.totp'), false)
      await signedIn(service, user)
    })

    test('a password that is given or taken away while its owner changes it stays so', async () => {
      const { service } = await serviceOn(await newPlace(engine))
      const deps = signInDeps(service)
      const { users, passwords } = deps
      for (const act of [resetPassword, disableUser]) {
        const user = await newUser(service, ['operator'])
        const signIn = { email: user.email, password: user.password }
        const opened = await signInTo(deps, signIn, { address: '203.0.113.7' })
        assert.ok('session' in opened)
        const meanwhile = async (next: string) => {
          await act(deps, user.email)
          return passwords.hash(next)
        }
        const changed = await changePassword(
          { ...deps, passwords: { ...passwords, hash: meanwhile } },
          { ...opened, client: undefined, address: '203.0.113.7' },
          { current: user.password, next: nextPassword },
          'en',
        )
        assert.deepEqual(changed, sessionMissing)
        await enableUser({ users }, user.email)
        assert.equal((await tryPassword(service, user.email, nextPassword)).at('code'), 'sign_in_refused')
        assert.equal(await users.findSession(opened.session.hash), undefined)
      }
    })

    ruleTest('a password that nobody had the time to look at is no try', async () => {
      const { service } = await serviceOn(await newPlace(engine))
      const deps = signInDeps(service)
      const user = await newUser(service, ['operator'])
      const request = { email: user.email, password: user.password }
      const storm = Array.from({ length: 41 }, () => deps.passwords.hash(nextPassword))
      for (let count = 0; count < 6; count += 1) {
        await assert.rejects(signInTo(deps, request, { address: '203.0.113.7' }), TooManyHashes)
      }
      await Promise.all(storm)
      assert.equal(await deps.users.clearPauses([userKey(user.email)]), 0, 'something was written')
      assert.ok('secret' in (await signInTo(deps, request, { address: '203.0.113.7' })))
    })

    test('a new password ends every other session, and this one goes on under a new cookie', async () => {
      const { service, clock } = await serviceOn(await newPlace(engine))
      const user = await newUser(service, ['operator'])
      const other = await signedIn(service, user)
      const browser = await signedIn(service, user)
      const change = (current: string, next: string) =>
        browser.call('/console/v2/senha', { body: { current, next } })
      assert.equal((await change('errada errada', nextPassword)).at('code'), 'password_wrong')
      for (const [next, fault] of [
        ['curta', 'short'],
        ['aaaaaaaaaaaaaaaa', 'simple'],
        [user.email, 'personal'],
        [user.password, 'same'],
      ] as const) {
        const refused = await change(user.password, next)
        assert.equal(refused.at('code'), 'password_refused', next)
        assert.equal(refused.at('errors.0.code'), fault, next)
      }
      const changed = await change(user.password, nextPassword)
      const renewed = browserOf(service, user, changed)
      assert.notEqual(renewed.cookie, browser.cookie)
      assert.notEqual(renewed.csrf, browser.csrf)
      assert.equal((await renewed.call(sessao)).status, 200)
      clock.add(3_000)
      for (const old of [browser, other]) assert.equal((await old.call(sessao)).at('code'), 'session_missing')
      assert.equal((await tryPassword(service, user.email, user.password)).at('code'), 'sign_in_refused')
    })

    test('a user that is disabled in one process is out in the other within 5 seconds', async () => {
      const place = await newPlace(engine)
      const clock = new TestClock(new Date().toISOString())
      const one = await runService({ store: await place.open(), clock })
      const other = await runService({ store: await place.open(), clock })
      onTestFinished(async () => {
        await Promise.all([one.close(), other.close()])
      })
      const user = await newUser(one, ['operator'])
      const browser = await signedIn(one, user)
      const elsewhere = () => other.call(sessao, { headers: { Cookie: browser.cookie } })
      assert.equal((await elsewhere()).status, 200)
      await disableUser({ users: one.store.users, clock }, user.email)
      clock.add(5_000)
      assert.equal((await elsewhere()).at('code'), 'session_missing')
      assert.equal((await tryPassword(one, user.email, user.password)).at('code'), 'sign_in_refused')
    })

    test('a session ends after 8 hours without use, and after 24 hours whatever its use', async () => {
      const { service, clock } = await serviceOn(await newPlace(engine))
      const hourMs = 3_600_000
      const idle = await signedIn(service, await newUser(service, ['operator']))
      clock.add(8 * hourMs)
      assert.equal((await idle.call(sessao)).at('code'), 'session_missing')
      const busy = await signedIn(service, await newUser(service, ['operator']))
      for (let hour = 0; hour < 23; hour++) {
        clock.add(hourMs)
        assert.equal((await busy.call(sessao)).status, 200, `after ${hour + 1} hours`)
      }
      clock.add(hourMs)
      assert.equal((await busy.call(sessao)).at('code'), 'session_missing')
    })

    ruleTest('a cookie that was planted before signing in names nothing afterwards', async () => {
      const { service } = await serviceOn(await newPlace(engine))
      const thief = await signedIn(service, await newUser(service, ['operator']))
      const user = await newUser(service, ['operator'])
      const entered = await service.call(sessao, {
        body: { email: user.email, password: user.password },
        headers: { Cookie: thief.cookie },
      })
      const browser = browserOf(service, user, entered)
      assert.notEqual(browser.cookie, thief.cookie)
      assert.equal((await thief.call(sessao)).at('code'), 'session_missing')
      const both = await service.call(sessao, { headers: { Cookie: `${thief.cookie}; ${browser.cookie}` } })
      assert.equal(both.at('code'), 'session_missing', 'of two sessions none is chosen')
    })

    test('passwords, cookies, tokens and codes are in no log and not in the store', async () => {
      const place = await newPlace(engine)
      const { service } = await serviceOn(place)
      const user = await newUser(service, ['operator'])
      const browser = await signedIn(service, user)
      await tryPassword(service, user.email, 'segredo que digitei errado')
      const begun = await browser.call('/console/v2/totp', { method: 'POST' })
      const secret = String(begun.at('result.secret'))
      const renewed = await resetPassword(
        { users: service.store.users, passwords: passwordHashing(), clock: { nowMs: () => Date.now() } },
        user.email,
      )
      assert.ok(typeof renewed === 'object')
      const kept = `${await storeText(place)}\n${service.logLines.join('\n')}`
      assert.ok(kept.includes('$argon2id$v=19$m=19456,t=2,p=1$'))
      const cookie = browser.cookie.split('=')[1] ?? ''
      const bytes = fromBase32(secret)
      for (const one of [
        user.password,
        renewed.password,
        'segredo que digitei',
        cookie,
        browser.csrf,
        secret,
        bytes.toString('base64url'),
        bytes.toString('latin1'),
      ]) {
        assert.ok(one.length > 10 && !kept.includes(one), one)
      }
    })
  })
}

test('under https the cookie is pinned to its host; elsewhere it is at least out of reach of scripts', async () => {
  for (const [publicUrl, expected] of [
    [
      'https://lastro.example',
      /^__Host-lastro_session=lss_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ],
    ['http://localhost:8080', /^lastro_session=lss_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/],
  ] as const) {
    const service = await runService({ publicUrl })
    const user = await newUser(service, ['operator'])
    const answer = await service.call(sessao, { body: { email: user.email, password: user.password } })
    const [session = '', device = ''] = answer.headers.getSetCookie()
    assert.match(session, expected)
    const attributes = session.split(';').slice(1).join(';')
    assert.ok(
      device.includes(`lastro_device=v1.`) && device.endsWith(`;${attributes}; Max-Age=7776000`),
      device,
    )
    assert.equal(device.startsWith('__Host-'), session.startsWith('__Host-'))
    await service.close()
  }
})

test('a storm of sign-ins is turned away, and queries answer all the while', async () => {
  const service = await runService()
  onTestFinished(service.close)
  const client = await service.newSession()
  const storm = Promise.all(
    Array.from({ length: 200 }, (_, at) => tryPassword(service, `tempestade${at}@exemplo.com.br`)),
  )
  for (let at = 0; at < 20; at++) {
    const report = await service.call('/sandbox/relatorioBasico/v2/consulta', {
      body: { documento: '52998224725' },
      as: client,
    })
    assert.equal(report.status, 200)
  }
  const codes = (await storm).map((one) => String(one.at('code')))
  assert.ok(codes.every((code) => ['sign_in_refused', 'sign_in_paused', 'overloaded'].includes(code)))
})

test('a sign-in that is not one is refused for what it is', async () => {
  const service = await runService()
  onTestFinished(service.close)
  const user = await newUser(service, ['operator'])
  const body = { email: user.email, password: user.password }
  const code = async (options: object) => (await service.call(sessao, { body, ...options })).at('code')
  assert.equal(await code({ headers: { Origin: 'https://outro.example' } }), 'origin_not_allowed')
  assert.equal(await code({ headers: { Origin: 'null' } }), 'origin_not_allowed')
  assert.equal(await code({ headers: { Origin: service.url } }), undefined)
  assert.equal(await code({ headers: { 'Content-Type': 'text/plain' } }), 'media_type_unsupported')
  assert.equal(await code({ body: { ...body, admin: true } }), 'body_invalid')
  assert.equal(await code({ body: { email: 'a\u0000@b', password: 'x' } }), 'sign_in_refused')
  assert.equal(await code({ body: { ...body, totp: 'abc' } }), 'body_invalid')
})

function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(text)
    .map((one) => letters.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
