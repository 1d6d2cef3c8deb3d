import assert from 'node:assert/strict'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { openSqlite } from './sqlite.ts'

const modesIn = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => /\.db/.test(name))
      .map((name) => [name, (statSync(join(directory, name)).mode & 0o777).toString(8)]),
  )

test('the files of a store are for their owner, also in a directory that others may look into', async () => {
  const directory = newDirectory()
  chmodSync(directory, 0o755)
  const store = await openSqlite(directory)
  const modes = modesIn(directory)
  await store.close()
  assert.ok(modes['lastro.db-wal'] && modes['trail.db-wal'], Object.keys(modes).join())
  for (const [name, mode] of Object.entries(modes)) assert.equal(mode, '600', name)
})

test('what an operator has opened to a group stays open to it', async () => {
  const directory = newDirectory()
  await (await openSqlite(directory)).close()
  chmodSync(join(directory, 'lastro.db'), 0o640)
  const store = await openSqlite(directory)
  const { 'lastro.db': mode } = modesIn(directory)
  await store.close()
  assert.equal(mode, '640')
})
