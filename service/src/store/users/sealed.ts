import type { Kysely, Transaction } from 'kysely'
import type { KeptSecret } from '../../features/alerts/webhooks/webhook.ts'
import { copyOwner } from '../../features/declared-sources/copies/source-copy.ts'
import { sealOwner } from '../../features/declared-sources/declared-source.ts'
import { lineRequestId } from '../../features/reports/batches/batch-view.ts'
import { inputsOwner } from '../../features/reports/decisions/decision-store.ts'
import { reportOwner } from '../../features/reports/kept/kept-report.ts'
import { keyedReportMark, keyedReportOwner } from '../../features/reports/keyed/keyed-report.ts'
import type { KeyMarks, SealAnew, SealedStore } from '../../features/sealing/reseal-secrets.ts'
import { SealedElsewhere, sealVersion } from '../../features/sealing/sealed-secrets.ts'
import { patiently } from '../engine/after-deadlock.ts'
import type { Tables } from '../engine/tables.ts'

/** What is taken at a time of what there may be a hundred thousand of. */
const resealedCountMax = 1_000

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

async function resealWebhooks(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  // Written as they are, so that whoever rotates a secret meanwhile waits.
  const webhooks = await tx
    .updateTable('webhook')
    .set((set) => ({ label: set.ref('label') }))
    .returning(['id', 'secrets'])
    .execute()
  for (const { id, secrets } of webhooks) {
    const kept: readonly KeptSecret[] = JSON.parse(secrets)
    const anew = kept.map((one) => ({ ...one, sealed: sealAnew(one.sealed, id) }))
    await tx
      .updateTable('webhook')
      .set({ secrets: JSON.stringify(anew) })
      .where('id', '=', id)
      .execute()
  }
  return webhooks.length
}

/** Answers are JSON but for those that are sealed. */
async function resealAnswers(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<void> {
  const answers = await tx
    .selectFrom('idempotency')
    .select(['environment', 'client_id', 'key', 'answer'])
    .where('answer', 'like', `${sealVersion}.%`)
    .execute()
  for (const { environment, client_id, key, answer } of answers) {
    await tx
      .updateTable('idempotency')
      .set({ answer: sealAnew(answer ?? '', client_id) })
      .where('environment', '=', environment)
      .where('client_id', '=', client_id)
      .where('key', '=', key)
      .execute()
  }
}

/** Reports that wait to be given again under their keys: a day's, so they are taken page by page. */
async function resealKeyedReports(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<void> {
  for (let after = { environment: '', client_id: '', key: '' }; ; ) {
    const answers = await tx
      .selectFrom('idempotency')
      .select(['environment', 'client_id', 'key', 'answer'])
      .where('answer', 'like', `${keyedReportMark}%`)
      .where((where) =>
        where(
          where.refTuple('environment', 'client_id', 'key'),
          '>',
          where.tuple(after.environment, after.client_id, after.key),
        ),
      )
      .orderBy('environment')
      .orderBy('client_id')
      .orderBy('key')
      .limit(resealedCountMax)
      .execute()
    for (const { environment, client_id, key, answer } of answers) {
      const owner = keyedReportOwner({ environment, clientId: client_id, key })
      const sealed = sealAnew((answer ?? '').slice(keyedReportMark.length), owner)
      await tx
        .updateTable('idempotency')
        .set({ answer: `${keyedReportMark}${sealed}` })
        .where('environment', '=', environment)
        .where('client_id', '=', client_id)
        .where('key', '=', key)
        .execute()
    }
    const last = answers.at(-1)
    if (last === undefined || answers.length < resealedCountMax) return
    after = last
  }
}

/** A secret that is still to be confirmed lives for minutes; whoever is at it begins again. */
async function resealUsers(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  const users = await tx
    .updateTable('user_account')
    .set({ totp_pending: null, totp_pending_until_ms: null })
    .where((where) => where.or([where('totp_sealed', 'is not', null), where('totp_pending', 'is not', null)]))
    .returning(['id', 'totp_sealed'])
    .execute()
  const sealed = users.filter((one) => one.totp_sealed !== null)
  for (const { id, totp_sealed } of sealed) {
    await tx
      .updateTable('user_account')
      .set({ totp_sealed: sealAnew(totp_sealed ?? '', id) })
      .where('id', '=', id)
      .execute()
  }
  return sealed.length
}

/** Of a report only its key, which is short: the text stays as it is, under the same key. */
async function resealReports(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  const reports = await tx
    .selectFrom('kept_report')
    .select(['client_id', 'environment', 'request_id', 'sealed_key'])
    .execute()
  for (const { client_id, environment, request_id, sealed_key } of reports) {
    const owner = reportOwner({ environment, clientId: client_id, requestId: request_id })
    await tx
      .updateTable('kept_report')
      .set({ sealed_key: sealAnew(sealed_key, owner) })
      .where('client_id', '=', client_id)
      .where('environment', '=', environment)
      .where('request_id', '=', request_id)
      .execute()
  }
  return reports.length
}

/** As of reports, only the key of each. */
async function resealCopies(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  const copies = await tx
    .selectFrom('source_copy')
    .select(['client_id', 'source_id', 'document', 'section', 'sealed_key'])
    .execute()
  for (const { sealed_key, ...id } of copies) {
    const { client_id: clientId, source_id: sourceId, document, section } = id
    const owner = copyOwner({ clientId, sourceId, document, section })
    await tx
      .updateTable('source_copy')
      .set({ sealed_key: sealAnew(sealed_key, owner) })
      .where('client_id', '=', clientId)
      .where('source_id', '=', sourceId)
      .where('document', '=', document)
      .where('section', '=', section)
      .execute()
  }
  return copies.length
}

async function resealCredentials(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  // Written as they are, so that whoever sets others meanwhile waits.
  const credentials = await tx
    .updateTable('source_credential')
    .set((set) => ({ sealed: set.ref('sealed') }))
    .returning(['source_id', 'client_id', 'sealed'])
    .execute()
  for (const { source_id, client_id, sealed } of credentials) {
    const owner = sealOwner({ sourceId: source_id, clientId: client_id === '' ? undefined : client_id })
    await tx
      .updateTable('source_credential')
      .set({ sealed: sealAnew(sealed, owner) })
      .where('source_id', '=', source_id)
      .where('client_id', '=', client_id)
      .execute()
  }
  return credentials.length
}

async function resealResults(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  const batches = await tx.selectFrom('query_batch').select(['id', 'client_id', 'environment']).execute()
  let count = 0
  for (const { id, client_id: clientId, environment } of batches) {
    for (let after = 0; ; ) {
      const lines = await tx
        .selectFrom('query_batch_line')
        .select(['line', 'sealed_key'])
        .where('batch_id', '=', id)
        .where('sealed_key', 'is not', null)
        .where('line', '>', after)
        .orderBy('line')
        .limit(resealedCountMax)
        .execute()
      for (const { line, sealed_key } of lines) {
        const owner = reportOwner({ environment, clientId, requestId: lineRequestId(id, line) })
        await tx
          .updateTable('query_batch_line')
          .set({ sealed_key: sealAnew(sealed_key ?? '', owner) })
          .where('batch_id', '=', id)
          .where('line', '=', line)
          .execute()
      }
      count += lines.length
      after = lines.at(-1)?.line ?? after
      if (lines.length < resealedCountMax) break
    }
  }
  return count
}

/** Page by page: five years of decisions are many. */
async function resealDecisions(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const inputs = await tx
      .selectFrom('decision_inputs')
      .innerJoin('decision', 'decision.id', 'decision_inputs.decision_id')
      .select(['decision.id', 'client_id', 'environment', 'sealed_key'])
      .where('decision_id', '>', after)
      .orderBy('decision_id')
      .limit(resealedCountMax)
      .execute()
    for (const { id, client_id: clientId, environment, sealed_key } of inputs) {
      await tx
        .updateTable('decision_inputs')
        .set({ sealed_key: sealAnew(sealed_key, inputsOwner({ environment, clientId, id })) })
        .where('decision_id', '=', id)
        .execute()
    }
    count += inputs.length
    after = inputs.at(-1)?.id ?? after
    if (inputs.length < resealedCountMax) return count
  }
}
