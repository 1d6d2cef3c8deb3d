import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../service/testing/servers/postgres-server.ts'
import { median, type Server } from '../stage/processes.ts'
import { cacheDirectory } from '../stage/sample-stores.ts'
import { compare, embeddedService, print, queryPath, typicalAnswer } from './query.ts'

const subjectCount = 10_000
const prism = '@stoplight/prism-cli@5.16.0'

/** The service, with everything it does, against a mock server that returns the same answer from a description. */
export async function benchPeers(count = subjectCount): Promise<void> {
  const { service, headers, bodies } = await embeddedService(count)
  const mock = await startPrism(await typicalAnswer(service, headers, bodies))
  const { ratios } = await compare(
    { service, bare: mock },
    { headers, bodies },
    { service: 'service', bare: 'Prism' },
  )
  await service.stop()
  await mock.stop()
  print(`ratio ${median(ratios).toFixed(2)}`)
}

/** Prism is brought in for the measurement only, beside the cached data. */
async function startPrism(answer: string): Promise<Server> {
  const home = join(cacheDirectory, 'prism')
  mkdirSync(home, { recursive: true })
  const entry = join(home, 'node_modules/@stoplight/prism-cli/dist/index.js')
  if (!existsSync(entry)) await promisify(execFile)('npm', ['install', '--prefix', home, '--no-save', prism])
  const description = join(home, 'openapi.json')
  writeFileSync(description, JSON.stringify(mockDescription(answer)))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [entry, 'mock', description, '-p', String(port), '-h', '127.0.0.1', '-v', 'silent'],
    {
      stdio: 'ignore',
    },
  )
  await answering(port)
  return {
    port,
    process: child,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

const mockDescription = (answer: string) => ({
  openapi: '3.1.0',
  info: { title: 'mock', version: '1' },
  paths: {
    [queryPath]: {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: { description: 'ok', content: { 'application/json': { example: JSON.parse(answer) } } },
        },
      },
    },
  },
})

async function answering(port: number): Promise<void> {
  const until = performance.now() + 30_000
  while (performance.now() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}${queryPath}`, { method: 'POST' }).catch(
      () => undefined,
    )
    await answer?.text()
    if (answer !== undefined) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('Prism did not start')
}
