import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { engines, newPlace } from '../../service/testing/engines.ts'
import { programs } from '../../service/testing/programs.ts'

for (const engine of engines) {
  test(`on ${engine} a bounce of a mail that nobody knows is refused in a sentence`, async () => {
    const { dataDirectory, databaseUrl } = await newPlace(engine)
    const args = ['alerts', 'bounced', `oc_x.${randomUUID()}`, '--reason', '550 gone']
    const bounced = spawnSync(process.execPath, [programs.cli, ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        LC_ALL: 'en_US.UTF-8',
        LASTRO_DATA: dataDirectory,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      },
    })
    assert.equal(bounced.status, 1)
    assert.match(bounced.stderr, /There is no alert by e-mail with this id/)
  })
}
