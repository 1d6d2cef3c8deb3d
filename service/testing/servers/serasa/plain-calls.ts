import type { Clock } from '../../../src/clock.ts'
import {
  type Called,
  failedBy,
  type OutwardRequest,
  type ProviderReport,
  type Session,
} from '../../../src/sources/serasa/kit.ts'
import { logIn, type SerasaToken } from '../../../src/sources/serasa/log-in.ts'

/** The least that makes the calls of a provider: fetch, a limit of bytes, and one login for all. */
export function plainCalls(
  url: string,
  credentials: Readonly<Record<string, string>>,
  clock: Clock,
): {
  readonly query: (
    request: OutwardRequest<ProviderReport>,
    signal: AbortSignal,
  ) => Promise<Called<ProviderReport>>
  readonly withSession: <Value>(
    signal: AbortSignal,
    ask: (token: SerasaToken) => Promise<Called<Value>>,
  ) => Promise<Called<Value>>
} {
  let login: Promise<Called<Session<SerasaToken>>> | undefined
  const forever = new AbortController().signal
  const newLogin = () => {
    login = logIn({ credentials, clock, call: (request) => send(url, request, forever) })
    return login
  }
  const current = async () => {
    const known = login
    if (known === undefined) return newLogin()
    const made = await known
    const isGood = made.kind === 'read' && clock.nowMs() < made.value.endsAtMs - renewedBeforeMs
    return isGood || login !== known ? known : newLogin()
  }
  return {
    query: (request, signal) => send(url, request, signal),
    withSession: async (_signal, ask) => {
      const session = await current()
      if (session.kind === 'failed') return session
      const called = await ask(session.value.token)
      if (called.kind === 'read' || called.fault !== 'session_over') return called
      const again = await newLogin()
      return again.kind === 'failed' ? again : ask(again.value.token)
    },
  }
}

const renewedBeforeMs = 15_000
const answerBytesMax = 4 * 1024 * 1024

async function send<Value>(
  url: string,
  { method, path, headers, body, read }: OutwardRequest<Value>,
  signal: AbortSignal,
): Promise<Called<Value>> {
  try {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    })
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.length > answerBytesMax) return failedBy('answer_malformed')
    }
    const json = jsonOf(text)
    if (answer.status === 200 && json === undefined) return failedBy('answer_malformed')
    return read({ status: answer.status, json })
  } catch {
    return failedBy(signal.aborted ? 'timeout' : 'connection_lost')
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
