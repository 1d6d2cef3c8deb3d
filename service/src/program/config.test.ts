import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const publicUrl = (text: string) => readConfig({ LASTRO_PUBLIC_URL: text }).alertMail.publicUrl

test('links in e-mails lead to an https address, or to this machine', () => {
  assert.equal(publicUrl(''), undefined)
  assert.equal(publicUrl('https://alertas.exemplo.com.br/'), 'https://alertas.exemplo.com.br')
  assert.equal(publicUrl('https://exemplo.com.br/lastro/'), 'https://exemplo.com.br/lastro')
  assert.equal(publicUrl('http://127.0.0.1:8080'), 'http://127.0.0.1:8080')
  for (const wrong of [
    'alertas',
    'http://exemplo.com.br',
    'ftp://localhost',
    'https://exemplo.com.br/?a',
    'https://a#b',
  ]) {
    assert.throws(() => publicUrl(wrong), ConfigError, wrong)
  }
})

test('a fast part is on unless it is turned off, and any other word is refused in words', () => {
  assert.equal(readConfig({}).fastHttp, true)
  assert.equal(readConfig({ LASTRO_FAST_HTTP: '' }).fastHttp, true)
  assert.equal(readConfig({ LASTRO_FAST_HTTP: 'on' }).fastHttp, true)
  assert.equal(readConfig({ LASTRO_FAST_HTTP: 'off' }).fastHttp, false)
  for (const wrong of ['0', 'false', 'OFF', 'no']) {
    assert.throws(() => readConfig({ LASTRO_FAST_HTTP: wrong }), /LASTRO_FAST_HTTP must be on or off/)
  }
})
