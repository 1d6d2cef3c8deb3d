import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookMessage } from '@lastro/contract/alerts/webhooks.ts'

export type Received = {
  readonly id: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly message: WebhookMessage
}

export type Receiver = {
  readonly url: string
  /** Everything that came, in the order in which it came whole. */
  readonly received: readonly Received[]
  /** How it answers from now on; 200 until told otherwise. */
  answer: (answer: ServerResponse, received: Received) => void
  readonly close: () => void
}

/** A server on loopback that takes webhooks, and does with them what a test wants. */
export async function webhookReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { headers, url: path = '' } = request
      const one = { id: String(headers['webhook-id']), path, headers, body, message: JSON.parse(body) }
      received.push(one)
      receiver.answer(answer, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (answer) => void answer.end('ok'),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

export const answering =
  (status: number, body = ''): Receiver['answer'] =>
  (answer) =>
    void answer.writeHead(status).end(body)
