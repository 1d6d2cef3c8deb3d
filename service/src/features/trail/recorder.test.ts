import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { recorder, recordPromised } from './recorder.ts'

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
  const record = recordPromised(recorder(trail))
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

test('one that fails when it is told is told of its own failure, and holds up nobody', async () => {
  const trail = heldTrail()
  const record = recorder(trail)
  const told: unknown[] = []
  const awaiting = (name: string, isBroken = false) => ({
    came: (billing: Billing) => {
      told.push([name, billing])
      if (isBroken) throw new Error(name)
    },
    failed: (error: unknown) => {
      told.push([name, String(error)])
      throw error
    },
  })
  record('production', draft('a'), awaiting('a', true))
  record('production', draft('b'), awaiting('b'))
  await turn()
  record('production', draft('c'), awaiting('c'))
  trail.commits[0]?.end(['billed', 'repeat'])
  await turn()
  assert.deepEqual(told, [
    ['a', 'billed'],
    ['a', 'Error: a'],
    ['b', 'repeat'],
  ])
  trail.commits[1]?.fail(new Error('gone'))
  await turn()
  assert.deepEqual(told.at(-1), ['c', 'Error: gone'])
  record('production', draft('d'), awaiting('d'))
  await turn()
  assert.deepEqual(ids(trail.commits[2]?.drafts), ['d'])
})
