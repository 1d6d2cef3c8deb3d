import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataKills } from './data-kills.ts'

const short = { companies: 300, watched: 120, tellingKills: 1 }

for (const engine of ['sqlite', 'postgres'] as const)
  test(`kills of an import and of the service that tells leave one whole edition, told once, on ${engine}`, async () => {
    assert.deepEqual(await dataKills(engine, 2, short), [])
  })
