import type { Clock } from '../../clock.ts'
import { type Called, failedBy } from './outward-request.ts'

/** What a provider gives for credentials. */
export type ProviderSession<Token> = {
  readonly token: Token
  /** When it ends by its own word. */
  readonly endsAtMs: number
}

export type SharedLogin<Token> = {
  /** The session of these credentials, made or waited for. */
  readonly current: (signal: AbortSignal) => Promise<Called<ProviderSession<Token>>>
  /** For whoever was told that a session is over: the next that asks makes another, once. */
  readonly forget: (session: ProviderSession<Token>) => void
}

export type LoginDeps<Token> = {
  readonly clock: Clock
  /** Makes a session; `before` is the one that ends or has ended, for providers that renew. */
  readonly logIn: (before: ProviderSession<Token> | undefined) => Promise<Called<ProviderSession<Token>>>
}

/** A session that ends while a question is on its way is renewed before it. */
const renewedBeforeMs = 15_000

/** Refused credentials are not sent again at once: some providers lock an account that tries too often. */
const refusedPauseMs = 30_000

/** One login for all that wait for it. Whoever's time is over leaves; the login goes on for the others. */
export function sharedLogin<Token>({ clock, logIn }: LoginDeps<Token>): SharedLogin<Token> {
  let session: ProviderSession<Token> | undefined
  let isOver = true
  let refusedUntilMs = 0
  let underWay: Promise<Called<ProviderSession<Token>>> | undefined

  const login = async (): Promise<Called<ProviderSession<Token>>> => {
    try {
      const made = await logIn(session)
      if (made.kind === 'read') {
        session = made.value
        isOver = false
      } else if (made.fault === 'login_refused') {
        session = undefined
        refusedUntilMs = clock.nowMs() + refusedPauseMs
      }
      return made
    } finally {
      underWay = undefined
    }
  }
  return {
    current: async (signal) => {
      if (session !== undefined && !isOver && clock.nowMs() < session.endsAtMs - renewedBeforeMs)
        return { kind: 'read', value: session }
      if (clock.nowMs() < refusedUntilMs) return failedBy('login_refused')
      underWay ??= login()
      return inTime(underWay, signal)
    },
    forget: (over) => {
      if (over === session) isOver = true
    },
  }
}

async function inTime<Value>(work: Promise<Called<Value>>, signal: AbortSignal): Promise<Called<Value>> {
  const { promise: late, resolve } = Promise.withResolvers<Called<Value>>()
  const leave = (): void => resolve(failedBy('waited_too_long'))
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    return await Promise.race([work, late])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Asks with a session; where the provider says that it is over, once more with another. */
export async function withSession<Token, Value>(
  login: SharedLogin<Token>,
  signal: AbortSignal,
  ask: (token: Token) => Promise<Called<Value>>,
): Promise<Called<Value>> {
  const first = await login.current(signal)
  if (first.kind === 'failed') return first
  const called = await ask(first.value.token)
  if (called.kind === 'read' || called.fault !== 'session_over') return called
  login.forget(first.value)
  const second = await login.current(signal)
  return second.kind === 'failed' ? second : ask(second.value.token)
}
