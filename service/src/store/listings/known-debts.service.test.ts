import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'
import { unsentStatements } from '../../../testing/unsent-statements.ts'
import { endedIn, knownIn } from './known-debts.ts'

test('on sqlite, debts that look alike are found by what they have in common, and not by their debtor alone', async () => {
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  const db = new DatabaseSync(join(place.dataDirectory, 'lastro.db'))
  const written = unsentStatements('sqlite')
  const identity = { creditorDocument: '11222333000181', document: '52998224725', contractId: '77-0012-3' }
  const { sql, parameters } = knownIn('production', [identity, identity]).compile(written)
  const plan = db.prepare(`explain query plan ${sql}`).all(...(parameters as string[]))
  db.close()
  assert.equal(
    plan.map(({ detail }) => detail).at(-1),
    'SEARCH listing USING INDEX listing_debt_bones (document=? AND register=? AND <expr>=? AND creditor_document>? AND creditor_document<?)',
  )
})

test('on SQLite, debts with the same terms are searched only among those that may have ended', async () => {
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  const db = new DatabaseSync(join(place.dataDirectory, 'lastro.db'))
  const written = unsentStatements('sqlite')
  const terms = { amount: '10.00', dueDate: '2026-03-10' as Day, legalNatureId: 'CP' }
  const debt = { creditorDocument: '11222333000181', document: '52998224725', contractId: '7', terms }
  const { sql, parameters } = endedIn('production', [debt, debt]).compile(written)
  const plan = db.prepare(`explain query plan ${sql}`).all(...(parameters as string[]))
  db.close()
  assert.equal(
    plan.map(({ detail }) => detail).at(-1),
    'SEARCH listing USING INDEX listing_ended (document=? AND register=? AND creditor_document>? AND creditor_document<?)',
  )
})
