import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newPassword, passwordFault } from './password-rules.ts'

const ana = { name: 'Ana Beatriz Souza', email: 'abeatriz@exemplo.com.br' }

test('what anyone would try first is no password', () => {
  for (const password of ['123456789012', 'abcdefghijkl', '098765432109', 'ABCDEFG12345', 'aaaabbbbcccc'])
    assert.equal(passwordFault(password, ana), 'simple', password)
  assert.equal(passwordFault('curta demais'.slice(0, 9), ana), 'short')
  assert.equal(passwordFault('de beatriz para o mundo', ana), 'personal')
})

test('a few words do, and so does every password that we make', () => {
  for (const password of ['o rio corre para cima', 'cavalo-correto-bateria', '7 gatos e 3 telhados'])
    assert.equal(passwordFault(password, ana), undefined, password)
  for (let made = 0; made < 500; made++) assert.equal(passwordFault(newPassword(), ana), undefined)
})
