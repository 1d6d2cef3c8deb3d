import assert from 'node:assert/strict'
import { test } from 'vitest'
import { faultText } from './fault-text.ts'

test('a failure is kept without documents, addresses and secrets', () => {
  const error = new Error(
    'no 52998224725, 529.982.247-25, 12ABC34501DE35, 11222333000181 for ana@exemplo.com.br with lk_live_abcdefghijklmnopqrstuvwxyz',
  )
  const said = faultText(error)
  for (const secret of ['5299', '982', '12ABC', '1122', 'ana', 'abcdef'])
    assert.ok(!said.includes(secret), said)
})

test('what a person needs of it stays, on one line and not too long', () => {
  assert.equal(faultText(new Error('connect ECONNREFUSED\n 127.0.0.1:25')), 'connect ECONNREFUSED (…)')
  assert.equal(faultText('x '.repeat(500)).length, 200)
  assert.equal(faultText(undefined), 'undefined')
})
