/** The headers that the service looks at, read in one pass over what arrived. */
export type CallHeaders = {
  accept: string | undefined
  acceptLanguage: string | undefined
  apiKey: string | undefined
  authorization: string | undefined
  contentEncoding: string | undefined
  contentLength: string | undefined
  contentType: string | undefined
  document: string | undefined
  forwardedFor: string | undefined
  host: string | undefined
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  purpose: string | undefined
  requestId: string | undefined
  transferEncoding: string | undefined
  /** The name of a header that came twice and may come once: a credential must not be chosen by chance. */
  repeated: string | undefined
}

type Name = Exclude<keyof CallHeaders, 'repeated'>

const known: Readonly<Record<string, Name>> = {
  accept: 'accept',
  'accept-language': 'acceptLanguage',
  'x-api-key': 'apiKey',
  authorization: 'authorization',
  'content-encoding': 'contentEncoding',
  'content-length': 'contentLength',
  'content-type': 'contentType',
  'x-documento': 'document',
  'x-forwarded-for': 'forwardedFor',
  host: 'host',
  'idempotency-key': 'idempotencyKey',
  'if-match': 'ifMatch',
  'x-finalidade': 'purpose',
  'x-request-id': 'requestId',
  'transfer-encoding': 'transferEncoding',
}

/** By every spelling that has been seen, so that a header's name is put in lower case once and not each time. */
const spellings = new Map<string, Name | undefined>()
const spellingCountMax = 1_000

function nameOf(sent: string): Name | undefined {
  if (spellings.has(sent)) return spellings.get(sent)
  const lower = sent.toLowerCase()
  const name = Object.hasOwn(known, lower) ? known[lower] : undefined
  if (spellings.size < spellingCountMax && sent.length <= 32) spellings.set(sent, name)
  return name
}

export function readHeaders(raw: readonly string[]): CallHeaders {
  const headers: CallHeaders = {
    accept: undefined,
    acceptLanguage: undefined,
    apiKey: undefined,
    authorization: undefined,
    contentEncoding: undefined,
    contentLength: undefined,
    contentType: undefined,
    document: undefined,
    forwardedFor: undefined,
    host: undefined,
    idempotencyKey: undefined,
    ifMatch: undefined,
    purpose: undefined,
    requestId: undefined,
    transferEncoding: undefined,
    repeated: undefined,
  }
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at] as string
    const name = nameOf(sent)
    if (name === undefined) continue
    const value = raw[at + 1] as string
    const held = headers[name]
    if (held === undefined) headers[name] = value
    else if (name === 'accept' || name === 'forwardedFor') headers[name] = `${held}, ${value}`
    else headers.repeated = sent
  }
  return headers
}
