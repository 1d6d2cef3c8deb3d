import assert from 'node:assert/strict'
import { test } from 'vitest'
import { noHeaders } from '../../../http/headers/call-headers.ts'
import { ownOrigin } from './own-origin.ts'

const isOwn = (origin: string | undefined, publicUrl?: string, host = 'lastro.example:8443') =>
  ownOrigin({ ...noHeaders(), origin, host }, publicUrl)

test('where the outer address is set it alone is ours, whatever Host says', () => {
  const publicUrl = 'https://lastro.example/console'
  assert.ok(isOwn('https://lastro.example', publicUrl))
  assert.ok(isOwn('https://lastro.example', publicUrl, 'inside:8080'))
  for (const origin of [
    'http://lastro.example',
    'https://lastro.example:8443',
    'https://inside:8080',
    'https://attacker.example',
    'null',
  ]) {
    assert.ok(!isOwn(origin, publicUrl), origin)
    // Whoever makes a browser send both headers alike is still not us.
    assert.ok(!isOwn(origin, publicUrl, URL.parse(origin)?.host), origin)
  }
})

test('where it is not set the page is ours that came from the host it calls', () => {
  assert.ok(isOwn('https://lastro.example:8443'))
  assert.ok(isOwn('http://lastro.example:8443'))
  assert.ok(isOwn('https://lastro.example', undefined, 'lastro.example:443'))
  for (const origin of ['https://lastro.example', 'https://attacker.example', 'null', 'file://']) {
    assert.ok(!isOwn(origin), origin)
  }
})

test('who names no origin is no browser', () => {
  assert.ok(isOwn(undefined))
  assert.ok(isOwn(undefined, 'https://lastro.example'))
})
