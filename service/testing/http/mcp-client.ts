import assert from 'node:assert/strict'
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { cleanUp } from '../clean-up.ts'
import { memberAt, type RunningService, type Session } from '../running-service.ts'

/** The revisions of the protocol: with a handshake, and without. */
export const eras = ['legacy', { pin: '2026-07-28' }] as const
export type Era = (typeof eras)[number]

/** What a tool answered. */
export type ToolAnswer = {
  /** A member of its content by its dotted path; undefined of a refusal. */
  readonly at: (path: string) => unknown
  readonly words: string
  /** The code of the problem. */
  readonly refused: string | undefined
}

export type Tools = {
  readonly client: Client
  readonly call: (name: string, input?: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>
}

/** The client of the protocol's own library, over HTTP, as a client of the service. */
export async function mcpClient(
  service: Pick<RunningService, 'url'>,
  { token, apiKey, environment }: Session,
  { era = 'legacy', language = 'pt' }: { readonly era?: Era; readonly language?: string } = {},
): Promise<Tools> {
  const prefix = environment === 'sandbox' ? '/sandbox' : ''
  const headers = { Authorization: `Bearer ${token}`, 'x-api-key': apiKey, 'Accept-Language': language }
  const client = newClient(era)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}${prefix}/mcp`), { requestInit: { headers } }),
  )
  return toolsOf(client)
}

export const newClient = (era: Era = 'legacy'): Client =>
  new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } })

/** Whatever it answers was held against the output schema of its tool, by the library. */
export function toolsOf(client: Client): Tools {
  cleanUp(() => client.close())
  return {
    client,
    call: async (name, input = {}) =>
      answerOf((await client.callTool({ name, arguments: input })) as CallToolResult),
  }
}

function answerOf({ content, structuredContent, isError }: CallToolResult): ToolAnswer {
  const [words = '', data = ''] = content.map((one) => (one.type === 'text' ? one.text : assert.fail()))
  const read = JSON.parse(data) as { code?: string }
  if (isError === true) {
    assert.equal(structuredContent, undefined)
    assert.ok(words.includes(`(${read.code})`), words)
    return { at: () => undefined, words, refused: read.code }
  }
  assert.deepEqual(structuredContent, read)
  return { at: (path) => memberAt(structuredContent, path), words, refused: undefined }
}
