import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaTypeOf } from './negotiation.ts'

const available = ['application/json', 'text/html']

test('a caller that says nothing of what it takes, takes anything', () => {
  for (const header of [undefined, '', '*/*']) {
    assert.equal(mediaTypeOf(header, available), 'application/json')
  }
})

test('the type it likes best is answered, and none when it takes none', () => {
  assert.equal(mediaTypeOf('text/html', available), 'text/html')
  assert.equal(mediaTypeOf('application/*;q=0.5, text/html', available), 'text/html')
  assert.equal(mediaTypeOf('*/*, application/json;q=0', available), 'text/html')
  assert.equal(mediaTypeOf('image/png', available), undefined)
})
