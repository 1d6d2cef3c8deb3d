import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { newDirectory } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { startPostgresReplicas } from '../../../service/testing/servers/postgres-pair.ts'
import { askServer, whilePaused } from '../../../service/testing/services/replicated-service.ts'

const cluster = await startPostgresReplicas(['two'])
afterAll(cluster.stop)
const { primary } = cluster
const url = cluster.replicas[0]?.url ?? ''

async function load(documento: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [programs.cli, 'bureau', 'load', '-'], {
    env: {
      ...childEnvironment(),
      LC_ALL: 'en_US.UTF-8',
      LASTRO_DATA: newDirectory(),
      DATABASE_URL: primary.url,
      // A machine that is busy with something else may take its time.
      LASTRO_REPLICA_LAG_MS: '60000',
      ...settings,
    },
  })
  child.stdin.end(JSON.stringify({ documento, registration: { consumerName: 'PESSOA DE EXEMPLO' } }))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, error, code: child.exitCode }
}

const isOnReplica = async (document: string) =>
  (await askServer(url, `select from subject where document = '${document}'`)).length === 1

test('a load says that it is done when every replica that is read from has it', async () => {
  const document = withCheckDigits('000600001')
  const { out, error, code } = await load(document, { DATABASE_READ_URLS: ` ${url}\n` })
  assert.deepEqual([out, error, code], ['1 read = 1 kept + 0 refused\n', '', 0])
  assert.ok(await isOnReplica(document))
})

test('a load does not wait for ever, and says which replica is without it', async () => {
  await whilePaused([url], async () => {
    const document = withCheckDigits('000600002')
    const settings = { DATABASE_READ_URLS: url, LASTRO_REPLICA_LAG_MS: '100' }
    const { out, error, code } = await load(document, settings)
    assert.deepEqual([out, code], ['1 read = 1 kept + 0 refused\n', 0])
    assert.match(error, new RegExp(`^The replica ${new URL(url).host} does not have what was loaded yet`))
    assert.ok(!(await isOnReplica(document)))
  })
})

test('addresses that cannot be read are refused in words', async () => {
  const wrong = 'postgres://lastro:hunter2@one,two/postgres'
  const { error, code } = await load(withCheckDigits('000600003'), { DATABASE_READ_URLS: wrong })
  assert.match(error, /^lastro: DATABASE_READ_URLS could not be read\. .*\n$/)
  assert.doesNotMatch(error, /hunter2/)
  assert.equal(code, 1)
})
