import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, test } from 'vitest'
import { newDirectory, newPlace } from '../../../../testing/engines.ts'
import { startPostgres } from '../../../../testing/servers/postgres-server.ts'
import { databaseIdentity, tlsIdentity } from '../../../../testing/servers/tls-identity.ts'
import { until } from '../../../../testing/until.ts'
import { settingFault } from '../../../program/setting-fault.ts'
import { openPostgres } from '../postgres.ts'
import { databaseConnection, databasePool, type SessionLimits } from './database-connection.ts'
import { commandLimits } from './patient-limits.ts'

const limits: SessionLimits = {
  applicationName: 'a test',
  statementMs: 5_000,
  lockMs: 4_000,
  idleInTransactionMs: 3_000,
  silenceMs: 60_000,
}

/** What is said of a connection that does not come about. */
const saidOf = (connecting: Promise<unknown>) =>
  connecting.then(
    () => assert.fail('It connected'),
    (error: unknown) => settingFault(error)?.en ?? String(error),
  )

async function asOperator(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

test('every connection is told its limits, and the server looks whether we are there', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const client = await databaseConnection(databaseUrl, limits)
  const { rows } = await client.query(
    `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout',
       'idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'application_name') order by name`,
  )
  assert.deepEqual(
    rows.map((one) => one.setting),
    ['a test', '3000', '4000', '5000', '5'],
  )
  await client.end()
})

test('a server that freezes once we are signed in is waited for no longer, however patient the statements are', async () => {
  const signedIn = Buffer.concat([
    Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
    Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
  ])
  const frozen = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(signedIn))
  }).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const { port } = frozen.address() as AddressInfo
  const url = `postgres://lastro@127.0.0.1:${port}/name?connect_timeout=1`
  const patient = commandLimits({ ...limits, silenceMs: 0 })
  const said = await saidOf(databaseConnection(url, patient))
  assert.match(said, /PostgreSQL/)
  const pool = databasePool(url, { limits: patient })
  assert.match(await saidOf(pool.connectAlone({})), /PostgreSQL/)
  await pool.end()
  frozen.close()
})

test('a server that says nothing is waited for as long as the address says', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const gaveUp: number[] = []
  const waiting = [2, 1].flatMap((seconds) => {
    const url = `postgres://lastro@127.0.0.1:${port}/name?connect_timeout=${seconds}`
    const pool = databasePool(url, { limits })
    const ways = [databaseConnection(url, limits), pool.connectAlone({}), pool.connect()]
    return ways.map((way) => assert.rejects(way, /timeout/).then(() => gaveUp.push(seconds)))
  })
  await Promise.all(waiting)
  assert.deepEqual(gaveUp, [1, 1, 1, 2, 2, 2])
  silent.close()
})

describe('a database that acknowledges what it could lose', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const name = new URL(databaseUrl).pathname.slice(1)
  const store = await openPostgres(databaseUrl)
  afterAll(store.close)

  test('is refused in words, and taken when it is set right', async () => {
    assert.equal(await store.checkRecording(), undefined)
    await asOperator(databaseUrl, `alter database ${name} set synchronous_commit = off`)
    assert.match(await saidOf(openPostgres(databaseUrl)), /synchronous_commit = off/)
    await asOperator(databaseUrl, `alter database ${name} reset synchronous_commit`)
    await (await openPostgres(databaseUrl)).close()
  })

  test('is not ready when it is set so under way, and loses nothing on connections that are open', async () => {
    const server = await startPostgres()
    const own = await openPostgres(server.url)
    const open = await databaseConnection(server.url, limits)
    try {
      assert.equal(await own.checkRecording(), undefined)
      const set = (value: string) =>
        asOperator(server.url, `alter system set synchronous_commit = ${value}`, 'select pg_reload_conf()')
      await set('off')
      await until(async () => (await own.checkRecording().catch(() => '')) === 'synchronous_commit_off')
      const { rows } = await open.query(`select current_setting('synchronous_commit') as commits`)
      assert.deepEqual(rows, [{ commits: 'on' }])
      await set('on')
      await until(async () => (await own.checkRecording().catch(() => '')) === undefined)
    } finally {
      await open.end()
      await own.close()
      await server.stop()
    }
  })
})

test('each statement sees what was committed when it began, whatever the database is set to', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const name = new URL(databaseUrl).pathname.slice(1)
  await asOperator(
    databaseUrl,
    `alter database ${name} set default_transaction_isolation = 'repeatable read'`,
  )
  const client = await databaseConnection(databaseUrl, limits)
  await client.query('begin')
  const { rows } = await client.query(`select current_setting('transaction_isolation') as level`)
  await client.end()
  assert.deepEqual(rows, [{ level: 'read committed' }])
})

describe('of several hosts', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const { port, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const urlOf = (hosts: string) => `postgres://lastro@${hosts}/${name}?target_session_attrs=read-write`
  /** Of the server that a connection was made to, by its own word. */
  const portBehind = async (url: string): Promise<number | undefined> => {
    const client = await databaseConnection(url, limits)
    const { rows } = await client.query<{ port: number }>('select inet_server_port() as port')
    await client.end()
    return rows[0]?.port
  }

  test('the one that answers is taken, wherever it stands', async () => {
    for (const hosts of [`127.0.0.1:1,127.0.0.1:${port}`, `127.0.0.1:${port},127.0.0.1:1`]) {
      assert.equal(await portBehind(urlOf(hosts)), Number(port))
    }
  })

  test('one that is slow is waited for as long as the address says, beside one that refuses', async () => {
    const far = createServer((near) => {
      // Longer than a second: so long did each have, whatever the address said.
      const later = setTimeout(() => {
        const there = connect(Number(port), '127.0.0.1')
        near.pipe(there).pipe(near)
        for (const side of [near, there])
          side.on('error', () => void [near, there].map((one) => one.destroy()))
      }, 1_300)
      near.once('close', () => clearTimeout(later))
    }).listen(0, '127.0.0.1')
    await once(far, 'listening')
    const { port: farPort } = far.address() as AddressInfo
    const url = `${urlOf(`127.0.0.1:1,127.0.0.1:${farPort}`)}&connect_timeout=10`
    assert.equal(await portBehind(url), Number(port))
    far.close()
  })

  test('none that takes writes is said in words', async () => {
    await asOperator(databaseUrl, `alter database ${name} set default_transaction_read_only = on`)
    const hosts = `127.0.0.1:1,127.0.0.1:${port}`
    assert.match(
      await saidOf(databaseConnection(urlOf(hosts), limits)),
      /^No machine in DATABASE_URL takes writes/,
    )
    await asOperator(
      databaseUrl,
      'set session characteristics as transaction read write',
      `alter database ${name} reset default_transaction_read_only`,
    )
  })

  test('one that is left has its connections ended, and the next goes to whoever answers', async () => {
    const pool = databasePool(urlOf(`127.0.0.1:${port},127.0.0.1:1`), { limits })
    const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    const before = await pid()
    assert.equal(await pid(), before)
    pool.moveAway()
    await until(() => pool.totalCount === 0, 'the connection is gone')
    assert.notEqual(await pid(), before)
    await pool.end()
  })
})

describe('TLS', async () => {
  const server = await startPostgres({ identity: databaseIdentity })
  afterAll(server.stop)
  const directory = newDirectory()
  const root = join(directory, 'root.crt')
  writeFileSync(root, databaseIdentity.cert)
  const { port } = new URL(server.url)
  const connecting = (host: string, query: string) =>
    databaseConnection(`postgres://lastro@${host}:${port}/postgres?${query}`, limits)

  const isSpoken = async (host: string, query: string): Promise<boolean | undefined> => {
    const client = await connecting(host, query)
    const { rows } = await client.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    )
    await client.end()
    return rows[0]?.ssl
  }

  test('is spoken where the certificate is not looked at', async () => {
    assert.equal(await isSpoken('127.0.0.1', 'sslmode=no-verify'), true)
  })

  test('with verify-full takes a host that the certificate names, also by its number', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      assert.equal(await isSpoken(host, `sslmode=verify-full&sslrootcert=${root}`), true, host)
    }
  })

  test('with verify-full refuses a certificate that nobody vouches for, in words', async () => {
    assert.match(await saidOf(connecting('localhost', 'sslmode=verify-full')), /certificate of PostgreSQL/)
  })

  test('with verify-full refuses a host of another name, also one that is a number', async () => {
    const other = await startPostgres({ identity: tlsIdentity })
    const otherRoot = join(directory, 'other.crt')
    writeFileSync(otherRoot, tlsIdentity.cert)
    const query = `sslmode=verify-full&sslrootcert=${otherRoot}`
    try {
      for (const host of ['localhost', '127.0.0.1']) {
        const url = `postgres://lastro@${host}:${new URL(other.url).port}/postgres?${query}`
        await assert.rejects(databaseConnection(url, limits), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
      }
    } finally {
      await other.stop()
    }
  })
})
