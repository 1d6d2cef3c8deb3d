import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { until } from '../../service/testing/until.ts'
import { machineMicros } from './machine-time.ts'
import { cpuMicros } from './processes.ts'

test('a server that nobody stops keeps no benchmark alive, and ends with it', async () => {
  const stage = JSON.stringify(join(import.meta.dirname, 'processes.ts'))
  const program = `import(${stage}).then(async (it) => console.log((await it.startBare('{}')).process.pid))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  let screen = ''
  child.stdout.on('data', (text) => (screen += text))
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
  const server = Number(screen)
  assert.ok(server > 0, screen)
  await until(() => !existsSync(`/proc/${server}`))
})

test('what a process spends is in what the machine spends', () => {
  const [machineBefore, ownBefore] = [machineMicros(), cpuMicros(process.pid)]
  while (cpuMicros(process.pid) - ownBefore < 300_000);
  const own = cpuMicros(process.pid) - ownBefore
  // Either is counted in ticks of ten milliseconds.
  assert.ok(machineMicros() - machineBefore >= own - 50_000)
})
