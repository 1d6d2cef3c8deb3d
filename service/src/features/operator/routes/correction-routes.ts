import {
  CorrectionToldRequest,
  type UntoldCorrection,
} from '@lastro/contract/operator/operator-corrections.ts'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import { maskDocumentsIn } from '@lastro/rules/documents/document-number.ts'
import { environmentOf } from '@lastro/rules/listings/register.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { success } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { CorrectionStore, Untold } from '../../alerts/corrections/correction-store.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import type { AccessDeps, Handle, OperatorRoute } from '../operator-access.ts'
import { afterIn, cutPage, environmentIn, limitIn } from '../operator-query.ts'

export type CorrectionRouteDeps = AccessDeps & {
  readonly corrections: Pick<CorrectionStore, 'untold' | 'told'>
  readonly clients: Pick<ClientStore, 'clientNames'>
}

const correctionsPath = `${operatorPath}/correcoes`

/** Corrections that nobody has told and nothing is on its way with, until somebody has told them. */
export const correctionRoutes = (deps: CorrectionRouteDeps): readonly OperatorRoute[] => [
  { operation: 'operadorCorrecoesLista', method: 'GET', path: correctionsPath, handle: list(deps) },
  {
    operation: 'operadorCorrecoesComunica',
    method: 'POST',
    path: `${correctionsPath}/{id}/comunicada`,
    handle: told(deps),
  },
]

const list =
  ({ corrections, clients, clock }: CorrectionRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['environment', 'limit', 'cursor'])
    const environment = environmentIn(query)
    const limit = limitIn(query)
    const after = afterIn(query)
    if (query.refusal !== undefined) return query.refusal
    const today = dayAt(clock.nowMs())
    const found = await corrections.untold({ environment, today, after, limit: limit + 1 })
    const { page, cursor } = cutPage(found, limit, (one) => one)
    const names = await clients.clientNames([...new Set(page.map((one) => one.clientId))])
    return success({
      corrections: page.map((one) => untoldView(one, names.get(one.clientId))),
      ...(cursor !== undefined && { cursor }),
    })
  }

const toldBody = validator(CorrectionToldRequest)

const told =
  ({ corrections, clock }: CorrectionRouteDeps): Handle =>
  async ({ call, id }) => {
    const body = await readJson(call, toldBody)
    if (isRefusal(body)) return body
    const note = maskDocumentsIn(body.value.note)
    const isTold = await corrections.told(id, { atMs: clock.nowMs(), by: 'operator', note })
    return isTold ? success({ id, outcome: 'told' }) : { code: 'correction_unknown' }
  }

/** Of a debtor's, its client listed the debt and is not the one to be told. */
export const untoldView = (of: Untold, clientName?: string): UntoldCorrection => ({
  id: of.id,
  environment: environmentOf(of.register),
  recipient: of.recipient,
  ...(of.recipient === 'reader' && {
    clientId: of.clientId,
    ...(clientName !== undefined && { clientName }),
  }),
  listingId: of.listingId,
  version: of.version,
  ...(of.occurrenceId !== undefined && { occurrenceId: of.occurrenceId }),
  reason: of.reason,
  dueOn: of.dueOn,
  createdAt: instantText(of.createdAtMs),
})
