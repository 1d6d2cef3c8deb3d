import assert from 'node:assert/strict'
import { test } from 'vitest'
import { matchPath, pathOf } from './path-pattern.ts'

test('a step in braces stands for any one plain step', () => {
  assert.deepEqual(matchPath('/a/{id}/b/{other}', '/a/1-x/b/Y_2'), { id: '1-x', other: 'Y_2' })
  assert.deepEqual(matchPath('/a', '/a'), {})
  for (const path of [
    '/a',
    '/a/1',
    '/a/1/c/2',
    '/a/1/b/2/',
    '/a//b/2',
    '/a/%2e/b/2',
    `/a/${'x'.repeat(65)}/b/2`,
  ]) {
    assert.equal(matchPath('/a/{id}/b/{other}', path), undefined, path)
  }
})

test('two stars at the end stand for whatever follows', () => {
  assert.deepEqual(matchPath('/a/**', '/a/b/c.js'), {})
  assert.deepEqual(matchPath('/a/**', '/a/'), {})
  for (const path of ['/a', '/ab/c', '/b/a/c']) assert.equal(matchPath('/a/**', path), undefined, path)
})

test('the path is without its query, also when a proxy sends the whole address', () => {
  assert.equal(pathOf('/a/b?c=/d'), '/a/b')
  assert.equal(pathOf('http://host/a/b?c'), '/a/b')
})

test('a step may hold dots, as request ids do, and is never one that leads elsewhere', () => {
  assert.deepEqual(matchPath('/a/{id}/b', '/a/order.4711/b'), { id: 'order.4711' })
  for (const path of ['/a/./b', '/a/../b']) assert.equal(matchPath('/a/{id}/b', path), undefined, path)
})
