import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP has it in JSON. */
export type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

export type TraceReceiver = {
  readonly url: string
  /** Every request as it came: its line, its headers and its body. */
  readonly texts: readonly string[]
  readonly spans: () => readonly ReceivedSpan[]
  /** With which status it answers from now on. */
  readonly answerWith: (status: number) => void
  readonly close: () => Promise<void>
}

/** A collector of traces on the other side of a socket. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const texts: string[] = []
  const bodies: string[] = []
  let status = 200
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    texts.push(`${request.method} ${request.url} ${request.rawHeaders.join(' ')} ${body}`)
    if (status === 200) bodies.push(body)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    texts,
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Received).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    answerWith: (next) => {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Received = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}
