import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tlsIdentity } from './tls-identity.ts'

export type ProviderRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type ProviderServer = {
  readonly url: string
  readonly port: number
  /** Everything that was asked, in the order in which it came whole. */
  readonly requests: readonly ProviderRequest[]
  /** How many it answers at the moment, and the most there ever were. */
  readonly atOnce: { now: number; most: number }
  /** How it answers from now on; an empty object until told otherwise. */
  answer: (answer: ServerResponse, request: ProviderRequest) => void
  readonly close: () => void
}

/** A provider on loopback that does with what it is asked whatever a test wants. */
export async function providerServer({
  isTls = false,
}: {
  readonly isTls?: boolean
} = {}): Promise<ProviderServer> {
  const requests: ProviderRequest[] = []
  const atOnce = { now: 0, most: 0 }
  const listener: RequestListener = (request, answer) => {
    const chunks: Buffer[] = []
    atOnce.now += 1
    atOnce.most = Math.max(atOnce.most, atOnce.now)
    answer.once('close', () => {
      atOnce.now -= 1
    })
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(one)
      provider.answer(answer, one)
    })
  }
  const server = isTls ? createTlsServer(tlsIdentity, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const provider: ProviderServer = {
    url: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    requests,
    atOnce,
    answer: (answer) => answerJson(answer, 200, {}),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return provider
}

export function answerJson(
  answer: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))
}
