import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lastroClient } from '@lastro/client'
import { isProblem } from '@lastro/client/problem'
import { verifyWebhook, type WebhookEvent, WebhookRefused } from '@lastro/client/verify-webhook'
import { connection } from './connection.ts'

/**
 * Registers a webhook that leads here, makes something happen in the sandbox, and shows what arrives.
 * The service calls this machine only where its operator allows it: LASTRO_WEBHOOK_NETWORKS=127.0.0.1/32.
 */
const lastro = lastroClient(connection)
const documento = '52998224725'

/** A message is small; whatever is larger is not read. */
const bodyBytesMax = 1_000_000

/** While a secret is being changed there are two. Keep them where you keep passwords. */
const secrets: string[] = []

/** What came already. Yours is a table with a unique index: a message may come twice. */
const seen = new Set<string>()

const server = createServer((request, response) => {
  receive(request).then(
    // First it is kept, then answered: what is not answered with 2xx within 15 seconds comes again.
    () => response.writeHead(204).end(),
    (error: unknown) => {
      const isRefused = error instanceof WebhookRefused
      console.error(isRefused ? `refused: ${error.message}` : error)
      response.writeHead(isRefused ? 400 : 500).end()
    },
  )
})

async function receive(request: IncomingMessage): Promise<void> {
  const event = await verifyWebhook({ secrets, headers: request.headers, body: await bodyOf(request) })
  if (!seen.has(event.id)) keep(event)
}

function keep(event: WebhookEvent): void {
  seen.add(event.id)
  // A document number has no place in a log; the label is your own.
  if (event.type === 'webhook.test') console.log('a test message arrived')
  else console.log(`${event.type} of ${event.data.label}, number ${event.data.sequence} of its document`)
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > bodyBytesMax) throw new WebhookRefused('body_unreadable')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

await new Promise<void>((resolve) => server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/lastro`

const webhook = await lastro.webhooks.create({ url })
secrets.push(webhook.secret)
console.log(`listening on ${url}`)

const stop = () => void lastro.webhooks.remove(webhook.id).finally(() => server.close())
process.once('SIGINT', stop).once('SIGTERM', stop)

await lastro.webhooks.test(webhook.id)
try {
  await lastro.alerts.documents.create({ documento, label: 'Customer 1' })
} catch (error) {
  // Whoever watches it already goes on watching.
  if (!isProblem(error, 'alert_document_exists')) throw error
}
await lastro.sandbox.event({ documento, event: 'listing.published' })
