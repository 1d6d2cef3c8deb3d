import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import type { ServedSnapshot } from '../../features/public-data/data-catalogue.ts'
import { servedSnapshots } from './served-snapshots.ts'
import type { SnapshotReader } from './snapshot-reader.ts'

const snapshot = (id: string, dataSet = 'receita'): ServedSnapshot => ({
  id,
  dataSet,
  period: '2026-10',
  date: '2026-10-11' as Day,
})

/** A catalogue that says what a test wants, and files that open or do not. */
function setUp(...first: readonly ServedSnapshot[]) {
  let named: readonly ServedSnapshot[] | Error = first
  const broken = new Set<string>()
  const log: string[] = []
  const served = servedSnapshots({
    catalogue: {
      served: async () => {
        if (named instanceof Error) throw named
        return named
      },
    },
    open: async ({ id, dataSet, date }): Promise<SnapshotReader> => {
      if (broken.has(id)) throw new Error(`${id} is broken`)
      log.push(`open ${id}`)
      return {
        dataSet,
        // Told by its id in these tests.
        period: id,
        date,
        read: () => undefined,
        domain: () => new Map(),
        close: () => void log.push(`close ${id}`),
      }
    },
    onError: (what) => void log.push(`error ${what}`),
  })
  const idRead = () => served.reading('receita', (reader) => reader.period)
  return {
    served,
    log,
    broken,
    idRead,
    name: (next: readonly ServedSnapshot[] | Error) => {
      named = next
    },
  }
}

test('a set that was never imported is not served, and one that is becomes readable', async () => {
  const { served, name, idRead } = setUp()
  await served.look()
  assert.equal(served.isServed('receita'), false)
  assert.equal(idRead(), undefined)
  name([snapshot('a')])
  await served.look()
  assert.equal(served.isServed('receita'), true)
  assert.equal(idRead(), 'a')
})

test('the next one is opened before the one before it is let go, and looking again opens nothing', async () => {
  const { served, name, log, idRead } = setUp(snapshot('a'))
  await served.look()
  await served.look()
  name([snapshot('b')])
  await served.look()
  assert.equal(idRead(), 'b')
  assert.deepEqual(log, ['open a', 'open b', 'close a'])
})

test('what a query reads stays open until it has ended, and is closed then', async () => {
  const { served, name, log } = setUp(snapshot('a'))
  await served.look()
  const { promise, resolve } = Promise.withResolvers<void>()
  const reading = served.reading('receita', async (reader) => {
    await promise
    return reader.period
  })
  const failing = served.reading('receita', async () => {
    await promise
    throw new Error('a source breaks')
  })
  name([snapshot('b')])
  await served.look()
  assert.deepEqual(log, ['open a', 'open b'])
  resolve()
  assert.equal(await reading, 'a')
  await assert.rejects(async () => failing, /a source breaks/)
  assert.deepEqual(log, ['open a', 'open b', 'close a'])
})

test('a snapshot that cannot be opened is served and unreadable, told once, and tried again', async () => {
  const { served, log, broken, idRead } = setUp(snapshot('a'))
  broken.add('a')
  await served.look()
  await served.look()
  assert.equal(served.isServed('receita'), true)
  assert.equal(idRead(), undefined)
  assert.deepEqual(log, ['error a'])
  broken.clear()
  await served.look()
  assert.equal(idRead(), 'a')
})

test('one that cannot be opened in the place of another is not answered from the other: it is not what is served', async () => {
  const { served, name, log, broken, idRead } = setUp(snapshot('a'))
  await served.look()
  broken.add('b')
  name([snapshot('b'), snapshot('c', 'pgfn')])
  await served.look()
  assert.equal(idRead(), undefined)
  assert.equal(served.isServed('pgfn'), true)
  assert.deepEqual(log, ['open a', 'error b', 'close a', 'open c'])
})

test('a catalogue that cannot be read changes nothing, and is told once', async () => {
  const { served, name, log, idRead } = setUp(snapshot('a'))
  await served.look()
  name(new Error('the store is away'))
  await served.look()
  await served.look()
  assert.equal(idRead(), 'a')
  assert.deepEqual(log, ['open a', 'error catalogue'])
})

test('what is no longer served covers nothing, and stopping closes what is open', async () => {
  const { served, name, log } = setUp(snapshot('a'), snapshot('c', 'pgfn'))
  await served.look()
  served.start()
  name([snapshot('c', 'pgfn')])
  await served.look()
  assert.equal(served.isServed('receita'), false)
  await served.stop()
  assert.deepEqual(log, ['open a', 'open c', 'close a', 'close c'])
})
