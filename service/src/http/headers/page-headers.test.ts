import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contentSecurityPolicy, pageHeaders } from './page-headers.ts'

test('a page of which nothing is said may load, run, send and be framed nowhere, and tells nobody its address', () => {
  assert.deepEqual(pageHeaders({}), {
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
})

test('a page may do what is named, each thing for itself', () => {
  const allowed = (policy: Parameters<typeof contentSecurityPolicy>[0]) =>
    contentSecurityPolicy(policy)
      .split('; ')
      .filter((one) => !one.endsWith(" 'none'"))
  assert.deepEqual(allowed({ scripts: "'self'" }), ["script-src 'self'"])
  assert.deepEqual(allowed({ styles: "'sha256-a'" }), ["style-src 'sha256-a'"])
  assert.deepEqual(allowed({ images: 'data:' }), ['img-src data:'])
  assert.deepEqual(allowed({ fonts: "'self'" }), ["font-src 'self'"])
  assert.deepEqual(allowed({ connects: "'self'" }), ["connect-src 'self'"])
  assert.deepEqual(allowed({ forms: "'self'" }), ["form-action 'self'"])
})

test('what is named adds to what no page may do', () => {
  assert.equal(
    contentSecurityPolicy({ scripts: "'self'", forms: "'self'" }),
    "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
})
