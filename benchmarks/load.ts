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

/** Runs a round of load and measures it. Raw sockets, so that the load costs less than what it measures. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const requests = load.bodies.map((body) => requestBytes(load, body))
  const latenciesMs: number[] = []
  const statuses: Record<string, number> = {}
  let bytes = 0
  let next = Math.floor(Math.random() * requests.length)
  const startedAt = performance.now()
  const endsAt = startedAt + load.seconds * 1000

  const one = async (connection: Connection, at: number): Promise<void> => {
    const paceMs = load.rate === undefined ? 0 : (load.connections / load.rate) * 1000
    let dueAt = startedAt + (paceMs * at) / load.connections
    while (performance.now() < endsAt) {
      if (paceMs > 0) {
        const early = dueAt - performance.now()
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      }
      // A late one is late for its caller from when it was due; a timer may also wake a little early.
      const sentAt = paceMs > 0 ? Math.min(dueAt, performance.now()) : performance.now()
      dueAt += paceMs
      const request = requests[next++ % requests.length] as Buffer
      const answer = await connection.exchange(request)
      latenciesMs.push(performance.now() - sentAt)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      bytes += answer.bodyBytes
    }
  }

  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openConnection(load.port)),
  )
  await Promise.all(connections.map(one))
  const seconds = (performance.now() - startedAt) / 1000
  for (const connection of connections) connection.close()
  latenciesMs.sort((a, b) => a - b)
  const quantile = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0
  return {
    requestsPerSecond: latenciesMs.length / seconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    statuses,
    meanAnswerBytes: bytes / latenciesMs.length,
  }
}

function requestBytes({ path, headers }: Load, body: string): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', 'Content-Type': 'application/json', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

type Answer = { readonly status: string; readonly bodyBytes: number }

type Connection = { readonly exchange: (request: Buffer) => Promise<Answer>; readonly close: () => void }

function openConnection(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      socket.off('error', reject)
      resolve(connectionOver(socket))
    })
    socket.once('error', reject)
  })
}

/** Reads just enough of an answer to know its status and where it ends. */
function connectionOver(socket: Socket): Connection {
  let answered: (answer: Answer) => void = () => undefined
  let failed: (error: Error) => void = () => undefined
  let held = ''
  let missingBytes = -1
  let status = ''
  let bodyBytes = 0

  socket.on('data', (chunk: Buffer) => {
    if (missingBytes < 0) {
      held += chunk.toString('latin1')
      const end = held.indexOf('\r\n\r\n')
      if (end === -1) return
      status = held.slice(9, 12)
      bodyBytes = Number(/\r\ncontent-length: (\d+)/i.exec(held.slice(0, end + 2))?.[1] ?? 0)
      missingBytes = bodyBytes - (held.length - end - 4)
      held = ''
    } else missingBytes -= chunk.length
    if (missingBytes > 0) return
    missingBytes = -1
    answered({ status, bodyBytes })
  })
  socket.on('error', (error) => failed(error))
  socket.on('close', () => failed(new Error('The connection was closed in the middle of a round')))
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve
        failed = reject
        socket.write(request)
      }),
    close: () => {
      failed = () => undefined
      socket.destroy()
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  process.once('message', (load: Load) => {
    void runLoad(load).then((result) => process.send?.(result, () => process.disconnect?.()))
  })
}
