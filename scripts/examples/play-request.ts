import type { CollectedRequest } from '../collections/collection.ts'
import { isHeaderName } from '../collections/steps.ts'

export type Variables = Map<string, string>

export type Answered = { readonly id: string; readonly status: number; readonly body: unknown }

/** Sends a request of the collections, as Postman would, and keeps what later ones need. */
export async function playRequest(request: CollectedRequest, variables: Variables): Promise<Answered> {
  const filled = (text: string): string =>
    text.replace(/\{\{([$\w]+)\}\}/g, (_, name: string) => variables.get(name) ?? '')
  const answer = await fetch(filled(request.url), {
    method: request.method,
    headers: [
      ...request.headers.map(({ name, value }): [string, string] => [name, filled(value)]),
      ...(request.needsToken ? [['Authorization', filled('Bearer {{token}}')] as [string, string]] : []),
    ],
    ...(request.body !== undefined && { body: filledBody(request.body, filled) }),
  })
  const text = await answer.text()
  const isLines = answer.headers.get('content-type')?.includes('ndjson')
  const body = isLines ? text.trimEnd().split('\n').map(parsed) : parsed(text)
  keep(request, { body, headers: answer.headers }, variables)
  return { id: request.id, status: answer.status, body }
}

const parsed = (line: string): unknown => JSON.parse(line)

/** A form has its marks encoded. */
const filledBody = ({ kind, text }: NonNullable<CollectedRequest['body']>, filled: (of: string) => string) =>
  kind === 'form'
    ? new URLSearchParams(
        [...new URLSearchParams(text)].map(([name, value]) => [name, filled(value)]),
      ).toString()
    : filled(text)

type Heard = { readonly body: unknown; readonly headers: Headers }

function keep({ keeps }: CollectedRequest, { body, headers }: Heard, variables: Variables): void {
  for (const [name, path] of Object.entries(keeps)) {
    const found = isHeaderName(path) ? headers.get(path)?.split('/').at(-1) : memberAt(body, path)
    if (typeof found === 'string' || typeof found === 'number') variables.set(name, String(found))
  }
}

const memberAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, member) => (at as Record<string, unknown> | undefined)?.[member], body)
