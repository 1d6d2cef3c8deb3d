import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { until } from '../../service/testing/until.ts'
import { runningProcesses } from './running-processes.ts'

const directory = mkdtempSync(join(tmpdir(), 'lastro-test-'))
after(() => rmSync(directory, { recursive: true }))

const imports = `import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
`

/** A test file that holds this text. */
function file(name: string, text: string): string {
  const path = join(directory, `${name}.test.ts`)
  writeFileSync(path, `${imports}${text}\n`)
  return path
}

/** The pass over these files, in a process of its own, that is quick to lose patience; all in one where they share. */
function startPass(files: readonly string[], { isShared = false } = {}) {
  const program = `
    import { runPass } from ${JSON.stringify(join(import.meta.dirname, 'run-pass.ts'))}
    const controller = new AbortController()
    process.on('SIGTERM', () => controller.abort())
    const share = (files) => ${isShared} ? [files] : files.map((one) => [one])
    const pass = { files: process.argv.slice(1), environment: process.env, endingLimitMs: 500, share }
    process.exitCode = await runPass(pass, controller.signal)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program, '--', ...files])
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }))
  return { child, ended }
}

const isRunning = (id: number): boolean =>
  runningProcesses({ session: undefined, mark: '' }).some((one) => one.id === id)

describe('a pass over test files', { concurrency: 2 }, () => {
  test('succeeds when every test does, and says so in the words of the runner', async () => {
    const { code, output } = await startPass([file('good', `test('good', () => undefined)`)]).ended
    assert.equal(code, 0, output)
    assert.match(output, /tests 1\n.*pass 1\n/s)
  })

  test('fails when a test does', async () => {
    const bad = file('bad', `test('bad', () => { throw new Error('it is') })`)
    const { code, output } = await startPass([file('fine', `test('fine', () => undefined)`), bad]).ended
    assert.equal(code, 1, output)
    assert.doesNotMatch(output, /reported no test/)
  })

  test('knows a test by where it was begun, and a failure by its test, after an await too', async () => {
    const nested = file(
      'nested',
      `import { describe } from 'node:test'
      const soon = () => new Promise((done) => setTimeout(done, 5))
      describe('outer', async () => {
        await soon()
        test('inner', () => undefined)
      })
      test('throws when nobody waits', async () => {
        void soon().then(() => { throw new Error('nobody waited') })
        await soon()
        await soon()
      })`,
    )
    const { code, output } = await startPass([nested]).ended
    assert.equal(code, 1, output)
    assert.match(output, /▶ outer\n {2}✔ inner/)
    assert.match(output, /✖ throws when nobody waits.*Error: nobody waited/s)
    assert.match(output, /tests 2\n.*pass 1\nℹ fail 1\n/s)
  })

  test('fails when a file reports no test, whatever became of it', async () => {
    const silent = [
      file('empty', ''),
      file('left-before', 'process.exit(0)'),
      file('left-amid', `test('leaves', () => process.exit(0)); test('next', () => undefined)`),
    ]
    const { code, output } = await startPass([...silent, file('told', `test('told', () => undefined)`)]).ended
    assert.equal(code, 1, output)
    for (const path of silent) assert.ok(output.includes(`${path} reported no test`), output)
    assert.doesNotMatch(output, /told\.test\.ts reported no test/)
  })

  test('hears each of the files that share a process, and says which of them told of nothing', async () => {
    const empty = file('shared-empty', '')
    const told = ['one', 'other'].map((name) => file(`shared-${name}`, `test('${name}', () => undefined)`))
    const { code, output } = await startPass([...told, empty], { isShared: true }).ended
    assert.equal(code, 1, output)
    assert.ok(output.includes(`${empty} reported no test`), output)
    assert.equal(output.match(/reported no test/g)?.length, 1, output)
    for (const path of [...told, empty]) assert.match(output, new RegExp(`s of CPU in .+ s {2}${path}`))
  })

  test('knows a test that begins after millions of other things have begun', async () => {
    const many = file(
      'shared-many',
      `import { AsyncResource } from 'node:async_hooks'
      test('many', () => {
        for (let at = 0; at < 4_400_000; at++) new AsyncResource('Many', { requireManualDestroy: true })
      })`,
    )
    const late = file(
      'shared-afterwards',
      `import { setImmediate as soon } from 'node:timers/promises'
      test('throws when nobody waits', async () => {
        await soon()
        void soon().then(() => { throw new Error('nobody waited') })
        await soon()
        await soon()
      })`,
    )
    const { code, output } = await startPass([many, late], { isShared: true }).ended
    assert.equal(code, 1, output)
    assert.match(output, /✖ throws when nobody waits.*Error: nobody waited/s)
    assert.doesNotMatch(output, /reported no test/)
  })

  test('fails when a test does in a file that shares, and when one of them cannot be read', async () => {
    const good = file('shared-good', `test('good', () => undefined)`)
    const bad = file('shared-bad', `test('bad', () => { throw new Error('it is bad') })`)
    const broken = file('shared-broken', `throw new Error('it is broken')`)
    const { code, output } = await startPass([good, bad, broken], { isShared: true }).ended
    assert.equal(code, 1, output)
    assert.match(output, /it is bad/)
    assert.match(output, /it is broken/)
    assert.match(output, /✔ good/)
    assert.doesNotMatch(output, /shared-(good|bad)\.test\.ts reported no test/)
  })

  test('believes none of the files that share a process which ended amid', async () => {
    const early = file('shared-early', `test('early', () => undefined)`)
    const leaving = file('shared-leaving', `test('leaves', () => process.exit(0))`)
    const late = file('shared-late', `test('late', () => undefined)`)
    const { code, output } = await startPass([early, leaving, late], { isShared: true }).ended
    assert.equal(code, 1, output)
    for (const path of [early, leaving, late]) assert.ok(output.includes(`${path} reported no test`), output)
  })

  test('ends what a file opened before the next that shares its process begins', async () => {
    const first = file(
      'shared-first',
      `globalThis.steps = []
      after(() => globalThis.steps.push('closed'))
      test('first', () => void globalThis.steps.push('tested'))`,
    )
    const next = file(
      'shared-next',
      `const steps = [...globalThis.steps]
      test('next', (t) => t.assert.deepEqual(steps, ['tested', 'closed']))`,
    )
    const { code, output } = await startPass([first, next], { isShared: true }).ended
    assert.equal(code, 0, output)
  })

  test('fails when a process outlives its test, names it, and ends it', { skip: noProc() }, async () => {
    const path = join(directory, 'outlived')
    const leaving = file(
      'leaving',
      `test('leaves two', () => {
        const bare = spawn('sleep', ['4001'], { stdio: 'ignore', env: {} })
        const apart = spawn('sleep', ['4002'], { stdio: 'ignore', detached: true })
        bare.unref()
        apart.unref()
        writeFileSync(${JSON.stringify(path)}, JSON.stringify([bare.pid, apart.pid]))
      })`,
    )
    const { code, output } = await startPass([leaving]).ended
    assert.equal(code, 1, output)
    assert.match(output, /outlived its test and was ended: sleep 4001/)
    assert.match(output, /outlived its test and was ended: sleep 4002/)
    for (const id of JSON.parse(readFileSync(path, 'utf8')) as number[]) {
      await until(() => !isRunning(id), `process ${id} ends`)
    }
  })

  test('leaves nothing behind when it is told to end', { skip: noProc() }, async () => {
    const path = join(directory, 'interrupted')
    const endless = file(
      'endless',
      `test('never ends', async () => {
        const child = spawn('sleep', ['4003'], { stdio: 'ignore', detached: true })
        writeFileSync(${JSON.stringify(path)}, JSON.stringify([process.pid, child.pid]))
        await new Promise(() => setInterval(() => undefined, 1_000))
      })`,
    )
    const { child, ended } = startPass([endless])
    await until(() => existsSync(path) && readFileSync(path, 'utf8') !== '', 'the test runs')
    const ids = JSON.parse(readFileSync(path, 'utf8')) as number[]
    child.kill('SIGTERM')
    assert.equal((await ended).code, 1)
    for (const id of ids) await until(() => !isRunning(id), `process ${id} ends`)
  })
})

function noProc(): string | false {
  return existsSync('/proc/self/stat') ? false : 'only with /proc'
}
