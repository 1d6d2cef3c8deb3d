import assert from 'node:assert/strict'
import { channelNames } from '@lastro/rules/listings/notices/notice.ts'
import { test } from 'vitest'
import { inventedNotice, noticeFacts } from '../../../testing/invented/invented-notice.ts'
import { ConfigError, readConfig } from '../../program/config.ts'
import { TemplateFault } from './notice-template.ts'
import { openNotices } from './open-notices.ts'

const settings = {
  LASTRO_SMTP_URL: 'smtps://avisos:s%40nha@correio.example:465',
  LASTRO_MAIL_FROM: 'Birô Exemplo <avisos@biro.example>',
  LASTRO_NOTICE_CONTACT: 'contestacao@biro.example',
  LASTRO_MAIL_PROOF: 'report',
}

test('the settings of notices are read, and nothing waits', () => {
  const { notices } = readConfig(settings)
  assert.deepEqual(notices.mail, {
    smtpUrl: settings.LASTRO_SMTP_URL,
    from: { name: 'Birô Exemplo', address: 'avisos@biro.example' },
    proof: 'report',
  })
  const opened = openNotices(notices)
  assert.equal(opened.waiting, undefined)
  assert.equal(opened.warning, undefined)
  assert.equal(opened.howToContest, 'contestacao@biro.example')
  assert.deepEqual(
    opened.channels.map(({ name }) => name),
    channelNames,
  )
})

test('what proves an e-mail is a delivery report, unless the operator says otherwise in writing, and is warned', () => {
  for (const [set, proof, says] of [
    [undefined, 'report', undefined],
    ['', 'report', undefined],
    ['report', 'report', undefined],
    ['accepted', 'accepted', /LASTRO_MAIL_PROOF=accepted/],
  ] as const) {
    const { notices } = readConfig({ ...settings, LASTRO_MAIL_PROOF: set })
    assert.equal(notices.mail?.proof, proof)
    const { warning } = openNotices(notices)
    if (says === undefined) assert.equal(warning, undefined)
    else for (const language of ['pt', 'en'] as const) assert.match(warning?.[language] ?? '', says)
  }
})

test('without settings every notice waits, and the service can say for what', async () => {
  const { channels, waiting } = openNotices(readConfig({}).notices)
  assert.match(waiting?.en ?? '', /LASTRO_NOTICE_CONTACT/)
  for (const { send } of channels) {
    const outcome = await send(inventedNotice())
    assert.equal(outcome.kind === 'later' && outcome.reason, 'not_configured')
  }
})

test('with a contact alone letters go, and e-mails wait', async () => {
  const { channels, waiting } = openNotices(readConfig({ LASTRO_NOTICE_CONTACT: 'aqui' }).notices)
  const kinds = await Promise.all(channels.map(async ({ send }) => (await send(inventedNotice())).kind))
  assert.deepEqual(kinds, ['later', 'sent'])
  assert.match(waiting?.pt ?? '', /por e-mail esperam: falta a configuração LASTRO_SMTP_URL/)
})

test('the same facts give the same words', () => {
  const { compose } = openNotices(readConfig({}).notices)
  assert.deepEqual(compose(noticeFacts()), inventedNotice())
})

test('a template that is not there ends the start', () => {
  const { notices } = readConfig({ LASTRO_NOTICE_TEMPLATE: '/nowhere/at/all.txt' })
  assert.throws(() => openNotices(notices), TemplateFault)
})

const refused: readonly { says: RegExp; without?: keyof typeof settings; with?: Partial<typeof settings> }[] =
  [
    { says: /LASTRO_SMTP_URL could not be read/, with: { LASTRO_SMTP_URL: 'correio.example:25' } },
    { says: /LASTRO_SMTP_URL could not be read/, with: { LASTRO_SMTP_URL: 'https://correio.example' } },
    { says: /LASTRO_SMTP_URL could not be read/, with: { LASTRO_SMTP_URL: 'smtp://' } },
    { says: /needs LASTRO_MAIL_FROM/, without: 'LASTRO_MAIL_FROM' },
    { says: /needs LASTRO_MAIL_FROM/, with: { LASTRO_MAIL_FROM: 'Birô' } },
    { says: /needs LASTRO_MAIL_FROM/, with: { LASTRO_MAIL_FROM: 'a@b.example, c@d.example' } },
    { says: /LASTRO_MAIL_PROOF must be/, with: { LASTRO_MAIL_PROOF: 'read' } },
    { says: /needs LASTRO_NOTICE_CONTACT/, without: 'LASTRO_NOTICE_CONTACT' },
  ]

for (const { says, without, with: changed } of refused) {
  test(`a bad setting is named: ${says.source}, ${without ?? JSON.stringify(changed)}`, () => {
    const env = { ...settings, ...changed, ...(without !== undefined && { [without]: undefined }) }
    assert.throws(
      () => readConfig(env),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, says)
        assert.doesNotMatch(error.message, /s%40nha/)
        return true
      },
    )
  })
}
