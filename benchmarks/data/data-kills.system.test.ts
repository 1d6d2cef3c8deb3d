import assert from 'node:assert/strict'
import { test } from 'vitest'
import { engines } from '../../service/testing/engines.ts'
import { dataKills } from './data-kills.ts'

const short = { companies: 300, watched: 120, tellingKills: 1 }

for (const engine of engines)
  test(`kills of an import and of the service that tells leave one whole edition, told once, on ${engine}`, async () => {
    assert.deepEqual(await dataKills(engine, 2, short), [])
  })
