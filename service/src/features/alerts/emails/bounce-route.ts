import { BounceReportRequest, bounceReportPath } from '@lastro/contract/alerts/bounce-operations.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { operatorTokenRefusal } from '../../../http/operator-token.ts'
import { success } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import { type BounceDeps, reportBounce } from './report-bounce.ts'

/** Bounces from the operator's mail system. Without a token nobody may post one, and there is no route. */
export function bounceRoutes(deps: BounceDeps, token: string | undefined): readonly Route[] {
  if (token === undefined) return []
  return [
    {
      operation: 'alertasDevolucoesInclui',
      method: 'POST',
      path: bounceReportPath,
      produces: ['application/json'],
      handle: async (call) => operatorTokenRefusal(call, token) ?? report(deps, call),
    },
  ]
}

const bounceRequest = validator(BounceReportRequest)

async function report(deps: BounceDeps, call: Call): Promise<Outcome> {
  const body = await readJson(call, bounceRequest)
  if (isRefusal(body)) return body
  switch (await reportBounce(deps, body.value)) {
    case 'recorded':
      return success({ messageId: body.value.messageId })
    case 'unknown':
      return { code: 'message_unknown' }
    case 'busy':
      return { code: 'alert_busy' }
  }
}
