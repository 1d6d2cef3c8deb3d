import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { test } from 'vitest'
import { emptyPlace, newDirectory } from '../../testing/engines.ts'
import { openPostgres } from '../store/engine/postgres.ts'
import { openSqlite } from '../store/engine/sqlite.ts'
import { settingFault } from './setting-fault.ts'

/** What is said of a store that does not open. */
const saidOf = (opening: Promise<unknown>) =>
  opening.then(
    () => assert.fail('It opened'),
    (error: unknown) => settingFault(error)?.en,
  )

test('a file that is no database is said in a sentence', async () => {
  const directory = newDirectory()
  writeFileSync(
    join(directory, 'lastro.db'),
    'not a database, and long enough to be seen as none. '.repeat(40),
  )
  assert.match((await saidOf(openSqlite(directory))) ?? '', /^LASTRO_DATA holds a \.db file that is not/)
})

test('a database that another process holds is said in a sentence', async () => {
  const path = join(newDirectory(), 'held.db')
  using holder = new DatabaseSync(path)
  holder.exec('create table held (at integer); begin exclusive')
  using other = new DatabaseSync(path, { timeout: 0 })
  const write = Promise.try(() => other.exec('insert into held values (1)'))
  assert.match((await saidOf(write)) ?? '', /^Another process is writing in LASTRO_DATA/)
})

test('a file of another user is named, with what to do', () => {
  const refused = Object.assign(new Error('EACCES: permission denied, open'), {
    code: 'EACCES',
    syscall: 'open',
    path: '/srv/lastro/lastro.db',
  })
  assert.match(settingFault(refused)?.en ?? '', /may not open \/srv\/lastro\/lastro\.db\. .*chown/)
  assert.match(settingFault(refused)?.pt ?? '', /não pode abrir \/srv\/lastro\/lastro\.db\. .*chown/)
})

test('a full disk is said in a sentence, whoever finds it', async () => {
  using db = new DatabaseSync(':memory:')
  db.exec('pragma max_page_count = 1')
  const full = /^The disk is full\. Make room/
  assert.match((await saidOf(Promise.try(() => db.exec('create table full (at integer)')))) ?? '', full)
  assert.match((await saidOf(Promise.try(() => writeFileSync('/dev/full', 'x')))) ?? '', full)
  assert.match(settingFault(Object.assign(new Error('no room'), { code: '53100' }))?.en ?? '', full)
})

test('a PostgreSQL user that may not create tables is said in a sentence', async () => {
  const { databaseUrl = '' } = await emptyPlace('postgres')
  const role = `guest_${process.pid}`
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(`create role ${role} login; revoke create on schema public from public`)
  const guest = new URL(databaseUrl)
  guest.username = role
  try {
    assert.match((await saidOf(openPostgres(guest.href))) ?? '', /^The user in DATABASE_URL may not create/)
  } finally {
    await owner.query(`drop owned by ${role}; drop role ${role}`)
    await owner.end()
  }
})

test('a PostgreSQL that speaks no TLS, or takes no writes, is said in a sentence', async () => {
  const { databaseUrl } = await emptyPlace('postgres')
  const plain = openPostgres(`${databaseUrl}&sslmode=verify-full`)
  assert.match((await saidOf(plain)) ?? '', /^PostgreSQL does not speak TLS/)
  const readOnly = openPostgres(`${databaseUrl}&options=-c%20default_transaction_read_only%3Don`)
  assert.match((await saidOf(readOnly)) ?? '', /^The PostgreSQL of DATABASE_URL takes no writes/)
})

test('a connection that PostgreSQL ends in the middle of a command is said in a sentence', async () => {
  const client = new pg.Client({ connectionString: (await emptyPlace('postgres')).databaseUrl })
  const gone = new Promise<void>((ended) => client.once('end', () => ended()))
  client.on('error', () => undefined)
  await client.connect()
  const lost = /^The connection to the PostgreSQL of DATABASE_URL was lost .* repeat the command/
  assert.match((await saidOf(client.query('select pg_terminate_backend(pg_backend_pid())'))) ?? '', lost)
  await gone
  // As whoever rolls back hears of it.
  assert.match((await saidOf(client.query('rollback'))) ?? '', lost)
})

test('what a pooler refuses is said in its own words, for it comes again however often one repeats', () => {
  const refused = Object.assign(new Error('unsupported startup parameter'), { code: '08P01' })
  assert.equal(settingFault(refused), undefined)
})

test('a fault of ours has no sentence', () => {
  assert.equal(settingFault(new TypeError('x is undefined')), undefined)
})
