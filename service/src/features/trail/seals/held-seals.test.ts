import assert from 'node:assert/strict'
import { sealOf, sealStart } from '@lastro/rules/trail/seal.ts'
import { test } from 'vitest'
import { heldSeals } from './held-seals.ts'

const first = sealOf(sealStart, [{ environment: 'sandbox', number: 1, hash: 'a'.repeat(64) }], 5)
const second = sealOf(first, first.heads, 6)
const logged = (seal: object) => JSON.stringify({ level: 'info', time: 'x', seal, msg: 'trail sealed' })

test('seals are found in lines of the log, as a collector may have wrapped them, and alone', () => {
  const text = [
    '',
    'listening',
    logged(first),
    '{"level":"info"}',
    `host lastro: ${JSON.stringify(second)}`,
    '{"seal":',
  ].join('\n')
  assert.deepEqual(heldSeals(text), { kind: 'seals', seals: [first, second] })
  for (const alone of [`${JSON.stringify(first)}\r\n`, ` ${JSON.stringify(first)}`])
    assert.deepEqual(heldSeals(alone), { kind: 'seals', seals: [first] })
})

test('a seal that was not copied whole is told by its line, and proves nothing', () => {
  const cut = { ...second, heads: [] }
  assert.deepEqual(heldSeals([logged(first), logged(cut)].join('\n')), { kind: 'broken', line: 2 })
})

test('a text without a seal has none, whatever else it holds', () => {
  const [head] = first.heads
  for (const odd of [
    '',
    'null',
    '[]',
    '{"seal":null}',
    '{"seal":7}',
    '{"number":1,"atMs":2}',
    JSON.stringify({ ...first, number: '1' }),
    JSON.stringify({ ...first, atMs: 1.5 }),
    JSON.stringify({ ...first, previous: undefined }),
    JSON.stringify({ ...first, heads: 'x' }),
    JSON.stringify({ ...first, heads: [{ ...head, hash: 1 }] }),
    JSON.stringify({ ...first, hash: null }),
  ])
    assert.deepEqual(heldSeals(odd), { kind: 'none' }, odd)
})
