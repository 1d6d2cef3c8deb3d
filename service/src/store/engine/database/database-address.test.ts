import assert from 'node:assert/strict'
import { test } from 'vitest'
import { databaseAddress } from './database-address.ts'

const hostsOf = (url: string) => databaseAddress(url).hosts.map(({ host, port }) => `${host} ${port}`)

test('hosts are read in their order, each with its port', () => {
  assert.deepEqual(hostsOf('postgres://u:p@one:5433,two,[::1]:5434/name'), [
    'one 5433',
    'two 5432',
    '::1 5434',
  ])
  assert.deepEqual(hostsOf('postgresql://one/name'), ['one 5432'])
  assert.deepEqual(hostsOf('postgres://u@/name?host=/var/run/postgresql'), ['/var/run/postgresql 5432'])
  assert.deepEqual(hostsOf('postgres://'), ['localhost 5432'])
})

test('hosts and ports are read where PostgreSQL allows them too: after the question mark', () => {
  assert.deepEqual(hostsOf('postgres:///db?host=a,b&port=5432,5433'), ['a 5432', 'b 5433'])
  assert.deepEqual(hostsOf('postgres:///db?host=a,b&port=5433'), ['a 5433', 'b 5433'])
  assert.deepEqual(hostsOf('postgres:///db?port=,5433&host=a,/run/pg'), ['a 5432', '/run/pg 5433'])
  assert.deepEqual(hostsOf('postgres://u@one,two/db?port=5433,5434'), ['one 5433', 'two 5434'])
  assert.deepEqual(hostsOf('postgres://u@one:1/db?host=a,b'), ['a 1', 'b 1'])
  for (const query of ['host=a,b,c&port=1,2', 'host=a,,b', 'host=a&port=1,2', 'host=a,b&port=1,x']) {
    assert.throws(() => hostsOf(`postgres:///db?${query}`), /DATABASE_URL could not be read/, query)
  }
})

test('user, password and name are those of every host, whatever characters they have', () => {
  const { user, password, database } = databaseAddress(
    'postgres://a%40b:p%2C%40%2Fw@one,two/my%20name?application_name=x',
  )
  assert.deepEqual([user, password, database], ['a@b', 'p,@/w', 'my name'])
})

test('a connection that may write is asked for by the words that PostgreSQL knows', () => {
  const attrs = (text: string) => databaseAddress(`postgres://one,two/name${text}`).mustWrite
  assert.equal(attrs('?target_session_attrs=read-write'), true)
  assert.equal(attrs('?target_session_attrs=primary'), true)
  assert.equal(attrs('?target_session_attrs=any'), false)
  assert.equal(attrs(''), false)
  assert.throws(() => attrs('?target_session_attrs=standby'), /read-write, primary or any/)
})

test('a connection may take three seconds, or as many as the address says', () => {
  const connectMs = (text: string) => databaseAddress(`postgres://one/name${text}`).connectMs
  assert.equal(connectMs(''), 3_000)
  assert.equal(connectMs('?connect_timeout=1'), 1_000)
  assert.equal(connectMs('?connect_timeout=60'), 60_000)
  // At most a minute: also for what PostgreSQL's programs take for no limit at all.
  for (const seconds of ['0', '61', '300']) assert.equal(connectMs(`?connect_timeout=${seconds}`), 60_000)
  for (const seconds of ['', '-1', '1.5', '3s', '1e1', '1234567890']) {
    assert.throws(() => connectMs(`?connect_timeout=${seconds}`), /connect_timeout in DATABASE_URL/, seconds)
  }
})

test('what cannot be read is refused without a word of it', () => {
  for (const url of [
    'mysql://secret@one/name',
    'postgres://u:secret@one,,two/name',
    'postgres://u:secret@one:port/name',
    'postgres://u:secret@one/name?sslrootcert=/nowhere/secret.crt',
  ]) {
    assert.throws(
      () => databaseAddress(url),
      (error: Error) => !error.message.includes('secret') && /DATABASE_URL/.test(error.message),
      url,
    )
  }
})

test('TLS is spoken where it is asked for, and checks names unless told not to', () => {
  const tls = (text: string) => databaseAddress(`postgres://one/name${text}`).tls
  assert.equal(tls(''), false)
  assert.equal(tls('?sslmode=disable'), false)
  assert.deepEqual(tls('?sslmode=verify-full'), {})
  assert.deepEqual(tls('?sslmode=no-verify'), { rejectUnauthorized: false })
})
