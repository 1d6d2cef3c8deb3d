import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { quickPasswords } from '../../../testing/http/quick-passwords.ts'
import { debt } from '../../../testing/invented/invented-debt.ts'
import { runService } from '../../../testing/running-service.ts'
import { newUser, signIn } from '../../../testing/services/operator-service.ts'
import { TestClock } from '../../../testing/test-clock.ts'
import { readConfig } from '../../program/config.ts'
import { createUser } from '../users/manage-users.ts'

/** Each names another mailbox, several mailboxes, or one that looks different. */
const wrong = [
  '<',
  '>',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u00ad',
  '\u{e0041}',
].map((sign) => `credito${sign}x@exemplo.com.br`)

for (const engine of engines) {
  describe(`an address that is not one plain mailbox, on ${engine}`, async () => {
    const clock = new TestClock()
    const service = await runService({ place: await newPlace(engine), clock })
    afterAll(service.close)
    const client = await service.newSession()

    test('is refused for alerts', async () => {
      for (const email of wrong) {
        const answer = await service.call('/sandbox/alertas/v2/emails', { body: { email }, as: client })
        assert.equal(answer.at('code'), 'body_invalid', JSON.stringify(email))
      }
    })

    test('is refused as the contact of a debt, alone and in batches', async () => {
      for (const email of wrong) {
        const body = { ...debt, contact: { email } }
        const answer = await service.call('/sandbox/negativacao/v2/dividas', { body, as: client })
        assert.equal(answer.at('code'), 'body_invalid', JSON.stringify(email))
        assert.match(answer.text, /contact\.email/)
      }
      const lines = wrong.map((email) => JSON.stringify({ ...debt, contact: { email } }))
      const sent = await service.call('/sandbox/negativacao/v2/lotes', {
        body: `${lines.join('\n')}\n`,
        as: client,
        headers: { 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': 'mailboxes' },
      })
      const answered = sent.text.trimEnd().split('\n').slice(0, -1)
      assert.equal(answered.length, wrong.length, sent.text)
      for (const line of answered) assert.match(line, /"status":"invalid".*contact\.email/)
    })

    test('is refused for users, by the API and by the command', async () => {
      const operator = await newUser(service, { name: 'Olívia', roles: ['operator'] })
      const headers = await signIn(service, operator)
      const { users, clients } = service.store
      const deps = { users, passwords: quickPasswords, clock, findClient: clients.findClient }
      for (const email of [...wrong, 'ana@exemplo.com.br\u2028']) {
        const body = { name: 'Ana', email, roles: ['operator'] }
        const answer = await service.call('/operador/v2/usuarios', { body, headers })
        assert.equal(answer.at('code'), 'body_invalid', JSON.stringify(email))
        const made = await createUser(deps, { ...body, roles: ['operator'], clientId: undefined })
        assert.equal(made, 'email_invalid', JSON.stringify(email))
      }
    })
  })
}

test('the sender of e-mails is one plain mailbox too', () => {
  for (const address of wrong)
    for (const from of [address, `Birô <${address}>`])
      assert.throws(
        () => readConfig({ LASTRO_SMTP_URL: 'smtp://127.0.0.1:25', LASTRO_MAIL_FROM: from }),
        /LASTRO_MAIL_FROM/,
        JSON.stringify(from),
      )
})
