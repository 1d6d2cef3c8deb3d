import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { newDirectory } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { runService } from '../../../service/testing/running-service.ts'

/** Of the protocol's makers: 120 packages, so it is not one of ours. `npm install -g @modelcontextprotocol/inspector`. */
const found = spawnSync('sh', ['-c', 'command -v mcp-inspector'], { encoding: 'utf8' }).stdout.trim()

/** The inspector, and both ways on which it reaches a service of its own. */
async function inspected() {
  const inspector = realpathSync(found)
  const service = await runService()
  cleanUp(service.close)
  const { clientId, clientSecret, apiKey, token } = await service.newSession('sandbox')
  const home = newDirectory()
  const env = {
    ...childEnvironment(),
    HOME: home,
    LASTRO_DATA: home,
    LASTRO_URL: service.url,
    LASTRO_CLIENT_ID: clientId,
    LASTRO_CLIENT_SECRET: clientSecret,
    LASTRO_API_KEY: apiKey,
    LANG: 'en',
  }
  const settings = Object.entries(env).flatMap(([name, value]) =>
    /^L(ASTRO_|ANG$)/.test(name) ? ['-e', `${name}=${value}`] : [],
  )
  const ways = {
    stdio: [...settings, process.execPath, programs.cli, 'mcp'],
    http: [
      `${service.url}/sandbox/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${token}`,
      `x-api-key: ${apiKey}`,
    ],
  }
  const inspect = async (way: readonly string[], ...args: readonly string[]) => {
    const command = [inspector, '--cli', ...way, ...args]
    return (await promisify(execFile)(process.execPath, command, { cwd: home, env, maxBuffer: 10_000_000 }))
      .stdout
  }

  return { inspect, ways }
}

for (const name of ['stdio', 'http'] as const) {
  test(`the inspector lists the tools, finds no fault in them, and gets a price: ${name}`, async ({
    skip,
  }) => {
    skip(found === '', 'mcp-inspector is not on the PATH')
    const { inspect, ways } = await inspected()
    const way = ways[name]
    const { tools } = JSON.parse(await inspect(way, '--method', 'tools/list', '--strict'))
    assert.equal(tools.length, 5)
    // It takes digits alone for a number, which would lose the zeros that a document begins with.
    const query = ['produto=relatorioBasico', 'documento=123.456.789-09', 'finalidade=monitoring']
    const call = async (...pairs: readonly string[]) => {
      const args = pairs.flatMap((pair) => ['--tool-arg', pair])
      const method = ['--method', 'tools/call', '--tool-name', 'consultar_relatorio']
      return JSON.parse(await inspect(way, ...method, ...args)).structuredContent
    }
    assert.equal((await call(...query)).quote.price, '0.00')
    assert.equal((await call(...query, 'precoAceito="0.00"')).result.document, '12345678909')
  })
}
