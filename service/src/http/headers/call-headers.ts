/** The headers that the service looks at, read in one pass over what arrived. */
export type CallHeaders = {
  accept: string | undefined
  acceptEncoding: string | undefined
  acceptLanguage: string | undefined
  apiKey: string | undefined
  authorization: string | undefined
  connection: string | undefined
  contentEncoding: string | undefined
  contentLength: string | undefined
  contentType: string | undefined
  cookie: string | undefined
  csrf: string | undefined
  document: string | undefined
  expect: string | undefined
  /** Whatever a proxy adds to say that it has passed a request on, besides for whom. */
  forwarded: string | undefined
  forwardedFor: string | undefined
  host: string | undefined
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  mcpMethod: string | undefined
  mcpName: string | undefined
  mcpProtocolVersion: string | undefined
  origin: string | undefined
  purpose: string | undefined
  requestId: string | undefined
  traceParent: string | undefined
  transferEncoding: string | undefined
  upgrade: string | undefined
  /** The name of a header that came twice and may come once: a credential must not be chosen by chance. */
  repeated: string | undefined
}

export type HeaderName = Exclude<keyof CallHeaders, 'repeated'>

const names: Readonly<Record<string, HeaderName>> = {
  accept: 'accept',
  'accept-encoding': 'acceptEncoding',
  'accept-language': 'acceptLanguage',
  'x-api-key': 'apiKey',
  authorization: 'authorization',
  connection: 'connection',
  'content-encoding': 'contentEncoding',
  'content-length': 'contentLength',
  'content-type': 'contentType',
  cookie: 'cookie',
  'x-csrf-token': 'csrf',
  'x-documento': 'document',
  expect: 'expect',
  forwarded: 'forwarded',
  'x-forwarded-for': 'forwardedFor',
  'x-forwarded-host': 'forwarded',
  'x-forwarded-proto': 'forwarded',
  'x-real-ip': 'forwarded',
  via: 'forwarded',
  host: 'host',
  'idempotency-key': 'idempotencyKey',
  'if-match': 'ifMatch',
  'if-none-match': 'ifNoneMatch',
  'mcp-method': 'mcpMethod',
  'mcp-name': 'mcpName',
  'mcp-protocol-version': 'mcpProtocolVersion',
  origin: 'origin',
  // node:http takes the one for the other.
  'proxy-connection': 'connection',
  'x-finalidade': 'purpose',
  'x-request-id': 'requestId',
  traceparent: 'traceParent',
  'transfer-encoding': 'transferEncoding',
  upgrade: 'upgrade',
}

/** More headers than any browser and its proxies send; both readers refuse a request that has more. */
export const headersCountMax = 100

/**
 * A cache of the spellings that were seen: every header of every request is looked up, and callers send the same few.
 * Nothing hangs on it: what has no room in it is put in lower case each time.
 */
const spellings = new Map<string, HeaderName | 'unknown'>()
const spellingCountMax = 1_000

/** Which header a name as it was sent stands for; undefined when nobody here looks at it. */
export function headerName(sent: string): HeaderName | undefined {
  const known = spellings.get(sent)
  if (known !== undefined) return known === 'unknown' ? undefined : known
  const lower = sent.toLowerCase()
  const name = Object.hasOwn(names, lower) ? names[lower] : undefined
  if (spellings.size < spellingCountMax && sent.length <= 32) spellings.set(sent, name ?? 'unknown')
  return name
}

export const noHeaders = (): CallHeaders => ({
  accept: undefined,
  acceptEncoding: undefined,
  acceptLanguage: undefined,
  apiKey: undefined,
  authorization: undefined,
  connection: undefined,
  contentEncoding: undefined,
  contentLength: undefined,
  contentType: undefined,
  cookie: undefined,
  csrf: undefined,
  document: undefined,
  expect: undefined,
  forwarded: undefined,
  forwardedFor: undefined,
  host: undefined,
  idempotencyKey: undefined,
  ifMatch: undefined,
  ifNoneMatch: undefined,
  mcpMethod: undefined,
  mcpName: undefined,
  mcpProtocolVersion: undefined,
  origin: undefined,
  purpose: undefined,
  requestId: undefined,
  traceParent: undefined,
  transferEncoding: undefined,
  upgrade: undefined,
  repeated: undefined,
})

/** Headers whose values add up when they come more than once. */
const mayRepeat: ReadonlySet<HeaderName> = new Set([
  'accept',
  'acceptEncoding',
  'connection',
  'expect',
  'forwarded',
  'forwardedFor',
  // Of two nobody can say which is meant: together they are none, and no reason to refuse a request.
  'traceParent',
  'upgrade',
])

/** Reads names and values in turn, as Node lists them. */
export function readHeaders(raw: readonly string[]): CallHeaders {
  const headers = noHeaders()
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at] as string
    const name = headerName(sent)
    if (name === undefined) continue
    const value = raw[at + 1] as string
    const held = headers[name]
    if (held === undefined) headers[name] = value
    else if (mayRepeat.has(name)) headers[name] = `${held}, ${value}`
    else headers.repeated = sent
  }
  return headers
}
