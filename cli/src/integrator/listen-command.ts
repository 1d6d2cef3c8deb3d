import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isProblem } from '@lastro/client/problem'
import { verifyWebhook, type WebhookEvent, WebhookRefused } from '@lastro/client/verify-webhook'
import type { Command } from 'commander'
import { jsonOption } from '../options.ts'
import { clock, type Printing, printError, refuse, say, tell, timeText } from '../terminal.ts'
import { asked, sandboxCaller } from './sandbox-caller.ts'

export function listenCommand(program: Command): void {
  program
    .command('listen')
    .description(
      say({
        pt: 'Recebe no terminal os webhooks do seu cliente do sandbox, até Ctrl+C',
        en: 'Receive the webhooks of your sandbox client on the terminal, until Ctrl+C',
      }),
    )
    .option(
      '--port <number>',
      say({ pt: 'Em que porta escutar; 0 é qualquer', en: 'Which port to listen on; 0 is any' }),
      '0',
    )
    .option(
      '--address <url>',
      say({
        pt: 'Por onde o serviço chega aqui, se não for este computador (um túnel)',
        en: 'How the service reaches this machine, where it is another (a tunnel)',
      }),
    )
    .option(...jsonOption)
    .action(listen)
}

type ListenOptions = Printing & { port: string; address?: string }

/** The webhook is there while this runs: it is registered when we listen, and removed when we stop. */
async function listen({ port, address, json }: ListenOptions): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    refuse({ pt: '--port é um número de 0 a 65535.', en: '--port is a number from 0 to 65535.' })
  }
  const lastro = sandboxCaller()
  const secrets: string[] = []
  const server = createServer((request, response) => {
    received(request, secrets).then(
      (event) => {
        response.writeHead(204).end()
        show(event, { json })
      },
      (error: unknown) => {
        response.writeHead(400).end()
        printError(say(refusedText(error)))
      },
    )
  })
  const url = address ?? `http://127.0.0.1:${await listening(server, Number(port))}/`
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve).once('SIGTERM', resolve)
  })
  try {
    const webhook = await registered(lastro.webhooks.create({ url, label: 'lastro listen' }))
    secrets.push(webhook.secret)
    try {
      printError(
        say({ pt: `Escutando em ${url}. Ctrl+C termina.`, en: `Listening on ${url}. Ctrl+C ends it.` }),
      )
      await asked(lastro.webhooks.test(webhook.id))
      await stopped
    } finally {
      await lastro.webhooks.remove(webhook.id)
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function listening(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, '127.0.0.1', resolve)
  await promise.catch(() => refuse({ pt: `A porta ${port} está ocupada.`, en: `Port ${port} is taken.` }))
  return (server.address() as AddressInfo).port
}

/** A service sends into no private network, this machine included, unless its operator says so. */
async function registered<Made>(making: Promise<Made>): Promise<Made> {
  return asked(
    making.catch((error: unknown) => {
      if (!isProblem(error) || error.code !== 'webhook_url_refused') throw error
      return refuse({
        pt: `${error.detail} Inicie o serviço com LASTRO_WEBHOOK_NETWORKS=127.0.0.1/32.`,
        en: `${error.detail} Start the service with LASTRO_WEBHOOK_NETWORKS=127.0.0.1/32.`,
      })
    }),
  )
}

/** A message is small; whatever is larger is not read. */
const bodyBytesMax = 1_000_000

async function received(request: IncomingMessage, secrets: readonly string[]): Promise<WebhookEvent> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new WebhookRefused('body_unreadable')
    chunks.push(chunk)
  }
  return verifyWebhook({ secrets, headers: request.headers, body: Buffer.concat(chunks) })
}

function show(event: WebhookEvent, { json }: Printing): void {
  const words = `${timeText(clock.nowMs())}  ${event.type}  ${event.id}`
  const data = event.type === 'webhook.test' ? '' : `\n${JSON.stringify(event.data, null, 2)}`
  tell({ json }, event, `${words}${data}`)
}

const refusedText = (error: unknown) => {
  const reason = error instanceof WebhookRefused ? error.message : 'unreadable'
  return {
    pt: `Chegou algo que não é do serviço: ${reason}`,
    en: `Something came that is not of the service: ${reason}`,
  }
}
