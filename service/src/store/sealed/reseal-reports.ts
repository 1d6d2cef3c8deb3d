import type { Transaction } from 'kysely'
import { copyOwner } from '../../features/declared-sources/copies/source-copy.ts'
import { lineRequestId } from '../../features/reports/batches/line-billing.ts'
import { inputsOwner } from '../../features/reports/decisions/decision-store.ts'
import { reportOwner } from '../../features/reports/kept/kept-report.ts'
import { keyedReportMark, keyedReportOwner } from '../../features/reports/keyed/keyed-report.ts'
import type { SealAnew } from '../../features/sealing/reseal-secrets.ts'
import type { Tables } from '../engine/tables.ts'

/** What is taken at a time of what there may be a hundred thousand of. */
const resealedCountMax = 1_000

/** Of a report only its key, which is short: the text stays as it is, under the same key. */
export async function resealReports(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
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

/** Reports that wait to be given again under their keys: a day's, so they are taken page by page. */
export async function resealKeyedReports(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<void> {
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

export async function resealResults(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
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

/** As of reports, only the key of each. */
export async function resealCopies(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
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

/** Page by page: five years of decisions are many. */
export async function resealDecisions(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
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
