import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { until } from '../../../../testing/until.ts'
import { SqliteLog } from './sqlite-log.ts'

/** A database with a log, and a way to write some ten pages into it. */
function written(directory: string) {
  const path = join(directory, 'some.db')
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal')
  db.exec('create table line (text text)')
  const add = db.prepare('insert into line values (?)')
  const bytes = () => ({ file: statSync(path).size, log: statSync(`${path}-wal`).size })
  return { path, db, bytes, write: () => void add.run('x'.repeat(40_000)) }
}

test('what is written goes to the file while the writer goes on, and the log begins anew', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lastro-test-'))
  const { path, db, bytes, write } = written(directory)
  const log = new SqliteLog(db, path)
  const before = bytes()
  let lines = 0
  // A log that holds less than was written has begun anew.
  await until(() => {
    if (bytes().log <= lines * 40_000 - 4_000_000) return true
    write()
    lines += 1
    log.grew()
    return false
  }, 'the log begins anew')
  const after = bytes()
  assert.ok(after.log <= lines * 40_000 - 4_000_000, `${after.log} bytes in the log of ${lines} lines`)
  assert.ok(after.file > before.file + 4_000_000, `${after.file} bytes in the file`)
  assert.equal(db.prepare('select count(*) as count from line').get()?.count, lines)
  db.close()
  rmSync(directory, { recursive: true })
})
