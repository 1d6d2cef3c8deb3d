import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { describeCharacter, forbiddenCharacter } from './contract-number.ts'

test('a contract number consists of ASCII letters, digits, spaces and . / - _ #', () => {
  const accepted = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ./-_#'
  assert.equal(forbiddenCharacter(accepted), undefined)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (text) => {
      const first = Array.from(text).find((one) => !accepted.includes(one))
      assert.equal(forbiddenCharacter(text), first)
    }),
  )
})

test('names a character by the character itself if visible, its code point and its kind', () => {
  for (const [character, pt, en] of [
    ['\u0420', '“\u0420” (U+0420, letra cirílica)', '“\u0420” (U+0420, Cyrillic letter)'],
    ['\u0391', '“\u0391” (U+0391, letra grega)', '“\u0391” (U+0391, Greek letter)'],
    ['\u0261', '“\u0261” (U+0261, letra latina fora de A–Z)', '“\u0261” (U+0261, Latin letter outside A–Z)'],
    ['\u4e00', '“\u4e00” (U+4E00, letra de outro alfabeto)', '“\u4e00” (U+4E00, letter of another alphabet)'],
    ['\u0667', '“\u0667” (U+0667, algarismo arábico-índico)', '“\u0667” (U+0667, Arabic digit)'],
    ['\uff17', '“\uff17” (U+FF17, forma larga)', '“\uff17” (U+FF17, full-width or half-width form)'],
    ['\u00b2', '“\u00b2” (U+00B2, sobrescrito ou subscrito)', '“\u00b2” (U+00B2, superscript or subscript)'],
    ['\u200b', '(U+200B, caractere invisível)', '(U+200B, invisible character)'],
    ['\u00a0', '(U+00A0, espaço diferente do comum)', '(U+00A0, space other than the ordinary one)'],
    ['\u0301', '(U+0301, sinal combinante)', '(U+0301, combining mark)'],
    ['@', '“@” (U+0040, sinal de pontuação)', '“@” (U+0040, punctuation mark)'],
    ['\u{1f4a9}', '“\u{1f4a9}” (U+1F4A9, símbolo)', '“\u{1f4a9}” (U+1F4A9, symbol)'],
  ] as const)
    assert.deepEqual(describeCharacter(character), { pt, en })
})
