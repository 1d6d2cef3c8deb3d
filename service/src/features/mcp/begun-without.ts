import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import { validator } from '../../http/body/validate.ts'

const named = Type.Object({ name: Type.String(), version: Type.String() }, { additionalProperties: true })

/** What a message that begins a session says of itself. */
const beginning = validator(
  Type.Object(
    {
      protocolVersion: Type.String(),
      capabilities: Type.Object({}, { additionalProperties: true }),
      clientInfo: named,
    },
    { additionalProperties: true },
  ),
)

type Message = { readonly method?: unknown; readonly id?: unknown; readonly params?: unknown }

/**
 * The answer to a message that would begin a session without what belongs to it; undefined of any other. The library
 * would call it a fault of ours. What was sent is not repeated: it may be a document.
 */
export function begunWithout(message: object) {
  const { method, id, params } = message as Message
  if (method !== 'initialize' || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  if (beginning.accepts(params)) return undefined
  const text = 'Invalid params: initialize needs protocolVersion, capabilities and clientInfo'
  return { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidParams, message: text } } as const
}
