import assert from 'node:assert/strict'
import { test } from 'vitest'
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

test('a stop takes requests for two and a half seconds, and a disk has to have room, unless told otherwise', () => {
  const { drainMs, diskFreeMinBytes } = readConfig({})
  assert.deepEqual([drainMs, diskFreeMinBytes], [2_500, 200 * 2 ** 20])
  const told = readConfig({ LASTRO_DRAIN_MS: '0', LASTRO_DISK_FREE_MIN_MB: '1' })
  assert.deepEqual([told.drainMs, told.diskFreeMinBytes], [0, 2 ** 20])
  assert.throws(() => readConfig({ LASTRO_DRAIN_MS: '-1' }), /LASTRO_DRAIN_MS must be/)
  assert.throws(() => readConfig({ LASTRO_DISK_FREE_MIN_MB: '1GB' }), /LASTRO_DISK_FREE_MIN_MB must be/)
})

test('a fast part is on unless it is turned off, and any other word is refused in words', () => {
  assert.equal(readConfig({}).fastHttp, true)
  assert.equal(readConfig({ LASTRO_FAST_HTTP: '' }).fastHttp, true)
  assert.equal(readConfig({ LASTRO_FAST_HTTP: 'on' }).fastHttp, true)
  assert.equal(readConfig({ LASTRO_FAST_HTTP: 'off' }).fastHttp, false)
  assert.deepEqual(
    [readConfig({}), readConfig({ LASTRO_FAST_LOAD: 'off' })].map((one) => one.fastLoad),
    [true, false],
  )
  for (const wrong of ['0', 'false', 'OFF', 'no']) {
    assert.throws(() => readConfig({ LASTRO_FAST_HTTP: wrong }), /LASTRO_FAST_HTTP must be on or off/)
  }
})

const issuer = {
  LASTRO_PUBLIC_URL: 'https://credito.exemplo.com.br',
  LASTRO_TITULAR_ISSUER: 'https://sso.acesso.gov.br',
  LASTRO_TITULAR_CLIENT_ID: 'lastro',
  LASTRO_TITULAR_CLIENT_SECRET: 'a secret',
}

test('an issuer is whole or not there; the CPF is the subject and silver the least, unless said', () => {
  assert.equal(readConfig({}).issuer, undefined)
  assert.deepEqual(readConfig(issuer).issuer, {
    issuer: 'https://sso.acesso.gov.br',
    clientId: 'lastro',
    clientSecret: 'a secret',
    scope: 'openid profile',
    cpfClaim: 'sub',
    levelMin: 'silver',
  })
  for (const [name, wrong] of [
    ['LASTRO_PUBLIC_URL', ''],
    ['LASTRO_TITULAR_CLIENT_ID', ''],
    ['LASTRO_TITULAR_CLIENT_SECRET', ''],
    ['LASTRO_TITULAR_CLIENT_SECRET_FILE', '/nowhere'],
    ['LASTRO_TITULAR_ISSUER', 'http://sso.acesso.gov.br'],
    ['LASTRO_TITULAR_ISSUER', 'gov.br'],
    ['LASTRO_TITULAR_ISSUER', 'https://user@sso.acesso.gov.br'],
    ['LASTRO_TITULAR_SCOPE', 'profile'],
    ['LASTRO_TITULAR_LEVEL', 'prata'],
  ] as const) {
    assert.throws(() => readConfig({ ...issuer, [name]: wrong }), ConfigError, name)
  }
})

test('a data set is fetched from where its setting says, and a setting that is no address is refused in words', () => {
  const addresses = (text: string) => readConfig({ LASTRO_DATA_URL_RECEITA: text }).dataAddresses
  assert.equal(addresses('').size, 0)
  assert.equal(addresses('https://token@espelho.exemplo/dav').get('receita')?.username, 'token')
  assert.equal(addresses('http://10.0.0.7/').get('receita')?.hostname, '10.0.0.7')
  for (const wrong of ['espelho', 'file:///srv', 'https://a/?b', 'https://a/#b']) {
    assert.throws(() => addresses(wrong), /LASTRO_DATA_URL_RECEITA must be/, wrong)
  }
})

test('replicas are separated by spaces, may be a second behind, and belong to a database', () => {
  assert.deepEqual(readConfig({}).replicas, { urls: [], lagMaxMs: 1_000 })
  assert.deepEqual(readConfig({ DATABASE_READ_URLS: ' ' }).replicas.urls, [])
  const DATABASE_URL = 'postgres://one/lastro'
  const told = readConfig({
    DATABASE_URL,
    DATABASE_READ_URLS: '  postgres://two/lastro\n postgresql://three/lastro ',
    LASTRO_REPLICA_LAG_MS: '250',
  })
  const urls = ['postgres://two/lastro', 'postgresql://three/lastro']
  assert.deepEqual(told.replicas, { urls, lagMaxMs: 250 })
  assert.throws(() => readConfig({ DATABASE_READ_URLS: DATABASE_URL }), /Set DATABASE_URL too/)
  for (const wrong of ['two', 'mysql://two', `${DATABASE_URL} two`]) {
    assert.throws(() => readConfig({ DATABASE_URL, DATABASE_READ_URLS: wrong }), /must begin with postgres/)
  }
  assert.throws(() => readConfig({ LASTRO_REPLICA_LAG_MS: '0' }), /LASTRO_REPLICA_LAG_MS must be/)
})

test('traces are told where an exporter of OpenTelemetry is set, and nowhere else', () => {
  const told = (env: Record<string, string>) => readConfig(env).traces
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/' }
  const url = 'http://localhost:4318/v1/traces'
  assert.equal(told({}), undefined)
  assert.deepEqual(told(endpoint), { url, serviceName: 'lastro', share: 1 })
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/x' }
  assert.equal(told({ ...endpoint, ...own })?.url, 'https://traces.example.com/x')
  const more = { OTEL_SERVICE_NAME: 'credito', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  assert.deepEqual(told({ ...endpoint, ...more }), { url, serviceName: 'credito', share: 0.25 })
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
    assert.equal(told({ ...endpoint, ...off }), undefined)
  assert.throws(() => told({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }), ConfigError)
  for (const share of ['2', '-1', 'half'])
    assert.throws(() => told({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: share }), ConfigError, share)
})
