import assert from 'node:assert/strict'
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { startProgram } from '../../../testing/program.ts'
import { DirectoryInUse, lockDirectory } from './directory-lock.ts'

test('only the owner can read the files of the data directory', async () => {
  const LASTRO_DATA = newDirectory()
  chmodSync(LASTRO_DATA, 0o755)
  const { stop } = await startProgram({ LASTRO_DATA }, { before: 'umask 000' })
  const openToOthers = readdirSync(LASTRO_DATA, { recursive: true })
    .map(String)
    .filter((name) => (statSync(join(LASTRO_DATA, name)).mode & 0o077) !== 0)
  assert.deepEqual(openToOthers, [])
  assert.ok(readdirSync(LASTRO_DATA).includes('service.lock'))
  await stop()
})

test('a lock file of an earlier release becomes private, and one directory has one service', () => {
  const directory = newDirectory()
  const path = join(directory, 'service.lock')
  writeFileSync(path, '', { mode: 0o644 })
  chmodSync(path, 0o644)
  const unlock = lockDirectory(directory)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.throws(() => lockDirectory(directory), DirectoryInUse)
  unlock()
  lockDirectory(directory)()
})
