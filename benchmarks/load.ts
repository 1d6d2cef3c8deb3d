import { connect, type Socket } from 'node:net'

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
}

/**
 * Runs a round of load and measures it. Raw sockets and no promises: it shares the machine with what it measures,
 * and must cost less.
 */
export function runLoad(load: Load): Promise<LoadResult> {
  const { port, connections, rate, seconds: lastsSeconds } = load
  const requestAt = allRequests(load)
  const requestCount = load.bodies.length
  const latenciesMs = new Float64Array(answersMax)
  let answers = 0
  const statuses: Record<string, number> = {}
  let bytes = 0
  let next = Math.floor(Math.random() * requestCount)
  const paceMs = rate === undefined ? 0 : (connections / rate) * 1000

  return new Promise((resolve, reject) => {
    const sockets = Array.from({ length: connections }, () =>
      connect({ port, host: '127.0.0.1', noDelay: true }),
    )
    let connected = 0
    let running = sockets.length
    let startedAt = 0
    let endsAt = 0

    const end = () => {
      const seconds = (performance.now() - startedAt) / 1000
      const sorted = latenciesMs.subarray(0, answers).sort()
      const quantile = (share: number) => sorted[Math.floor(answers * share)] ?? 0
      resolve({
        requestsPerSecond: answers / seconds,
        p50Ms: quantile(0.5),
        p99Ms: quantile(0.99),
        statuses,
        meanAnswerBytes: bytes / answers,
      })
    }
    const drive = (socket: Socket, at: number) => {
      let dueAt = startedAt + (paceMs * at) / connections
      let sentAt = 0
      const send = (nowMs: number) => {
        // A late one is late for its caller from when it was due; a timer may also wake a little early.
        sentAt = paceMs > 0 ? Math.min(dueAt, nowMs) : nowMs
        dueAt += paceMs
        socket.write(requestAt(next++ % requestCount))
      }
      const goOn = (nowMs: number) => {
        if (nowMs >= endsAt) {
          socket.removeAllListeners('close').destroy()
          if (--running === 0) end()
        } else if (paceMs > 0 && dueAt > nowMs) setTimeout(() => goOn(performance.now()), dueAt - nowMs)
        else send(nowMs)
      }
      readAnswers(socket, (status, bodyBytes) => {
        const nowMs = performance.now()
        latenciesMs[answers++] = nowMs - sentAt
        statuses[status] = (statuses[status] ?? 0) + 1
        bytes += bodyBytes
        goOn(nowMs)
      })
      goOn(performance.now())
    }
    for (const socket of sockets) {
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The connection was closed in the middle of a round')))
      socket.on('connect', () => {
        if (++connected < sockets.length) return
        startedAt = performance.now()
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

/** Reads just enough of each answer to know its status and where it ends. */
function readAnswers(socket: Socket, answered: (status: string, bodyBytes: number) => void): void {
  let held: Buffer | undefined
  let missingBytes = -1
  let status = ''
  let bodyBytes = 0
  socket.on('data', (chunk: Buffer) => {
    if (missingBytes < 0) {
      const bytes = held === undefined ? chunk : Buffer.concat([held, chunk])
      const text = bytes.toString('latin1', 0, Math.min(bytes.length, headBytesMax))
      const end = text.indexOf('\r\n\r\n')
      held = end === -1 ? bytes : undefined
      if (end === -1) return
      status = text.slice(9, 12)
      bodyBytes = lengthIn(text.slice(0, end + 2))
      missingBytes = bodyBytes - (bytes.length - end - 4)
    } else missingBytes -= chunk.length
    if (missingBytes > 0) return
    missingBytes = -1
    answered(status, bodyBytes)
  })
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
