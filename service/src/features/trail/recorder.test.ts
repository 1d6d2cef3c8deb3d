import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { test } from 'vitest'
import { recorder } from './recorder.ts'

/** A trail whose commits end when the test says so. */
function heldTrail() {
  const commits: {
    readonly environment: string
    readonly drafts: readonly ConsultationDraft[]
    readonly end: (billings: readonly Billing[]) => void
    readonly fail: (error: Error) => void
  }[] = []
  return {
    commits,
    append: (environment: string, drafts: readonly ConsultationDraft[]) =>
      new Promise<readonly Billing[]>((end, fail) => void commits.push({ environment, drafts, end, fail })),
  }
}

const draft = (requestId: string) => ({ requestId }) as ConsultationDraft
const ids = (drafts: readonly ConsultationDraft[] = []) => drafts.map((one) => one.requestId)

/** What has become of a record, as far as its query has been told. */
function toldTo(recorded: Promise<Billing>): { is: string } {
  const told = { is: 'waiting' }
  recorded.then(
    (billing) => {
      told.is = billing
    },
    (error: Error) => {
      told.is = error.message
    },
  )
  return told
}

test('a query waits for its commit and is told how that ended; the next begins one of its own', async () => {
  const trail = heldTrail()
  const record = recorder(trail)
  const first = toldTo(record('production', draft('a')))
  await turn()
  assert.equal(first.is, 'waiting')
  trail.commits[0]?.end(['billed'])
  await turn()
  assert.equal(first.is, 'billed')
  await turn()
  // Nothing waits, so nothing is written.
  assert.equal(trail.commits.length, 1)
  const second = toldTo(record('production', draft('b')))
  await turn()
  trail.commits[1]?.fail(new Error('the disk is full'))
  await turn()
  assert.equal(second.is, 'the disk is full')
})

test('each environment has its own chain, and neither waits for the other', async () => {
  const trail = heldTrail()
  const record = recorder(trail)
  const told = [toldTo(record('production', draft('p'))), toldTo(record('sandbox', draft('s')))]
  await turn()
  assert.deepEqual(
    trail.commits.map(({ environment, drafts }) => [environment, ...ids(drafts)]),
    [
      ['production', 'p'],
      ['sandbox', 's'],
    ],
  )
  trail.commits[1]?.end(['repeat'])
  await turn()
  assert.deepEqual(
    told.map(({ is }) => is),
    ['waiting', 'repeat'],
  )
})

test('a commit takes five hundred, in the order in which they came, and the next the rest', async () => {
  const trail = heldTrail()
  const record = recorder(trail)
  const all = Array.from({ length: 501 }, (_, at) => `r${at}`)
  for (const id of all) toldTo(record('production', draft(id)))
  await turn()
  trail.commits[0]?.end([])
  await turn()
  await turn()
  assert.deepEqual(
    trail.commits.map(({ drafts }) => ids(drafts)),
    [all.slice(0, 500), all.slice(500)],
  )
})

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
