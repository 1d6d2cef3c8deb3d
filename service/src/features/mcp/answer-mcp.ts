import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Reply } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'
import { begunWithout } from './begun-without.ts'

/**
 * One message of the protocol, answered by a server of its own: no session is made, so there is none to steal, to lose
 * or to leave behind. Both the revision of 2026, which has none, and those before it are spoken.
 */
export async function answerMcp(call: Call, message: object, server: () => Server): Promise<Reply> {
  const refused = begunWithout(message)
  if (refused !== undefined)
    return { status: 200, body: JSON.stringify(refused), contentType: 'application/json' }
  const request = requestOf(call)
  const isLegacy = await isLegacyRequest(request, message)
  return replyOf(await (isLegacy ? legacy(request, message, server()) : modern(request, message, server)))
}

const modern = (request: Request, message: object, server: () => Server): Promise<Response> =>
  createMcpHandler(server, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, { parsedBody: message })

async function legacy(request: Request, message: object, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** What the protocol's library looks at. Credentials are not among it: they were checked before. */
function requestOf({ headers }: Call): Request {
  const sent = {
    'content-type': 'application/json',
    // What the caller takes was settled before: one answer in JSON, and no stream.
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': headers.mcpProtocolVersion,
    'mcp-method': headers.mcpMethod,
    'mcp-name': headers.mcpName,
  }
  const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new Request('http://localhost/mcp', { method: 'POST', headers: given })
}

async function replyOf(response: Response): Promise<Reply> {
  const contentType = response.headers.get('content-type')
  const said = await response.text()
  // The library repeats what was sent where it finds fault with it, and that may be a document.
  const body = response.status >= 400 && holdsDocument(said) ? invalidRequest : said
  return { status: response.status, body, ...(contentType !== null && { contentType }) }
}

const invalidRequest = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'Invalid request' },
})
