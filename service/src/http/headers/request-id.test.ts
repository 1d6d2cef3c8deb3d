import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import { test } from 'vitest'
import { requestIdOf } from './request-id.ts'

const ours = /^[0-9a-f]{32}$/

test("a caller's own id is kept when it is short and plain", () => {
  for (const id of ['pedido-1', 'pedido-2026.001_a', 'x'.repeat(64)]) assert.equal(requestIdOf(id), id)
})

test('any other is replaced by one of ours', () => {
  for (const id of [
    undefined,
    '',
    'seven-7',
    'x'.repeat(65),
    'with space in it',
    'plain-until\r\nhere: x',
    ' pedido-1',
    'pedido-1\n',
    'a;b=c,"d"',
  ]) {
    assert.match(requestIdOf(id), ours)
  }
})

test('an id that holds a document is replaced, for ids are written to logs', () => {
  for (const id of ['cpf-12345678909', '123.456.789-09', 'a-12ABC34501DE35']) {
    assert.match(requestIdOf(id), ours, id)
  }
})

test('an id of chance that a caller sends is kept', () => {
  for (const id of Array.from({ length: 2_000 }, () => randomUUID())) assert.equal(requestIdOf(id), id)
})

test('ids of ours do not come twice, and hold no document', () => {
  const ids = Array.from({ length: 5_000 }, () => requestIdOf(undefined))
  assert.deepEqual(ids.filter(holdsDocument), [])
  for (const id of ids) assert.match(id, ours)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(!ids.includes('0'.repeat(32)))
})
