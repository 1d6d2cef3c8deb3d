import type { Server, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { begunWithout } from './begun-without.ts'

/** Speaks the protocol on standard input and output, one message a line, for as long as there is input. */
export const serveStdio = (server: () => Server): void =>
  void serve(server, { maxSubscriptions: 0, transport: refusing(new StdioServerTransport()) })

/** The same, answering by itself what begins a session without what belongs to it. */
function refusing(wire: Transport): Transport {
  const transport: Transport = {
    start: () => {
      wire.onclose = () => transport.onclose?.()
      wire.onerror = (error) => transport.onerror?.(error)
      wire.onmessage = (message, extra) => {
        const answer = begunWithout(message)
        if (answer === undefined) transport.onmessage?.(message, extra)
        else void wire.send(answer).catch((error: Error) => transport.onerror?.(error))
      }
      return wire.start()
    },
    send: (message, options) => wire.send(message, options),
    close: () => wire.close(),
  }
  return transport
}
