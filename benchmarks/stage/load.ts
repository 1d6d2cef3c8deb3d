import { connect, type Socket } from 'node:net'
import { machineMicros } from './machine-time.ts'

/** What a round of load is made of. Requests are sent in turn, each connection one at a time. */
export type Load = {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests a second in all; undefined sends as fast as answers come. */
  readonly rate?: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: readonly string[]
}

export type LoadResult = {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly statuses: Readonly<Record<string, number>>
  readonly meanAnswerBytes: number
  /** Of all processors, whoever used them, while the round lasted. */
  readonly machineMicrosPerRequest: number
}

/**
 * Runs a round of load and measures it. Raw sockets and no promises: it shares the machine with what it measures,
 * and must cost less.
 */
export function runLoad(load: Load): Promise<LoadResult> {
  const { port, connections, rate, seconds: lastsSeconds } = load
  const requestAt = allRequests(load)
  const requestCount = load.bodies.length
  // What making them has left behind is swept now, and not in the middle of the round.
  globalThis.gc?.()
  const latenciesMs = new Float64Array(answersMax)
  let answers = 0
  const statuses: Record<string, number> = {}
  let bytes = 0
  let next = Math.floor(Math.random() * requestCount)
  const paceMs = rate === undefined ? 0 : (connections / rate) * 1000

  return new Promise((resolve, reject) => {
    const readers = Array.from({ length: connections }, () => new AnswerReader())
    const sockets = readers.map((reader) =>
      connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        // One buffer for all: one for each read would have to be swept in the middle of the round.
        onread: {
          buffer: shared,
          callback: (length) => {
            reader.take(shared.subarray(0, length))
            return true
          },
        },
      }),
    )
    let connected = 0
    let running = sockets.length
    let startedAt = 0
    let machineAtStart = 0
    let endsAt = 0

    const end = () => {
      const seconds = (performance.now() - startedAt) / 1000
      const machine = machineMicros() - machineAtStart
      // Those that warmed up cost as much, and are in the machine's time too.
      const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
      const sorted = latenciesMs.subarray(0, answers).sort()
      const quantile = (share: number) => sorted[Math.floor(answers * share)] ?? 0
      resolve({
        requestsPerSecond: answers / seconds,
        p50Ms: quantile(0.5),
        p99Ms: quantile(0.99),
        statuses,
        meanAnswerBytes: bytes / answers,
        machineMicrosPerRequest: machine / all,
      })
    }
    const drive = (socket: Socket, at: number) => {
      const reader = readers[at] as AnswerReader
      let dueAt = performance.now() + (paceMs * at) / connections
      let sentAt = 0
      const send = (nowMs: number) => {
        // A late one is late for its caller from when it was due; a timer may also wake a little early.
        sentAt = paceMs > 0 ? Math.min(dueAt, nowMs) : nowMs
        dueAt += paceMs
        socket.write(requestAt(next++ % requestCount))
      }
      const goOn = (nowMs: number) => {
        // A round in which nothing was answered yet is none: a machine that stands still is waited for.
        if (nowMs >= endsAt && answers > 0) {
          socket.removeAllListeners('close').destroy()
          if (--running === 0) end()
        } else if (paceMs > 0 && dueAt > nowMs) setTimeout(() => goOn(performance.now()), dueAt - nowMs)
        else send(nowMs)
      }
      reader.onAnswer = (status, bodyBytes) => {
        const nowMs = performance.now()
        statuses[status] = (statuses[status] ?? 0) + 1
        if (sentAt >= startedAt) {
          latenciesMs[answers++] = nowMs - sentAt
          bytes += bodyBytes
        }
        goOn(nowMs)
      }
      goOn(performance.now())
    }
    for (const socket of sockets) {
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The connection was closed in the middle of a round')))
      socket.on('connect', () => {
        if (++connected < sockets.length) return
        machineAtStart = machineMicros()
        startedAt = performance.now() + warmingMs
        endsAt = startedAt + lastsSeconds * 1000
        sockets.forEach(drive)
      })
    }
  })
}

/** More than any machine answers in a round. */
const answersMax = 10_000_000

/** All requests in one piece of memory: as many objects would keep the collector busy beside what is measured. */
function allRequests({ path, headers, bodies }: Load): (at: number) => Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', 'Content-Type': 'application/json', ...headers })
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`
  const texts = bodies.map((body) => `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  const ends = new Uint32Array(texts.length + 1)
  for (const [at, text] of texts.entries()) ends[at + 1] = (ends[at] ?? 0) + Buffer.byteLength(text)
  const all = Buffer.from(texts.join(''))
  return (at) => all.subarray(ends[at], ends[at + 1])
}

/** Both sides need a moment until their programs run as fast as they will; it does not count. */
const warmingMs = 500

const shared = Buffer.allocUnsafeSlow(64 * 1024)

/** Reads just enough of each answer to know its status and where it ends. */
class AnswerReader {
  onAnswer: (status: string, bodyBytes: number) => void = () => undefined
  #held: Buffer | undefined
  #missingBytes = -1
  #status = ''
  #bodyBytes = 0

  /** The bytes are its own only until it returns. */
  take(chunk: Buffer): void {
    if (this.#missingBytes < 0) {
      const bytes = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk])
      const text = bytes.toString('latin1', 0, Math.min(bytes.length, headBytesMax))
      const end = text.indexOf('\r\n\r\n')
      this.#held = end === -1 ? Buffer.from(bytes) : undefined
      if (end === -1) return
      this.#status = text.slice(9, 12)
      this.#bodyBytes = lengthIn(text.slice(0, end + 2))
      this.#missingBytes = this.#bodyBytes - (bytes.length - end - 4)
    } else this.#missingBytes -= chunk.length
    if (this.#missingBytes > 0) return
    this.#missingBytes = -1
    this.onAnswer(this.#status, this.#bodyBytes)
  }
}

/** More than any server here sends before the body. */
const headBytesMax = 1_000

function lengthIn(head: string): number {
  const at = head.indexOf(usualName)
  if (at === -1) return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return Number.parseInt(head.slice(at + usualName.length, at + usualName.length + 9), 10)
}

const usualName = '\r\nContent-Length: '

if (process.argv[1] === import.meta.filename) {
  process.once('message', (load: Load) => {
    void runLoad(load).then((result) => process.send?.(result, () => process.disconnect?.()))
  })
}
