import type { LookupFunction } from 'node:net'
import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import { type Dispatcher, Pool } from 'undici'
import type { AddressGuard } from '../../features/alerts/webhooks/address-guard.ts'

export type Wanted = {
  readonly method: 'GET' | 'POST'
  /** Below the address of the source. Nothing that names a person stands in it. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type AnswerHeaders = Dispatcher.ResponseData['headers']

/** What came back, or why nothing did. Neither throws. */
export type Exchanged =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: AnswerHeaders
      readonly body: Buffer
    }
  | {
      readonly kind: 'failed'
      readonly fault: CallFault
      /** Nothing can have reached the provider. */
      readonly isUnsent: boolean
    }

export type ExchangeSettings = {
  readonly url: string
  readonly guard: Pick<AddressGuard, 'lookup' | 'refusalOfText'>
  /** Calls at a time: each has a connection of its own. */
  readonly connectionsMax: number
  /** From the first byte of the name to the last of the answer. */
  readonly timeoutMs: number
  /** Certificates to trust in the place of the usual ones, for tests. */
  readonly ca?: string
}

export type Exchange = {
  readonly send: (wanted: Wanted, signal: AbortSignal) => Promise<Exchanged>
  readonly close: () => Promise<void>
}

/** A provider that takes longer to be reached than this is not reached; the answer has the rest of the time. */
const connectMsMax = 3_000

/** Several times the largest report with whole lists. */
export const answerBytesMax = 4 * 1024 * 1024

/** Headers are a few hundred bytes; larger ones are not from a service of credit reports. */
const headerBytesMax = 16 * 1024

/** Shorter than any proxy keeps one, so that we rarely write into a connection that is being closed. */
const idleMs = 4_000

/** One provider's connections. A redirect is an answer like any other and is not followed: nobody declared its address. */
export function openExchange(settings: ExchangeSettings): Exchange {
  const { guard, timeoutMs } = settings
  const destination = { url: settings.url, environment: 'production' } as const
  const base = new URL(settings.url)
  const basePath = base.pathname.replace(/\/$/, '')
  const pool = new Pool(base.origin, {
    connections: settings.connectionsMax,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: headerBytesMax,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    connect: {
      timeout: Math.min(connectMsMax, timeoutMs),
      lookup: guard.lookup(destination) as LookupFunction,
      ...(settings.ca !== undefined && { ca: settings.ca }),
    },
  })
  return {
    send: async (wanted, signal) => {
      if (guard.refusalOfText(destination) !== undefined) return failed('address_refused', true)
      const deadline = deadlineWithin(signal, timeoutMs)
      try {
        return await exchange(pool, { ...wanted, path: `${basePath}${wanted.path}` }, deadline.signal)
      } finally {
        deadline.end()
      }
    },
    close: () => pool.destroy(),
  }
}

const failed = (fault: CallFault, isUnsent = false): Exchanged => ({ kind: 'failed', fault, isUnsent })

async function exchange(pool: Pool, wanted: Wanted, signal: AbortSignal): Promise<Exchanged> {
  try {
    const { method, path, body } = wanted
    const answer = await pool.request({
      method,
      path,
      headers: {
        accept: 'application/json',
        // A short text can unfold into gigabytes; without this there is nothing to unfold.
        'accept-encoding': 'identity',
        'user-agent': 'Lastro/1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...wanted.headers,
      },
      ...(body !== undefined && { body }),
      signal,
    })
    const bytes = await readBody(answer)
    if (bytes === undefined) return failed('answer_too_large')
    return { kind: 'answered', status: answer.statusCode, headers: answer.headers, body: bytes }
  } catch (error) {
    return signal.aborted ? failed('timeout') : faultOf(error as NodeJS.ErrnoException)
  }
}

/** The whole body; undefined once it is larger than is accepted, whatever its header said. */
async function readBody({ body, headers }: Dispatcher.ResponseData): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = Number(headers['content-length'] ?? 0) > answerBytesMax ? answerBytesMax : 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > answerBytesMax) {
      // Leaving the loop destroys the body, and the connection with it.
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Fires when the other does, or after so long, whichever is first. */
function deadlineWithin(outer: AbortSignal, timeoutMs: number) {
  const own = new AbortController()
  const fire = (): void => own.abort()
  const timer = setTimeout(fire, timeoutMs)
  outer.addEventListener('abort', fire, { once: true })
  if (outer.aborted) fire()
  return {
    signal: own.signal,
    end: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', fire)
    },
  }
}

function faultOf(error: NodeJS.ErrnoException & { readonly fault?: string }): Exchanged {
  // The guard's own error says why: a name that leads nowhere, or somewhere it may not.
  if (error.fault !== undefined)
    return failed(error.fault === 'unresolved' ? 'unreachable' : 'address_refused', true)
  const code = error.code ?? error.name
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_|UNABLE_TO_)/.test(code)) return failed('tls_failed', true)
  if (unsent.has(code)) return failed('unreachable', true)
  if (/TIMEOUT$/.test(code)) return failed('timeout')
  if (/^HPE_|^HTTPParser|OVERFLOW/.test(code)) return failed('answer_malformed')
  return failed('connection_lost')
}

const unsent: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
