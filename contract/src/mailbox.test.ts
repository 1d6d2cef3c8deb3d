import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isMailbox, mailboxPattern, typedMailboxPattern } from './mailbox.ts'

test('no bracket, separator, blank, control or invisible character is part of an address', () => {
  const refused = /[\s\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Co}<>()[\]\\,:;"]/u
  for (let code = 0; code <= 0x10ffff; code += 1) {
    // Assigned letters of rare blocks may be refused too; none of these may be accepted.
    if (code > 0xffff && code < 0xe0000) continue
    const sign = String.fromCodePoint(code)
    if (!/[<>\u2028\u2029]/.test(sign) && (!refused.test(sign) || /\p{Cn}/u.test(sign))) continue
    for (const text of [
      `a${sign}b@exemplo.com`,
      `${sign}a@exemplo.com`,
      `a@exemplo.com${sign}`,
      `a@b${sign}c.com`,
    ])
      assert.ok(!isMailbox(text), `U+${code.toString(16)}`)
  }
})

test('common addresses pass, with and without the Unicode flag', () => {
  const plain = new RegExp(mailboxPattern)
  for (const text of [
    "o'neil+tag@exemplo.com.br",
    'operador@localhost',
    'josé.ção@exemplo.com',
    'пользователь@почта.рф',
  ])
    assert.ok(isMailbox(text) && plain.test(text), text)
  for (const text of ['', 'a', '@b', 'a@', 'a@b@c', 'Ana <a@b>', 'a@b,c@d', '＜a@b＞', `${'a'.repeat(65)}@b`])
    assert.ok(!isMailbox(text) && !plain.test(text), text)
})

test('only spaces around a typed address are removed', () => {
  const typed = new RegExp(typedMailboxPattern, 'u')
  assert.ok(typed.test('  a@b  '))
  for (const text of ['a@b\u2028', '\ufeffa@b', 'a@b\n', '\ta@b'])
    assert.ok(!typed.test(text), JSON.stringify(text))
})
