import assert from 'node:assert/strict'
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { newPlace } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { sqliteTrail } from './sqlite-trail.ts'

test('a thread that could not start fails its own records, as an outage, and none of those after it', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const path = join(place.dataDirectory, 'trail.db')
  const files = ['', '-wal', '-shm'].map((end) => path + end).filter((file) => existsSync(file))
  const trail = sqliteTrail({ path, fastRepeats: true })
  for (const file of files) renameSync(file, `${file}.away`)
  mkdirSync(path)
  const append = (requestId: string) => trail.append('sandbox', [draftOf({ requestId })])
  const failed = await Promise.allSettled([append('first'), append('second')])
  for (const one of failed) assert.ok(one.status === 'rejected' && store.isOutage(one.reason))
  rmdirSync(path)
  for (const file of files) renameSync(`${file}.away`, file)

  // The thread that failed has not ended yet when the next is asked.
  assert.deepEqual(await append('third'), ['billed'])
  assert.deepEqual(await append('fourth'), ['billed'])
  const records: string[] = []
  for await (const link of store.trail.links('sandbox')) records.push(link.records)
  assert.deepEqual(
    records.map((record) => /third|fourth/.exec(record)?.[0]),
    ['third', 'fourth'],
  )
  await trail.close()
  await store.close()
})
