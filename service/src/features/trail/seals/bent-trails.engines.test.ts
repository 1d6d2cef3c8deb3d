import assert from 'node:assert/strict'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { describe, test } from 'vitest'
import { changeRows } from '../../../../testing/change-rows.ts'
import { engines, newPlace, type Place } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { trailNames } from '../../../../testing/trail-names.ts'
import { openSqlite } from '../../../store/engine/sqlite.ts'
import { verifyTrail } from './verify-trail.ts'

const noonMs = Date.parse('2026-11-16T12:00:00-03:00')

/** With the index in its table, where hands can reach it. */
const open = ({ engine, dataDirectory, open: opened }: Place) =>
  engine === 'sqlite' ? openSqlite(dataDirectory, { fastRepeats: false }) : opened()

/** A report, a refusal and an alert, each in a link of its own. */
const links: readonly Partial<ConsultationDraft>[] = [
  { userId: 'usr_1', key: 'k' },
  { atMs: noonMs + 1, outcome: 'purpose_not_allowed', priceCents: undefined },
  { atMs: noonMs + 2, clientId: 'cli_b', outcome: 'alerted', priceCents: undefined },
]

for (const engine of engines) {
  describe(`what stands beside the chain on ${engine}`, async () => {
    const isSqlite = engine === 'sqlite'
    const { firstLink: first, owners: owned, usage } = trailNames(engine)
    const index = { kind: 'index', fromNumber: first, untilNumber: first + 1022 }
    const owners = { kind: 'owners', fromNumber: first, untilNumber: first + 1022 }
    const end = { kind: 'end', number: first + 2 }
    const cases: readonly (readonly [what: string, statement: string, noticed: readonly object[]])[] = [
      ['nothing was changed', `update ${usage} set billed = billed`, []],
      [
        'a report is said to have been refused',
        isSqlite
          ? 'update consultation set answered = 0'
          : "update consultation set outcome = 'body_invalid'",
        [index],
      ],
      [
        'a refusal is said to have been a report',
        isSqlite ? 'update consultation set answered = 1' : "update consultation set outcome = 'answered'",
        [index],
      ],
      [
        'a consultation is said to have asked for something else',
        isSqlite
          ? "insert into trail_name (name) values ('x'); update consultation set query = (select id from trail_name where name = 'x')"
          : "update consultation set query = 'x'",
        [index],
      ],
      ['its key is another', "update consultation set key = 'other' where key = 'k'", [index]],
      ['owners are gone', `delete from ${owned}`, [owners]],
      ['a person lost a consultation', `delete from ${owned} where owner = 'usr_1'`, [owners]],
      [
        'somebody was given one',
        isSqlite
          ? "insert into trail_owner (environment, owner, number) values ('production', 'cli_x', 2)"
          : `insert into trail_lane_owner values ('production', 'cli_x', ${noonMs}, ${first + 1})`,
        [owners],
      ],
      ['the last link was cut off', `delete from trail_link where number = ${first + 2}`, [end]],
      ['more were cut off', `delete from trail_link where number > ${first}`, [end]],
      [
        'the last link was cut off, and its place in the index',
        `delete from trail_link where number = ${first + 2}; delete from consultation where number = ${first + 2}`,
        [end],
      ],
    ]
    for (const [what, statement, noticed] of cases) {
      test(what, async () => {
        const place = await newPlace(engine)
        const before = await open(place)
        for (const one of links) await before.trail.append('production', [draftOf(one)])
        await before.close()
        await changeRows(place, 'trail.db', statement)
        const store = await open(place)
        const { broken, besides } = await verifyTrail(store.trail, 'production')
        assert.deepEqual({ broken, besides }, { broken: undefined, besides: noticed })
        await store.close()
      })
    }

    test('a link that is added while it is verified is no difference', async () => {
      const place = await newPlace(engine)
      const store = await open(place)
      for (const one of links) await store.trail.append('production', [draftOf(one)])
      let added = 0
      const found = await verifyTrail(
        {
          ...store.trail,
          indexed: async function* (environment) {
            added += (await store.trail.append('production', [draftOf({ requestId: 'late' })])).length
            yield* store.trail.indexed(environment)
          },
        },
        'production',
      )
      assert.equal(added, 1)
      assert.deepEqual(found.besides, [])
      await store.close()
    })
  })
}
