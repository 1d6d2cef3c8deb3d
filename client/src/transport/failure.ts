import type { Problem } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import { LastroProblem, LastroUnreachable, type Said } from '../problem.ts'
import type { Clock } from './clock.ts'
import type { Call } from './connection.ts'

type Heard = { readonly clock: Clock; readonly language: Language; readonly call: Call }

/** What an answer that is no success says: a problem of the service's, or that somebody else spoke. */
export async function failureOf(
  answer: Response,
  { clock, language, call }: Heard,
): Promise<LastroProblem | LastroUnreachable> {
  const { status, headers } = answer
  const shared = {
    status,
    retryAfterSeconds: retryAfterSeconds(headers, clock),
    idempotencyKey: call.key,
  }
  const said = saidIn(await textOf(answer))
  if (said !== undefined)
    return new LastroProblem({ requestId: headers.get('x-request-id') ?? undefined, ...said, ...shared })
  const isRedirect = answer.type === 'opaqueredirect' || (status >= 300 && status < 400)
  return new LastroUnreachable({ reason: isRedirect ? 'redirected' : 'not_lastro', language, ...shared })
}

/** A problem is small; whatever is larger is not one of ours. */
const problemLengthMax = 262_144

async function textOf(answer: Response): Promise<string> {
  const length = Number(answer.headers.get('content-length') ?? 0)
  if (length <= problemLengthMax) return answer.text()
  await answer.body?.cancel()
  return ''
}

type Failing = Partial<Omit<Problem, 'error'>> & { error?: unknown; error_description?: unknown }

/** The body of a problem, or of a failure of RFC 6749. */
function saidIn(text: string): Omit<Said, 'status'> | undefined {
  const body = parsed(text)
  if (typeof body !== 'object' || body === null) return undefined
  const { error, error_description: description, code, title, detail, ...rest } = body as Failing
  if (error === true && typeof code === 'string') {
    const { requestId, errors, refusal, existingId } = rest
    return {
      code,
      title: title ?? code,
      detail: detail ?? '',
      errors,
      refusal,
      existingId,
      ...(requestId && { requestId }),
    }
  }
  if (typeof error !== 'string' || typeof description !== 'string') return undefined
  return { code: error as Said['code'], title: error, detail: description }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** In seconds, or as a date, as proxies may write it. */
function retryAfterSeconds(headers: Headers, clock: Clock): number | undefined {
  const told = headers.get('retry-after')
  if (told === null) return undefined
  const seconds = /^\d+$/.test(told) ? Number(told) : Math.ceil((Date.parse(told) - clock.nowMs()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
