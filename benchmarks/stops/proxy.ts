import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Proxy = { readonly port: number; readonly close: () => void }

/**
 * Sends each request to the next of several services, on connections that it keeps, as nginx does. Only a connection
 * that is refused is tried elsewhere: then nothing of the request was sent. Whatever else fails is a 502.
 */
export async function proxyTo(ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(incoming))
    const first = turn++
    for (let tries = 0; tries < ports.length; tries++) {
      const port = ports[(first + tries) % ports.length]
      if ((await passTo({ agent, port, incoming, body }, outgoing)) !== 'ECONNREFUSED') return
    }
    outgoing.writeHead(502).end()
  }
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

type Passing = {
  readonly agent: Agent
  readonly port: number | undefined
  readonly incoming: IncomingMessage
  readonly body: Buffer
}

function passTo({ agent, port, incoming, body }: Passing, outgoing: ServerResponse): Promise<string> {
  const { method, url: path } = incoming
  const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers
  return new Promise((resolve) => {
    const passed = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      const { connection: _, 'keep-alive': __, ...own } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, own)
      response.pipe(outgoing)
      response.once('close', () => resolve('passed'))
    })
    passed.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code !== 'ECONNREFUSED' && !outgoing.headersSent) outgoing.writeHead(502).end()
      resolve(code)
    })
    passed.end(body)
  })
}
