import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import { type Called, failedBy, type ProviderAnswer } from '../outward/outward-request.ts'

/** What an answer that is no report means: by the code of the problem, and by its status where the code says nothing. */
export function readProblem({ status, json }: ProviderAnswer): Called<never> {
  const code = (json as { readonly code?: unknown } | null | undefined)?.code
  const known = typeof code === 'string' ? faultsByCode.get(code) : undefined
  return failedBy(known ?? faultOfStatus(status))
}

const faultsByCode: ReadonlyMap<string, CallFault> = new Map([
  ['token_missing', 'session_over'],
  ['token_invalid', 'session_over'],
  ['token_expired', 'session_over'],
  ['api_key_missing', 'login_refused'],
  ['api_key_invalid', 'login_refused'],
  ['api_key_wrong_environment', 'login_refused'],
  ['credentials_mismatch', 'login_refused'],
  ['deadline_exceeded', 'timeout'],
  ['sources_unavailable', 'server_error'],
])

/** A service of another make has codes of its own, and the same statuses. */
function faultOfStatus(status: number): CallFault {
  if (status === 401) return 'session_over'
  if (status === 504) return 'timeout'
  if (status >= 500) return 'server_error'
  return status >= 400 ? 'refused' : 'answer_malformed'
}
