import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isShared, joinHeaders, share, sharedHeader } from './shared-headers.ts'

test('answers with the same value of a header share one object, others have their own', () => {
  const sources = sharedHeader('X-Report-Sources')
  const [one, other] = [sources('listingP=bureau'), sources('listingP=receita')]
  assert.deepEqual(
    [one, other],
    [{ 'X-Report-Sources': 'listingP=bureau' }, { 'X-Report-Sources': 'listingP=receita' }],
  )
  assert.equal(sources('listingP=bureau'), one)
  assert.notEqual(sharedHeader('X-Other')('listingP=bureau'), one)
})

test('five hundred values are kept; with the next it begins anew, and each is still its own', () => {
  const header = sharedHeader('X')
  const first = Array.from({ length: 500 }, (_, number) => header(String(number)))
  assert.equal(header('0'), first[0])
  assert.deepEqual(header('500'), { X: '500' })
  assert.deepEqual(header('0'), { X: '0' })
  assert.notEqual(header('0'), first[0])
  assert.equal(header('500'), header('500'))
})

test('two that are shared become one that is, the same for the same two, and the second has the last word', () => {
  const [sources, billed, free] = [share({ A: '1', B: '1' }), share({ B: '2' }), share({ B: '3' })]
  assert.deepEqual(joinHeaders(sources, billed), { A: '1', B: '2' })
  const [paid, unpaid] = [joinHeaders(sources, billed), joinHeaders(sources, free)]
  assert.deepEqual(unpaid, { A: '1', B: '3' })
  assert.equal(joinHeaders(sources, billed), paid)
  assert.equal(joinHeaders(sources, free), unpaid)
  assert.deepEqual(joinHeaders(billed, sources), { A: '1', B: '1' })
  assert.deepEqual(sources, { A: '1', B: '1' })
  assert.ok(isShared(joinHeaders(sources, free)))
})

test('what is joined with one answer’s own headers is its own', () => {
  const [shared, own] = [share({ A: '1' }), { 'Retry-After': '7' }]
  for (const joined of [joinHeaders(shared, own), joinHeaders(own, shared)]) {
    assert.deepEqual(joined, { A: '1', 'Retry-After': '7' })
    assert.ok(!isShared(joined))
  }
})
