import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { lastroClient } from '@lastro/client'
import { describe, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { newDirectory } from '../../../service/testing/engines.ts'
import { startProgram } from '../../../service/testing/program.ts'
import { programs } from '../../../service/testing/programs.ts'
import { freePort } from '../../../service/testing/servers/postgres-server.ts'
import { until } from '../../../service/testing/until.ts'

type Settings = Readonly<Record<string, string>>

function started(args: readonly string[], settings: Settings): ChildProcess {
  const child = spawn(process.execPath, [programs.cli, ...args], {
    env: { ...childEnvironment(), LANG: 'en', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  return child
}

async function run(args: readonly string[], settings: Settings) {
  const { stdout, stderr, ...child } = pipes(started(args, settings))
  const [printed, refused, [code]] = await Promise.all([
    text(stdout),
    text(stderr),
    once(child.process, 'close'),
  ])
  return { printed, refused, code: code as number }
}

function pipes(process: ChildProcess) {
  const { stdout, stderr } = process
  assert.ok(stdout !== null && stderr !== null)
  return { process, stdout, stderr }
}

/** A service whose sandbox client may be called on this machine, or may not. */
async function sandbox(networks: string) {
  const place = { LASTRO_DATA: newDirectory() }
  const program = await startProgram({ ...place, LASTRO_WEBHOOK_NETWORKS: networks })
  const made = await run(['client', 'create', '--env', 'sandbox', '--name', 'Loja', '--json'], place)
  const { clientId, clientSecret, apiKey } = JSON.parse(made.printed) as Record<string, string>
  assert.ok(clientId && clientSecret && apiKey)
  const lastro = lastroClient({
    baseUrl: program.url,
    environment: 'sandbox',
    clientId,
    clientSecret,
    apiKey,
  })
  const settings = {
    LASTRO_DATA: newDirectory(),
    LASTRO_URL: program.url,
    LASTRO_CLIENT_ID: clientId,
    LASTRO_CLIENT_SECRET: clientSecret,
    LASTRO_API_KEY: apiKey,
  }
  return { program, lastro, settings }
}

describe('webhooks of a sandbox client on the terminal', () => {
  test('what is triggered arrives, signed, and nothing is left behind', async () => {
    const { lastro, settings, program } = await sandbox('127.0.0.1/32')
    const listening = pipes(started(['listen', '--json'], settings))
    let heard = ''
    listening.stdout.on('data', (part) => (heard += part))
    listening.stderr.resume()
    await until(() => heard.includes('webhook.test'), 'the test message arrives')

    const unwatched = await run(['trigger', 'negative.added'], settings)
    assert.match(unwatched.printed, /nobody was told/)
    await lastro.alerts.documents.create({ documento: '52998224725' })
    const { printed, code } = await run(['trigger', 'negative.added', '--json'], settings)
    assert.equal(code, 0)
    const [occurrence] = JSON.parse(printed).occurrences as { id: string }[]
    assert.ok(occurrence)
    await until(() => heard.includes(occurrence.id), 'the message arrives')
    for (const line of heard.trimEnd().split('\n')) assert.ok(JSON.parse(line).type)

    const [hook] = await lastro.webhooks.list()
    assert.ok(hook)
    const forged = await fetch(hook.url, { method: 'POST', body: '{"type":"negative.added"}' })
    assert.equal(forged.status, 400)

    listening.process.kill('SIGINT')
    const [ended] = await once(listening.process, 'exit')
    assert.equal(ended, 0)
    assert.deepEqual(await lastro.webhooks.list(), [])
    await program.stop()
  })

  test('a service that may not call this machine is told how it may', async () => {
    const { settings, program } = await sandbox('10.0.0.0/8')
    const { refused, code } = await run(['listen'], settings)
    assert.equal(code, 1)
    assert.match(refused, /LASTRO_WEBHOOK_NETWORKS=127\.0\.0\.1\/32/)
    const wrong = await run(['trigger', 'negative.added'], { ...settings, LASTRO_CLIENT_SECRET: 'ls_wrong' })
    assert.equal(wrong.code, 1)
    assert.match(wrong.refused, /^lastro: [^\n]+\n$/)
    await program.stop()
  })

  test('without credentials, or without a service, a sentence says what to do', async () => {
    const settings = { LASTRO_DATA: newDirectory(), LASTRO_URL: `http://127.0.0.1:${await freePort()}` }
    const bare = await run(['trigger', 'negative.added'], settings)
    assert.match(bare.refused, /^lastro: LASTRO_CLIENT_ID is not set[^\n]+\n$/)
    const credentials = {
      LASTRO_CLIENT_ID: 'cli_x',
      LASTRO_CLIENT_SECRET: 'ls_x',
      LASTRO_API_KEY: 'lk_test_x',
    }
    const alone = await run(['trigger', 'negative.added'], { ...settings, ...credentials })
    assert.match(alone.refused, /^lastro: [^\n]+LASTRO_URL\.\n$/)
    assert.deepEqual([bare.code, alone.code], [1, 1])
  })
})
