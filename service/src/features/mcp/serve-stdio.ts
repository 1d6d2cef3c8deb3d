import type { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { bodyBytesMax } from '../../http/body/body.ts'

/** Speaks the protocol on standard input and output, one message a line, until the input ends. */
export function serveStdio(server: () => Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: bodyBytesMax })
  process.stdin.once('end', resolve).once('close', resolve)
  serve(server, { transport, maxSubscriptions: 0 })
  return promise
}
