import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { type AddressGuard, AddressRefused, type Destination } from './address-guard.ts'

export type WebhookPost = {
  readonly destination: Destination
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

export type SendFault = 'address_refused' | 'timeout' | 'unreachable' | 'tls_failed' | 'answer_malformed'

/** The receiver's own word, or why there is none. Neither throws. */
export type WebhookOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly excerpt: string }
  | { readonly kind: 'failed'; readonly fault: SendFault; readonly detail: string }

export type WebhookSendDeps = {
  readonly guard: AddressGuard
  readonly agents: WebhookAgents
  readonly timeoutMs?: number
}

/** Over everything, from the name to the last byte. A slower receiver gets a retry, never a held worker. */
const webhookTimeoutMs = 15_000

/**
 * Posts one message. A redirect is an answer like any other and is not followed: where it leads nobody has
 * registered. A status that has come counts, even if the rest of the answer does not follow in time.
 */
export async function sendWebhook(deps: WebhookSendDeps, sending: WebhookPost): Promise<WebhookOutcome> {
  const { destination } = sending
  const refused = deps.guard.refusalOfText(destination)
  if (refused !== undefined) return { kind: 'failed', fault: 'address_refused', detail: refused }
  const deadline = AbortSignal.timeout(deps.timeoutMs ?? webhookTimeoutMs)
  const outcome = await exchange(deps, sending, deadline)
  return outcome === 'stale' ? finalOf(await exchange(deps, sending, deadline)) : outcome
}

/** A second kept connection that proves closed is a receiver that keeps none. */
const finalOf = (outcome: WebhookOutcome | 'stale'): WebhookOutcome =>
  outcome === 'stale' ? { kind: 'failed', fault: 'unreachable', detail: 'ECONNRESET' } : outcome

export type WebhookAgents = {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  readonly close: () => void
}

/** A receiver with a burst of events keeps as many as are sent to it at a time; one without is not held on to. */
const keptPerReceiver = 32
const idleMs = 10_000

/** Of all receivers together, well below what a process may open. */
const connectionCountMax = 512

/** `ca`: certificates to trust besides the usual ones, for tests. */
export function webhookAgents({ ca }: { readonly ca?: string } = {}): WebhookAgents {
  const options = {
    keepAlive: true,
    maxFreeSockets: keptPerReceiver,
    maxTotalSockets: connectionCountMax,
    timeout: idleMs,
  }
  const http = new HttpAgent(options)
  const https = new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) })
  return {
    http,
    https,
    close: () => {
      http.destroy()
      https.destroy()
    },
  }
}

/** `stale`: a kept connection had been closed by the other side before the message reached it. */
function exchange(
  { guard, agents }: WebhookSendDeps,
  { destination, headers, body }: WebhookPost,
  deadline: AbortSignal,
): Promise<WebhookOutcome | 'stale'> {
  const url = new URL(destination.url)
  const isHttps = url.protocol === 'https:'
  return new Promise((resolve) => {
    const asking = (isHttps ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: isHttps ? agents.https : agents.http,
      lookup: guard.lookup(destination),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Lastro-Webhooks/1',
        ...headers,
      },
    })
    const stop = () => asking.destroy(new TimedOut())
    deadline.addEventListener('abort', stop, { once: true })
    if (deadline.aborted) stop()
    const settle = (outcome: WebhookOutcome | 'stale') => {
      deadline.removeEventListener('abort', stop)
      resolve(outcome)
    }
    let isAnswered = false
    asking.once('response', (answer) => {
      isAnswered = true
      deadline.removeEventListener('abort', stop)
      void readAnswer(answer, deadline).then(settle)
    })
    // 101: it wants to speak something else. Without anyone to hear this, the request would never end.
    asking.once('upgrade', (answer, socket) => {
      socket.destroy()
      settle({ kind: 'answered', status: answer.statusCode ?? 0, excerpt: '' })
    })
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return
      const isStale = asking.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      settle(isStale ? 'stale' : { kind: 'failed', ...faultOf(error) })
    })
    asking.once('close', () => {
      if (!isAnswered) settle({ kind: 'failed', fault: 'unreachable', detail: 'closed' })
    })
    asking.end(body)
  })
}

class TimedOut extends Error {}

/** Enough to see what a receiver says of itself; a page of HTML is not kept whole. */
const answerBytesMax = 4 * 1024

/** Reads as much of an answer as is kept; a longer one is cut off with its connection. */
async function readAnswer(answer: IncomingMessage, deadline: AbortSignal): Promise<WebhookOutcome> {
  const chunks: Buffer[] = []
  let size = 0
  const stop = () => answer.destroy()
  deadline.addEventListener('abort', stop, { once: true })
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= answerBytesMax) break
    }
  } catch {
    // What has been said stands, whatever became of the rest.
  } finally {
    deadline.removeEventListener('abort', stop)
  }
  const bytes = Buffer.concat(chunks).subarray(0, answerBytesMax)
  return { kind: 'answered', status: answer.statusCode ?? 0, excerpt: printable(bytes) }
}

/** Text that any store and any screen takes. */
const printable = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

function faultOf(error: NodeJS.ErrnoException): { fault: SendFault; detail: string } {
  if (error instanceof AddressRefused) {
    const isLost = error.fault === 'unresolved'
    return { fault: isLost ? 'unreachable' : 'address_refused', detail: error.fault }
  }
  if (error instanceof TimedOut) return { fault: 'timeout', detail: '' }
  const detail = error.code ?? error.name
  if (/^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_|SELF_|UNABLE_TO_)/.test(detail))
    return { fault: 'tls_failed', detail }
  return { fault: detail.startsWith('HPE_') ? 'answer_malformed' : 'unreachable', detail }
}
