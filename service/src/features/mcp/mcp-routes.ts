import { randomUUID } from 'node:crypto'
import { mcpPath } from '@lastro/contract/mcp/mcp-path.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Language } from '@lastro/contract/text.ts'
import { Type } from 'typebox'
import { readJson } from '../../http/body/read-json.ts'
import { validator } from '../../http/body/validate.ts'
import type { Authenticate } from '../../http/caller.ts'
import type { CallHeaders } from '../../http/headers/call-headers.ts'
import type { Answer } from '../../http/listener.ts'
import { fieldError, type Refusal } from '../../http/reply.ts'
import { environmentPrefix, environments, isRefusal, type Route } from '../../http/route.ts'
import { askInProcess } from './ask-in-process.ts'

export type McpDeps = {
  /** By token and key; a browser's session opens nothing here. */
  readonly authenticate: Authenticate
  readonly products: readonly Product[]
  /** Whether a call comes from no page, or from one of ours: a name that was made to lead here brings others. */
  readonly isOwnOrigin: (headers: CallHeaders) => boolean
  /** This process, to ask it for its operations. */
  readonly answer: Answer
}

/** The Model Context Protocol: what a language model asks is asked of the operations, with the caller's credentials. */
export const mcpRoutes = ({ authenticate, products, isOwnOrigin, answer }: McpDeps): Route[] =>
  environments.map((environment) => ({
    operation: 'mcp',
    method: 'POST',
    path: `${environmentPrefix[environment]}${mcpPath}`,
    produces: ['application/json'],
    handle: async (call) => {
      if (!isOwnOrigin(call.headers)) return { code: 'origin_not_allowed' }
      const caller = await authenticate(call, environment)
      if (isRefusal(caller)) return caller
      const body = await readJson(call, rpcMessage)
      if (isRefusal(body)) return body
      if (isDeep(body.value)) return tooDeep(call.language)
      // The protocol's library is loaded when somebody first speaks it: the queries of others start without it.
      const [{ answerMcp }, { mcpServer }] = await Promise.all([
        import('./answer-mcp.ts'),
        import('./mcp-server.ts'),
      ])
      const ask = askInProcess(answer, call, environment)
      const { language } = call
      return answerMcp(call, body.value, () => mcpServer({ ask, products, language, newKey: randomUUID }))
    },
  }))

/** Deeper than the arguments of any tool: what follows walks a message by calls, which go only so deep. */
const depthMax = 64

function isDeep(message: object): boolean {
  let level: readonly object[] = [message]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === depthMax) return true
    level = level.flatMap((one) =>
      Object.values(one).filter((member) => typeof member === 'object' && member),
    )
  }
  return false
}

const tooDeep = (language: Language): Refusal => ({
  code: 'body_invalid',
  errors: [fieldError('(body)', 'format', language)],
})

/** One message. A list of them, which an early revision had, is refused: each is a call of its own. */
const rpcMessage = validator(Type.Object({ jsonrpc: Type.Literal('2.0') }))
