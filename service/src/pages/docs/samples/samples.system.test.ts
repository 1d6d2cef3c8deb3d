import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { newDirectory } from '../../../../testing/engines.ts'
import { runService } from '../../../../testing/running-service.ts'
import { exampleBase } from '../../reading/own-base.ts'
import { type SampleCall, sampleCall } from './sample-call.ts'
import { samples } from './samples.ts'

const run = promisify(execFile)
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** How a sample is run, where the machine has what it takes. */
const runners: Readonly<
  Record<string, { readonly program: string; readonly file: string; readonly args: string[] }>
> = {
  curl: { program: 'sh', file: 'sample.sh', args: [] },
  JavaScript: { program: process.execPath, file: 'sample.mjs', args: [] },
  Python: { program: 'python3', file: 'sample.py', args: [] },
  Java: { program: 'java', file: 'Sample.java', args: [] },
  PHP: { program: 'php', file: 'sample.php', args: [] },
}

describe('a sample of a call', async () => {
  const service = await runService()
  afterAll(service.close)
  const session = await service.newSession()
  const all = operations(products)
  const operation = (id: string) => all.find((one) => one.id === id) ?? assert.fail(id)
  const filled = (text: string) =>
    text
      .replaceAll(exampleBase, service.url)
      .replaceAll('ACCESS_TOKEN', session.token)
      .replaceAll('API_KEY', session.apiKey)
      .replaceAll('CLIENT_ID', session.clientId)
      .replaceAll('CLIENT_SECRET', session.clientSecret)
  const answered = async (name: string, call: SampleCall) => {
    const { program, file, args } = runners[name] ?? assert.fail(name)
    const directory = newDirectory()
    const write = samples.find((one) => one.name === name)?.write ?? assert.fail(name)
    writeFileSync(join(directory, file), filled(write(call)))
    return (await run(program, [...args, file], { cwd: directory })).stdout
  }

  for (const name of Object.keys(runners)) {
    const skip = !has(runners[name]?.program ?? '')
    test(`in ${name} gets a report and a token, once the capitals are filled in`, { skip }, async () => {
      const report = await answered(name, sampleCall(operation('relatorioBasicoConsulta')))
      assert.match(report, /"error":false/)
      if (name !== 'curl') assert.match(report, /^200 /)
      assert.match(await answered(name, sampleCall(operation('token'))), /"access_token":"lat_/)
    })
  }

  test('in Go is a program that reads as one', { skip: !has('gofmt') }, async () => {
    // To run it Go compiles its library first, which takes longer than a test may.
    const file = join(newDirectory(), 'sample.go')
    const write = samples.find((one) => one.name === 'Go')?.write ?? assert.fail('no Go')
    for (const id of ['relatoConsulta', 'dividasSituacao']) {
      writeFileSync(file, `${write(sampleCall(operation(id)))}\n`)
      assert.equal((await run('gofmt', ['-d', file])).stdout, '', id)
    }
  })

  test('keeps what it sends whole, whatever is in it', async () => {
    const bodies: string[] = []
    const receiver = createServer((request, answer) => {
      void text(request).then((body) => {
        bodies.push(body)
        answer.end('taken')
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    onTestFinished(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo
    const body = `it's "quoted" \\ $HOME \`id\` \${x} ção\n`
    const headers = [['Content-Type', 'text/plain']] as const
    const call: SampleCall = { method: 'PUT', url: `http://127.0.0.1:${port}/`, headers, body }
    const names = Object.keys(runners).filter((name) => has(runners[name]?.program ?? ''))
    for (const name of names) assert.match(await answered(name, call), /taken/)
    assert.deepEqual(
      bodies,
      names.map(() => body),
    )
  })
})
