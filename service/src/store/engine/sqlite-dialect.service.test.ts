import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'

/** Many times what twenty turns take; without turns there would be one. */
const statementCountMax = 100_000

test('a long run of statements lets others have their turn', async () => {
  const store = await (await newPlace('sqlite')).open()
  onTestFinished(store.close)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  // However long a turn takes on this machine, in the end there have been some.
  for (let at = 0; turns < 20 && at < statementCountMax; at++) await store.clients.findClient(`nobody-${at}`)
  isOver = true
  assert.ok(turns >= 20, `${turns} turns in ${statementCountMax} statements`)
})
