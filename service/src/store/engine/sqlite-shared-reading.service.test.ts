import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { sharedReading } from './sqlite-shared-reading.ts'

const path = join(newDirectory(), 'shared.db')
const [writer, reader] = [new DatabaseSync(path), new DatabaseSync(path)]
afterAll(() => {
  reader.close()
  writer.close()
})
writer.exec('pragma journal_mode = wal; create table one (value integer); insert into one values (1)')
const reading = sharedReading(reader)
const valuesRead = () => {
  reading.share()
  return reader
    .prepare('select value from one')
    .all()
    .map((row) => row.value)
}
const turnEnds = () => new Promise((resolve) => setImmediate(resolve))

test('the reads of a turn see one state, and those of the next what was written since', async () => {
  assert.deepEqual(valuesRead(), [1])
  writer.exec('update one set value = 2')
  assert.deepEqual(valuesRead(), [1])
  reading.end()
  assert.deepEqual(valuesRead(), [2])
  writer.exec('update one set value = 3')
  await turnEnds()
  assert.deepEqual(valuesRead(), [3])
})

test('a read that fails and ends the transaction with it costs nobody else anything', async () => {
  assert.deepEqual(valuesRead(), [3])
  // As SQLite does by itself where the disk cannot be read.
  reader.exec('rollback')
  writer.exec('update one set value = 4')
  assert.deepEqual(valuesRead(), [4])
  reading.end()
  await turnEnds()
  assert.equal(reader.isTransaction, false)
  assert.deepEqual(valuesRead(), [4])
  await turnEnds()
  assert.equal(reader.isTransaction, false)
})
