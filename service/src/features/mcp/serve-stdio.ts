import type { Server } from '@modelcontextprotocol/server'
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'

/** Speaks the protocol on standard input and output, one message a line, for as long as there is input. */
export const serveStdio = (server: () => Server): void => void serve(server, { maxSubscriptions: 0 })
