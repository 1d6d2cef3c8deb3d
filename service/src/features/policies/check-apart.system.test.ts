import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { afterAll, describe, test } from 'vitest'
import { shopPolicy } from '../../../testing/services/decisions.ts'
import { checkApart } from './check-apart.ts'

describe('a policy check on its own thread', () => {
  // A check keeps no process alive; in a service the listening socket does.
  const alive = setInterval(() => undefined, 1_000)
  afterAll(() => clearInterval(alive))

  test('gives up when it takes too long, and accepts the next check', async () => {
    const check = checkApart({ termMs: 1 })
    const found = await Promise.all(Array.from({ length: 6 }, () => check(shopPolicy())))
    assert.deepEqual(found, [...Array(4).fill('too_long'), 'busy', 'busy'])
    assert.equal(await check(shopPolicy()), 'too_long', 'none is busy when nobody waits')
    const crowded = Array.from({ length: 4 }, () => check(shopPolicy()))
    const misnamed = await check({ ...shopPolicy(), name: 'Loja!' })
    assert.equal(kindOf(misnamed), 'faults', 'a malformed policy is refused even while all are busy')
    await Promise.all(crowded)
    const patient = checkApart()
    const [right, wrong] = await Promise.all([patient(shopPolicy()), patient({})])
    assert.deepEqual([kindOf(right), kindOf(wrong)], ['policy', 'faults'])
  })

  test('fails only the request whose check threw', async () => {
    const check = checkApart({ module: scripted })
    await assert.rejects(
      check(() => undefined),
      { name: 'DataCloneError' },
    )
    await assert.rejects(check('break'), /broken/)
    assert.deepEqual(await check('again'), answered, 'a new thread answers')
    const many = await Promise.allSettled(['one', 'break', 'two', 'three'].map((sent) => check(sent)))
    assert.deepEqual(
      many.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
  })

  test('is never ended by the idle timer, however long it takes', async () => {
    const check = checkApart({ module: scripted, idleMs: 1 })
    assert.deepEqual(await check('one'), answered)
    const slow = await Promise.all([check('slow'), check('slow'), check('slow')])
    assert.deepEqual(slow, [answered, answered, answered])
    assert.deepEqual(await check('one'), answered)
  })

  test('moves to a new thread when the old one exited before it took the check', async () => {
    const check = checkApart({ module: scripted })
    assert.deepEqual(await check('exit afterwards'), answered)
    assert.deepEqual(await check('one'), answered)
  })

  test('fails after one more attempt when its thread exits each time', async () => {
    const check = checkApart({ module: scripted })
    await assert.rejects(check('exit'), /exited/)
    assert.deepEqual(await check('one'), answered)
  })

  test('does not keep a stopping process alive, idle or in the middle', { timeout: 30_000 }, async () => {
    for (const sent of ['one', 'slow for ever']) {
      const program = `
        import { checkApart } from ${JSON.stringify(new URL('./check-apart.ts', import.meta.url).href)}
        const check = checkApart({ module: new URL(${JSON.stringify(scripted.href)}), termMs: 600_000 })
        const alive = setInterval(() => undefined, 1_000)
        await check('one')
        clearInterval(alive)
        if (${JSON.stringify(sent)} !== 'one') void check(${JSON.stringify(sent)})`
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
        timeout: 20_000,
      })
      assert.deepEqual([status, stderr], [0, ''], sent)
    }
  })
})

const answered = { kind: 'faults', faults: [] }

/** A thread that does what it is asked: it breaks, exits, or takes its time. */
const scripted = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    const waitMs = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    parentPort.on('message', (sent) => {
      if (sent === 'break') throw new Error('broken')
      if (sent === 'exit') process.exit(0)
      if (sent === 'slow') waitMs(150)
      while (sent === 'slow for ever');
      parentPort.postMessage({ kind: 'faults', faults: [] })
      if (sent === 'exit afterwards') process.exit(0)
    })`)}`,
)

const kindOf = (checked: Awaited<ReturnType<ReturnType<typeof checkApart>>>) =>
  typeof checked === 'object' ? checked.kind : checked
