import { watchLinesPath } from '@lastro/contract/alerts/alert-operations.ts'
import { csv, ndjson } from '@lastro/contract/listings/batches.ts'
import { alertService } from '@lastro/contract/reports/products.ts'
import { bodyMediaType, bodyStream, discardRest } from '../../../http/body/body.ts'
import { allowLongBody } from '../../../http/body/long-body.ts'
import { SenderRefused, stillAdmitted } from '../../../http/body/still-admitted.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import { type AlertCall, type AlertRoute, monitoringRefusal } from '../alert-access.ts'
import { policyFits } from '../portfolio/policy-fits.ts'
import { aheadOfReader } from './ahead-of-reader.ts'
import type { DocumentRouteDeps } from './document-route-deps.ts'
import { accepting, watchDocument } from './watch-document.ts'
import { watchLines } from './watch-lines.ts'

/** Many documents in one body, answered line by line. */
export const watchLinesRoute = (deps: DocumentRouteDeps): AlertRoute => ({
  operation: 'alertasDocumentosLote',
  method: 'POST',
  path: watchLinesPath,
  produces: [ndjson],
  handle: (asked) => receive(deps, asked),
})

async function receive(deps: DocumentRouteDeps, asked: AlertCall): Promise<Outcome> {
  const { call, caller, register } = asked
  const refusal = monitoringRefusal(caller)
  if (refusal !== undefined) return refusal
  const mediaType = bodyMediaType(call.headers)
  if (mediaType !== ndjson && mediaType !== csv)
    return { code: 'media_type_unsupported', values: { mediaTypes: `${ndjson}, ${csv}` } }
  const crowded = allowLongBody(call, caller.clientId)
  if (crowded !== undefined) return crowded
  const nowMs = () => deps.nowMsIn(register)
  const begunAtMs = await nowMs()
  let fits = policyFits(deps, caller)
  const admit = async () => {
    const sender = await stillAdmitted(deps.authenticate, call, caller)
    if (!sender.scopes.has(alertService.code) || monitoringRefusal(sender) !== undefined)
      throw new SenderRefused('product_not_contracted')
    fits = policyFits(deps, sender)
  }
  const stream = bodyStream(call.request)
  const reading = { language: call.language, accepts: accepting(deps, asked) }
  const answers = watchLines(
    { ...deps, nowMs, admit },
    {
      format: mediaType === csv ? 'csv' : 'ndjson',
      language: call.language,
      watch: async (request) => {
        const made = { id: deps.newId(), register, clientId: caller.clientId, requestKey: undefined }
        const watched = watchDocument({ ...made, nowMs: begunAtMs }, request, reading)
        return isRefusal(watched) ? watched : ((await fits(watched)) ?? watched)
      },
    },
    // Left open where it is not read to its end, so that its sender gets the answer.
    stream.iterator({ destroyOnReturn: false }),
  )
  return {
    status: 200,
    contentType: `${ndjson}; charset=utf-8`,
    body: '',
    stream: aheadOfReader(answers, () => discardRest(stream)),
  }
}
