import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { recorder } from './recorder.ts'

/** A trail whose commits end when the test says so. */
function heldTrail() {
  const commits: {
    readonly drafts: readonly ConsultationDraft[]
    readonly end: (billings: readonly Billing[]) => void
    readonly fail: (error: Error) => void
  }[] = []
  return {
    commits,
    append: (_: string, drafts: readonly ConsultationDraft[]) =>
      new Promise<readonly Billing[]>((end, fail) => void commits.push({ drafts, end, fail })),
  }
}

const draft = (requestId: string) => ({ requestId }) as ConsultationDraft
const ids = (drafts: readonly ConsultationDraft[] = []) => drafts.map((one) => one.requestId)

test('records of one turn share a commit, those that come meanwhile form the next, each is told its own', async () => {
  const trail = heldTrail()
  const record = recorder(trail)
  const first = [record('production', draft('a')), record('production', draft('b'))]
  await turn()
  const second = record('production', draft('c'))
  await turn()
  assert.equal(trail.commits.length, 1)
  assert.deepEqual(ids(trail.commits[0]?.drafts), ['a', 'b'])
  trail.commits[0]?.end(['billed', 'repeat'])
  assert.deepEqual(await Promise.all(first), ['billed', 'repeat'])
  await turn()
  assert.deepEqual(ids(trail.commits[1]?.drafts), ['c'])
  trail.commits[1]?.fail(new Error('the disk is full'))
  await assert.rejects(second, /the disk is full/)
  const third = record('production', draft('d'))
  await turn()
  trail.commits[2]?.end(['billed'])
  assert.equal(await third, 'billed')
})

test('one whose answer fails holds up nobody: the others of its commit are answered, and the next is written', async () => {
  const trail = heldTrail()
  const record = recorder(trail)
  const broken = record('production', draft('a')).then(() => {
    throw new Error('a')
  })
  const second = record('production', draft('b'))
  await turn()
  const third = record('production', draft('c'))
  trail.commits[0]?.end(['billed', 'repeat'])
  await assert.rejects(broken, /a/)
  assert.equal(await second, 'repeat')
  await turn()
  trail.commits[1]?.end(['billed'])
  assert.equal(await third, 'billed')
})

test('the answers of a commit leave before the next commit is begun', async () => {
  const trail = heldTrail()
  const record = recorder(trail)
  const order: string[] = []
  void record('production', draft('a')).then(() => order.push(`a, ${trail.commits.length} begun`))
  await turn()
  const second = record('production', draft('b'))
  trail.commits[0]?.end(['billed'])
  await turn()
  await turn()
  assert.deepEqual(order, ['a, 1 begun'])
  trail.commits[1]?.end(['billed'])
  assert.equal(await second, 'billed')
})
