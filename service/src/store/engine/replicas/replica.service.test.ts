import assert from 'node:assert/strict'
import { test } from 'vitest'
import { DatabaseFault } from '../database/database-address.ts'
import { openPostgres } from '../postgres.ts'

test('an address of a replica that cannot be read is refused in words, which do not repeat the password', async () => {
  for (const wrong of [
    'postgres://lastro:hunter2@one,two/postgres',
    'postgres://lastro:hunter2@one/a,postgres://lastro:hunter2@two/a',
    'postgres://lastro:hunter2@one:x/postgres',
    'postgres://lastro:hunter2@one/a?sslrootcert=/nowhere/root.crt&sslmode=verify-full',
    'postgres://lastro:hunter2@one/a?target_session_attrs=standby',
  ]) {
    const opened = openPostgres('postgres://nowhere.invalid/lastro', { urls: [wrong], lagMaxMs: 1_000 })
    const error = await opened.then(
      () => assert.fail(),
      (found: unknown) => found,
    )
    assert.ok(error instanceof DatabaseFault, wrong)
    for (const text of Object.values(error.text)) {
      assert.match(text, /^DATABASE_READ_URLS/)
      assert.doesNotMatch(text, /hunter2/)
    }
  }
})
