import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isAnswer, reopenedOutcome } from '@lastro/rules/trail/billing.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { verifyTrail } from '../../service/src/features/trail/seals/verify-trail.ts'
import { searchTrail } from '../../service/src/features/trail/search-trail.ts'
import { openStore, type StoreLocation } from '../../service/src/store/open-store.ts'
import type { Store } from '../../service/src/store/store.ts'
import type { Sightings } from './crash-callers.ts'

/** Opens what the service left and walks its whole trail. */
export async function audit(place: StoreLocation, { ledger, unexpected }: Sightings) {
  const store = await openStore(place)
  try {
    const { broken, besides } = await verifyTrail(store.trail, 'sandbox')
    const byRequestId = new Map<string, Consultation>()
    const billedCounts = new Map<string, number>()
    let records = 0
    for await (const one of searchTrail(store.trail, 'sandbox', everything)) {
      records += 1
      if (isAnswer(one.outcome) || one.outcome === reopenedOutcome) byRequestId.set(one.requestId, one)
      if (!one.billed) continue
      const query = `${one.clientId} ${one.document} ${one.product} ${one.features}`
      for (const key of [one.requestId, query]) billedCounts.set(key, (billedCounts.get(key) ?? 0) + 1)
    }
    const found = [...ledger].map(([requestId, told]) => ({ told, record: byRequestId.get(requestId) }))
    return {
      answered: ledger.size,
      withoutRecord: found.filter(({ record }) => record === undefined).length,
      records,
      chainWhole: broken === undefined && besides.length === 0,
      filesWhole: filesWhole(store, place),
      billed: found.filter(({ record }) => record?.billed).length,
      billedTwice: [...billedCounts.values()].filter((count) => count > 1).length,
      billingDiffering: found.filter(({ told, record }) => record && !isToldRight(told, record)).length,
      unexpected,
    }
  } finally {
    await store.close()
  }
}

/** A repeated answer says again what the first said; its own record is never billed. */
const isToldRight = (told: { isBilled: boolean; isReplay: boolean }, record: Consultation): boolean =>
  told.isReplay ? record.outcome === reopenedOutcome && !record.billed : told.isBilled === record.billed

const everything = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER, document: undefined, clientId: undefined }

function filesWhole({ engine }: Store, { dataDirectory }: StoreLocation): boolean {
  if (engine === 'postgres') return true
  return ['lastro.db', 'trail.db'].every((file) => {
    const db = new DatabaseSync(join(dataDirectory, file), { readOnly: true })
    const rows = db.prepare('pragma integrity_check').all()
    db.close()
    return rows.length === 1 && rows[0]?.integrity_check === 'ok'
  })
}
