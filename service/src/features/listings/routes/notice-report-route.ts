import { NoticeReportRequest, noticeReportPath } from '@lastro/contract/listings/notice-operations.ts'
import { type Day, parseDay, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { operatorTokenRefusal } from '../../../http/operator-token.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import { fieldError, success } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import { type ReportDeps, reportDelivery } from '../notices/report-delivery.ts'
import type { NoticeReport } from '../notices/send-notice.ts'

/** Delivery reports from the operator's mail system. Without a token nobody may post one, and there is no route. */
export function noticeReportRoutes(deps: ReportDeps, token: string | undefined): readonly Route[] {
  if (token === undefined) return []
  return [
    {
      operation: 'notificacoesEntrega',
      method: 'POST',
      path: noticeReportPath,
      produces: ['application/json'],
      handle: async (call) => {
        const refusal = operatorTokenRefusal(call, token)
        if (refusal !== undefined) return refusal
        const body = await readJson(call, reportRequest)
        return isRefusal(body) ? body : report(deps, call, body.value)
      },
    },
  ]
}

const reportRequest = validator(NoticeReportRequest)

async function report(deps: ReportDeps, call: Call, request: NoticeReportRequest): Promise<Outcome> {
  const { id = '' } = matchPath(noticeReportPath, pathOf(call.request.url)) ?? {}
  const day = request.on === undefined ? undefined : parseDay(request.on)
  if (request.on !== undefined && day === undefined) {
    return { code: 'body_invalid', errors: [fieldError('on', 'format', call.language)] }
  }
  switch (await reportDelivery(deps, id, reportOf(request, day, deps.clock.nowMs()))) {
    case 'recorded':
      return success({ noticeId: id })
    case 'unknown':
      return { code: 'notice_unknown' }
    case 'stale':
      return { code: 'notice_not_awaited' }
    case 'busy':
      return { code: 'listing_busy' }
  }
}

const reportOf = (
  { outcome, detail }: NoticeReportRequest,
  day: Day | undefined,
  nowMs: number,
): NoticeReport =>
  outcome === 'failed'
    ? { kind: 'failed', detail }
    : { kind: 'delivered', proof: detail, atMs: day === undefined ? nowMs : startOfDayMs(day) }
