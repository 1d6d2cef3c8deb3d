import { setTimeout as wait } from 'node:timers/promises'
import { scenarios } from '../../service/src/features/sandbox/test-documents.ts'
import { queryPath, type Sightings } from '../crash/crash-callers.ts'
import { answerTimeoutMs } from '../crash/crash-service.ts'

/** What callers saw while the database went and came back. */
export type Outage = Sightings & {
  /** When the newest answer arrived. */
  answeredAtMs: number
  /** When a host was promoted, and when the first answer after that arrived. */
  promotedAtMs: number | undefined
  backAtMs: number | undefined
  /** Refusals that pass: 503, and 409 for a key that is under way. */
  refused: number
  /** Keyed queries that were refused, and are asked until they are answered. */
  keysWaiting: number
  /** Keyed queries that were refused in between, and were answered in the end. */
  keysSettled: number
  /** How long after the first answer the last of them was. */
  keysSettledMsMax: number
  isOver: boolean
}

/** Of so many callers one gives every query a key: whenever the database goes, some keys are under way. */
const keyedEvery = 3

/** After a refusal a caller tries again, and leaves others some of the machine. */
const pauseMs = 25

/** Asks one query after another; a keyed one that is refused is asked again with its key until it is answered. */
export async function askThrough(
  seen: Outage,
  port: number,
  { at, headers }: { readonly at: number; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const name = `failover-${at}`
  for (let asked = 0; !seen.isOver; asked++) {
    const body = JSON.stringify({ documento: documents[asked % documents.length] })
    const key = at % keyedEvery === 0 ? `${name}-${asked}` : undefined
    let wasRefused = false
    for (let tries = 0; !seen.isOver; tries++) {
      const requestId = `${name}-${asked}-${tries}`
      const isAnswered = await askOnce(seen, port, { requestId, headers, body, key })
      if (!isAnswered) await wait(pauseMs)
      if (isAnswered && wasRefused && key !== undefined) settled(seen)
      if (isAnswered || key === undefined) break
      if (!wasRefused) seen.keysWaiting += 1
      wasRefused = true
    }
  }
}

function settled(seen: Outage): void {
  seen.keysWaiting -= 1
  seen.keysSettled += 1
  seen.keysSettledMsMax = Math.max(seen.keysSettledMsMax, performance.now() - (seen.backAtMs ?? Infinity))
}

type Asked = {
  readonly requestId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly key: string | undefined
}

async function askOnce(
  seen: Outage,
  port: number,
  { requestId, headers, body, key }: Asked,
): Promise<boolean> {
  const unexpected = (what: string) => (seen.unexpected[what] = (seen.unexpected[what] ?? 0) + 1)
  try {
    const response = await fetch(`http://127.0.0.1:${port}${queryPath}`, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'X-Request-Id': requestId,
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      body,
      signal: AbortSignal.timeout(answerTimeoutMs),
    })
    const text = await response.text()
    if (response.status === 200 || response.status === 203) {
      answered(seen)
      const isReplay = response.headers.get('idempotency-replayed') === 'true'
      seen.ledger.set(requestId, { isBilled: response.headers.get('x-billed') === 'true', isReplay })
      return true
    }
    const isPassing = response.status === 503 || (response.status === 409 && key !== undefined)
    if (isPassing) seen.refused += 1
    else unexpected(`${response.status} ${/"code":"(\w+)"/.exec(text)?.[1]}`)
  } catch (error) {
    unexpected(error instanceof Error ? error.name : String(error))
  }
  return false
}

function answered(seen: Outage): void {
  seen.answeredAtMs = performance.now()
  if (seen.promotedAtMs !== undefined) seen.backAtMs ??= seen.answeredAtMs
}

/** Test documents that are answered at once: nothing they need is slow or down. */
const documents = scenarios
  .filter((one) => one.faults === undefined && one.delays === undefined)
  .map((one) => one.document)
