import type { Kysely, Transaction } from 'kysely'
import type { KeyMarks, SealedStore } from '../../features/sealing/reseal-secrets.ts'
import { SealedElsewhere } from '../../features/sealing/sealed-secrets.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Tables } from '../engine/tables.ts'
import {
  resealCopies,
  resealDecisions,
  resealKeyedReports,
  resealReports,
  resealResults,
} from './reseal-reports.ts'
import { resealAnswers, resealCredentials, resealUsers, resealWebhooks } from './reseal-secrets.ts'

/** What is sealed: webhooks, answers for keys, users, reports, results of batches, decisions, sources and their copies. */
export const sealedStore = (db: Kysely<Tables>): SealedStore => ({
  reseal: (anew, marks) =>
    patiently(db, async (tx) => {
      await remark(tx, marks)
      const webhooks = await resealWebhooks(tx, anew['secrets of webhooks'])
      await resealAnswers(tx, anew['secrets of webhooks'])
      await resealKeyedReports(tx, anew['kept reports'])
      const users = await resealUsers(tx, anew['secrets of sign-in'])
      const reports = await resealReports(tx, anew['kept reports'])
      const results = await resealResults(tx, anew['kept reports'])
      const decisions = await resealDecisions(tx, anew['kept reports'])
      const credentials = await resealCredentials(tx, anew['credentials of sources'])
      const copies = await resealCopies(tx, anew['kept reports'])
      return webhooks + users + reports + results + decisions + credentials + copies
    }),

  keyMark: async (mark) => {
    // Of services that start at once one gives the mark, and all of them read it.
    await db
      .insertInto('seal_key')
      .values({ id: 1, mark })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await db.selectFrom('seal_key').select('mark').executeTakeFirstOrThrow()).mark
  },

  isSealedElsewhere: async (prefixes) => {
    const webhook = await db
      .selectFrom('webhook')
      .select('id')
      .where('secrets', 'not like', `%"${prefixes['secrets of webhooks']}%`)
      .limit(1)
      .executeTakeFirst()
    const user = await db
      .selectFrom('user_account')
      .select('id')
      .where('totp_sealed', 'not like', `${prefixes['secrets of sign-in']}%`)
      .limit(1)
      .executeTakeFirst()
    // All of them are under one key: a service does not start, and keeps none, under another.
    const report = await db.selectFrom('kept_report').select('sealed_key').limit(1).executeTakeFirst()
    const isReportElsewhere = report?.sealed_key.startsWith(prefixes['kept reports']) === false
    const credential = await db
      .selectFrom('source_credential')
      .select('source_id')
      .where('sealed', 'not like', `${prefixes['credentials of sources']}%`)
      .limit(1)
      .executeTakeFirst()
    const result = await db
      .selectFrom('query_batch_line')
      .select('sealed_key')
      .where('sealed_key', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    const isResultElsewhere = result?.sealed_key?.startsWith(prefixes['kept reports']) === false
    const copy = await db.selectFrom('source_copy').select('sealed_key').limit(1).executeTakeFirst()
    const isCopyElsewhere = copy?.sealed_key.startsWith(prefixes['kept reports']) === false
    const decision = await db.selectFrom('decision_inputs').select('sealed_key').limit(1).executeTakeFirst()
    const isDecisionElsewhere = decision?.sealed_key.startsWith(prefixes['kept reports']) === false
    const isElsewhere = isReportElsewhere || isResultElsewhere || isCopyElsewhere || isDecisionElsewhere
    return webhook !== undefined || user !== undefined || isElsewhere || credential !== undefined
  },
})

async function remark(tx: Transaction<Tables>, { previous, next }: KeyMarks): Promise<void> {
  const kept = await tx.selectFrom('seal_key').select('mark').executeTakeFirst()
  if (kept !== undefined && kept.mark !== previous && kept.mark !== next) throw new SealedElsewhere()
  await tx
    .insertInto('seal_key')
    .values({ id: 1, mark: next })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ mark: next }))
    .execute()
}
