import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { systemClock } from '@lastro/service/clock.ts'
import { registerClient } from '@lastro/service/features/clients/register-client.ts'
import { sealsUnder } from '@lastro/service/features/sealing/reseal-secrets.ts'
import { readSealKey } from '@lastro/service/features/sealing/seal-key.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, test } from 'vitest'
import { childEnvironment } from '../../service/testing/child-environment.ts'
import { engines, newPlace, type Place } from '../../service/testing/engines.ts'
import { type Program, startProgram, tokenOf } from '../../service/testing/program.ts'
import { programs } from '../../service/testing/programs.ts'
import { webhookReceiver } from '../../service/testing/servers/webhook-receiver.ts'

const first = 'the first key, which is long enough for anyone'
const second = 'the second key, which is long enough for anyone'

const settingsOf = ({ dataDirectory, databaseUrl }: Place) => ({
  LASTRO_DATA: dataDirectory,
  LC_ALL: 'en_US.UTF-8',
  LASTRO_WEBHOOK_NETWORKS: '127.0.0.0/8',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

function run(program: string, args: readonly string[], settings: Readonly<Record<string, string>>) {
  const env = { ...childEnvironment(), PORT: '0', ...settings }
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env })
}

const userId = 'usr_1'

const sealedFor = (secretsKey: string) =>
  sealsUnder((of) => readSealKey({ secretsKey, dataDirectory: '' }, of))['secrets of sign-in']

/** Somebody who signs in with a code besides the password. */
async function withTotp(place: Place, sealed: string): Promise<void> {
  const { users, close } = await place.open()
  await users.addUser({
    id: userId,
    name: 'Ana',
    email: 'ana@exemplo.com.br',
    roles: ['operator'],
    clientId: undefined,
    language: undefined,
    passwordHash: 'none',
    createdAtMs: 1,
  })
  await users.beginTotp(userId, { sealed, untilMs: Number.MAX_SAFE_INTEGER })
  assert.ok(await users.confirmTotp(userId, sealed, 1))
  await close()
}

async function totpSealed(place: Place): Promise<string> {
  const { users, close } = await place.open()
  const user = await users.findUserById(userId)
  await close()
  return user?.totpSealed ?? assert.fail('there is no sealed secret')
}

for (const engine of engines) {
  describe(`the key of secrets, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const receiver = await webhookReceiver()
    afterAll(receiver.close)
    const settings = settingsOf(place)
    const store = await place.open()
    const client = await registerClient(
      { clients: store.clients, clock: systemClock },
      { environment: 'sandbox', name: 'Teste' },
    )
    await store.close()
    const calling = async (program: Program, path: string, body?: object) => {
      const token = await tokenOf(program, client)
      const answer = await fetch(`${program.url}/sandbox/alertas/v2/webhooks${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'x-api-key': client.apiKey,
          ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': 'w1' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, text: await answer.text() }
    }
    let made = ''
    const webhook = () => (JSON.parse(made) as { result: { id: string; secret: string } }).result

    test('a start under another key is refused in words that name the setting', async () => {
      const program = await startProgram({ ...settings, LASTRO_SECRETS_KEY: first })
      const answer = await calling(program, '', { url: receiver.url })
      assert.equal(answer.status, 201, answer.text)
      made = answer.text
      await program.stop()
      await withTotp(place, sealedFor(first).seal('the secret of a code', userId))
      for (const key of [second, '']) {
        const refused = run(programs.service, [], { ...settings, LASTRO_SECRETS_KEY: key })
        assert.equal(refused.status, 1, refused.stderr)
        assert.match(
          refused.stderr,
          /encrypted under another key\. .*give this one the same LASTRO_SECRETS_KEY/,
        )
        assert.ok(!refused.stderr.includes('    at '), 'no stack')
      }
    })

    test('they are sealed anew under the new key, or not at all, and sign as before', async () => {
      const reseal = (old: string, key = second) =>
        run(programs.cli, ['secrets', 'reseal'], {
          ...settings,
          LASTRO_SECRETS_KEY: key,
          LASTRO_SECRETS_KEY_OLD: old,
        })
      assert.match(reseal('short').stderr, /LASTRO_SECRETS_KEY_OLD must have at least 32/)
      assert.match(reseal(first, '').stderr, /Set LASTRO_SECRETS_KEY to the new key/)
      assert.match(reseal('a third key that nothing was ever sealed under').stderr, /nothing was changed/)
      const program = await startProgram({ ...settings, LASTRO_SECRETS_KEY: first })
      await program.stop()
      const done = reseal(first)
      assert.match(done.stdout, /^Secrets under the new key: 2\./, done.stderr)
      assert.match(reseal(first).stdout, /new key: 2\./, 'it may be done again')
      assert.equal(run(programs.service, [], { ...settings, LASTRO_SECRETS_KEY: first }).status, 1)
      const kept = await totpSealed(place)
      assert.equal(sealedFor(second).open(kept, userId), 'the secret of a code')
      const after = await startProgram({ ...settings, LASTRO_SECRETS_KEY: second })
      const tested = await calling(after, `/${webhook().id}/testar`)
      assert.match(tested.text, /"delivered":true/)
      const [received] = receiver.received.slice(-1)
      new Webhook(webhook().secret).verify(received?.body ?? '', received?.headers as Record<string, string>)
      const repeated = await calling(after, '', { url: receiver.url })
      assert.equal(repeated.text, made, 'an answer kept for its key opens too')
      await after.stop()
    })

    // Each statement of these two is also one of those before.
    test('a key in a file is replaced by a setting', async () => {
      const own = settingsOf(await newPlace(engine))
      const none = run(programs.cli, ['secrets', 'reseal'], { ...own, LASTRO_SECRETS_KEY: second })
      assert.match(none.stderr, /there is no secrets\.key in/)
      await (await startProgram(own)).stop()
      const done = run(programs.cli, ['secrets', 'reseal'], { ...own, LASTRO_SECRETS_KEY: second })
      assert.match(done.stdout, /^Secrets under the new key: 0\./, done.stderr)
      await (await startProgram({ ...own, LASTRO_SECRETS_KEY: second })).stop()
    })

    test('a second service with another key is refused before anything is sealed', async () => {
      const own = settingsOf(await newPlace(engine))
      await (await startProgram({ ...own, LASTRO_SECRETS_KEY: first })).stop()
      const refused = run(programs.service, [], { ...own, LASTRO_SECRETS_KEY: second })
      assert.equal(refused.status, 1)
      assert.match(refused.stderr, /copy its secrets\.key to LASTRO_DATA/)
      const third = 'a third key, which this store was never under'
      const resealed = run(programs.cli, ['secrets', 'reseal'], {
        ...own,
        LASTRO_SECRETS_KEY: second,
        LASTRO_SECRETS_KEY_OLD: third,
      })
      assert.match(resealed.stderr, /nothing was changed/)
    })
  })
}
