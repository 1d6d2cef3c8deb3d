import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { onTestFinished, test } from 'vitest'
import { engines, newPlace, type Place } from '../../../testing/engines.ts'
import { runService } from '../../../testing/running-service.ts'
import { cleanPerson, productionCreditor } from '../../../testing/services/listing-service.ts'
import { reviewQueue } from '../../features/listings/reviews/review-queue.ts'

/** The store as it was before what waits for the operator had a column of its own. */
const undone = [
  'drop index listing_to_review',
  'drop index listing_mailbox',
  'alter table listing drop column review',
  'alter table listing drop column mailbox',
  "delete from migration where name = '0013_reviews'",
]

async function goBack({ engine, dataDirectory, databaseUrl }: Place): Promise<void> {
  if (engine === 'sqlite') {
    const db = new DatabaseSync(join(dataDirectory, 'lastro.db'))
    for (const statement of undone) db.exec(statement)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of undone) await client.query(statement)
  await client.end()
}

for (const engine of engines) {
  test(`on ${engine}, what waited for the operator before waits still, and mailboxes are known`, async () => {
    const place = await newPlace(engine)
    const service = await runService({ engine, place })
    const creditor = await productionCreditor(service)
    const held = await creditor.inserted({ contractId: 'HELD', birthDate: undefined as never })
    await creditor.inserted({ contractId: 'SENT', contact: { email: 'Ana@Exemplo.com.br' } })
    await service.close()
    await goBack(place)

    const store = await place.open()
    onTestFinished(store.close)
    const asked = { environment: 'production', clientId: undefined, state: undefined, limit: 10 } as const
    assert.deepEqual(
      (await reviewQueue(store.listings, asked)).map((one) => one.id),
      [held],
    )
    const parties = [cleanPerson, '12345678909'].map((document) => ({
      mailbox: 'ana@exemplo.com.br',
      document,
    }))
    assert.deepEqual(
      [...(await store.listings.sharedMailboxes('production', parties))],
      ['ana@exemplo.com.br 12345678909'],
    )
  })
}
